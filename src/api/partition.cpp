// Verification in pieces: from a model to tasks, and from their results to a verdict.
#include "zonda/partition.hpp"

#include "analysis/clock_bounds.hpp"
#include "api/model_parts.hpp"
#include "api/points.hpp"
#include "check/answering.hpp"
#include "check/check_queries.hpp"
#include "check/partition.hpp"
#include "partition/choose.hpp"
#include "partition/coordinate.hpp"
#include "partition/p_points.hpp"
#include "report/partition.hpp"
#include "report/trace.hpp"
#include "search/limits/memory.hpp"
#include "trace/make.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>

namespace zonda {

using partition::FileError;
using partition::PointId;

report::PointsReport points_of(const Model::Parts& parts, const std::string& text, std::uint64_t seed) {
  report::PointsReport result;
  const model::Network& network = *parts.network;
  result.network = &network;
  const partition::Scene scene{parts.tree.get(), parts.sources, network};
  std::vector<step::EdgeRef> given;
  if (!text.empty() && text != kAuto) {
    result.origin = "given";
    partition::FoundPoints found = find_points(scene, text);
    if (!found.error.empty()) {
      result.error = describe(found, text);
      return result;
    }
    given = std::move(found.edges);
  } else if (text.empty()) {
    result.origin = "marked";
    given = marked_points(scene);
  }
  if (given.empty()) result.origin = kAuto;
  // What queries ask of clocks does not matter here.
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, model::Query{});
  if (bounds.refusal.empty() && step::Moves::refusal(network).empty())
    result.ranked = partition::candidates(network, bounds, seed);
  result.levels = choose_levels(result.ranked, std::move(given));
  return result;
}

namespace {

check::Text text_of(const Model::Parts& parts) {
  const auto build = [&parts](std::string_view spare) {
    // What is wrong with the model has been said.
    lang::Diagnostics ignored;
    return parts.build(ignored, spare);
  };
  return {build, parts.sources};
}

// All p-points with numbers: those of the first level first.
struct Numbered {
  std::vector<step::EdgeRef> edges;
  std::vector<std::vector<PointId>> levels;
};

Numbered number(const std::vector<std::vector<step::EdgeRef>>& levels) {
  Numbered result;
  for (const auto& level : levels) {
    std::vector<PointId>& ids = result.levels.emplace_back();
    for (const step::EdgeRef& e : level) {
      const auto known = std::find(result.edges.begin(), result.edges.end(), e);
      ids.push_back(static_cast<PointId>(known - result.edges.begin()));
      if (known == result.edges.end()) result.edges.push_back(e);
    }
    std::sort(ids.begin(), ids.end());
  }
  if (result.levels.empty()) result.levels.emplace_back();
  return result;
}

PartitionProgress progress_of(const partition::Counts& c) {
  PartitionProgress result;
  result.found = c.found;
  result.done = c.done;
  result.split = c.split;
  result.given_up = c.given_up;
  result.waiting = c.waiting;
  result.running = c.running;
  result.tasks = c.tasks;
  result.failures = c.failures;
  result.largest = c.largest;
  result.peak_bytes = c.peak_bytes;
  return result;
}

class Partitioning {
 public:
  Partitioning(const Model::Parts& parts, const PartitionOptions& options, PartitionResult& result)
      : parts_(parts), network_(*parts.network), options_(options), result_(result) {}

  void run() {
    if (!is_fine()) return;
    const report::PointsReport points = points_of(parts_, options_.p_points, options_.check.seed);
    if (!points.error.empty()) return fail(points.error);
    const Numbered numbered = number(points.levels);
    fill_job(numbered);
    result_.first_points = numbered.levels.front().size();
    result_.p_points = job_.point_texts;
    if (options_.base_line) return run_base_line();
    const auto run_here = [this](const std::string& task, const std::string& result) {
      return run_partition_worker(task, result, options_.check.on_stage);
    };
    std::unique_ptr<partition::Crew> crew =
        options_.worker.empty() ? partition::make_own_crew(run_here) : partition::make_process_crew(options_.worker);
    partition::CoordinateOptions how;
    how.levels = numbered.levels;
    how.depth = options_.depth;
    how.depth_limit = options_.depth_limit;
    how.lists = options_.lists;
    how.jobs = options_.worker.empty() ? std::min<std::size_t>(1, options_.jobs) : options_.jobs;
    how.seconds = options_.check.seconds;
    how.interrupt = options_.check.interrupt;
    if (options_.progress)
      how.progress = [this](const partition::Counts& counts) { options_.progress(progress_of(counts)); };
    partition::WorkList work(options_.work, job_);
    use(coordinate(work, *crew, how));
  }

