// Rules that say when a local cycle cannot happen alone (store paper, lemma 2). A cycle of the state space is made of
// local cycles: what a process does in it leads back to the same location, so that it falls apart into elementary
// cycles, each inside another or after it. A rule says that a cycle happens only together with another cycle out of a
// set:
//
//   change   the cycle needs a value of a variable that it does not bring about itself, so another cycle must
//   raise    the cycle always raises a variable, so another cycle must lower it again
//   lower    the cycle always lowers a variable, so another cycle must raise it again
//   sync     the cycle synchronises with a cycle of another process
//   reset    the cycle needs a clock to be small after it was large, so another cycle must reset it
//
// The rules hold for sequences of moves that can really happen, and so for cycles of abstracted zones as well, because
// such a cycle stands for a sequence that can be repeated any number of times. If zones are joined (--hull), clocks may
// become smaller without a reset, so that `reset` does not hold. Cells that update hooks write follow no rule.
#pragma once

#include "analysis/local_cycles.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

struct CycleRule {
  enum class Kind : std::uint8_t { Change, Raise, Lower, Sync, Reset };
  Kind kind = Kind::Change;
  std::uint32_t what = 0;  // the cell or the clock; for Sync: 0 to send, 1 to receive, 2 for a joint event
  Interval values;         // for Change: the values that are needed; for Sync: the channels or the event
  std::uint32_t set = 0;   // the other cycle is one of sets[set]
};

struct CycleRules {
  std::vector<std::vector<CycleRule>> of_cycle;
  // A rule with this set says that some cycle of the set, other than the one with the rule, happens as well.
  std::vector<std::vector<CycleId>> sets;
};

// `joins_zones` says that the search joins zones (--hull).
[[nodiscard]] CycleRules cycle_rules(const model::Network& network,
                                     const std::vector<std::vector<EdgeSummary>>& summaries, const LocalCycles& cycles,
                                     bool joins_zones = false);

}  // namespace zonda::analysis
