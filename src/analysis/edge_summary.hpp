// What an edge asks of variables and clocks, and what it does to them, as far as static analysis sees it. What is not
// understood is left out of the demands and may be anything among the effects, so that both err on the safe side.
#pragma once

#include "analysis/interval.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

// The guard holds only if the variable lies in there.
struct CellDemand {
  model::Address cell = 0;
  Interval values;
  friend bool operator==(const CellDemand&, const CellDemand&) = default;
};

// What the update may do to a variable: set it to a number of `set`, or add a number of `shift`; either may be empty.
struct CellEffect {
  model::Address cell = 0;
  Interval set;
  Interval shift;

  [[nodiscard]] bool may_lower() const { return !set.is_empty() || shift.lower < 0; }
  [[nodiscard]] bool may_raise() const { return !set.is_empty() || shift.upper > 0; }
  [[nodiscard]] bool surely_raises() const { return set.is_empty() && shift.lower > 0; }
  [[nodiscard]] bool surely_lowers() const { return set.is_empty() && shift.upper < 0; }
  friend bool operator==(const CellEffect&, const CellEffect&) = default;
};

// A clock against a number.
struct ClockDemand {
  std::uint32_t clock = 0;
  std::int64_t value = 0;
  bool is_strict = false;
  friend bool operator==(const ClockDemand&, const ClockDemand&) = default;
};

struct ClockEffect {
  std::uint32_t clock = 0;
  bool is_sure = false;  // it is set to `value`; else it may be set to anything
  std::int64_t value = 0;
  friend bool operator==(const ClockEffect&, const ClockEffect&) = default;
};

struct EdgeSummary {
  bool is_possible = true;                 // false: the guard never holds
  std::vector<CellDemand> cells;           // ascending
  std::vector<CellEffect> effects;         // ascending; variables that it may write
  std::vector<ClockDemand> at_least;       // when the edge is taken
  std::vector<ClockDemand> at_most;        // when the edge is taken
  std::vector<ClockDemand> at_most_after;  // when it has been taken
  std::vector<ClockEffect> clocks;
  bool sets_any_clock = false;
  Interval channels;  // Send, Receive: it is one of these

  [[nodiscard]] const CellEffect* effect_on(model::Address cell) const;
  [[nodiscard]] bool may_set(std::uint32_t clock) const;
  friend bool operator==(const EdgeSummary&, const EdgeSummary&) = default;
};

// By process and edge.
[[nodiscard]] std::vector<std::vector<EdgeSummary>> edge_summaries(const model::Network& network);

}  // namespace zonda::analysis
