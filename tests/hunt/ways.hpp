// The ways of checking that are compared with the oracle. They are made from the table of options: a new option, order,
// strategy, abstraction or reduction takes part by itself.
#pragma once

#include "check/request.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace zonda::hunt {

struct Way {
  std::string text;  // as on the command line
  check::Request options;
  bool may_be_endless = false;          // the search may not end on its own
  bool may_reach_too_much = false;      // it over-approximates, and says 'maybe' if it reaches something
  bool may_miss = false;                // it under-approximates, and says 'maybe' if it reaches nothing
  bool counts_discrete_states = false;  // it explores all discrete states for 'E<> false'
  std::vector<std::uint8_t> choices;    // for each option that is tried, the index of its value
};

// Many combinations of values. The first one has the default of every option.
[[nodiscard]] const std::vector<Way>& ways();
// The numbers of some ways, such that any two values of two options that can be combined occur together in one of them.
[[nodiscard]] const std::vector<std::size_t>& pairwise_ways();
// The numbers of the ways whose options make a difference for a group of queries (Query::group()).
[[nodiscard]] const std::vector<std::size_t>& ways_for(const std::string& group);

}  // namespace zonda::hunt
