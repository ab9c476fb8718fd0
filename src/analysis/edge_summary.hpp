// Summarises what an edge demands of variables and clocks, and what it does to them, as far as static analysis sees it.
// A demand that is not understood is left out, and an effect that is not understood may be anything, so that both err
// on the safe side.
#pragma once

#include "analysis/interval.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

// The guard holds only if the value of the variable is one of these.
struct CellDemand {
  model::Address cell = 0;
  Interval values;
  friend bool operator==(const CellDemand&, const CellDemand&) = default;
};

// The update may set the variable to a number of `set`, or add a number of `shift` to it; either may be empty.
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

// The clock is compared with a number; EdgeSummary says from which side.
struct ClockDemand {
  std::uint32_t clock = 0;
  std::int64_t value = 0;
  bool is_strict = false;
  friend bool operator==(const ClockDemand&, const ClockDemand&) = default;
};

struct ClockEffect {
  std::uint32_t clock = 0;
  bool is_sure = false;  // the clock is set to `value`; otherwise it may be set to anything, or not at all
  std::int64_t value = 0;
  friend bool operator==(const ClockEffect&, const ClockEffect&) = default;
};

struct EdgeSummary {
  bool is_possible = true;                 // false if the guard never holds
  std::vector<CellDemand> cells;           // ascending
  std::vector<CellEffect> effects;         // ascending; the variables that the update may write
  std::vector<ClockDemand> at_least;       // the clock must be at least this when the edge is taken
  std::vector<ClockDemand> at_most;        // the clock must be at most this when the edge is taken
  std::vector<ClockDemand> at_most_after;  // the clock must be at most this when the edge has been taken
  std::vector<ClockEffect> clocks;
  bool sets_any_clock = false;
  Interval channels;  // for Send and Receive: the channel is one of these

  // What the update may do to the variable; null if it does nothing to it.
  [[nodiscard]] const CellEffect* effect_on(model::Address cell) const;
  friend bool operator==(const EdgeSummary&, const EdgeSummary&) = default;
};

// The summaries of all edges, by process and edge.
[[nodiscard]] std::vector<std::vector<EdgeSummary>> edge_summaries(const model::Network& network);

}  // namespace zonda::analysis
