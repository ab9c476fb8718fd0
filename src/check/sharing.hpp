// Queries that share one exploration (T14): all goals are looked for on the way.
//
// The exploration has to tell apart what any of them asks for: it has the largest constants, and no variable is dead
// that one of them reads. What one query asks for more than the other makes it larger, so queries go together only if
// - one of them asks about all clocks that the other asks about, and reads all variables that the other reads (of those
//   that are dead at times), so that this one alone would explore as much;
// - their constants are near to each other.
// Those that could do with less are left out as soon as all that could not are answered; they get another exploration.
//
// A shortest or fastest trace needs a search of its own, and so do 'deadlock', which has two abstractions, and ways of
// storing that do not keep all states; so do orders that look for one goal. Where `auto` would choose one of those
// because the goal is likely to be there, it is looked for among the others for a while, and then alone. Queries that
// an error leaves open go alone, too.
#pragma once

#include "check/job.hpp"
#include "model/network.hpp"
#include "zonda/check.hpp"

#include <span>
#include <string>
#include <vector>

namespace zonda::check {

struct Shared {
  std::vector<Job*> jobs;
  std::vector<bool> asks_for_all;  // by job: it could not do with less
  Footing footing;
  std::string order;
};

// The first job and those that go with it.
[[nodiscard]] Shared share(const model::Network& network, std::span<Job> jobs, const CheckOptions& options);

}  // namespace zonda::check
