// The hunt: several processes compare zonda with the oracle on random models. A model on which they disagree is made as
// small as possible and shown.
#pragma once

#include "hunt/compare.hpp"
#include "hunt/draft.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace zonda::hunt {

struct HuntOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::uint64_t models = 1000;
  double minutes = 0;  // if more than 0, the hunt goes on for this long instead
  std::size_t jobs = 1;
  std::size_t width = 6;     // how many ways are tried for each query; 0 for all
  bool takes_pairs = false;  // instead of `width`: as many ways as it takes for every two values of options to meet
  std::string profile;       // empty for any
  std::string queries;       // only this group of queries, or 'diagnose'; empty for all
  std::string peer;          // the path of TChecker's tck-reach; empty if it is not asked
  bool shrinks = true;
  std::size_t most = 5;  // the hunt stops after this many disagreements
};

// The model with this number, which is the same on every machine.
[[nodiscard]] Draft draft_of(const HuntOptions& options, std::uint64_t number);
[[nodiscard]] Case case_of(const HuntOptions& options, std::uint64_t number, const Draft& draft);

// Generates and compares one model. Returns a description of the first disagreement; empty if there is none.
[[nodiscard]] std::string hunt_one(const HuntOptions& options, std::uint64_t number, const std::string& scratch,
                                   Tally& tally);

// Runs the whole hunt and prints what it finds. Returns the exit status, which is 0 if there is no disagreement.
[[nodiscard]] int hunt(const HuntOptions& options);

// Runs the test in a process of its own. Returns true if the test does, and also if it crashes or takes too long.
[[nodiscard]] bool fails_in_child(const std::function<bool()>& test, unsigned seconds);

}  // namespace zonda::hunt
