// What a search counted. Names as in the JSON output.
#pragma once

#include "zonda/store_stats.hpp"

#include <cstdint>

namespace zonda::search {

// What was done when memory got short, stage by stage (search/relief.hpp).
struct MemoryStage {
  std::uint64_t times = 0;
  std::uint64_t bytes = 0;   // that were given back
  std::uint64_t states = 0;  // that were packed, dropped or written
  double seconds = 0;        // that it took
  double since = 0;          // when it was first done
};

struct Stats {
  std::uint64_t visited = 0;      // states expanded
  std::uint64_t stored = 0;       // states kept at the end, be it their hashes only
  std::uint64_t peak_stored = 0;  // the most at any moment
  std::uint64_t covered = 0;      // successors that a stored state covers
  std::uint64_t mistakes = 0;     // visited states that a larger one replaced later
  std::uint64_t touched = 0;      // states looked at again to order those that wait
  std::uint64_t transitions = 0;  // successor states computed
  // Not known of hashes: 0.
  std::uint64_t discrete_states = 0;
  std::uint64_t zones = 0;  // different ones
  std::uint64_t zone_operations = 0;
  std::uint64_t zone_hits = 0;  // of them remembered
  std::uint64_t store_bytes = 0;
  StoreBytes bytes;      // the same by kind
  HashStats hash;        // if they are asked for
  double omissions = 0;  // states that were taken for seen because of equal hashes: an estimate
  double bits_set = 0;   // the share of them, with --bitstate
  double seconds = 0;
  MemoryStage compressed;
  MemoryStage dropped;
  MemoryStage spilled;
  std::uint64_t packed = 0;  // of the stored states
  std::uint64_t checkpoints = 0;
  std::uint64_t checkpoint_bytes = 0;  // of the last one
  double checkpoint_seconds = 0;
  std::uint64_t resumed = 0;  // how often the search was taken up again
};

}  // namespace zonda::search
