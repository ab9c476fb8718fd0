// Time that must stop when an urgent synchronisation becomes possible (U2): from v, time may pass by d if no v + d'
// with 0 <= d' < d satisfies the guard. The sets of valuations where time may start and end need not be convex; they
// are cut into convex pieces.
//
// Let g be a guard and p(g) its past: all valuations that satisfy it now or later. Outside of p(g) time passes freely,
// for ever. Inside, it passes until g begins to hold, that is while some lower bound x >= c (or x > c) of g has x <= c.
// So the piece of each lower bound is: start inside p(g), end where x <= c; and where all lower bounds are passed, no
// time may pass at all.
//
// Sets to avoid (a run may only stay where a formula holds) are cut along the same lines, but time must end before it:
// the piece of each lower bound ends where x < c (or x <= c for x > c), and nothing starts inside.
#pragma once

#include "zone/dbm.hpp"

#include <span>
#include <vector>

namespace zonda::step {

template <typename B>
struct DelayPiece {
  zone::Dbm<B> start;                         // from these valuations …
  bool may_delay = true;                      // … time may pass …
  std::vector<zone::Constraint<B>> while_in;  // … as long as these hold
};

// Cuts `start` into pieces, for guards that are conjunctions of constraints. `start` is not empty and within the limit,
// and has nothing in common with `avoided`, which are conjunctions as well. If the result is empty, there would be too
// many pieces or, if `is_exact` became false, their bounds do not fit.
template <typename B>
[[nodiscard]] std::vector<DelayPiece<B>> delay_pieces(const zone::Dbm<B>& start,
                                                      std::span<const std::vector<zone::Constraint<B>>> guards,
                                                      bool& is_exact,
                                                      std::span<const std::vector<zone::Constraint<B>>> avoided = {});

// The zone (within the limit) minus the avoided ones, as disjoint zones; empty if `is_exact` became false.
template <typename B>
[[nodiscard]] std::vector<zone::Dbm<B>> outside(const zone::Dbm<B>& z,
                                                std::span<const std::vector<zone::Constraint<B>>> avoided,
                                                bool& is_exact);

}  // namespace zonda::step
