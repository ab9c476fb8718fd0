// Chooses p-points (P5; partition paper, section 5). They should be few, be met early, and split the state space
// evenly. Short random walks tell how good a choice is for a model.
//
// A candidate is the set of all edges that come from one edge of a template, or of all edges that leave one location of
// a template, because that is what a user would mark. For each candidate, the first p-points that a walk passes are the
// walk's word. A good candidate has many words of about the same frequency (high entropy), is met early, and is not met
// again and again: behind a loop that passes all p-points, every partition holds everything.
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
  std::string text;    // as in 'Task: Ready -> Running' or 'Task: from Ready'
  double score = 0;    // higher is better
  double entropy = 0;  // of the words, in bits
  double first = 0;    // the average number of steps before the first p-point, over the walks that pass one
  double passes = 0;   // the average number of p-points on a walk
  double reached = 0;  // the share of the walks that pass a p-point
};

// The candidates that tell walks apart, the best one first.
[[nodiscard]] std::vector<Candidate> candidates(const model::Network& network, const analysis::ClockBounds& bounds,
                                                std::uint64_t seed);

// P-points for the first split, and more of them for when these do not suffice: each level contains the one before.
// If the user has chosen p-points, they are `given`, and make the first level.
[[nodiscard]] std::vector<std::vector<step::EdgeRef>> choose_levels(const std::vector<Candidate>& ranked,
                                                                    std::vector<step::EdgeRef> given);

}  // namespace zonda::partition
