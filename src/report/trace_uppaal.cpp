// The text that verifyta prints with -t, and .xtr files.
#include "report/trace.hpp"

#include <fmt/format.h>

namespace zonda::report {

namespace {

// ':=' where the model has '=' is what verifyta prints; it prints '1' where there is nothing, and 'tau' for no channel.
std::string edge_text(const Trace& trace, const TraceEdge& e) {
  const TraceProcess& p = trace.processes[e.process];
  const auto or_one = [](const std::string& text) { return text.empty() ? std::string("1") : text; };
  std::string update = or_one(e.update);
  for (std::size_t at = update.find(" = "); at != std::string::npos; at = update.find(" = ", at + 4))
    update.replace(at, 3, " := ");
  return fmt::format("  {}.{}->{}.{} {{ {}, {}, {} }}\n", p.name, p.locations[e.source], p.name, p.locations[e.target],
                     or_one(e.guard), e.sync.empty() ? "tau" : e.sync, update);
}

std::string state_text(const Trace& trace, const TraceState& s, std::int64_t delay) {
  std::string result = "\nState:\n(";
  for (std::size_t p = 0; p < s.locations.size(); ++p)
    result += fmt::format(" {}.{}", trace.processes[p].name, trace.processes[p].locations[s.locations[p]]);
  result += " )\n";
  for (std::size_t i = 0; i < s.clocks.size(); ++i)
    result += fmt::format("{}={} ", trace.clocks[i], decimal(s.clocks[i] + delay, trace.digits));
  for (std::size_t i = 0; i < s.variables.size(); ++i)
    result += fmt::format("{}={} ", trace.variables[i], s.variables[i]);
  if (!trace.has_times)
    for (const TraceBound& b : s.zone) result += bound_text(trace, b) + " ";
  return result + '\n';
}

void xtr_state(const Trace& trace, const TraceState& s, std::string& out) {
  for (const std::uint32_t location : s.locations) out += fmt::format("{} ", location);
  out += "\n.\n";
  // Clock 0 is the constant 0 and clock 1 the time since the start, about which only x >= 0 is said, as about every
  // clock without a lower bound.
  const auto bound = [&](std::size_t left, std::size_t right, std::int64_t value, bool is_strict) {
    const auto number = [](std::size_t clock) { return clock == 0 ? 0 : clock + 1; };
    out += fmt::format("{} {} {}\n.\n", number(left), number(right), 2 * value + (is_strict ? 1 : 0));
  };
  std::vector<bool> has_lower(trace.clocks.size() + 1, false);
  for (const TraceBound& b : s.zone)
    if (b.left == 0) has_lower[b.right] = true;
  out += "0 1 0\n.\n";
  for (std::size_t x = 1; x < has_lower.size(); ++x)
    if (!has_lower[x]) bound(0, x, 0, false);
  for (const TraceBound& b : s.zone) bound(b.left, b.right, b.value, b.is_strict);
  out += ".\n";
  for (const std::int32_t value : s.variables) out += fmt::format("{} ", value);
  out += "\n.\n";
}

}  // namespace

std::string trace_uppaal(const Trace& trace) {
  std::string result = state_text(trace, trace.initial, 0);
  const TraceState* at = &trace.initial;
  const auto delay = [&](std::int64_t units) {
    if (!trace.has_times || units == 0) return;
    result += fmt::format("\nDelay: {}\n", decimal(units, trace.digits)) + state_text(trace, *at, units);
  };
  for (const TraceStep& s : trace.steps) {
    delay(s.delay);
    result += "\nTransitions:\n";
    for (const TraceEdge& e : s.edges) result += edge_text(trace, e);
    result += state_text(trace, s.state, 0);
    at = &s.state;
  }
  delay(trace.last_delay);
  return result;
}

std::string trace_xtr(const Trace& trace) {
  std::string result;
  xtr_state(trace, trace.initial, result);
  for (const TraceStep& s : trace.steps) {
    xtr_state(trace, s.state, result);
    for (const TraceEdge& e : s.edges) {
      result += fmt::format("{} {}", e.process, e.edge);
      for (const std::int32_t value : e.selects) result += fmt::format(" {}", value);
      result += " ; ";
    }
    result += "\n.\n";
  }
  return result + ".\n";
}

}  // namespace zonda::report
