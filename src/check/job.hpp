// One query on its way to an answer.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "analysis/live_variables.hpp"
#include "check/plan.hpp"
#include "model/network.hpp"
#include "zonda/check.hpp"

#include <optional>

namespace zonda::check {

// What decides, besides options, which states a search explores.
struct Ground {
  analysis::ClockBounds bounds;
  analysis::LiveVariables live;
};

struct Job {
  const model::Query* query = nullptr;
  QueryResult result;
  Plan plan;
  std::optional<Ground> ground;  // E<> and A[], as long as they are not done
  bool goes_alone = false;       // not with other queries
  bool is_done = false;
};

}  // namespace zonda::check
