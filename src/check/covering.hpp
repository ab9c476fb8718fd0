// The covering set that a search uses: the best of those that the heuristics make, judged by random walks.
#pragma once

#include "analysis/covering_set.hpp"

#include <cstdint>
#include <vector>

namespace zonda::check {

// By process and edge.
[[nodiscard]] std::vector<std::vector<double>> walk_frequencies(const model::Network& network, std::uint64_t seed);

}  // namespace zonda::check
