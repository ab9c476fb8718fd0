#include "check/partition.hpp"

#include "analysis/clock_bounds.hpp"
#include "analysis/influence.hpp"
#include "analysis/live_variables.hpp"
#include "check/check.hpp"
#include "check/choose_order.hpp"
#include "check/parts.hpp"
#include "check/plan.hpp"
#include "check/reach.hpp"
#include "model/build.hpp"
#include "partition/guide.hpp"
#include "partition/p_points.hpp"
#include "search/limit_watch.hpp"
#include "search/memory.hpp"

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

using partition::Job;
using partition::Result;
using partition::Task;
using partition::TaskKind;

std::unique_ptr<model::Network> spare_network(const Text& text) {
  // What is wrong with the model has been said.
  lang::Diagnostics ignored;
  return model::build(text.document, text.semantics, ignored, partition::kVariable);
}

CheckOptions options_of(const Job& job, bool is_patient) {
  CheckOptions result;
  result.order = job.order;
  result.abstraction = job.abstraction;
  result.keep = job.keep;
  result.reduce = job.reduce;
  result.seed = job.seed;
  result.memory_bytes = job.memory_bytes;
  result.relieve = is_patient;
  return result;
}

constexpr std::string_view kNoMemory = "there is no more memory";

bool is_out_of_memory(const std::string& reason) {
  return reason.starts_with(search::LimitWatch::kMemory) || reason == kNoMemory;
}

Result result_of(const QueryResult& checked, bool is_possibly) {
  Result result;
  result.reason = checked.reason;
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
      // Nothing is missed here; something may be found that is not there.
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

Result failed(std::string reason) {
  Result result;
  result.kind = Result::Kind::Error;
  result.reason = std::move(reason);
  return result;
}

// Which p-points come next, found in one search for something that is nowhere: it shows all values of the guide's
// variable. What is asked for must have to do with the variable, so that no reduction takes it for dead.
Result extend(const Text& text, const Job& job, model::Network& network, const partition::Guided& guided,
              const partition::Automaton& automaton, bool is_patient) {
  model::Query nowhere;
  nowhere.kind = lang::QueryKind::Possibly;
  nowhere.predicate.integer = partition::is_negative(network, guided.position);
  nowhere.guide.integer = model::IntExpr::constant(0);
  CheckOptions options = options_of(job, is_patient);
  // Orders and stores of the verification mean nothing to it.
  options.order = "auto";
  options.keep = "all";
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, nowhere);
  Plan plan = make_plan(network, bounds, nowhere, options);
  if (!plan.refusal.empty()) return failed(with_place(plan.refusal, plan.refusal_range, text.sources));
  plan.options.order = order_for_all(network, bounds);
  analysis::LiveVariables live;
  // Nobody asks for values, so that all have the same that make no difference to what comes next.
  if (plan.clears_dead) live = analysis::LiveVariables(network, nowhere, analysis::influential_cells(network, nowhere));
  if (live.count() > 0) plan.options.live = &live;
  std::vector<bool> is_seen(automaton.states, false);
  search::Sought sought = sought_by(nowhere);
  sought.show = [&](std::span<const std::int32_t> cells) {
    is_seen[static_cast<std::size_t>(cells[guided.position])] = true;
  };
  search::prepare_memory(options.memory_bytes);
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
    result.kind = outcome.kind == search::Outcome::Kind::NotReached ? Result::Kind::Done : Result::Kind::Error;
  if (result.kind != Result::Kind::Done) return result;
  // With layers, several states may have one word. A move may pass several p-points at once; then no state has the
  // words in between.
  std::set<std::vector<partition::PointId>> words;
  for (std::uint32_t state = 0; state < automaton.states; ++state) {
    if (!is_seen[state]) continue;
    for (auto word = automaton.word(state); !word.empty(); word.pop_back()) words.insert(word);
  }
  result.next.assign(words.begin(), words.end());
  return result;
}

// Edges are the same in the guided network; the guide's variable is the last.
search::Path without_guide(search::Path path) {
  path.initial.pop_back();
  return path;
}

Result verify(const Text& text, const Job& job, const model::Network& network, std::size_t index, bool is_patient) {
  const bool is_possibly = network.queries[index].kind == lang::QueryKind::Possibly;
  CheckOptions options = options_of(job, is_patient);
  Result result = result_of(check_query(network, index, options, text.sources), is_possibly);
  if (result.kind != Result::Kind::Found || !job.wants_trace) return result;
  // Moves are kept only now, when it is known that they are needed: they take memory.
  options.relieve = true;
  std::optional<search::Path> path;
  const Result again = result_of(check_query(network, index, options, text.sources, &path), is_possibly);
  if (path)
    result.path = without_guide(std::move(*path));
  else
    result.path_note = again.reason;
  return result;
}

// What is not the same as where the task was made.
std::string mismatch(const model::Network& network, const Job& job) {
  for (std::size_t i = 0; i < job.points.size(); ++i) {
    const step::EdgeRef& ref = job.points[i];
    if (ref.process >= network.processes.size() || ref.edge >= network.processes[ref.process].edges.size() ||
        partition::point_text(network, ref) != job.point_texts[i])
      return fmt::format("the model has no p-point '{}' where the task says", job.point_texts[i]);
  }
  return {};
}

}  // namespace

std::string partition_refusal(const model::Query& query) {
  if (query.is_wrong) return "the formula has an error";
  if (const std::string reason = model::why_refused(query); !reason.empty()) return "not supported: " + reason;
  if (query.kind == lang::QueryKind::Possibly || query.kind == lang::QueryKind::Invariantly) return {};
  return "only E<> and A[] can be verified in pieces: a partition holds runs up to a point, not their ends and cycles";
}

Result do_task(const Text& text, const Job& job, const Task& task, std::size_t index) {
  const std::unique_ptr<model::Network> network = spare_network(text);
  if (network == nullptr) return failed("the model has errors");
  if (std::string wrong = mismatch(*network, job); !wrong.empty()) return failed(std::move(wrong));
  if (const std::string refusal = step::Moves::refusal(*network); !refusal.empty())
    return failed("not supported: " + refusal);
  const bool is_extended = task.kind == TaskKind::Extend;
  const partition::Automaton automaton = automaton_of(task.partition, job.points.size(), task.ahead);
  if (is_extended) {
    const partition::Guided guided = guide(*network, job.points, automaton, nullptr);
    if (!network->limitations.empty())
      return failed("not supported: the model has " + network->limitations.front().feature);
    return extend(text, job, *network, guided, automaton, task.is_patient);
  }
  if (index >= network->queries.size()) return failed("there is no query");
  if (std::string refusal = partition_refusal(network->queries[index]); !refusal.empty())
    return failed(std::move(refusal));
  (void)guide(*network, job.points, automaton, &network->queries[index]);
  return verify(text, job, *network, index, task.is_patient);
}

BaseLine base_line(const Text& text, const Job& job, std::size_t index, double seconds,
                   const std::atomic<bool>* interrupt, const std::function<void(std::size_t)>& progress) {
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
    CheckOptions options = options_of(job, false);
    if (options.order == "auto") options.order = "dfs";  // as in the paper
    options.interrupt = interrupt;
    if (seconds > 0) options.seconds = std::max(0.001, seconds - spent());
    std::optional<search::Path> path;
    const QueryResult checked = check_query(*network, index, options, text.sources, &path);
    result.stats.visited += checked.stats.visited;
    result.stats.transitions += checked.stats.transitions;
    result.stats.peak_stored = std::max(result.stats.peak_stored, checked.stats.peak_stored);
    result.stats.peak_bytes = search::peak_resident_bytes();
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
