#include "check/sharing.hpp"

#include "check/choose_order.hpp"
#include "order/orders.hpp"

#include <algorithm>
#include <utility>

namespace zonda::check {

namespace {

using analysis::ClockBound;
using analysis::kNoBound;

bool may_share(const Job& job, const CheckOptions& options) {
  if (!options.share || job.is_done || job.goes_alone || !job.footing || job.plan.first != nullptr ||
      job.query->has_deadlock)
    return false;
  if (job.footing->bounds.has_diagonals || job.footing->reductions.changes_model()) return false;
  if (options.trace != kNone && options.trace != kSomeTrace) return false;
  if (!search::stores_all(job.plan.options)) return false;
  const order::NamedOrder* order = order::find_order(options.order);
  return options.order == kAuto || (order != nullptr && !order->looks_for_goal);
}

// Whether both constants are of similar size, if there are two.
bool are_near(std::int32_t a, std::int32_t b) {
  constexpr std::int64_t kFactor = 4;
  if (a == kNoBound || b == kNoBound) return true;
  const std::int64_t low = std::max(0, std::min(a, b));
  return std::max(a, b) < kFactor * (low + 1);
}

// Whether `a` has a bound of each kind, lower and upper, on every clock on which `b` has one.
bool asks_about_all_of(std::span<const ClockBound> a, std::span<const ClockBound> b) {
  return std::ranges::equal(a, b, [](const ClockBound& x, const ClockBound& y) {
    return (x.lower != kNoBound || y.lower == kNoBound) && (x.upper != kNoBound || y.upper == kNoBound);
  });
}

bool are_near(std::span<const ClockBound> a, std::span<const ClockBound> b) {
  return std::ranges::equal(a, b, [](const ClockBound& x, const ClockBound& y) {
    return are_near(x.lower, y.lower) && are_near(x.upper, y.upper);
  });
}

// Whether an exploration that is sufficient for `a` is sufficient for `b`, apart from constants.
bool asks_for_more(const Footing& a, const Footing& b) {
  return asks_about_all_of(a.bounds.everywhere, b.bounds.everywhere) && b.reductions.merge_all_of(a.reductions);
}

// One query that needs whatever any of these queries needs.
model::Query joined(const std::vector<Job*>& jobs) {
  model::Query result = *jobs[0]->query;
  result.predicate = {};
  result.predicate.kind = model::Formula::Kind::Or;
  for (const Job* job : jobs) result.predicate.children.push_back(job->query->predicate);
  return result;
}

std::string order_of(const std::vector<Job*>& jobs, const model::Network& network, const Footing& footing) {
  const std::string& first = jobs[0]->plan.options.order;
  const bool is_one = std::ranges::all_of(jobs, [&](const Job* job) { return job->plan.options.order == first; });
  return is_one ? first : order_for_all(network, footing.bounds);
}

}  // namespace

Shared share(const model::Network& network, std::span<Job> jobs, const CheckOptions& options) {
  Shared result;
  result.jobs.push_back(&jobs[0]);
  if (!may_share(jobs[0], options)) return result;
  Job* widest = &jobs[0];
  for (Job& job : jobs.subspan(1)) {
    if (!may_share(job, options) || job.plan.abstraction != widest->plan.abstraction) continue;
    const bool is_near = std::ranges::all_of(result.jobs, [&](const Job* other) {
      return are_near(job.footing->bounds.everywhere, other->footing->bounds.everywhere);
    });
    if (!is_near) continue;
    const bool is_wider = asks_for_more(*job.footing, *widest->footing);
    if (!is_wider && !asks_for_more(*widest->footing, *job.footing)) continue;
    if (is_wider) widest = &job;
    result.jobs.push_back(&job);
  }
  if (result.jobs.size() == 1) return result;
  for (const Job* job : result.jobs) result.asks_for_all.push_back(asks_for_more(*job->footing, *widest->footing));
  const model::Query all = joined(result.jobs);
  result.footing.reductions = reduce::Reductions(widest->plan.reductions, network, all);
  // Goals refer to the original model, so that is the one to search.
  if (result.footing.reductions.changes_model()) {
    result.jobs.resize(1);
    return result;
  }
  result.footing.bounds = analysis::clock_bounds(network, all);
  result.order = order_of(result.jobs, network, result.footing);
  return result;
}

}  // namespace zonda::check
