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
// restore() undoes what map() and make() did to a path, so that traces are runs of the original model.
//
// What the engine's fast paths assume: states are packed by changes to their source, and moves of a discrete state are
// remembered with their targets, only where no reduction maps states or prunes moves (search/engine/expander.hpp).
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

// What map() did besides changing cells.
struct Renaming {
  // By clock of the network: the clock whose value it has now. Empty: every clock keeps its own value. Only clocks with
  // the same bounds may be exchanged; the reference clock 0 stays.
  std::vector<std::uint32_t> clocks;
  // The reduction's own account, for restore().
  std::vector<std::uint32_t> account;

  [[nodiscard]] bool is_identity() const { return clocks.empty() && account.empty(); }
  void clear() {
    clocks.clear();
    account.clear();
  }
};

// Where a move led that a pruner took.
struct Target {
  bool is_new = false;       // no stored state covers it, and it was stored
  bool is_on_stack = false;  // it closes a cycle with the states that are being expanded
  bool is_expanded = false;  // all its moves were taken before, none was left out
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
  // Whether the move is one of those that are enough. The answer depends on the move alone until the next begin().
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
  // Whether map() changes locations or gives renamings. At most one reduction of a search does.
  [[nodiscard]] virtual bool permutes() const { return false; }
  // Whether map() merges every pair of states that `other`, which is of the same kind and for another query, merges.
  // Queries share one exploration only if it can be made with the reductions of the query that asks for most.
  [[nodiscard]] virtual bool merges_all_of(const Reduction& /*other*/) const { return false; }

  // --- moves
  [[nodiscard]] virtual std::unique_ptr<Pruner> make_pruner() const { return nullptr; }

  // --- covering
  using Visit = std::function<bool(std::span<const std::int32_t>)>;
  [[nodiscard]] virtual bool covers_states() const { return false; }
  // Calls `visit` with discrete states each of which stands in for this one wherever its zone covers, until one call
  // returns true.
  virtual void for_each_larger(std::span<const std::int32_t> /*cells*/, const Visit& /*visit*/) const {}

  // --- traces
  // `renamings`: one for the initial state and one for each move, as map() gave them on the way.
  virtual void restore(step::Path& /*path*/, std::span<const Renaming> /*renamings*/) const {}
};

}  // namespace zonda::reduce
