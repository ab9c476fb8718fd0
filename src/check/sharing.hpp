// Queries that share one exploration (T14): all goals are looked for on the way.
//
// The exploration has to tell apart whatever any of the queries needs: it uses the largest constants, and no variable
// is dead that one of them reads. Whatever only one query needs makes the exploration larger, so queries go together
// only if
// - one of them asks about all clocks that the other asks about, and reads all variables that the other reads (of those
// that are dead at times), so that this one alone would explore as much;
// - their constants are of similar size.
// When all queries that need the whole exploration are answered, the others are dropped and explored again.
//
// A shortest or fastest trace needs a search of its own. So do 'deadlock', which has two abstractions, ways of storing
// that do not keep all states, and orders that look for one goal. If `auto` would choose such an order because the goal
// is likely to exist, the goal is looked for in the shared exploration for a while, and then alone. A query that an
// error left open is checked alone, too.
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
  std::vector<bool> asks_for_all;  // by job: it needs the whole exploration
  Footing footing;
  std::string order;
};

// The first job and those that share an exploration with it.
[[nodiscard]] Shared share(const model::Network& network, std::span<Job> jobs, const CheckOptions& options);

}  // namespace zonda::check
