#include "check/check_queries.hpp"

#include "check/answering.hpp"
#include "check/choose_order.hpp"
#include "check/covering.hpp"
#include "check/explain.hpp"
#include "check/job.hpp"
#include "check/liveness.hpp"
#include "check/reach.hpp"
#include "check/sharing.hpp"
#include "check/values.hpp"
#include "order/names.hpp"
#include "search/limits/checkpoint.hpp"
#include "search/limits/limitations.hpp"
#include "step/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>
#include <utility>

namespace zonda::check {

namespace {

using lang::QueryKind;
using search::Outcome;

// The directions in which a search may err; empty: it is exact.
struct Approximations {
  std::string over;   // it may reach states that the model does not
  std::string under;  // it may miss something
};

// A size as people write it, rounded up.
std::string size_text(double bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
  double size = 1024;
  while (size < bytes) size *= 2;
  std::size_t unit = 0;
  for (size /= 1024; size >= 1024 && unit + 1 < kUnits.size(); size /= 1024) ++unit;
  return fmt::format("{:.0f}{}", size, kUnits[unit]);
}

// What a search that keeps hashes instead of states may have missed.
std::string omissions_text(const CheckOptions& options, const search::Stats& stats) {
  // With a tenth of the bits set, fewer than one state in a thousand is missed; with half of them set, one in eight.
  constexpr double kTooFull = 0.5;
  constexpr double kBytesForState = 4;
  constexpr double kFactor = 8;
  const bool is_too_full = stats.bits_set > kTooFull;
  constexpr double kFew = 10;
  const std::string number =
      stats.omissions < kFew ? fmt::format("{:.2g}", stats.omissions) : fmt::format("{:.0f}", stats.omissions);
  std::string result = fmt::format(
      "states with equal hashes count as one: {}about {}{} states were missed, and all states that only these lead to",
      options.swarm > 1 ? "in the best run " : "", number, is_too_full ? " or more" : "");
  if (!is_too_full) return result;
  const double wanted = std::max(kFactor * static_cast<double>(options.bitstate_bytes),
                                 kBytesForState * (static_cast<double>(stats.stored) + stats.omissions));
  return result + fmt::format("; {:.0f} % of the bits are set, which is too many: use {} or more", 100 * stats.bits_set,
                              size_text(wanted));
}

Approximations approximations(const model::Network& network, const CheckOptions& options, const Outcome& outcome) {
  Approximations result;
  if (network.has_stopwatches) result.over = "stopwatches are over-approximated";
  if (options.hull)
    result.over =
        result.over.empty() ? "zones are over-approximated by hulls" : "stopwatches and zones are over-approximated";
  if (options.compact || options.bitstate_bytes > 0) result.under = omissions_text(options, outcome.stats);
  return result;
}

void conclude(const model::Query& query, const Outcome& outcome, const Approximations& approximations,
              QueryResult& result) {
  const bool is_possibly = query.kind == QueryKind::Possibly;
  const bool is_approximate = !approximations.over.empty();
  switch (outcome.kind) {
    case Outcome::Kind::Reached:
      result.verdict = is_possibly ? Verdict::Satisfied : Verdict::NotSatisfied;
      if (!is_approximate) return;
      result.verdict = is_possibly ? Verdict::MaybeSatisfied : Verdict::MaybeNotSatisfied;
      result.reason = approximations.over;
      return;
    case Outcome::Kind::NotReached:
      result.verdict = is_possibly ? Verdict::NotSatisfied : Verdict::Satisfied;
      if (approximations.under.empty()) return;
      result.verdict = is_possibly ? Verdict::MaybeNotSatisfied : Verdict::MaybeSatisfied;
      result.reason = approximations.under;
      return;
    case Outcome::Kind::Unknown:
      result.verdict = Verdict::Unknown;
      result.reason = outcome.reason;
      return;
    case Outcome::Kind::Error:
    case Outcome::Kind::TooNarrow:
    case Outcome::Kind::Left:
      result.verdict = is_approximate ? Verdict::Unknown : Verdict::Error;
      if (search::is_limitation(outcome.reason)) result.refusal = Refusal::Unsupported;
      result.reason = is_approximate ? fmt::format("{}; an error in the over-approximation: {}", approximations.over,
                                                   outcome.reason)
                                     : outcome.reason;
      return;
  }
}

// Whether a shared exploration has answered the query.
bool is_answer(const Outcome& outcome) {
  return outcome.kind == Outcome::Kind::Reached || outcome.kind == Outcome::Kind::NotReached ||
         outcome.kind == Outcome::Kind::Unknown;
}

QueryResult result_for(const model::Query& query, std::size_t index, const lang::Sources& sources) {
  QueryResult result;
  result.index = index + 1;
  result.formula = query.text;
  result.position = sources.place(query.range);
  result.verdict = Verdict::Error;
  return result;
}

// Why the query cannot be checked at all; empty if it can.
Refused obstacle_of(const model::Network& network, const model::Query& query) {
  if (query.is_wrong) return {Refusal::Formula, "the formula has an error"};
  std::string reason = model::why_refused(query);
  if (reason.empty()) reason = step::Moves::refusal(network);
  if (reason.empty()) return {};
  return {Refusal::Unsupported, "not supported: " + reason};
}

// All queries of one run.
class Run {
 public:
  Run(const model::Network& network, const Request& options, const lang::Sources& sources,
      search::Checkpoint* checkpoint, std::optional<search::Path>* path = nullptr)
      : network_(network), options_(options), sources_(sources), checkpoint_(checkpoint), path_(path) {}

