// How one query is to be checked: what is used, or why nothing can be.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "check/parts.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "zonda/check.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace zonda::check {

struct Plan {
  const NamedAbstraction* abstraction = nullptr;
  search::Options options;
  // Tried first: it may find states that are not there, but it misses none, so that 'not reached' is final.
  const NamedAbstraction* first = nullptr;
  bool clears_dead = false;
  std::vector<std::vector<keep::Marks>> marks;
  std::size_t swarm = 1;
  std::string refusal;
  model::SourceRange refusal_range;
};

// Soundness rules 1 and 3: lower/upper bounds keep reachability only, and only without difference constraints.
[[nodiscard]] Plan make_plan(const model::Network& network, const analysis::ClockBounds& bounds,
                             const model::Query& query, const CheckOptions& options);

}  // namespace zonda::check
