// The elementary cycles of each process (store paper, section 4). Edges between the same two locations that ask for
// and do the same, as far as static analysis sees, count as one, a strand: selects make many such edges.
//
// There may be exponentially many cycles. A process with too many is left without; instead it gets strands that every
// one of its cycles goes through (those that lead back in a depth-first search).
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
  std::vector<std::uint32_t> edges;  // of the process; all alike
};

struct Cycle {
  std::uint32_t process = 0;
  std::vector<StrandId> strands;  // in order
};

struct LocalCycles {
  std::vector<Strand> strands;                   // edges that can be taken, by process
  std::vector<std::vector<StrandId>> strand_of;  // by process and edge; kNoStrand: it can never be taken
  std::vector<Cycle> cycles;
  std::vector<bool> has_too_many;      // by process: its cycles are not listed
  std::vector<StrandId> back_strands;  // of those processes

  static constexpr StrandId kNoStrand = UINT32_MAX;
};

struct CycleLimits {
  std::size_t of_process = 2'000;  // cycles
  std::size_t in_all = 20'000;
};

[[nodiscard]] LocalCycles local_cycles(const model::Network& network,
                                       const std::vector<std::vector<EdgeSummary>>& summaries,
                                       const CycleLimits& limits = {});

// By process and edge: it leads to where a loop is entered, which is where an edge leads back in a depth-first search.
// A process that goes around takes such an edge.
[[nodiscard]] std::vector<std::vector<bool>> entering_edges(const model::Network& network, const LocalCycles& cycles);

// Whether the process still has a cycle when it may not use these strands.
[[nodiscard]] bool has_cycle_without(const model::Network& network, const LocalCycles& cycles, std::uint32_t process,
                                     const std::vector<bool>& is_barred);

}  // namespace zonda::analysis
