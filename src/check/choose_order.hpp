// --order auto: which order for this model and query.
//
// - A shortest trace needs breadth-first search. So do strategies that do not store all states: what is far from the
//   start comes late, and less of it is explored again.
// - Where a goal is likely to be there (E<>, unless the model says that it is not; A[] that the model says to be false)
//   a guided search and TW-BFS take turns.
// - Without clocks there is one zone, and no order makes mistakes: breadth-first, which costs nothing.
// - Where in most processes the edges that change variables lead back to where they began, progress is in variables,
//   and an order of locations would hold up the wrong states: true zones first, then breadth-first.
// - Otherwise TW-BFS. On published benchmarks it visits each stored state about once; where it has no advantage it
//   costs some instructions a state more than breadth-first search.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "zonda/check.hpp"

#include <string>

namespace zonda::check {

[[nodiscard]] std::string choose_order(const model::Network& network, const analysis::ClockBounds& bounds,
                                       const model::Query& query, const CheckOptions& options, bool stores_all);

// The same where no goal is likely, or there are several.
[[nodiscard]] std::string order_for_all(const model::Network& network, const analysis::ClockBounds& bounds);

}  // namespace zonda::check
