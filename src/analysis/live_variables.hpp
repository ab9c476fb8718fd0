// Finds variables whose value cannot matter before they are written again. In such a state the variable may be given
// any value; always giving it the same one merges states that differ in nothing else.
//
// A variable is live for a process in a location when the process may read it, in a guard, an invariant, an update or
// a synchronisation, on some path of its own edges before it surely writes it. A variable is dead if it is live for no
// process in its current location: any process that reads it later writes it first, and writes of other processes in
// between also come after now, so that the value it has now is never read. What queries and update hooks read is always
// live.
#pragma once

#include "analysis/code_effects.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace zonda::analysis {

class LiveVariables {
 public:
  // Watches no variables, so that none is ever dead.
  LiveVariables() = default;
  LiveVariables(const model::Network& network, const model::Query& query);
  // Cells that are not `influential` (analysis/influence.hpp) are dead everywhere.
  LiveVariables(const model::Network& network, const model::Query& query, const CellSet& influential);

  // Gives dead variables their initial values, or what a location decides (analysis/values.hpp).
  void clear_dead(std::span<std::int32_t> state) const;
  // How many variables may be dead in some states.
  [[nodiscard]] std::size_t count() const { return cells_.size(); }
  // Whether every variable that may be dead in some states for `other` may be dead in some states here, too.
  [[nodiscard]] bool watches_all_of(const LiveVariables& other) const;

 private:
  struct Watched {
    model::Address cell = 0;
    std::int32_t initial = 0;
  };
  // Cells that a location of the process decides, with their values by location.
  struct Decided {
    std::size_t process = 0;
    std::vector<std::pair<model::Address, std::vector<std::int32_t>>> cells;
  };
  std::vector<Watched> cells_;
  std::vector<Decided> decided_;
  std::size_t words_ = 0;            // how many words a set of watched cells has
  std::vector<std::size_t> first_;   // by process: where the set of its first location begins in live_
  std::vector<std::uint64_t> live_;  // by process and location: the set of watched cells that are live there
};

}  // namespace zonda::analysis
