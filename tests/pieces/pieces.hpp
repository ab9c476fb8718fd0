// One random model, verified in pieces along random p-points that are split at random, against the oracle, and all
// states of the pieces against all states of the model.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace zonda::pieces {

struct Tally {
  std::uint64_t models = 0;
  std::uint64_t verdicts = 0;
  std::uint64_t refused = 0;  // queries that zonda cannot verify in pieces
  std::uint64_t covers = 0;
  std::uint64_t partitions = 0;
  std::uint64_t traces = 0;
  std::uint64_t stored_outside = 0;              // partitions where moves that leave could not simply be closed
  std::map<std::string, std::uint64_t> reasons;  // why there was nothing to compare
};

// What is wrong; empty: nothing.
[[nodiscard]] std::string try_one(std::uint64_t seed, Tally& tally);

}  // namespace zonda::pieces
