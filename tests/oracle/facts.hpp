// Collects what happens in a model and what never does, for the comparison with `zonda diagnose`.
#pragma once

#include "oracle/oracle.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace zonda::truth {

// Places have the form 'line:column'.
struct Facts {
  std::string refused;
  bool may_fail = false;
  bool is_partial = false;  // a clock stands still while time passes: more may be visited, taken and written
  std::set<std::string> never_visited;  // locations that no process of the template visits
  std::set<std::string> never_taken;    // edges that no process takes, although one visits their source
  // The edges that are taken, each with the second part behind a branchpoint, or nothing; and how many second parts an
  // edge has, or 1.
  std::set<std::pair<std::string, std::string>> taken;
  std::map<std::string, std::size_t> parts;
  // Whether the edge is taken with each of its second parts.
  [[nodiscard]] bool is_taken_in_all_ways(const std::string& place) const;
  bool has_deadlock = false;   // a state without an action, now or later, in which time comes to an end
  bool has_live_lock = false;  // a state without an action, now or later, in which time can pass for ever
  // The values that a variable has in reachable states and in the middle of updates. `lowest` and `highest` also count
  // updates that lead to states whose invariants do not hold, or that stronger actions forbid.
  struct Range {
    std::int64_t low = INT64_MAX;
    std::int64_t high = INT64_MIN;
    std::int64_t lowest = INT64_MAX;
    std::int64_t highest = INT64_MIN;
  };
  std::map<std::string, Range> ranges;  // by the place of the declaration
};

[[nodiscard]] Facts facts(const Input& input, const Limits& limits = {});

}  // namespace zonda::truth
