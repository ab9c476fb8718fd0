#include "check/diagnose.hpp"

#include "analysis/clock_bounds.hpp"
#include "analysis/zeno.hpp"
#include "check/answering.hpp"
#include "check/widths.hpp"
#include "lang/diagnostics.hpp"
#include "model/names.hpp"
#include "step/moves.hpp"
#include "trace/make.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <new>
#include <optional>

namespace zonda {

const std::vector<FindingKind>& finding_kinds() {
  static const std::vector<FindingKind> kinds{
      {"never-visited", "a location that no run reaches"},
      {"never-taken", "an edge that no run takes, although its source is visited"},
      {"deadlock", "no move is possible, now or later, and time comes to an end"},
      {"live-lock", "no move is possible, now or later, but time passes for ever"},
      {"blocked", "guards hold, but the invariant of the target never lets the edge be taken"},
      {"partly-blocked", "guards hold, but the invariant of the target keeps the edge from being taken in some states"},
      {"overflow", "a value is larger than its range allows"},
      {"underflow", "a value is smaller than its range allows"},
      {"run-time-error", "something else that cannot be evaluated, such as a division by zero"},
      {"clock-never-tested", "no guard, invariant or query tests the clock"},
      {"variable-never-read", "no expression reads the variable"},
      {"channel-never-received", "nobody ever receives what is sent on the channel"},
      {"channel-never-sent", "nobody ever sends on a channel that is received on"},
      {"committed-cycle", "a loop that can be taken for ever in committed locations only"},
      {"zeno-loop", "a loop that can be taken for ever in bounded time"},
  };
  return kinds;
}

}  // namespace zonda

namespace zonda::check {

using search::Incident;
using search::Outcome;
using search::Survey;

bool Findings::is_ignored(std::string_view kind) const {
  return std::find(options_.ignored.begin(), options_.ignored.end(), kind) != options_.ignored.end();
}

bool Findings::has(std::string_view kind, model::SourceRange range) const {
  const std::string position = sources_.place(range);
  return std::any_of(diagnosis_.findings.begin(), diagnosis_.findings.end(),
                     [&](const Finding& f) { return f.kind == kind && f.position == position; });
}

Finding* Findings::add(std::string_view kind, std::string text, model::SourceRange range) {
  if (is_ignored(kind)) return nullptr;
  Finding& f = diagnosis_.findings.emplace_back();
  f.kind = kind;
  f.position = sources_.place(range);
  f.excerpt = lang::render({lang::Severity::Warning, f.kind, text, range, {}, false}, sources_);
  f.text = std::move(text);
  return &f;
}

std::string name_of_all(const model::Network& network, const std::vector<std::uint32_t>& processes) {
  const auto base = [&](std::uint32_t p) {
    const std::string& name = network.processes[p].name;
    return name.substr(0, name.find('('));
  };
  if (processes.size() == 1) return network.processes[processes[0]].name;
  constexpr std::size_t kMost = 4;
  std::string result = base(processes[0]);
  if (std::all_of(processes.begin(), processes.end(), [&](std::uint32_t p) { return base(p) == result; }))
    return result;
  result.clear();
  for (std::size_t i = 0; i < std::min(kMost, processes.size()); ++i)
    result += (i == 0 ? "" : ", ") + network.processes[processes[i]].name;
  return processes.size() > kMost ? fmt::format("{} and {} more", result, processes.size() - kMost) : result;
}

namespace {

Survey run_survey(const model::Network& network, const analysis::ClockBounds& bounds,
                  const search::SurveyQuestion& question, const search::Options& options) {
  return search_in_width(bounds.largest <= kNarrowConstants, options, [&](auto width, const search::Options& how) {
    return search::survey<decltype(width)>(network, bounds, question, how);
  });
}

// '(A.idle, B.busy) x=1 y=0'
std::string state_text(const model::Network& network, const std::vector<std::int32_t>& cells) {
  std::string result = "(";
  for (std::uint32_t p = 0; p < network.processes.size(); ++p)
    result += fmt::format("{}{}.{}", p == 0 ? "" : ", ", network.processes[p].name,
                          model::location_name(network, p, static_cast<std::uint32_t>(cells[p])));
  result += ")";
  for (auto cell = static_cast<model::Address>(network.processes.size()); cell < cells.size(); ++cell)
    result += fmt::format(" {}={}", network.cell_name(cell), cells[cell]);
  return result;
}

std::string move_text(const model::Network& network, const std::vector<step::EdgeRef>& edges) {
  std::string result;
  for (const step::EdgeRef& e : edges)
    result += (result.empty() ? "" : " | ") + model::edge_text(network, e.process, e.edge);
  return result;
}

std::string_view failure_kind(const step::StepError& error) {
  if (error.kind != model::EvalErrorKind::OutOfRange) return "run-time-error";
  return error.value > error.allowed.upper ? "overflow" : "underflow";
}

// Whether this incident cannot lead to a finding.
bool is_ignored(const Findings& findings, Incident::Kind kind, const step::StepError* error) {
  switch (kind) {
    case Incident::Kind::Deadlock:
      return findings.is_ignored("deadlock");
    case Incident::Kind::LiveLock:
      return findings.is_ignored("live-lock");
    case Incident::Kind::Blocked:
      return findings.is_ignored("blocked") && findings.is_ignored("partly-blocked");
    case Incident::Kind::Failure:
      return findings.is_ignored(failure_kind(*error));
    case Incident::Kind::ZenoLoop:
      return findings.is_ignored("zeno-loop");
    case Incident::Kind::CommittedLoop:
      return findings.is_ignored("committed-cycle");
  }
  return false;
}

class Reporter {
 public:
  Reporter(const model::Network& network, const Survey& survey, const search::Limits& limits, Findings& findings,
           Diagnosis& diagnosis)
      : network_(network), survey_(survey), limits_(limits), findings_(findings), diagnosis_(diagnosis) {}

