// How often each edge is taken, from random walks through the state space (store paper, section 4): the random-walk
// coefficients. Seeded, so that they are the same for every run.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "step/move.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace zonda::search {

struct WalkOptions {
  std::uint64_t seed = 1;
  std::size_t walks = 16;
  std::size_t steps = 250;           // of each
  std::size_t successors = 200'000;  // of all walks; if states have very many successors, walks are cut short
};

// By process and edge: the share of steps that take the edge. Edges that are always taken together have the same share.
[[nodiscard]] std::vector<std::vector<double>> edge_frequencies(const model::Network& network,
                                                                const analysis::ClockBounds& bounds,
                                                                const WalkOptions& options);

// The walks themselves: the edges of each step, with the number of the walk and of the step.
using OnWalkStep = std::function<void(std::size_t walk, std::size_t step, std::span<const step::EdgeRef> edges)>;
void random_walks(const model::Network& network, const analysis::ClockBounds& bounds, const WalkOptions& options,
                  const OnWalkStep& on_step);

}  // namespace zonda::search
