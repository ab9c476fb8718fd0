#include "check/partition.hpp"

#include "analysis/clock_bounds.hpp"
#include "analysis/influence.hpp"
#include "analysis/live_variables.hpp"
#include "check/answering.hpp"
#include "check/check_queries.hpp"
#include "check/choose_order.hpp"
#include "check/plan.hpp"
#include "check/reach.hpp"
#include "order/names.hpp"
#include "partition/guide.hpp"
#include "partition/p_points.hpp"
#include "search/limits/limit_watch.hpp"
#include "store/table_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace zonda::check {

namespace {

using partition::Result;
using partition::Task;
using partition::TaskKind;

std::unique_ptr<model::Network> spare_network(const Text& text) { return text.build(partition::kVariable); }

Request options_of(const partition::Job& job, bool is_patient, const StageHook& on_stage) {
  Request result;
  for (const OptionInfo* option : partition::job_options()) copy_option(job.check, *option, result);
  result.trace = kNone;  // a path is enough, and is made only once something was found
  result.relieves = is_patient;
  result.on_stage = on_stage;
  return result;
}

constexpr std::string_view kNoMemory = "out of memory";

bool is_out_of_memory(const std::string& reason) {
  return reason.starts_with(search::LimitWatch::kMemory) || reason == kNoMemory || store::is_table_full(reason);
}

Result result_of(const QueryResult& checked, bool is_possibly) {
  Result result;
  result.reason = checked.reason;
  result.refusal = checked.refusal;
  result.abstraction = checked.abstraction;
  result.reduce = checked.reduce;
  result.used_order = checked.order;
  result.used_keep = checked.keep;
  result.stats = checked.stats;
  switch (checked.verdict) {
    case Verdict::Satisfied:
      result.kind = is_possibly ? Result::Kind::Found : Result::Kind::Done;
      break;
    case Verdict::NotSatisfied:
      result.kind = is_possibly ? Result::Kind::Done : Result::Kind::Found;
      break;
    case Verdict::MaybeSatisfied:
    case Verdict::MaybeNotSatisfied:
      // Nothing is missed here, but something may be found that does not exist.
      result.kind = Result::Kind::Found;
      result.is_maybe = true;
      break;
    case Verdict::Unknown:
      result.kind = is_out_of_memory(checked.reason) ? Result::Kind::TooLarge : Result::Kind::Unknown;
      break;
    case Verdict::Error:
      result.kind = Result::Kind::Error;
      break;
  }
  return result;
}

Result failed(std::string reason, Refusal refusal = Refusal::None) {
  Result result;
  result.kind = Result::Kind::Error;
  result.reason = std::move(reason);
  result.refusal = refusal;
  return result;
}

Result refused(const Refused& refused, const lang::Sources& sources) {
  return failed(with_place(refused.reason, refused.range, sources), refused.kind);
}

// Finds the p-points that can come next, by looking for a state that cannot exist and noting each value of the guide's
// variable. The query mentions this variable, so that no reduction treats it as dead.
Result extend(const Text& text, const partition::Job& job, model::Network& network, const partition::Guided& guided,
              const partition::Automaton& automaton, bool is_patient, const StageHook& on_stage) {
  model::Query nowhere;
  nowhere.kind = lang::QueryKind::Possibly;
  nowhere.predicate.integer = partition::is_negative(network, guided.position);
  nowhere.guide.integer = model::IntExpr::constant(0);
  Request options = options_of(job, is_patient, on_stage);
  // The order and the storing strategy of the verification do not apply here.
  options.order = kAuto;
  options.keep = kAuto;
  const analysis::ClockBounds bounds = bounds_for(options.abstraction, network, nowhere);
  Plan plan = make_plan(network, bounds, nowhere, options);
  if (plan.refused.kind != Refusal::None) return refused(plan.refused, text.sources);
  plan.options.order = order_for_all(network, bounds);
  // Nobody asks for values here, so variables without influence on the p-points may be reset.
  const analysis::CellSet influential = analysis::influential_cells(network, nowhere);
  const reduce::Reductions reductions(plan.reductions, network, nowhere, &influential);
  // The guide's variable is a cell of the original model, so reductions that change the model are not used.
  if (!reductions.changes_model()) plan.options.reductions = &reductions;
  std::vector<bool> is_seen(automaton.states, false);
  search::Sought sought = sought_by(nowhere);
  sought.show = [&](std::span<const std::int32_t> cells) {
    is_seen[static_cast<std::size_t>(cells[guided.position])] = true;
  };
  begin_search(on_stage, options.memory_bytes);
  search::Outcome outcome;
  try {
    outcome = std::move(run_search(network, bounds, std::span(&sought, 1), plan.options)[0]);
  } catch (const std::bad_alloc&) {
    outcome.reason = kNoMemory;
  }
  Result result;
  result.reason = with_place(outcome.reason, outcome.range, text.sources);
  result.stats = stats_of(outcome.stats);
  if (outcome.kind == search::Outcome::Kind::Unknown)
    result.kind = is_out_of_memory(outcome.reason) ? Result::Kind::TooLarge : Result::Kind::Unknown;
  else
    // A run-time error will be met again when its partition is verified.
    result.kind = outcome.kind == search::Outcome::Kind::NotReached || outcome.is_complete ? Result::Kind::Done
                                                                                           : Result::Kind::Error;
  if (result.kind != Result::Kind::Done) return result;
  // With layers, several states may have the same word. A move may pass several p-points at once; then no state has the
  // words in between.
  std::set<std::vector<partition::PointId>> words;
  for (std::uint32_t state = 0; state < automaton.states; ++state) {
    if (!is_seen[state]) continue;
    for (auto word = automaton.word(state); !word.empty(); word.pop_back()) words.insert(word);
  }
  result.next.assign(words.begin(), words.end());
  return result;
}

// The guided network has the same edges; the guide's variable is its last one.
search::Path without_guide(search::Path path) {
  path.initial.pop_back();
  return path;
}

Result verify(const Text& text, const partition::Job& job, const model::Network& network, std::size_t index,
              bool is_patient, const StageHook& on_stage) {
  const bool is_possibly = network.queries[index].kind == lang::QueryKind::Possibly;
  Request options = options_of(job, is_patient, on_stage);
  Result result = result_of(check_query(network, index, options, text.sources), is_possibly);
  if (result.kind != Result::Kind::Found || !job.wants_trace()) return result;
  // Moves take memory, so they are kept only now that they are known to be needed.
  options.relieves = true;
  std::optional<search::Path> path;
  const Result again = result_of(check_query(network, index, options, text.sources, &path), is_possibly);
  if (path)
    result.path = without_guide(std::move(*path));
  else
    result.path_note = again.reason;
  return result;
}

// What differs between this model and the one that the task was made for.
std::string mismatch(const model::Network& network, const partition::Job& job) {
  for (std::size_t i = 0; i < job.points.size(); ++i) {
    const step::EdgeRef& ref = job.points[i];
    if (ref.process >= network.processes.size() || ref.edge >= network.processes[ref.process].edges.size() ||
        partition::point_text(network, ref) != job.point_texts[i])
      return fmt::format("the model has no p-point '{}' where the task says", job.point_texts[i]);
  }
  return {};
}

}  // namespace