  void add(const Incident& incident) {
    switch (incident.kind) {
      case Incident::Kind::Deadlock:
        return add_stuck(incident, "deadlock", "deadlock: no move is possible, and time cannot pass for ever");
      case Incident::Kind::LiveLock:
        return add_stuck(incident, "live-lock", "live-lock: time can pass, but no move is possible any more");
      case Incident::Kind::Blocked:
        return add_blocked(incident);
      case Incident::Kind::Failure:
        return add_failure(incident);
      case Incident::Kind::ZenoLoop:
        return add_loop(incident, "zeno-loop", "these moves can be repeated for ever in bounded time");
      case Incident::Kind::CommittedLoop:
        return add_loop(incident, "committed-cycle", "these moves can be repeated for ever in committed locations");
    }
  }

 private:
  const model::Edge& edge(const step::EdgeRef& ref) const { return network_.processes[ref.process].edges[ref.edge]; }

  // Reports a state without a way out at the location of the process that moved last.
  void add_stuck(const Incident& incident, std::string_view kind, std::string text) {
    std::uint32_t process = 0;
    for (const search::PathMove& m : incident.path.moves)
      if (!m.edges.empty()) process = m.edges[0].process;
    const auto location = static_cast<std::uint32_t>(incident.cells[process]);
    Finding* f = findings_.add(kind, std::move(text), network_.processes[process].locations[location].range);
    if (f == nullptr) return;
    f->details.push_back("in " + state_text(network_, incident.cells));
    add_trace(incident, *f, true);
  }

  [[nodiscard]] bool is_ever_taken(const step::EdgeRef& ref) const {
    const model::Process& own = network_.processes[ref.process];
    const model::Edge& e = edge(ref);
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const model::Process& other = network_.processes[p];
      if (other.template_index != own.template_index) continue;
      for (std::size_t i = 0; i < other.edges.size(); ++i)
        if (survey_.taken[p][i] && other.edges[i].template_edge == e.template_edge &&
            other.edges[i].branch_edge == e.branch_edge)
          return true;
    }
    return false;
  }

  void add_blocked(const Incident& incident) {
    const bool is_partly = is_ever_taken(incident.edges[0]);
    // Until everything was seen, the edge may still be taken.
    if (!is_partly && !survey_.is_explored) return;
    const std::string text = fmt::format(
        "edge {}: its guard holds, but the invariant of {}.{} {}",
        model::edge_text(network_, incident.edges[0].process, incident.edges[0].edge),
        network_.processes[incident.process].name, model::location_name(network_, incident.process, incident.location),
        is_partly ? "does not let it be taken in some states" : "never lets it be taken");
    Finding* f = findings_.add(is_partly ? "partly-blocked" : "blocked", text, edge(incident.edges[0]).range);
    if (f == nullptr) return;
    f->details.push_back(fmt::format("as in {}", state_text(network_, incident.cells)));
    const model::SourceRange invariant =
        network_.processes[incident.process].locations[incident.location].invariant.range;
    if (invariant.is_known()) f->details.push_back("the invariant is at " + findings_.place(invariant));
    add_trace(incident, *f, false);
  }

