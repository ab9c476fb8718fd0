// Variables whose value cannot matter before they are written again. In such a state the variable may be given any
// value; giving it one and the same merges states that differ in nothing else.
//
// A variable is live for a process in a location when the process may read it, in a guard, an invariant, an update or
// a synchronisation, on some path of its own edges before it surely writes it. A variable that is live for no process
// in its present location is dead: whoever reads it later has written it after now, and whatever others write in
// between comes after now too. What queries and update hooks read is always live.
#pragma once

#include "analysis/code_effects.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::analysis {

class LiveVariables {
 public:
  // With no variables to watch: nothing is ever dead.
  LiveVariables() = default;
  LiveVariables(const model::Network& network, const model::Query& query);
  // Cells that are not `influential` (analysis/influence.hpp) are dead everywhere.
  LiveVariables(const model::Network& network, const model::Query& query, const CellSet& influential);

  // Gives dead variables their initial values.
  void clear_dead(std::span<std::int32_t> state) const;
  // How many variables are dead in some states.
  [[nodiscard]] std::size_t count() const { return cells_.size(); }
  // Whether every variable that is dead at times for `other` is so here.
  [[nodiscard]] bool watches_all_of(const LiveVariables& other) const;

 private:
  struct Watched {
    model::Address cell = 0;
    std::int32_t initial = 0;
  };
  std::vector<Watched> cells_;
  std::size_t words_ = 0;            // of a set of watched cells
  std::vector<std::size_t> first_;   // by process: its first location's set in live_
  std::vector<std::uint64_t> live_;  // sets, by process and location
};

}  // namespace zonda::analysis
