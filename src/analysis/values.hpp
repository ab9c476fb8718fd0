// The value analysis: which numbers variables may hold, found by running all updates on sets of numbers until nothing
// new comes up. Declared ranges are the last resort.
//
// A variable that a single process writes has numbers of its own for each location of that process; other variables
// have one set for all states. What may be seen between the updates of one move, or in a state that an invariant then
// forbids, counts for `anywhere`, because states are packed before their invariants are looked at.
//
// The argument. A state is reached by a move from a reached state, or is initial. In the source, the cells of a process
// lie in the sets of its location and all others in `anywhere`, the guards hold, and the updates run one after the
// other; each starts from cells of its own process as they were, and finds other cells somewhere in `anywhere`, because
// whatever wrote them had its result added there. So the sets contain every reached state as soon as no edge adds
// anything. That is checked over all edges at the end; what comes of one more such pass over all edges, started from
// the initial state, contains every reached state too, and is often smaller (narrowing).
#pragma once

#include "analysis/numbers.hpp"
#include "analysis/value_run.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

struct Values {
  // Of a process: the variables that nothing else writes, ascending, and by location what they may hold there.
  struct Own {
    std::vector<model::Address> cells;
    std::vector<std::vector<Numbers>> at;
    std::vector<std::vector<Numbers>> entered;  // the same, but whatever the location's invariant says
    std::vector<bool> is_reached;               // by location
  };
  std::vector<Own> own;           // by process
  std::vector<Numbers> anywhere;  // by cell of the network
  // Of cells that a declared range alone keeps from growing: an update adds to them for all that the analysis can tell.
  std::vector<bool> is_cut;
  // Variables of a process with one value in each of its locations, such as an array that the first step fills: they
  // need not be stored.
  struct Decided {
    std::size_t process = 0;
    std::vector<model::Address> cells;              // ascending
    std::vector<std::vector<std::int32_t>> values;  // by location: one for each of the cells
  };
  std::vector<Decided> decided;
  ClockWrites clocks;
  bool knows_clocks = false;  // false: code was given up, and may do anything to clocks

  [[nodiscard]] bool reaches(std::size_t process, std::size_t location) const {
    return own[process].is_reached[location];
  }
};

// What declared ranges alone say.
[[nodiscard]] Values declared_values(const model::Network& network);

// Analyses the network when it is first asked for.
[[nodiscard]] const Values& values_of(const model::Network& network);

// Answers what expressions may be in certain states.
class ValueView {
 public:
  explicit ValueView(const model::Network& network);

  // From now on it is about all states; or those in which the process is in the location, where selects of one of its
  // edges may have any value.
  void look_anywhere();
  void look_at(std::size_t process, std::size_t location, const std::vector<model::Select>& selects = {});
  // Leaves only states in which the expression is not 0.
  void assume(const model::IntExpr& e) { run_.assume(e, memories_); }
  // False: there are no such states.
  [[nodiscard]] bool is_possible() const { return !memories_.empty(); }
  // What the expression may be where `condition` holds as well.
  [[nodiscard]] Numbers range(const model::IntExpr& e, const model::IntExpr& condition = model::IntExpr::constant(1));

 private:
  const Values& values_;
  std::vector<Numbers> base_;
  std::vector<model::Address> changed_;  // cells of the base that are not as anywhere
  ValueRun run_;
  std::vector<ValueMemory> memories_;
};

}  // namespace zonda::analysis