  void go(const std::vector<std::size_t>& indices, const std::function<void(QueryResult)>& emit) {
    for (const std::size_t index : indices) jobs_.push_back(prepare(index));
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      finish(i);
      // The job is done; only its result is kept.
      emit(std::move(jobs_[i].result));
      jobs_[i].plan = {};
      jobs_[i].footing.reset();
    }
  }

 private:
  Job prepare(std::size_t index) {
    const model::Query& query = network_.queries[index];
    Job job{&query, result_for(query, index, sources_), {}, {}, false, false};
    job.is_done = refuse(obstacle_of(network_, query), sources_, job.result);
    if (job.is_done || is_liveness(query) || is_value_query(query.kind)) return job;
    Footing footing;
    footing.reductions = reduce::Reductions(choose_reductions(query, options_).used, network_, query);
    footing.bounds =
        bounds_for(options_.abstraction, footing.reductions.network(network_), footing.reductions.query(query));
    job.plan =
        make_plan(footing.reductions.network(network_), footing.bounds, footing.reductions.query(query), options_);
    if (path_ != nullptr) job.plan.options.wants_path = true;
    QueryResult& result = job.result;
    const auto wrong_marks = [&] {
      return refused_option(
          set_marks(footing.reductions.network(network_), options_, job.plan.marks, job.plan.options));
    };
    job.is_done = refuse(job.plan.refused, sources_, result) || refuse(wrong_marks(), sources_, result);
    if (job.is_done) return job;
    result.keep = keep::text_of(job.plan.options.keep);
    result.reduce = footing.reductions.names();
    job.footing = std::move(footing);
    return job;
  }

  void finish(std::size_t i) {
    Job& job = jobs_[i];
    if (job.is_done) return;
    if (is_liveness(*job.query) || is_value_query(job.query->kind)) return look_for_runs_or_values(job);
    // Each exploration answers at least one query, or finds that some must be explored alone.
    while (!job.is_done) {
      const Shared shared = share(network_, std::span(jobs_).subspan(i), options_);
      if (shared.jobs.size() > 1)
        explore(shared);
      else
        explore(job);
    }
  }

  void look_for_runs_or_values(Job& job) {
    // A query that is refused does not touch the checkpoint.
    bool has_begun = false;
    const auto begin = [&] { return has_begun = checkpoint_ == nullptr || may_begin(job); };
    try {
      if (is_liveness(*job.query))
        check_liveness(network_, *job.query, options_, sources_, {checkpoint_, begin}, job.result);
      else
        check_values(network_, *job.query, options_, sources_, {checkpoint_, begin}, job.result);
    } catch (const SnapshotError& e) {
      return cannot_resume(job, e);
    }
    job.is_done = true;
    if (checkpoint_ != nullptr && has_begun && job.result.verdict == Verdict::Unknown) say_how_to_go_on(job.result);
  }
  void cannot_resume(Job& job, const SnapshotError& e) {
    job.is_done = refuse({Refusal::Checkpoint, fmt::format("the checkpoint {} {}", checkpoint_->path(), e.what())},
                         sources_, job.result);
  }

