// Lists the elementary cycles of each process (store paper, section 4). A strand is a set of edges between the same two
// locations that demand and do the same as far as static analysis sees; selects make many such edges. Cycles are made
// of strands.
//
// A process may have exponentially many cycles. If it has too many, they are not listed; instead it gets back strands,
// which lead back in a depth-first search, so that every cycle goes through one of them.
#pragma once

#include "analysis/edge_summary.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

using StrandId = std::uint32_t;
using CycleId = std::uint32_t;

struct Strand {
  std::uint32_t process = 0;
  std::vector<std::uint32_t> edges;  // edges of the process that are all alike
};

struct Cycle {
  std::uint32_t process = 0;
  std::vector<StrandId> strands;  // in order
};

struct LocalCycles {
  std::vector<Strand> strands;                   // process by process
  std::vector<std::vector<StrandId>> strand_of;  // by process and edge; kNoStrand if the edge can never be taken
  std::vector<Cycle> cycles;
  std::vector<bool> has_too_many;      // by process: its cycles are not listed
  std::vector<StrandId> back_strands;  // the back strands of the processes that have too many cycles

  static constexpr StrandId kNoStrand = UINT32_MAX;
};

struct CycleLimits {
  std::size_t of_process = 2'000;  // the most cycles of one process
  std::size_t in_all = 20'000;     // the most cycles of all processes together
};

[[nodiscard]] LocalCycles local_cycles(const model::Network& network,
                                       const std::vector<std::vector<EdgeSummary>>& summaries,
                                       const CycleLimits& limits = {});

// By process and edge, whether the edge leads to the entry of a loop, that is, to a location to which an edge leads
// back in a depth-first search. A process that goes around a cycle takes such an edge.
[[nodiscard]] std::vector<std::vector<bool>> entering_edges(const model::Network& network, const LocalCycles& cycles);

// Whether the process still has a cycle when it may not use these strands.
[[nodiscard]] bool has_cycle_without(const model::Network& network, const LocalCycles& cycles, std::uint32_t process,
                                     const std::vector<bool>& is_barred);

}  // namespace zonda::analysis
