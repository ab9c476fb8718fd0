// The hunt: random models, compared on several processes; disagreements are made small and shown.
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
  double minutes = 0;  // more than 0: go on for so long instead
  std::size_t jobs = 1;
  std::size_t width = 6;     // ways for each query; 0: all
  bool takes_pairs = false;  // instead: some ways, so that every two values of options meet
  std::string profile;       // empty: any
  std::string queries;       // those of this kind only: reach, live or value; empty: all
  std::string peer;          // TChecker's tck-reach; empty: not asked
  bool shrinks = true;
  std::size_t most = 5;  // disagreements, then stop
};

// The model with this number. The same on every machine.
[[nodiscard]] Draft draft_of(const HuntOptions& options, std::uint64_t number);
[[nodiscard]] Case case_of(const HuntOptions& options, std::uint64_t number, const Draft& draft);

// One model: all disagreements, as text for people; empty when there are none.
[[nodiscard]] std::string hunt_one(const HuntOptions& options, std::uint64_t number, const std::string& scratch,
                                   Tally& tally);

// Everything. The exit status: 0 when all agree.
[[nodiscard]] int hunt(const HuntOptions& options);

// Runs the test in a process of its own: true also when it crashes or takes too long.
[[nodiscard]] bool fails_in_child(const std::function<bool()>& test, unsigned seconds);

}  // namespace zonda::hunt