  search::Options options_for(const Job& job, const Footing& footing) const {
    search::Options result = job.plan.options;
    result.marks = job.plan.marks.empty() ? nullptr : &job.plan.marks;
    if (!footing.reductions.is_empty()) result.reductions = &footing.reductions;
    if (options_.progress)
      result.progress = [this, index = job.result.index](const search::Stats& stats, std::size_t waiting) {
        options_.progress({index, stats_of(stats), waiting});
      };
    result.checkpoint = checkpoint_;
    return result;
  }
  void explore(Job& job) {
    if (checkpoint_ != nullptr && !may_begin(job)) return;
    begin_search(options_.on_stage, options_.memory_bytes);
    job.plan.options = options_for(job, *job.footing);
    const reduce::Reductions& reductions = job.footing->reductions;
    Outcome outcome;
    try {
      outcome = run_plan(reductions.network(network_), job.footing->bounds, reductions.query(*job.query), job.plan);
    } catch (const std::bad_alloc&) {
      outcome.reason = "out of memory";
    } catch (const SnapshotError& e) {
      return cannot_resume(job, e);
    }
    conclude(job, *job.footing, outcome);
    if (checkpoint_ != nullptr && outcome.kind == Outcome::Kind::Unknown) say_how_to_go_on(job.result);
  }
  // Whether the checkpoint allows the query to begin.
  bool may_begin(Job& job) {
    QueryResult& result = job.result;
    std::string wrong = checkpoint_->begin(result.index, job.query->text);
    job.is_done = !wrong.empty() && refuse({Refusal::Checkpoint, std::move(wrong)}, sources_, result);
    if (job.is_done) return false;
    job.is_done = checkpoint_->other_query() != 0;
    if (!job.is_done) return true;
    result.verdict = Verdict::Unknown;
    result.reason = fmt::format("not started: query {} was stopped, and {} belongs to it", checkpoint_->other_query(),
                                checkpoint_->path());
    return false;
  }
  // Called if a limit stopped the query: says how to continue.
  void say_how_to_go_on(QueryResult& result) {
    using Holds = search::Checkpoint::Holds;
    if (checkpoint_->holds() == Holds::All) {
      result.reason += fmt::format("; saved in {}: run the same command to continue", checkpoint_->path());
      return;
    }
    const bool has_earlier = checkpoint_->holds() == Holds::Earlier;
    if (!checkpoint_->problem().empty())
      result.reason += "; " + checkpoint_->problem();
    else if (!has_earlier)
      result.reason += "; not saved";
    if (has_earlier) result.reason += fmt::format("; {} has an earlier save", checkpoint_->path());
  }
  // Explores for several queries. Queries that this exploration left out stay open. A goal that was not found early, or
  // a query that ended in an error, is searched for alone: whether the error or a goal is met first depends on the
  // order, and a search alone has another order.
  void explore(const Shared& shared) {
    begin_search(options_.on_stage, options_.memory_bytes);
    search::Options options = options_for(*shared.jobs[0], shared.footing);
    options.order = shared.order;
    options.guide = nullptr;  // there are several goals
    std::vector<search::Sought> goals;
    for (std::size_t k = 0; k < shared.jobs.size(); ++k) {
      goals.push_back(sought_by(*shared.jobs[k]->query));
      goals.back().is_likely = is_goal_likely(*shared.jobs[k]->query);
      goals.back().asks_for_all = shared.asks_for_all[k];
    }
    std::vector<Outcome> outcomes;
    try {
      outcomes = run_search(network_, shared.footing.bounds, goals, options);
    } catch (const std::bad_alloc&) {
      outcomes.resize(goals.size());
      for (Outcome& outcome : outcomes) outcome.reason = "out of memory";
    }
    std::vector<std::size_t> answered;
    for (std::size_t k = 0; k < goals.size(); ++k)
      if (is_answer(outcomes[k])) answered.push_back(shared.jobs[k]->result.index);
    for (std::size_t k = 0; k < goals.size(); ++k) {
      Job& job = *shared.jobs[k];
      if (!is_answer(outcomes[k])) {
        job.goes_alone = outcomes[k].kind != Outcome::Kind::Left || !outcomes[k].reason.empty();
        continue;
      }
      job.plan.options.order = options.order;
      job.result.reduce = shared.footing.reductions.names();
      if (answered.size() > 1) job.result.shared_with = answered;
      std::erase(job.result.shared_with, job.result.index);
      conclude(job, shared.footing, outcomes[k]);
    }
  }

  void conclude(Job& job, const Footing& footing, const Outcome& outcome) {
    QueryResult& result = job.result;
    job.is_done = true;
    result.order = job.plan.options.order;
    result.abstraction = job.plan.abstraction->name;
    result.note = options_without_effect(options_, *job.query, SearchKind::Reachability);
    add_note(job.plan.left_out, result.note);
    result.stats = stats_of(outcome.stats);
    check::conclude(*job.query, outcome, approximations(network_, options_, outcome), result);
    result.reason = with_place(result.reason, outcome.range, sources_);
    if (options_.hull && outcome.kind == Outcome::Kind::Reached) {
      confirm(network_, *job.query, job.plan, outcome, options_.trace, result);
    } else if (path_ != nullptr) {
      *path_ = outcome.path;
      if (!outcome.path && result.reason.empty()) result.reason = outcome.reason;
    } else if (outcome.path) {
      add_trace(network_, *job.query, footing, job.plan, outcome, options_.trace, result);
    } else if (job.plan.options.wants_path && outcome.kind == Outcome::Kind::Reached) {
      result.trace_note = "there is no trace: " + (outcome.reason.empty() ? std::string(kLostLinks) : outcome.reason);
    }
  }

  const model::Network& network_;
  const Request& options_;
  const lang::Sources& sources_;
  search::Checkpoint* checkpoint_;     // null if there is none
  std::optional<search::Path>* path_;  // where the moves go if they are wanted instead of a trace
  std::vector<Job> jobs_;
};

}  // namespace

void check_queries(const model::Network& network, const std::vector<std::size_t>& indices, const Request& options,
                   const lang::Sources& sources, const std::function<void(QueryResult)>& emit,
                   search::Checkpoint* checkpoint) {
  Run(network, options, sources, checkpoint).go(indices, emit);
}

QueryResult check_query(const model::Network& network, std::size_t index, const Request& options,
                        const lang::Sources& sources, std::optional<search::Path>* path) {
  QueryResult result;
  Run(network, options, sources, nullptr, path).go({index}, [&](QueryResult one) { result = std::move(one); });
  return result;
}

}  // namespace zonda::check
