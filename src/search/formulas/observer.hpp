// Observers (thesis 2.3.1, T3: bounded properties by test automata). An observer watches a run from some moment on with
// a clock of its own, which is 0 at that moment. It is not part of the network: the clock comes after all others, and
// formulas refer to it by its number. It sees every state, including those with committed locations, and every moment
// of a delay, without forbidding or forcing anything; an automaton in the model could do neither.
//
// Zones treat the clock like the others: its largest constant is a bound like theirs (analysis::add_observer_clock), so
// whatever keeps valuations apart keeps observers apart (soundness rules 1 to 3).
#pragma once

#include "model/network.hpp"

#include <cstdint>

namespace zonda::search {

[[nodiscard]] inline std::uint32_t observer_clock(const model::Network& network) {
  return static_cast<std::uint32_t>(network.clocks.size());
}

// The formula that says: the observer's clock is at most the value or, if `is_strict`, less than it.
[[nodiscard]] model::Formula observer_at_most(const model::Network& network, std::int32_t value, bool is_strict);
// The formula that says: the observer's clock is larger than the value or, with `or_equal`, at least the value.
[[nodiscard]] model::Formula observer_beyond(const model::Network& network, std::int32_t value, bool or_equal);
// A formula that always holds.
[[nodiscard]] model::Formula truth();
// A formula that holds where both hold.
[[nodiscard]] model::Formula both(model::Formula a, model::Formula b);

}  // namespace zonda::search