 private:
  void fail(std::string error) { result_.error = std::move(error); }

  bool is_fine() {
    std::string error = check::option_error(options_.check);
    const CheckOptions& c = options_.check;
    if (c.hull || c.compact || c.bitstate_bytes > 0) error = "partitions are verified without approximations";
    if (c.trace != kNone && c.trace != kSomeTrace)
      error =
          fmt::format("{} {} needs the whole state space; write none or some", flag_of(&CheckOptions::trace), c.trace);
    if (options_.depth > options_.depth_limit) error = fmt::format("{} is larger than {}", kDepthFlag, kDepthLimitFlag);
    if (!error.empty()) return fail(std::move(error)), false;
    if (options_.lists) return true;
    if (c.only == 0 || c.only > network_.queries.size())
      return fail(c.only == 0 ? "say which query is to be verified" : fmt::format("there is no query {}", c.only)),
             false;
    index_ = c.only - 1;
    query_ = &network_.queries[index_];
    result_.result.index = c.only;
    result_.result.formula = query_->text;
    result_.result.position = parts_.sources.place(query_->range);
    if (check::Refused refused = check::partition_refusal(*query_); refused.kind != Refusal::None) {
      result_.result.verdict = Verdict::Error;
      result_.result.refusal = refused.kind;
      result_.result.reason = std::move(refused.reason);
      return false;
    }
    if (options_.base_line && query_->kind != lang::QueryKind::Possibly)
      return fail("--base-line looks for final states, so its query must be E<> …"), false;
    return true;
  }

  void fill_job(const Numbered& numbered) {
    job_.model_name = parts_.path == "-" ? "<standard input>" : parts_.path;
    job_.model_text = std::string(parts_.sources.text(parts_.model_file));
    if (query_ != nullptr) job_.query = query_->text;
    job_.points = numbered.edges;
    for (const step::EdgeRef& e : numbered.edges) job_.point_texts.push_back(partition::point_text(network_, e));
    job_.check = options_.check;
    job_.check.reduce = parts_.reduction(options_.check.reduce);
  }

  void run_base_line() {
    // There are no others for it.
    job_.points.resize(result_.first_points);
    job_.point_texts.resize(result_.first_points);
    result_.p_points.resize(result_.first_points);
    const check::Text text = text_of(parts_);
    const auto progress = [this](std::size_t found) {
      if (!options_.progress) return;
      PartitionProgress p;
      p.done = found;
      options_.progress(p);
    };
    check::BaseLine found = check::base_line(text, job_, index_, options_.check.seconds, options_.check.interrupt,
                                             options_.check.on_stage, progress);
    std::sort(found.paths.begin(), found.paths.end());
    for (const auto& path : found.paths) result_.paths.push_back({{path.begin(), path.end()}, false});
    result_.is_complete = found.is_complete;
    result_.result.verdict = found.is_complete ? Verdict::Satisfied
                             : found.is_error  ? Verdict::Error
                                               : Verdict::Unknown;
    result_.result.reason = found.reason;
    result_.result.stats = found.stats;
    result_.counts.done = found.paths.size();
    result_.counts.peak_bytes = found.stats.peak_bytes;
  }

