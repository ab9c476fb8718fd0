#include "api/walk_parts.hpp"

#include "report/trace.hpp"

#include <limits>

namespace zonda {

WalkWindow window_of(const trace::Delays& d) {
  WalkWindow result;
  result.from = decimal(d.low, kWalkDigits);
  result.is_from_open = d.is_low_open;
  if (d.has_high) result.to = decimal(d.high, kWalkDigits);
  result.is_to_open = d.is_high_open;
  return result;
}

Walk::Parts::Parts(const Model::Parts& from, Mode m)
    : model(from),
      network(*from.network),
      mode(m),
      options(network),
      replayer(network, kWalkScale),
      names(trace::empty_trace(network)) {
  names.digits = kWalkDigits;
}

void Walk::Parts::start() {
  error = step::Moves::refusal(network);
  if (!error.empty()) {
    error = "not supported: " + error;
    return;
  }
  if (!network.limitations.empty()) {
    error = "not supported: the model has " + network.limitations.front().feature;
    return;
  }
  Stage first;
  const auto initials = options.initials();
  if (!replayer.start(initials[0])) {
    error = replayer.why();
    return;
  }
  first.at = replayer.now();
  if (mode == Mode::Symbolic) {
    trace::Zone zero(network.clocks.size());
    for (std::uint32_t x = 1; x < network.clocks.size(); ++x)
      if (network.clocks[x].initial != 0) reset(zero, x, network.clocks[x].initial);
    std::vector<trace::Zone> entered;
    if (!options.enter(first.at.cells, zero, entered) || entered.empty()) {
      error = options.error().empty() ? "the initial state violates an invariant" : options.error();
      return;
    }
    first.zone = entered[0];
  }
  stages.push_back(std::move(first));
}

bool Walk::Parts::has_room_for(trace::Units delay) {
  // Half of what there is, so that sums and differences of clocks are safe too.
  constexpr trace::Units kMost = std::numeric_limits<trace::Units>::max() / 2;
  return delay <= kMost - time() || fail("the run takes too long to compute with");
}

bool Walk::Parts::arrive(trace::ConcreteState& out) {
  replayer.resume(here().at);
  if (!replayer.delay(here().waited)) return fail(replayer.why());
  out = replayer.now();
  return true;
}

void Walk::Parts::list() {
  if (is_listed) return;
  is_listed = true;
  why.clear();
  found.clear();
  shown.clear();
  trace::ConcreteState now;
  const bool is_found = mode == Mode::Symbolic ? options.from(here().at.cells, here().zone, found)
                                               : arrive(now) && options.from(now, kWalkScale, found);
  if (!is_found) {
    why = options.error();
    found.clear();
    return;
  }
  for (const trace::Option& o : found) {
    WalkMove& move = shown.emplace_back();
    for (const trace::MoveEdge& e : trace::move_edges(network, o.move)) move.edges.push_back(labelled(e));
    for (const trace::Delays& d : o.windows) move.windows.push_back(window_of(d));
    move.target = trace::trace_state(network, std::span<const std::int32_t>(o.target));
    if (mode == Mode::Symbolic && o.error.empty()) move.target.zone = trace::trace_bounds(o.zone);
    move.error = o.error;
  }
}

TraceEdge Walk::Parts::labelled(const trace::MoveEdge& e) const {
  Trace one;
  one.steps.emplace_back().edges.push_back(trace::trace_edge(network, e));
  report::add_labels(model.text(), one);
  return one.steps[0].edges[0];
}

void Walk::Parts::push(Stage stage) {
  stages.resize(at + 1);
  stage.time = here().time + stage.delay;
  stages.push_back(std::move(stage));
  ++at;
  changed();
}

bool Walk::Parts::take(const trace::Option& o, trace::Units delay) {
  if (!o.error.empty()) return fail("the move ends in an error: " + o.error);
  Stage next;
  next.move = o.move;
  if (mode == Mode::Symbolic) {
    next.at.cells = o.target;
    next.zone = o.zone;
    push(std::move(next));
    return true;
  }
  trace::ConcreteState now;
  if (!has_room_for(delay) || !arrive(now)) return false;
  replayer.resume(now);
  if (!replayer.delay(delay) || !replayer.take(trace::move_edges(network, o.move))) return fail(replayer.why());
  next.delay = here().waited + delay;
  next.at = replayer.now();
  push(std::move(next));
  return true;
}

search::Path Walk::Parts::path() const {
  search::Path result;
  result.initial = stages[0].at.cells;
  for (std::size_t i = 1; i <= at; ++i) result.moves.push_back(stages[i].move);
  return result;
}

void Walk::Parts::add_symbolic(Trace& out) const {
  const auto state = [&](const Stage& stage) {
    TraceState result = trace::trace_state(network, std::span<const std::int32_t>(stage.at.cells));
    result.zone = trace::trace_bounds(stage.zone);
    return result;
  };
  out.has_times = false;
  out.initial = state(stages[0]);
  for (std::size_t i = 1; i <= at; ++i) {
    TraceStep& step = out.steps.emplace_back();
    for (const trace::MoveEdge& e : trace::move_edges(network, stages[i].move))
      step.edges.push_back(trace::trace_edge(network, e));
    step.state = state(stages[i]);
  }
}

}  // namespace zonda
