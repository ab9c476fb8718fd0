// What happens in a model, and what never does: for the comparison with `zonda diagnose`.
#pragma once

#include "oracle/oracle.hpp"

#include <map>
#include <set>
#include <string>

namespace zonda::truth {

// Places are 'line:column' in the text.
struct Facts {
  std::string refused;
  bool may_fail = false;
  std::set<std::string> never_visited;  // locations, in no process of the template
  std::set<std::string> never_taken;    // edges, in no process of the template that visits their source
  bool has_deadlock = false;            // no action, now or later, and time comes to an end
  bool has_live_lock = false;           // the same, but time passes for ever
  // Values of a declared variable in reachable states and on the way through updates; lowest and highest: also on the
  // way through updates that lead to where invariants do not hold, or that stronger actions forbid.
  struct Range {
    std::int64_t low = INT64_MAX;
    std::int64_t high = INT64_MIN;
    std::int64_t lowest = INT64_MAX;
    std::int64_t highest = INT64_MIN;
  };
  std::map<std::string, Range> ranges;  // by place of the declaration
};

[[nodiscard]] Facts facts(const Input& input, const Limits& limits = {});

}  // namespace zonda::truth
