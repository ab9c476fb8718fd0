// Covering sets (store paper, section 4 and 5.1): sets of edges such that every cycle of the state space takes one of
// them. A covering set need not hit every local cycle: one that cannot happen without others that are hit counts as
// covered, too (cycle_rules.hpp).
//
// Edges are chosen by strands (local_cycles.hpp). The heuristics O1 to O5 choose edges until every cycle is covered; T1
// to T4 first choose cycles that cover all others and then edges that hit them:
//   O1  the least frequent edge of the cycle whose edges are the most frequent
//   O2  the edge with the most newly covered cycles for its frequency
//   O3  the edge with the most newly covered cycles
//   O4  an edge at random
//   O5  the most frequent edge
//   T1  the shortest cycle first        T2  the longest cycle first
//   T3  the variable that the most cycles need changed, and all cycles that change it
//   T4  the channel that the most cycles need, and all cycles of one of its sides
// No heuristic is best for all models, so all are tried and the set with the least sum of frequencies is kept.
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
  double frequency = 0;  // the sum of the frequencies of its edges
};

class CycleCover {
 public:
  // See cycle_rules() for `joins_zones`.
  explicit CycleCover(const model::Network& network, const CycleLimits& limits = {}, bool joins_zones = false);

  [[nodiscard]] const LocalCycles& cycles() const { return cycles_; }
  [[nodiscard]] const CycleRules& rules() const { return rules_; }

  // One covering set for each heuristic. `frequencies` says by process and edge how often the edge is taken; it may be
  // empty.
  [[nodiscard]] std::vector<CoveringSet> sets(const std::vector<std::vector<double>>& frequencies,
                                              std::uint64_t seed) const;
  // The best of these sets, without the edges that it does not need.
  [[nodiscard]] CoveringSet best(const std::vector<std::vector<double>>& frequencies, std::uint64_t seed) const;

  // Why strands are not a covering set: a cycle that they leave uncovered, or a process whose cycles were too many to
  // list and are not all hit.
  struct Gap {
    std::optional<CycleId> cycle;
    std::uint32_t process = 0;
  };
  [[nodiscard]] std::optional<Gap> gap(std::span<const StrandId> strands) const;

  // By process and edge, whether the edge belongs to one of the strands.
  [[nodiscard]] std::vector<std::vector<bool>> edges_of(std::span<const StrandId> strands) const;

 private:
  friend class CoverBuilder;

  const model::Network& network_;
  std::vector<std::vector<EdgeSummary>> summaries_;
  LocalCycles cycles_;
  CycleRules rules_;
  std::vector<std::vector<CycleId>> through_;       // by strand: the cycles through it
  std::vector<std::vector<std::uint32_t>> member_;  // by cycle: the sets that it is in
  std::vector<std::vector<CycleId>> users_;         // by set: the cycles with a rule about it
};

}  // namespace zonda::analysis
