// Traces of paths that end in a goal.
#include "trace/make.hpp"

#include "trace/replay.hpp"
#include "trace/schedule.hpp"
#include "trace/track.hpp"
#include "zone/minimal.hpp"

#include <fmt/format.h>

namespace zonda::trace {

std::vector<MoveEdge> move_edges(const model::Network& network, const search::PathMove& move) {
  std::vector<MoveEdge> result;
  auto next = move.selects.begin();
  for (const step::EdgeRef& ref : move.edges) {
    const auto count = static_cast<std::ptrdiff_t>(network.processes[ref.process].edges[ref.edge].selects.size());
    result.push_back({ref.process, ref.edge, {next, next + count}});
    next += count;
  }
  return result;
}

TraceState trace_state(const model::Network& network, std::span<const std::int32_t> cells) {
  const auto split = cells.begin() + static_cast<std::ptrdiff_t>(network.processes.size());
  TraceState result;
  result.locations.assign(cells.begin(), split);
  result.variables.assign(split, cells.end());
  return result;
}

TraceState trace_state(const model::Network& network, const ConcreteState& s) {
  TraceState result = trace_state(network, std::span<const std::int32_t>(s.cells));
  result.clocks.assign(s.clocks.begin() + 1, s.clocks.end());
  return result;
}

std::vector<TraceBound> trace_bounds(const Zone& z) {
  std::vector<TraceBound> result;
  for (const auto& c : minimal_constraints(z))
    result.push_back({c.left, c.right, zone::value_of(c.bound), zone::is_strict(c.bound)});
  return result;
}

TraceEdge trace_edge(const model::Network& network, const MoveEdge& e) {
  const model::Edge& edge = network.processes[e.process].edges[e.edge];
  TraceEdge result;
  result.process = e.process;
  result.edge = edge.template_edge;
  result.branch = edge.branch_edge;
  result.source = edge.source;
  result.target = edge.target;
  result.selects = edge.selects.empty() ? edge.select_values : e.selects;
  return result;
}

Trace empty_trace(const model::Network& network) {
  Trace result;
  for (const model::Process& p : network.processes) {
    TraceProcess& process = result.processes.emplace_back(TraceProcess{p.name, {}});
    for (const model::Location& l : p.locations) process.locations.push_back(l.name);
  }
  for (auto i = static_cast<std::uint32_t>(network.processes.size()); i < network.state_cells(); ++i)
    result.variables.push_back(network.cell_name(i));
  for (std::uint32_t x = 1; x < network.clocks.size(); ++x) result.clocks.push_back(network.clock_name(x));
  return result;
}

namespace {

Run run_of(const model::Network& network, const Track& track, const Schedule& when) {
  Run run;
  run.digits = when.digits;
  run.initial = track.stages[0].state;
  for (std::size_t i = 1; i < track.stages.size(); ++i)
    run.steps.push_back({when.times[i] - when.times[i - 1], move_edges(network, track.stages[i].move)});
  run.last_delay = when.times.back() - when.times[track.stages.size() - 1];
  return run;
}

// Replays the run by the rules of the language alone, and fills in the states of the trace. Returns what is wrong, or
// nothing.
std::string replay(const model::Network& network, const Run& run, const model::Formula& formula, bool is_negated,
                   Trace& trace) {
  Replayer replayer(network, scale_of(run.digits));
  if (!replayer.start(run.initial)) return replayer.why();
  trace.initial = trace_state(network, replayer.now());
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    if (!replayer.delay(step.delay) || !replayer.take(step.edges))
      return fmt::format("step {}: {}", i + 1, replayer.why());
    TraceStep& out = trace.steps.emplace_back();
    out.delay = step.delay;
    for (const MoveEdge& e : step.edges) out.edges.push_back(trace_edge(network, e));
    out.state = trace_state(network, replayer.now());
  }
  trace.last_delay = run.last_delay;
  if (!replayer.delay(run.last_delay)) return "at the end: " + replayer.why();
  const std::optional<bool> holds = replayer.holds(formula);
  if (!holds) return "at the end: " + replayer.why();
  return *holds != is_negated ? "" : "the last state is not the one that was looked for";
}

void add_zones(const Track& track, Trace& trace) {
  const std::vector<Zone> zones = stable_zones(track);
  for (std::size_t i = 0; i < zones.size(); ++i)
    (i == 0 ? trace.initial : trace.steps[i - 1].state).zone = trace_bounds(zones[i]);
}

// A trace without times, for models with stopped clocks: the moves and states of the over-approximation.
Trace symbolic_trace(const model::Network& network, const Track& track) {
  Trace result = empty_trace(network);
  result.has_times = false;
  result.initial = trace_state(network, std::span<const std::int32_t>(track.stages[0].state));
  result.initial.zone = trace_bounds(track.stages[0].reached);
  for (std::size_t i = 1; i < track.stages.size(); ++i) {
    const Stage& stage = track.stages[i];
    TraceStep& step = result.steps.emplace_back();
    for (const MoveEdge& e : move_edges(network, stage.move)) step.edges.push_back(trace_edge(network, e));
    step.state = trace_state(network, std::span<const std::int32_t>(stage.state));
    step.state.zone = trace_bounds(stage.reached);
  }
  return result;
}

}  // namespace

Made make_trace(const model::Network& network, const search::Path& path, const model::Formula& formula, bool is_negated,
                bool is_fastest, const Watch& watch) {
  Followed followed = follow(network, path, formula, is_negated, is_fastest, watch);
  if (!followed.track) return {{}, followed.failure, followed.obstacle};
  const Track& track = *followed.track;
  if (!track.is_exact) return {symbolic_trace(network, track), {}, {}};
  const std::optional<Schedule> when = schedule(network, track, is_fastest);
  if (!when) return {{}, "there are no times for the moves", {}};
  Made made;
  made.trace = empty_trace(network);
  made.trace->digits = when->digits;
  made.trace->least_time = when->least;
  made.trace->is_least_reached = when->is_least_reached;
  made.failure = replay(network, run_of(network, track, *when), formula, is_negated, *made.trace);
  if (made.failure.empty())
    add_zones(track, *made.trace);
  else
    made.trace.reset();
  return made;
}

}  // namespace zonda::trace
