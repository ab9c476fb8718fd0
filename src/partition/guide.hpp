// The guiding automaton as a transformation of the network (P1): one more variable holds the automaton's state, and the
// edges that are p-points move it by a table. Edges, processes and their numbers stay as they are, so that a path of
// the guided network is one of the model once that variable is left out.
//
// The variable is part of a state's identity. The paper hides it, so that loops do not unfold; but then a state that
// was first found at one place of the p-path stands for the same state at another place, where other continuations are
// allowed, and those may be lost. Here the prefix has an end, behind which the variable does not change: what unfolds
// is as long as the prefix.
//
// How runs are kept inside. A move that leaves the partition must not be followed, but it must not change what else is
// possible either. Closing its guard is the cheap way: no state is stored. It is used where nothing depends on whether
// the edge is open: not for urgent channels (time would go on where it may not), not for receivers of a broadcast (the
// others would go without it), not with priorities (weaker moves would be let through), not where a deadlock is asked
// for. Elsewhere the move is taken, and leads to a state where all guards are closed and which no query sees.
#pragma once

#include "model/network.hpp"
#include "partition/automaton.hpp"
#include "step/move.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace zonda::partition {

// What model::build() is to call the variable. No variable of a model can have this name.
inline constexpr std::string_view kVariable = "p-path position";

struct Guided {
  model::Address position = 0;  // the variable
  bool stores_outside = false;  // states outside of the partition may be reached
};

// `network` was built with the spare variable kVariable. `query`, if there is one, is changed so that it sees states
// inside of the partition only.
Guided guide(model::Network& network, std::span<const step::EdgeRef> points, const Automaton& automaton,
             model::Query* query);

// A condition that holds where the table, by the value of the variable, has a number other than 0.
[[nodiscard]] model::IntExpr lookup(model::Network& network, model::Address position, const std::vector<bool>& table);
// One that never holds, but has to do with the variable.
[[nodiscard]] model::IntExpr is_negative(model::Network& network, model::Address position);

}  // namespace zonda::partition
