// Chooses the covering set that a search uses: the best of those that the heuristics make, judged by random walks.
#pragma once

#include "analysis/covering_set.hpp"
#include "keep/keep.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::check {

// By process and edge.
[[nodiscard]] std::vector<std::vector<double>> walk_frequencies(const model::Network& network, std::uint64_t seed);

struct MarkOptions {
  std::string_view own_set;  // the text of a user's own covering set; empty: there is none
  std::string_view file;     // its name
  std::uint64_t seed = 0;
  bool joins_zones = false;  // see analysis/cycle_rules.hpp
};
// What the strategy sees of moves, by process and edge; empty if it does not look at them. On an error the result is
// empty, and `error` says why.
[[nodiscard]] std::vector<std::vector<keep::Marks>> move_marks(const model::Network& network,
                                                               const keep::Strategy& strategy,
                                                               const MarkOptions& options, std::string& error);

// A user's own set: on each line 'PROCESS: FROM -> TO' or 'PROCESS: FROM -> TO chan!', as info --cover prints them;
// 'P' stands for every P(i); '#' begins a comment. `error`: what is wrong and where, or which cycle is not covered.
struct OwnSet {
  std::vector<analysis::StrandId> strands;
  std::string error;
};
[[nodiscard]] OwnSet read_own_set(const model::Network& network, const analysis::CycleCover& cover,
                                  std::string_view text, std::string_view file);

}  // namespace zonda::check
