// The text that verifyta prints with -t, and .xtr files.
#include "report/trace.hpp"

#include <fmt/format.h>

namespace zonda::report {

namespace {

// ':=' where the model has '=' is what verifyta prints; it prints '1' where there is nothing, and 'tau' for no channel.
std::string uppaal_edge_text(const Trace& trace, const TraceEdge& e) {
  const TraceProcess& p = trace.processes[e.process];
  const auto or_one = [](const std::string& text) { return text.empty() ? std::string("1") : text; };
  std::string update = or_one(e.update);
  for (std::size_t at = update.find(" = "); at != std::string::npos; at = update.find(" = ", at + 4))
    update.replace(at, 3, " := ");
  return fmt::format("  {}.{}->{}.{} {{ {}, {}, {} }}\n", p.name, p.locations[e.source], p.name, p.locations[e.target],
                     or_one(e.guard), e.sync.empty() ? "tau" : e.sync, update);
}

// 'x-y<=3', without blanks.
std::string tight_bound(const Trace& trace, const TraceBound& b) {
  std::string text = bound_text(trace, b);
  std::erase(text, ' ');
  return text;
}

std::string state_text(const Trace& trace, const TraceState& s, std::int64_t delay, std::size_t depth,
                       const UppaalText& how) {
  std::string result = "\nState:\n(";
  for (std::size_t p = 0; p < s.locations.size(); ++p)
    result += fmt::format(" {}.{}", trace.processes[p].name, trace.processes[p].locations[s.locations[p]]);
  result += " )\n";
  const bool is_symbolic = how.is_symbolic || !trace.has_times;
  std::string values;
  for (std::size_t i = 0; i < s.clocks.size() && !is_symbolic; ++i)
    values += fmt::format("{}={} ", trace.clocks[i], decimal(s.clocks[i] + delay, trace.digits));
  for (std::size_t i = 0; i < s.variables.size(); ++i)
    values += fmt::format("{}={} ", trace.variables[i], s.variables[i]);
  for (std::size_t i = 0; i < s.zone.size() && is_symbolic; ++i)
    values += tight_bound(trace, s.zone[i]) + (i + 1 < s.zone.size() ? ", " : " ");
  if (how.has_depth) values += fmt::format("#depth={} ", depth);
  return values.empty() ? result : result + values + '\n';
}

void xtr_state(const Trace& trace, const TraceState& s, bool has_time_clock, std::string& out) {
  for (const std::uint32_t location : s.locations) out += fmt::format("{} ", location);
  out += "\n.\n";
  // Clock 0 is the constant 0 and clock 1 the time since the start, about which only x >= 0 is said, as about every
  // clock without a lower bound.
  const auto bound = [&](std::size_t left, std::size_t right, std::int64_t value, bool is_strict) {
    const auto number = [&](std::size_t clock) { return clock == 0 || !has_time_clock ? clock : clock + 1; };
    out += fmt::format("{} {} {}\n.\n", number(left), number(right), 2 * value + (is_strict ? 1 : 0));
  };
  std::vector<bool> has_lower(trace.clocks.size() + 1, false);
  for (const TraceBound& b : s.zone)
    if (b.left == 0) has_lower[b.right] = true;
  if (has_time_clock) out += "0 1 0\n.\n";
  for (std::size_t x = 1; x < has_lower.size(); ++x)
    if (!has_lower[x]) bound(0, x, 0, false);
  for (const TraceBound& b : s.zone) bound(b.left, b.right, b.value, b.is_strict);
  out += ".\n";
  for (const std::int32_t value : s.variables) out += fmt::format("{} ", value);
  out += "\n.\n";
}

}  // namespace

std::string trace_uppaal(const Trace& trace, const UppaalText& how) {
  std::size_t depth = 0;
  std::string result = state_text(trace, trace.initial, 0, depth, how);
  const TraceState* at = &trace.initial;
  const auto delay = [&](std::int64_t units) {
    if (!trace.has_times || how.is_symbolic || units == 0) return;
    result += fmt::format("\nDelay: {}\n", decimal(units, trace.digits)) + state_text(trace, *at, units, depth, how);
  };
  for (const TraceStep& s : trace.steps) {
    delay(s.delay);
    result += how.is_version_5 ? "\nTransition:\n" : "\nTransitions:\n";
    for (const TraceEdge& e : s.edges) result += uppaal_edge_text(trace, e);
    result += state_text(trace, s.state, 0, ++depth, how);
    at = &s.state;
  }
  delay(trace.last_delay);
  return result;
}

std::string trace_xtr(const Trace& trace, bool has_time_clock) {
  std::string result;
  xtr_state(trace, trace.initial, has_time_clock, result);
  for (const TraceStep& s : trace.steps) {
    xtr_state(trace, s.state, has_time_clock, result);
    for (const TraceEdge& e : s.edges) {
      // The edge behind a branchpoint comes before the one to it.
      if (e.branch >= 0) result += fmt::format("{} {} ; ", e.process, e.branch);
      result += fmt::format("{} {}", e.process, e.edge);
      for (const std::int32_t value : e.selects) result += fmt::format(" {}", value);
      result += " ; ";
    }
    result += ".\n";
  }
  return result + ".\n";
}

}  // namespace zonda::report