  void add_failure(const Incident& incident) {
    const step::StepError& error = incident.error;
    const std::string_view kind = failure_kind(error);
    model::SourceRange range = error.range;
    if (!range.is_known() && !incident.edges.empty()) range = edge(incident.edges[0]).range;
    Finding* f = findings_.add(kind, error.message, range);
    if (f == nullptr) return;
    if (!incident.edges.empty()) f->details.push_back("by " + move_text(network_, incident.edges));
    f->details.push_back("in " + state_text(network_, incident.cells));
    add_trace(incident, *f, false);
  }

  void add_loop(const Incident& incident, std::string_view kind, std::string text) {
    const step::EdgeRef& first = incident.path.moves[incident.cycle].edges[0];
    Finding* f = findings_.add(kind, std::move(text), edge(first).range);
    if (f == nullptr) return;
    for (std::size_t i = incident.cycle; i < incident.path.moves.size(); ++i) {
      f->details.push_back(move_text(network_, incident.path.moves[i].edges));
      for (const step::EdgeRef& e : incident.path.moves[i].edges) {
        const std::string place = findings_.place(edge(e).range);
        if (std::find(f->edges.begin(), f->edges.end(), place) == f->edges.end()) f->edges.push_back(place);
      }
    }
    f->details.push_back("from " + state_text(network_, incident.cells));
    for (std::size_t i = 0; i < incident.cycle; ++i)
      if (!incident.path.moves[i].edges.empty()) ++f->loop_begins;
    add_trace(incident, *f, false);
  }

  void add_trace(const Incident& incident, Finding& finding, bool is_by_default) {
    const std::string& wanted = findings_.options().trace;
    if (wanted == kNone || (wanted == kAuto && !is_by_default)) return;
    if (!incident.no_path.empty()) {
      finding.trace_note = "there is no trace: " + incident.no_path;
      return;
    }
    trace::Made made = trace::make_trace(network_, incident.path, incident.goal, false, false, watch_for(limits_));
    if (!made.obstacle.empty()) {
      finding.trace_note = "there is no trace: " + made.obstacle;
    } else if (!made.trace && survey_.has_failures) {
      // A replay ends where an expression cannot be evaluated, even one that the trace does not need.
      finding.trace_note = "there is no trace: " + made.failure;
    } else if (!made.trace) {
      diagnosis_.error = "internal error: a trace does not replay: " + made.failure;
    } else {
      made.trace->kind = kSomeTrace;
      if (!made.trace->has_times)
        finding.trace_note = "stopwatches are over-approximated: there may be no run that follows this trace";
      finding.trace = std::make_shared<Trace>(std::move(*made.trace));
    }
  }

  const model::Network& network_;
  const Survey& survey_;
  const search::Limits& limits_;
  Findings& findings_;
  Diagnosis& diagnosis_;
};

std::string option_error(const DiagnoseOptions& options) {
  for (const std::string& name : options.ignored) {
    const auto& kinds = finding_kinds();
    if (std::none_of(kinds.begin(), kinds.end(), [&](const FindingKind& k) { return k.name == name; }))
      return fmt::format("there is no kind of finding named '{}'", name);
  }
  std::vector<std::string> choices;
  for (const OptionValue& value : option_values(option_of(&CheckOptions::trace), kDiagnose))
    choices.push_back(value.text());
  if (std::find(choices.begin(), choices.end(), options.trace) == choices.end())
    return fmt::format("unknown choice of traces '{}'; there are {}", options.trace, list_text(choices));
  return {};
}

std::string why_not(const model::Network& network, const analysis::ClockBounds& bounds, const lang::Sources& sources) {
  if (!network.limitations.empty())
    return with_place("not supported: " + network.limitations[0].feature, network.limitations[0].range, sources);
  if (const std::string refusal = step::Moves::refusal(network); !refusal.empty()) return "not supported: " + refusal;
  return bounds.refusal.empty() ? std::string() : with_place(bounds.refusal, bounds.refusal_range, sources);
}

void add_more(const Survey& survey, Diagnosis& diagnosis) {
  constexpr std::array kNames = {"deadlocks",       "live-locks", "edges that an invariant blocks",
                                 "run-time errors", "Zeno loops", "committed cycles"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (survey.more[i] == 0) continue;
    diagnosis.not_listed += survey.more[i];
    diagnosis.more.push_back(fmt::format("and {} more {}", survey.more[i], kNames[i]));
  }
}

// Lists the kinds of findings that a limit left open.
void add_open(const Survey& survey, const search::SurveyQuestion& question, const Findings& findings,
              Diagnosis& diagnosis) {
  const auto add = [&](std::vector<std::string>& to, std::initializer_list<const char*> kinds) {
    for (const char* kind : kinds)
      if (!findings.is_ignored(kind)) to.emplace_back(kind);
  };
  diagnosis.is_explored = survey.is_explored;
  if (!survey.is_explored) {
    add(diagnosis.not_looked_for,
        {"never-visited", "never-taken", "blocked", "channel-never-received", "channel-never-sent"});
    if (question.finds_deadlocks) add(diagnosis.maybe_more, {"deadlock", "live-lock"});
    add(diagnosis.maybe_more, {"partly-blocked", "overflow", "underflow", "run-time-error"});
  }
  std::vector<std::string>& loops = survey.is_explored ? diagnosis.maybe_more : diagnosis.not_looked_for;
  if (question.finds_committed_loops && !survey.has_committed_loops) add(loops, {"committed-cycle"});
  if (question.finds_zeno_loops) add(loops, {"zeno-loop"});
}

}  // namespace

