// Reductions: a search explores fewer states, or tells fewer states apart, and the answer stays the same. This is the
// seam between the search and all of them. A reduction is one file in this folder that derives from Reduction and does
// one or more of the following; and one line in reduce/reductions.cpp that names it and declares what it preserves.
//
//   change the model   make() gives a changed copy of the network, which is searched in its place.
//   map states         map() replaces a discrete state by its representative. If that exchanges clocks, it says how;
//                      the zone is renamed together with the move that leads there, so that this costs nothing besides.
//   prune moves        A Pruner chooses moves that are enough. It is told where they lead, as provisos need it, and may
//                      ask for the other moves after all.
//   cover states       for_each_larger() names other discrete states that stand in for this one, zone by zone.
//
// restore() reverts the effects of map() and make() on a path, so that traces are runs of the original model.
//
// The assumptions of the engine's fast paths about reductions are listed in search/engine/expander.hpp.
#pragma once

#include "model/network.hpp"
#include "step/move.hpp"
#include "step/path.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace zonda::reduce {

// The effects of map() apart from changing cells.
struct Renaming {
  // By clock of the network: the clock whose value it has now. Empty: every clock keeps its own value. Only clocks with
  // the same bounds may be exchanged; the reference clock 0 stays.
  std::vector<std::uint32_t> clocks;
  // Notes of the reduction itself, for restore().
  std::vector<std::uint32_t> account;

  [[nodiscard]] bool is_identity() const { return clocks.empty() && account.empty(); }
  void clear() {
    clocks.clear();
    account.clear();
  }
};

// What is known about a state that a taken move led to. A false value may also mean that the fact is not known, because
// memory was short or not all states are stored; so a proviso may rely only on values that are true.
//
// A proviso keeps a move from being left out for ever along a cycle. Which proviso is sound depends on the order in
// which states are expanded, and a pruner does not know that order. One that is sound in every search is: some state
// that was led to has `catches_up` (enough for reachability), or all of them have it (for liveness). For if s is pruned
// and t catches up, then either all moves of t were taken, including those that were left out at s, or t is expanded
// later than s; and as there are finitely many expansions, the states that are reached in this way end with one whose
// moves are all taken.
struct Target {
  // No stored state covers it. It, or a state that covers it by then, is expanded after the current one.
  bool is_new = false;
  // It is new, or a waiting state covers it, which will be expanded after the current one.
  bool is_waiting = false;
  // It closes a cycle: a state that is being expanded covers it, or is covered by it.
  bool is_on_stack = false;
  // A state that was expanded with all its moves covers it.
  bool is_expanded = false;

  [[nodiscard]] bool catches_up() const { return is_waiting || is_expanded; }
};

// Chooses moves. Each worker of a search has its own.
class Pruner {
 public:
  Pruner() = default;
  Pruner(const Pruner&) = delete;
  Pruner& operator=(const Pruner&) = delete;
  virtual ~Pruner() = default;

  // A discrete state is about to be expanded. False: all its moves are taken.
  virtual bool begin(std::span<const std::int32_t> cells) = 0;
  // Whether the move is among those that are enough. Until the next begin() the answer depends on the move alone.
  virtual bool takes(const step::Move& move) = 0;
  // Called for every state that a taken move led to.
  virtual void led_to(const Target& target) = 0;
  // Asked when all taken moves have been followed. True: the proviso fails, and the others are followed as well.
  virtual bool needs_rest() = 0;
};

// One reduction, ready for one model and query.
class Reduction {
 public:
  Reduction() = default;
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;
  virtual ~Reduction() = default;

  // --- states
  [[nodiscard]] virtual bool maps_states() const { return false; }
  virtual void map(std::span<std::int32_t> /*cells*/, Renaming& /*renaming*/) const {}
  // Whether map() changes locations or gives renamings. At most one reduction of a search may do so.
  [[nodiscard]] virtual bool permutes() const { return false; }
  // Whether map() merges every pair of states that `other`, which is of the same kind and for another query, merges.
  // Queries share one exploration only if it can use the reductions of the query that needs most.
  [[nodiscard]] virtual bool merges_all_of(const Reduction& /*other*/) const { return false; }

  // --- moves
  [[nodiscard]] virtual std::unique_ptr<Pruner> make_pruner() const { return nullptr; }

  // --- covering
  using Visit = std::function<bool(std::span<const std::int32_t>)>;
  [[nodiscard]] virtual bool covers_states() const { return false; }
  // Calls `visit` with discrete states that can stand in for this one if their zones cover its zone, until one call
  // returns true.
  virtual void for_each_larger(std::span<const std::int32_t> /*cells*/, const Visit& /*visit*/) const {}

  // --- traces
  // Turns a path of the searched network into one of the original model. `renamings` has one entry for the initial
  // state and one for each move, as map() gave them on the way. Every move stays one move; its edges, select values and
  // conditions must become those of the original, and so must the initial cells. A move without edges is a moment at
  // which nothing happens, but it may have conditions.
  virtual void restore(step::Path& /*path*/, std::span<const Renaming> /*renamings*/) const {}
};

}  // namespace zonda::reduce
