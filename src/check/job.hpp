// One query on its way to an answer.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "check/plan.hpp"
#include "model/network.hpp"
#include "reduce/reductions.hpp"
#include "zonda/check.hpp"

#include <optional>

namespace zonda::check {

// What decides, apart from options, which states a search explores.
struct Footing {
  reduce::Reductions reductions;
  analysis::ClockBounds bounds;  // of the network as the reductions leave it
};

struct Job {
  const model::Query* query = nullptr;
  QueryResult result;
  Plan plan;
  std::optional<Footing> footing;  // for E<> and A[], until they are done
  bool goes_alone = false;         // shares no exploration with other queries
  bool is_done = false;
};

}  // namespace zonda::check