Diagnosis diagnose(const model::Network& network, const DiagnoseOptions& options, const lang::Sources& sources,
                   const store::TableLimits& tables) {
  Diagnosis result;
  result.error = option_error(options);
  if (!result.error.empty()) return result;
  model::Query everything;
  everything.has_deadlock = true;
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, everything);
  result.error = why_not(network, bounds, sources);
  if (!result.error.empty()) return result;

  Findings findings(options, sources, result);
  search::SurveyQuestion question;
  question.most_of_a_kind = options.most_of_a_kind;
  question.is_ignored = [&](Incident::Kind kind, const step::StepError* error) {
    return is_ignored(findings, kind, error);
  };
  const bool may_be_zeno = analysis::may_be_zeno(network);
  question.finds_zeno_loops = may_be_zeno && !findings.is_ignored("zeno-loop");
  question.finds_committed_loops = may_be_zeno && !findings.is_ignored("committed-cycle");
  // With stopwatches it is only partly known which states have a way out.
  question.finds_deadlocks = !network.has_stopwatches;
  search::Options how;
  how.abstraction = bounds.has_diagonals ? step::Abstraction::ExtraM : step::Abstraction::ExtraMPlus;
  how.limits = {options.memory_bytes, options.seconds, options.interrupt, {}};
  how.limits.tables = tables;
  how.hash_stats = options.hash_stats;
  if (options.progress)
    how.progress = [&](const search::Stats& stats, std::size_t waiting) {
      options.progress({0, stats_of(stats), waiting});
    };
  begin_search(options.on_stage, options.memory_bytes);
  Survey survey;
  try {
    survey = run_survey(network, bounds, question, how);
  } catch (const std::bad_alloc&) {
    survey.outcome.reason = "out of memory";
  }
  result.stats = stats_of(survey.outcome.stats);
  if (survey.outcome.kind == Outcome::Kind::Error && survey.outcome.stats.visited == 0 &&
      survey.outcome.range.is_known()) {
    findings.add("run-time-error", survey.outcome.reason, survey.outcome.range);
    result.note = "nothing was explored: the invariant of the initial state cannot be evaluated";
    add_unused(network, findings);
    return result;
  }
  if (survey.outcome.kind == Outcome::Kind::Error || survey.outcome.kind == Outcome::Kind::TooNarrow) {
    result.error = with_place(survey.outcome.reason, survey.outcome.range, sources);
    return result;
  }
  if (survey.outcome.kind == Outcome::Kind::Unknown) {
    result.incomplete = survey.outcome.reason;
    if (survey.is_explored && survey.loops_in_all > 0)
      result.incomplete +=
          fmt::format(", looking for loops ({} of {} states done)", survey.loops_looked_at, survey.loops_in_all);
    add_open(survey, question, findings, result);
  }
  if (network.has_stopwatches)
    result.note = "stopwatches are over-approximated: findings may be spurious, and deadlocks are not looked for";
  if (survey.visited.empty()) return result;
  Reporter reporter(network, survey, how.limits, findings, result);
  for (const Incident& incident : survey.incidents) reporter.add(incident);
  add_more(survey, result);
  if (survey.is_explored) add_never(network, survey, findings);
  add_unused(network, findings);
  result.ranges = ranges_of(network, survey, findings);
  // Sorts by kind, then by text.
  const auto rank = [](const Finding& f) {
    const auto& kinds = finding_kinds();
    return std::find_if(kinds.begin(), kinds.end(), [&](const FindingKind& k) { return k.name == f.kind; });
  };
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
  return result;
}

}  // namespace zonda::check
