// Whether runs may be possible that make infinitely many moves in bounded time, as far as the processes' own graphs
// tell. Such a run goes around some cycle of some process for ever. If every cycle sets a clock and asks it to be at
// least one unit larger somewhere, each round takes at least that long (strong non-Zenoness).
#pragma once

#include "model/network.hpp"

namespace zonda::analysis {

// False: there is none. True: nothing is known.
[[nodiscard]] bool may_be_zeno(const model::Network& network);

}  // namespace zonda::analysis
