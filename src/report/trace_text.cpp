#include "report/trace.hpp"
#include "zonda/options.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::report {

namespace {

// Where a line of changes or of a state goes on.
constexpr std::size_t kColumns = 100;

class TextTrace {
 public:
  TextTrace(const Trace& trace, bool is_full) : trace_(trace), is_full_(is_full) {}

  std::string print() {
    heading();
    items("start", locations(trace_.initial));
    list(values(trace_.initial));
    const TraceState* before = &trace_.initial;
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      moment(i);
      if (trace_.end == Trace::End::Cycle && i == trace_.cycle) out_ += "  again and again:\n";
      step(i + 1, trace_.steps[i], *before);
      before = &trace_.steps[i].state;
    }
    moment(trace_.steps.size());
    finish(*before);
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string time(std::int64_t units) const { return decimal(units, trace_.digits); }

  void heading() {
    out_ +=
        fmt::format("{} trace: {} {}", trace_.kind, trace_.steps.size(), trace_.steps.size() == 1 ? "move" : "moves");
    if (trace_.has_times) {
      std::int64_t total = trace_.last_delay;
      for (const TraceStep& s : trace_.steps) total += s.delay;
      out_ += fmt::format(", {} {} of time", time(total), total == 1 && trace_.digits == 0 ? "unit" : "units");
      if (trace_.kind == kFastestTrace && !trace_.is_least_reached)
        out_ += fmt::format("; any time above {} is possible", trace_.least_time);
    }
    out_ += '\n';
  }

  // What a leads-to query is about happens before the step with this number, counted from 0.
  void moment(std::size_t i) {
    if (!trace_.has_moment || i != trace_.moment_step) return;
    out_ += "  " + trace_.moment_note;
    if (trace_.has_times && trace_.moment_delay > 0) out_ += fmt::format(" (after {})", time(trace_.moment_delay));
    out_ += '\n';
  }

  [[nodiscard]] std::vector<std::string> locations(const TraceState& state) const {
    std::vector<std::string> result;
    for (std::size_t p = 0; p < state.locations.size(); ++p)
      result.push_back(trace_.processes[p].name + "." + trace_.processes[p].locations[state.locations[p]]);
    return result;
  }

  [[nodiscard]] std::vector<std::string> values(const TraceState& state) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < state.variables.size(); ++i)
      result.push_back(fmt::format("{} = {}", trace_.variables[i], state.variables[i]));
    for (std::size_t i = 0; i < state.clocks.size(); ++i)
      result.push_back(fmt::format("{} = {}", trace_.clocks[i], time(state.clocks[i])));
    return result;
  }

  void items(std::string_view title, const std::vector<std::string>& texts) {
    out_ += fmt::format("  {:<6} ", title);
    join(texts, " ", 9);
  }

  // Continued under the same column.
  void list(const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    out_ += std::string(9, ' ');
    join(texts, ", ", 9);
  }

  void join(const std::vector<std::string>& texts, std::string_view separator, std::size_t indent) {
    std::size_t column = indent;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (i > 0 && column + texts[i].size() + 2 > kColumns) {
        out_ += fmt::format("{}\n{}", separator == " " ? "" : ",", std::string(indent, ' '));
        column = indent;
      } else if (i > 0) {
        out_ += separator;
        column += separator.size();
      }
      out_ += texts[i];
      column += texts[i].size();
    }
    out_ += '\n';
  }

  void step(std::size_t number, const TraceStep& s, const TraceState& before) {
    const std::string delay = trace_.has_times ? fmt::format("  after {}", time(s.delay)) : "";
    out_ += fmt::format("{:>4}{}\n", number, delay);
    for (const TraceEdge& e : s.edges) out_ += edge(e);
    if (is_full_) {
      out_ += std::string(9, ' ');
      join(locations(s.state), " ", 9);
      list(values(s.state));
      std::vector<std::string> bounds;
      for (const TraceBound& b : s.state.zone) bounds.push_back(bound_text(trace_, b));
      if (!bounds.empty()) {
        out_ += std::string(9, ' ') + "zone: ";
        join(bounds, ", ", 15);
      }
      return;
    }
    list(changes(s, before));
  }

  [[nodiscard]] std::vector<std::string> changes(const TraceStep& s, const TraceState& before) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < s.state.variables.size(); ++i)
      if (s.state.variables[i] != before.variables[i])
        result.push_back(fmt::format("{} = {}", trace_.variables[i], s.state.variables[i]));
    // Clocks that did not just grow.
    for (std::size_t i = 0; i < s.state.clocks.size(); ++i)
      if (s.state.clocks[i] != before.clocks[i] + s.delay)
        result.push_back(fmt::format("{} = {}", trace_.clocks[i], time(s.state.clocks[i])));
    return result;
  }

  [[nodiscard]] std::string edge(const TraceEdge& e) const {
    const TraceProcess& process = trace_.processes[e.process];
    std::string result =
        fmt::format("       {}: {} -> {}", process.name, process.locations[e.source], process.locations[e.target]);
    if (!e.guard.empty()) result += fmt::format("  when {}", e.guard);
    if (!e.sync.empty()) result += "  " + e.sync;
    if (!e.update.empty()) result += fmt::format("  do {}", e.update);
    for (std::size_t i = 0; i < e.selects.size(); ++i)
      result += fmt::format("{}{} = {}", i == 0 ? "  with " : ", ", e.select_names[i], e.selects[i]);
    if (!e.position.empty()) result += fmt::format("  ({})", e.position);
    return result + '\n';
  }

  void finish(const TraceState& last) {
    state_at_end(last);
    if (!trace_.end_note.empty()) out_ += fmt::format("  now   {}\n", trace_.end_note);
    if (trace_.end == Trace::End::Cycle)
      out_ += trace_.repeats
                  ? fmt::format("  then  again from step {} on, with the same delays, for ever\n", trace_.cycle + 1)
                  : fmt::format("  then  the moves from step {} on again, for ever\n", trace_.cycle + 1);
    if (trace_.end == Trace::End::Rest) out_ += "  then  time passes for ever\n";
    if (trace_.end == Trace::End::Stuck) out_ += "  then  nothing can happen any more\n";
  }

  void state_at_end(const TraceState& last) {
    if (!trace_.has_times) return;
    TraceState end = last;
    for (std::int64_t& clock : end.clocks) clock += trace_.last_delay;
    items("end", locations(end));
    if (trace_.last_delay > 0) out_ += fmt::format("         after {}\n", time(trace_.last_delay));
    list(values(end));
  }

  const Trace& trace_;
  bool is_full_;
  std::string out_;
};

}  // namespace

std::string bound_text(const Trace& trace, const TraceBound& b) {
  if (b.left == 0) return fmt::format("{} {} {}", trace.clocks[b.right - 1], b.is_strict ? ">" : ">=", -b.value);
  const char* op = b.is_strict ? "<" : "<=";
  if (b.right == 0) return fmt::format("{} {} {}", trace.clocks[b.left - 1], op, b.value);
  return fmt::format("{} - {} {} {}", trace.clocks[b.left - 1], trace.clocks[b.right - 1], op, b.value);
}

std::string trace_text(const Trace& trace, bool is_full) { return TextTrace(trace, is_full).print(); }

}  // namespace zonda::report
