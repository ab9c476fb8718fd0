// Finds out whether there may be Zeno runs, which make infinitely many moves in bounded time. Such a run goes around
// some cycle of some process for ever. If every cycle sets a clock and has a guard that needs the clock to be at least
// one unit larger, each round takes at least that long, and there are none (strong non-Zenoness).
#pragma once

#include "model/network.hpp"

namespace zonda::analysis {

// False if there is no Zeno run; true if nothing is known.
[[nodiscard]] bool may_be_zeno(const model::Network& network);

}  // namespace zonda::analysis
