// Builds the automaton of a partition into the network (P1): one more variable holds the state of the automaton, and
// the edges that are p-points change it by a table. Edges, processes and their numbers stay as they are, so that a path
// of the guided network is a path of the model once that variable is left out.
//
// The variable is part of a state's identity. The paper hides it, so that loops do not unfold; but then a state that
// was first found at one position of the p-path stands for the same state at another position, where other
// continuations are allowed, and those may be lost. Here the variable does not change behind the end of the prefix, so
// that loops unfold no longer than the prefix.
//
// A move that leaves the partition must not be followed, but it must not change what else is possible either. The cheap
// way is to close its guard, so that no state is stored. That is only right if nothing depends on whether the edge is
// enabled: not for urgent channels (time would go on where it may not), not for receivers of a broadcast (the others
// would go without it), not with priorities (weaker moves would be allowed), and not if the query asks for deadlocks.
// In these cases the move is taken, and leads to a state where all guards are closed and which no query sees.
#pragma once

#include "model/network.hpp"
#include "partition/automaton.hpp"
#include "step/move.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace zonda::partition {

// The name that model::build() gives to the variable. No variable of a model can have this name.
inline constexpr std::string_view kVariable = "p-path position";

struct Guided {
  model::Address position = 0;  // the cell of the variable
  bool stores_outside = false;  // states outside the partition may be reached
};

// Guides the network, which must have been built with the spare variable kVariable. If there is a query, it is changed
// so that it sees states inside the partition only.
Guided guide(model::Network& network, std::span<const step::EdgeRef> points, const Automaton& automaton,
             model::Query* query);

// A condition that holds if table[value of the variable] is true.
[[nodiscard]] model::IntExpr lookup(model::Network& network, model::Address position, const std::vector<bool>& table);
// A condition that never holds, but reads the variable, so that no analysis drops it.
[[nodiscard]] model::IntExpr is_negative(model::Network& network, model::Address position);

}  // namespace zonda::partition
