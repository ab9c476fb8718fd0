// When a local cycle cannot happen alone (store paper, lemma 2). A global cycle is made of local ones: what a process
// does in it leads back to the same location, so that it falls apart into elementary cycles, each inside another or
// after it. A rule says that a cycle happens only together with some other cycle out of a set:
//
//   change   the cycle asks for a value of a variable that, after what it knows of it, only others can have brought
//   about raise    it always raises a variable, so that another cycle must lower it again (and the same with lower)
//   sync     it synchronises with another process
//   reset    it asks for a clock to be small after it was large, so that another cycle must reset it
//
// Each holds for sequences of moves that can really happen, so also for cycles of abstracted zones, which are as many
// rounds of such a sequence as one likes. Where zones are joined (--hull), clocks may become smaller without a reset,
// so that there the last does not hold. Cells that update hooks write follow no rule.
#pragma once

#include "analysis/local_cycles.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

struct CycleRule {
  enum class Kind : std::uint8_t { Change, Raise, Lower, Sync, Reset };
  Kind kind = Kind::Change;
  std::uint32_t what = 0;  // the cell, or the first channel or event, or the clock
  Interval values;         // Change: it must become one of these; Sync: of these channels
  std::uint32_t set = 0;
};

struct CycleRules {
  std::vector<std::vector<CycleRule>> of_cycle;
  // Some cycle of the set, other than the one with the rule, happens as well.
  std::vector<std::vector<CycleId>> sets;
};

[[nodiscard]] CycleRules cycle_rules(const model::Network& network,
                                     const std::vector<std::vector<EdgeSummary>>& summaries, const LocalCycles& cycles,
                                     bool joins_zones = false);

}  // namespace zonda::analysis
