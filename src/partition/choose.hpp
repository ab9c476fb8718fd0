// Choosing p-points (P5; partition paper, section 5): few, met early, and such that they split the space evenly. What
// that means for a model is judged by short random walks.
//
// Candidates are all edges that come from one edge of a template, and all edges that leave one location of a template:
// what a user would mark. For each, the first p-points that a walk passes are its word. Good candidates have many words
// of about the same frequency (high entropy), meet the first p-point early, and are not met again and again: behind a
// loop that passes all p-points every partition holds everything.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "step/move.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace zonda::partition {

struct Candidate {
  std::vector<step::EdgeRef> edges;
  std::string text;    // 'Task: Ready -> Running', 'Task: from Ready'
  double score = 0;    // higher is better
  double entropy = 0;  // of the words, in bits
  double first = 0;    // steps before the first p-point, on average over the walks that pass one
  double passes = 0;   // p-points on a walk, on average
  double reached = 0;  // share of the walks that pass one
};

// Those that tell walks apart, best first.
[[nodiscard]] std::vector<Candidate> candidates(const model::Network& network, const analysis::ClockBounds& bounds,
                                                std::uint64_t seed);

// P-points for the first split, and more for when they do not suffice: each level holds the one before.
// `given`: the user's own, if there are any, are the first level.
[[nodiscard]] std::vector<std::vector<step::EdgeRef>> choose_levels(const std::vector<Candidate>& ranked,
                                                                    std::vector<step::EdgeRef> given);

}  // namespace zonda::partition