  void use(partition::Coordinated done) {
    QueryResult& r = result_.result;
    result_.counts = progress_of(done.counts);
    result_.worker_seconds = done.counts.seconds;
    result_.tasks = std::move(done.tasks);
    bool goes_on = false;
    for (const partition::PPath& path : done.paths) {
      result_.paths.push_back({{path.points.begin(), path.points.end()}, path.goes_on});
      goes_on = goes_on || path.goes_on;
    }
    r.stats = done.stats;
    if (done.sample) {
      r.abstraction = done.sample->abstraction;
      r.order = done.sample->used_order;
      r.keep = done.sample->used_keep;
      r.reduce = done.sample->reduce;
    }
    if (!result_.tasks.empty() && done.unknown.empty())
      done.unknown = fmt::format("{} tasks wait for workers", result_.tasks.size());
    const bool is_possibly = query_ != nullptr && query_->kind == lang::QueryKind::Possibly;
    if (done.found) {
      r.verdict = is_possibly ? Verdict::Satisfied : Verdict::NotSatisfied;
      if (done.found->is_maybe) r.verdict = is_possibly ? Verdict::MaybeSatisfied : Verdict::MaybeNotSatisfied;
      r.reason = done.found->reason;
      add_trace(*done.found);
    } else if (!done.error.empty()) {
      r.verdict = Verdict::Error;
      r.reason = done.error;
    } else if (!done.unknown.empty()) {
      r.verdict = Verdict::Unknown;
      r.reason = done.unknown;
    } else {
      r.verdict = is_possibly ? Verdict::NotSatisfied : Verdict::Satisfied;
    }
    result_.is_complete = options_.lists && done.error.empty() && done.unknown.empty() && !goes_on;
    if (options_.lists && r.verdict == Verdict::NotSatisfied) r.verdict = Verdict::Satisfied;
    if (options_.lists && goes_on && r.verdict == Verdict::Satisfied) {
      r.verdict = Verdict::Unknown;
      r.reason = fmt::format("some p-paths go on after {} p-points", options_.depth_limit);
    }
    if (query_ != nullptr) check::compare_with_expectation(*query_, r);
  }

  // The moves come from the guided network; the trace is one of the model, replayed on it.
  void add_trace(const partition::Result& found) {
    QueryResult& r = result_.result;
    if (!found.path_note.empty()) r.trace_note = "there is no trace: " + found.path_note;
    if (!found.path) return;
    search::Limits limits;
    limits.seconds = options_.check.seconds;
    limits.interrupt = options_.check.interrupt;
    trace::Made made = trace::make_trace(network_, *found.path, query_->predicate,
                                         query_->kind == lang::QueryKind::Invariantly, false, check::watch_for(limits));
    if (!made.obstacle.empty()) {
      r.trace_note = "there is no trace: " + made.obstacle;
    } else if (!made.trace) {
      r.verdict = Verdict::Error;
      r.reason = "internal error: the trace does not replay: " + made.failure;
    } else {
      made.trace->kind = kSomeTrace;
      made.trace->formula = r.formula;
      if (!made.trace->has_times)
        r.trace_note = "stopwatches are over-approximated: there may be no run that follows this trace";
      report::add_labels(parts_.text(), *made.trace);
      r.trace = std::make_shared<const Trace>(std::move(*made.trace));
    }
  }

  const Model::Parts& parts_;
  const model::Network& network_;
  const PartitionOptions& options_;
  PartitionResult& result_;
  const model::Query* query_ = nullptr;
  std::size_t index_ = 0;
  partition::Job job_;
};

}  // namespace

PartitionResult Model::partition(const PartitionOptions& options) const {
  const auto start = std::chrono::steady_clock::now();
  PartitionResult result;
  if (!is_usable()) return result.error = "the model has errors", result;
  try {
    Partitioning(*parts_, options, result).run();
  } catch (const FileError& error) {
    result.error = error.message;
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::string Model::partition_json(const PartitionOptions& options, const PartitionResult& result) const {
  return report::partition_json(parts_->path, options, result)
      .dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string run_partition_worker(const std::string& task_file, const std::string& result_file,
                                 const StageHook& on_stage) {
  try {
    partition::Job job;
    partition::Task task;
    read_task(task_file, job, task);
    if (on_stage) on_stage(Stage::TaskRead, job.check.memory_bytes);
    LoadOptions load;
    load.on_stage = on_stage;
    load.disabled_warnings = {"all"};
    load.queries = {job.query.empty() ? "E<> false" : job.query};
    // The text has been decoded where the task was made.
    Model::Parts parts;
    parts.path = job.model_name;
    parts.is_file = false;
    parts.read(parts.sources.add(job.model_name, job.model_text), load);
    if (parts.network == nullptr)
      return fmt::format("the model in '{}' has errors\n{}", task_file, lang::render(parts.diagnostics, parts.sources));
    partition::Result result;
    try {
      result = check::do_task(text_of(parts), job, task, 0, on_stage);
    } catch (const std::bad_alloc&) {
      result.kind = partition::Result::Kind::TooLarge;
      result.reason = "out of memory";
    }
    result.stats.peak_bytes = search::peak_resident_bytes();
    write_result(result_file, task_name(run_name(job), task), result);
    return {};
  } catch (const FileError& error) {
    return error.message;
  }
}

}  // namespace zonda
