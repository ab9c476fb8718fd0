// Moves that can be repeated for ever in bounded time, for the comparison with `zonda diagnose`.
//
// In such a run the time that is left gets as small as one likes, so from some state on all of it happens within one
// unit of time: a clock of its own, set to 0 in any reachable state, never gets beyond 1. The edges that are taken
// again and again lie in one strongly connected component of the regions with that clock.
#pragma once

#include "oracle/oracle.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace zonda::truth {

// 'line:column' of edges.
using Places = std::set<std::string>;

struct Loops {
  std::string refused;
  bool may_fail = false;
  Places all;        // edges on any loop
  Places committed;  // on loops on which some process is in a committed location all the time
  Places leaving;    // on loops, from states without a committed location

  // Whether there is a loop with exactly these edges; in committed states only, or through others too.
  [[nodiscard]] bool has(const Places& edges, bool is_committed) const;

  struct Arrow {
    std::size_t to = 0;
    std::size_t label = 0;
  };
  struct Node {
    bool is_committed = false;
    std::vector<Arrow> arrows;
  };
  std::vector<Node> nodes;
  std::vector<Places> labels;  // the first: time passes
};

[[nodiscard]] Loops loops(const Input& input, const Limits& limits = {});

}  // namespace zonda::truth
