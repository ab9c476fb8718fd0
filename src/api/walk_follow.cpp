// Walking along a saved trace: its moves go by the names of processes and locations.
#include "api/walk_parts.hpp"
#include "report/trace.hpp"
#include "trace/retrace.hpp"
#include "trace/xtr.hpp"

#include <fmt/format.h>

namespace zonda {

namespace {

// The delays and edges of a trace, by name.
std::vector<trace::SavedStep> steps_of(const Trace& t) {
  std::vector<trace::SavedStep> result;
  for (const TraceStep& s : t.steps) {
    trace::SavedStep& step = result.emplace_back();
    step.delay = decimal(s.delay, t.digits);
    for (const TraceEdge& e : s.edges) {
      trace::SavedEdge& edge = step.edges.emplace_back();
      const TraceProcess& p = t.processes[e.process];
      edge.process = p.name;
      edge.edge = e.edge;
      edge.from = p.locations[e.source];
      edge.to = p.locations[e.target];
      for (std::size_t i = 0; i < e.selects.size() && i < e.select_names.size(); ++i)
        edge.selects[e.select_names[i]] = e.selects[i];
    }
  }
  return result;
}

}  // namespace

bool Walk::Parts::follow(const trace::SavedStep& step) {
  list();
  const std::optional<trace::Units> delay = trace::parse_decimal(step.delay, kWalkDigits);
  if (mode == Mode::Concrete && !delay) return fail("its delay has too many decimals");
  const trace::Option* best = nullptr;
  int best_score = -1;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const int score = fitness(shown[i], step);
    if (score > best_score) {
      best = &found[i];
      best_score = score;
    }
  }
  if (best == nullptr) return fail("no such move is possible");
  const trace::Option chosen = *best;
  return take(chosen, delay.value_or(0));
}

int Walk::Parts::fitness(const WalkMove& move, const trace::SavedStep& step) const {
  if (move.edges.size() != step.edges.size() || !move.error.empty()) return -1;
  int score = 0;
  for (std::size_t i = 0; i < move.edges.size(); ++i) {
    const TraceEdge& e = move.edges[i];
    const trace::SavedEdge& s = step.edges[i];
    const model::Process& process = network.processes[e.process];
    if (process.name != s.process || process.locations[e.source].name != s.from ||
        process.locations[e.target].name != s.to)
      return -1;
    for (std::size_t k = 0; k < e.selects.size(); ++k) {
      const auto value = s.selects.find(e.select_names[k]);
      if (value != s.selects.end() && value->second != e.selects[k]) return -1;
    }
    if (s.edge == e.edge) ++score;
  }
  return score;
}

bool Walk::follow(const std::string& trace_text) {
  std::vector<trace::SavedStep> steps;
  std::string last = "0";
  if (trace::looks_like_xtr(trace_text)) {
    const trace::ReadXtr xtr = trace::read_xtr(trace_text);
    if (!xtr.trace) return parts_->fail(xtr.error);
    trace::Made made = trace::trace_of(parts_->network, *xtr.trace);
    if (!made.trace) return parts_->fail(made.failure.empty() ? made.obstacle : made.failure);
    report::add_labels(parts_->model.text(), *made.trace);
    steps = steps_of(*made.trace);
    last = decimal(made.trace->last_delay, made.trace->digits);
  } else {
    trace::ReadTrace read = trace::read_trace(trace_text, 0);
    if (!read.trace) return parts_->fail(read.error);
    steps = std::move(read.trace->steps);
    last = read.trace->last_delay;
  }
  (void)jump(0);
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (!parts_->follow(steps[i])) return parts_->fail(fmt::format("step {}: {}", i + 1, parts_->why));
  return last == "0" || parts_->mode == Mode::Symbolic || wait(last);
}

}  // namespace zonda