Refused partition_refusal(const model::Query& query) {
  if (query.is_wrong) return {Refusal::Formula, "the formula has an error"};
  if (const std::string reason = model::why_refused(query); !reason.empty())
    return {Refusal::Unsupported, "not supported: " + reason};
  if (query.kind == lang::QueryKind::Possibly || query.kind == lang::QueryKind::Invariantly) return {};
  return {
      Refusal::Unsupported,
      "only E<> and A[] can be verified in pieces: a partition holds runs up to a point, not their ends and cycles"};
}

Result do_task(const Text& text, const partition::Job& job, const Task& task, std::size_t index,
               const StageHook& on_stage) {
  const std::unique_ptr<model::Network> network = spare_network(text);
  if (network == nullptr) return failed("the model has errors");
  if (std::string wrong = mismatch(*network, job); !wrong.empty()) return failed(std::move(wrong));
  if (const std::string refusal = step::Moves::refusal(*network); !refusal.empty())
    return failed("not supported: " + refusal, Refusal::Unsupported);
  const bool is_extended = task.kind == TaskKind::Extend;
  const partition::Automaton automaton = automaton_of(task.partition, job.points.size(), task.ahead);
  if (is_extended) {
    const partition::Guided guided = guide(*network, job.points, automaton, nullptr);
    if (!network->limitations.empty())
      return failed("not supported: the model has " + network->limitations.front().feature, Refusal::Unsupported);
    return extend(text, job, *network, guided, automaton, task.is_patient, on_stage);
  }
  if (index >= network->queries.size()) return failed("there is no query");
  if (const Refused refusal = partition_refusal(network->queries[index]); refusal.kind != Refusal::None)
    return refused(refusal, text.sources);
  (void)guide(*network, job.points, automaton, &network->queries[index]);
  return verify(text, job, *network, index, task.is_patient, on_stage);
}

BaseLine base_line(const Text& text, const partition::Job& job, std::size_t index, double seconds,
                   const std::atomic<bool>* interrupt, const StageHook& on_stage,
                   const std::function<void(std::size_t)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  BaseLine result;
  for (;;) {
    const std::unique_ptr<model::Network> network = spare_network(text);
    const partition::Known known = partition::known_paths(result.paths, job.points.size());
    const partition::Guided guided = guide(*network, job.points, known.automaton, nullptr);
    std::vector<bool> is_other;
    for (const bool one : known.is_known) is_other.push_back(!one);
    model::Query& query = network->queries[index];
    model::Formula both;
    both.kind = model::Formula::Kind::And;
    both.children.emplace_back().integer = partition::lookup(*network, guided.position, is_other);
    both.children.push_back(std::move(query.predicate));
    query.predicate = std::move(both);
    Request options = options_of(job, false, on_stage);
    if (options.order == kAuto) options.order = order::kDepthFirst;  // as in the paper
    options.interrupt = interrupt;
    if (seconds > 0) options.seconds = std::max(0.001, seconds - spent());
    std::optional<search::Path> path;
    const QueryResult checked = check_query(*network, index, options, text.sources, &path);
    search::Stats stats = checked.stats;
    search::add_earlier(stats, result.stats);
    result.stats = stats;
    result.stats.seconds = spent();
    if (!path) {
      result.is_complete = checked.verdict == Verdict::NotSatisfied;
      result.is_error = checked.verdict == Verdict::Error;
      if (!result.is_complete) result.reason = checked.reason;
      return result;
    }
    std::vector<partition::PointId>& found = result.paths.emplace_back();
    for (const search::PathMove& move : path->moves)
      for (const step::EdgeRef& e : move.edges)
        if (const auto point = std::find(job.points.begin(), job.points.end(), e); point != job.points.end())
          found.push_back(static_cast<partition::PointId>(point - job.points.begin()));
    if (progress) progress(result.paths.size());
  }
}

}  // namespace zonda::check
