// The ways of checking that are compared with the oracle. A new option joins by a line in ways.cpp.
#pragma once

#include "zonda/check.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace zonda::hunt {

struct Way {
  std::string text;  // as on the command line
  CheckOptions options;
  bool may_be_endless = false;         // it may not end on its own
  bool may_reach_too_much = false;     // over-approximation: 'maybe' where something is reached
  bool may_miss = false;               // under-approximation: 'maybe' where nothing is reached
  bool counts_discrete_states = true;  // explores all of them for 'E<> false'
  std::vector<std::uint8_t> choices;   // of each option, which value
};

// All combinations. The first is what is used when nothing is said.
[[nodiscard]] const std::vector<Way>& ways();
// Some of them, by number, so that every two values of two options that go together do so in one of them.
[[nodiscard]] const std::vector<std::size_t>& pairwise_ways();
// Those whose options make a difference for such queries (reach, live, watch or value), by number.
[[nodiscard]] const std::vector<std::size_t>& ways_for(const std::string& group);

}  // namespace zonda::hunt
