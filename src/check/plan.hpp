// How one query is to be checked: the methods to use, or the reason why it cannot be checked.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "check/abstractions.hpp"
#include "check/refused.hpp"
#include "check/request.hpp"
#include "model/network.hpp"
#include "reduce/reductions.hpp"
#include "search/options.hpp"
#include "zonda/check.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace zonda::check {

// By process and edge: what storing strategies see of moves.
using MoveMarks = std::vector<std::vector<keep::Marks>>;

struct Plan {
  const NamedAbstraction* abstraction = nullptr;
  search::Options options;
  // Tried first: it may find states that do not exist, but it misses none, so 'not reached' is final.
  const NamedAbstraction* first = nullptr;
  // Tried if bounds of zones outgrow all widths: it splits zones along differences of clocks, and keeps bounds small.
  const NamedAbstraction* last = nullptr;
  std::vector<const reduce::NamedReduction*> reductions;
  std::string left_out;  // reductions that are not used, and why; see reduce::Choice
  MoveMarks marks;
  std::size_t swarm = 1;
  Refused refused;
};

// The reductions that the options ask for and that are sound for the query.
[[nodiscard]] reduce::Choice choose_reductions(const model::Query& query, const Request& options);
// What the options say about any search, except its order and abstraction.
[[nodiscard]] search::Options search_options(const Request& options);

// Gives a search the marks that its storing strategy needs, and a way to make those that it needs when memory is short.
// The search refers to `marks`, which must outlive it. Returns what is wrong, or nothing.
[[nodiscard]] std::string set_marks(const model::Network& network, const CheckOptions& options, MoveMarks& marks,
                                    search::Options& search);

[[nodiscard]] Plan make_plan(const model::Network& network, const analysis::ClockBounds& bounds,
                             const model::Query& query, const Request& options);

}  // namespace zonda::check
