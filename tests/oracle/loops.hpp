// Finds moves that can be repeated for ever in bounded time, for the comparison with `zonda diagnose`.
//
// In such a run the time that is left becomes arbitrarily small, so that from some state on everything happens within
// one unit of time: an extra clock that is set to 0 in that state never gets beyond 1. The edges that are taken again
// and again lie in one strongly connected component of the graph of regions with that clock.
#pragma once

#include "oracle/oracle.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace zonda::truth {

// Places of edges, in the form 'line:column'.
using Places = std::set<std::string>;

struct Loops {
  std::string refused;
  bool may_fail = false;
  bool is_partial = false;  // a clock stands still while time passes: there may be more
  Places all;               // the edges on loops
  Places committed;         // the edges on loops on which some process is in a committed location all the time
  Places leaving;           // the edges on loops that are taken in states without a committed location

  // Whether there is a loop with exactly these edges: within committed states if `is_committed`, else one that also
  // goes through other states.
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
  std::vector<Places> labels;  // the edges of each move; the first one stands for a delay
};

[[nodiscard]] Loops loops(const Input& input, const Limits& limits = {});

}  // namespace zonda::truth
