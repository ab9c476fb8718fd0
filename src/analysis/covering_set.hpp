// Covering sets (store paper, section 4 and 5.1): edges such that every cycle of the state space takes one of them. It
// is enough to hit some local cycles if the others cannot happen without these (cycle_rules.hpp).
//
// O1 to O5 choose edges until every cycle is covered; T1 to T4 first choose cycles that cover all others and then edges
// that hit them:
//   O1  the least frequent edge of the cycle whose edges are the most frequent
//   O2  the edge with the most newly covered cycles for its frequency
//   O3  the edge with the most newly covered cycles
//   O4  an edge at random
//   O5  the most frequent edge
//   T1  the shortest cycle first        T2  the longest cycle first
//   T3  the variable that the most cycles need changed, and all cycles that change it
//   T4  the channel that the most cycles need, and all cycles of one of its sides
// None is best for all models, so all are made and the one with the least sum of frequencies is kept.
#pragma once

#include "analysis/cycle_rules.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::analysis {

struct CoveringSet {
  std::string_view heuristic;
  std::vector<StrandId> strands;  // ascending
  std::size_t edges = 0;
  double frequency = 0;  // the sum over its edges
};

class CycleCover {
 public:
  // `joins_zones`: see cycle_rules().
  explicit CycleCover(const model::Network& network, const CycleLimits& limits = {}, bool joins_zones = false);

  [[nodiscard]] const LocalCycles& cycles() const { return cycles_; }
  [[nodiscard]] const CycleRules& rules() const { return rules_; }

  // `frequencies`: by process and edge, how often it is taken; may be empty. One set for each heuristic.
  [[nodiscard]] std::vector<CoveringSet> sets(const std::vector<std::vector<double>>& frequencies,
                                              std::uint64_t seed) const;
  // The best of them, without edges that it does not need.
  [[nodiscard]] CoveringSet best(const std::vector<std::vector<double>>& frequencies, std::uint64_t seed) const;

  // A cycle that the strands leave uncovered, or a process whose cycles were too many to list and are not all hit.
  struct Gap {
    std::optional<CycleId> cycle;
    std::uint32_t process = 0;
  };
  [[nodiscard]] std::optional<Gap> gap(std::span<const StrandId> strands) const;

  // By process and edge: whether it belongs to the set.
  [[nodiscard]] std::vector<std::vector<bool>> edges_of(std::span<const StrandId> strands) const;

 private:
  friend class CoverBuilder;

  const model::Network& network_;
  std::vector<std::vector<EdgeSummary>> summaries_;
  LocalCycles cycles_;
  CycleRules rules_;
  std::vector<std::vector<CycleId>> through_;       // by strand: its cycles
  std::vector<std::vector<std::uint32_t>> member_;  // by cycle: the sets that it is in
  std::vector<std::vector<CycleId>> users_;         // by set: cycles with a rule about it
};

}  // namespace zonda::analysis
