// --order auto: which order for this model and query.
//
// - A shortest trace needs breadth-first search. So do strategies that do not store all states: what is far from the
//   start comes late, and less of it is explored again.
// - Where there may be something to be found (E<> and A[], unless the goal is 'false') several orders share the work
//   (order/mixed.cpp): some that may find it soon, and the one of those below that is best if all states must be seen.
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

// Whether the goal is likely to be found soon by a search of its own: of E<>, unless the model says that it cannot be
// reached, and of A[] that the model says to be false, if there is something in it that guides.
[[nodiscard]] bool is_goal_likely(const model::Query& query);

// The order that is best if all states must be seen.
[[nodiscard]] std::string order_for_all(const model::Network& network, const analysis::ClockBounds& bounds);

}  // namespace zonda::check
