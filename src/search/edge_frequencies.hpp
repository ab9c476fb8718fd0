// How often each edge is taken, from random walks through the state space (store paper, section 4): the random-walk
// coefficients. Seeded, so that they are the same for every run.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::search {

struct WalkOptions {
  std::uint64_t seed = 1;
  std::size_t walks = 16;
  std::size_t steps = 250;           // of each
  std::size_t successors = 200'000;  // of all; where states have very many, walks are cut short
};

// By process and edge; the share of steps that take it, so that edges which always go together have the same.
[[nodiscard]] std::vector<std::vector<double>> edge_frequencies(const model::Network& network,
                                                                const analysis::ClockBounds& bounds,
                                                                const WalkOptions& options);

}  // namespace zonda::search
