#include "cli/walk_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::cli {

namespace {

constexpr std::size_t kListColumns = 100;
// Further moves can be made, but a longer list would not be read.
constexpr std::size_t kMostMoves = 200;

// The texts, joined with commas and broken into lines with the same indentation.
std::string in_columns(const std::vector<std::string>& texts, const std::string& indent) {
  std::string result;
  std::size_t column = 0;
  for (const std::string& t : texts) {
    if (column > 0 && column + t.size() + 2 > kListColumns) {
      result += ",\n";
      column = 0;
    }
    const std::string lead = column == 0 ? indent : ", ";
    result += lead + t;
    column += lead.size() + t.size();
  }
  return result.empty() ? result : result + '\n';
}

std::string bound_text(const Trace& names, const TraceBound& b) {
  const auto clock = [&](std::uint32_t x) { return names.clocks[x - 1]; };
  if (b.left == 0) return fmt::format("{} {} {}", clock(b.right), b.is_strict ? ">" : ">=", -b.value);
  const char* op = b.is_strict ? "<" : "<=";
  if (b.right == 0) return fmt::format("{} {} {}", clock(b.left), op, b.value);
  return fmt::format("{} - {} {} {}", clock(b.left), clock(b.right), op, b.value);
}

std::vector<std::string> zone_texts(const Trace& names, const TraceState& state) {
  std::vector<std::string> result;
  for (const TraceBound& b : state.zone) result.push_back(bound_text(names, b));
  return result;
}

std::string location_text(const Trace& names, const TraceState& state, std::size_t process) {
  const TraceProcess& p = names.processes[process];
  return p.name + "." + p.locations[state.locations[process]];
}

}  // namespace

std::string window_text(const WalkWindow& w) {
  const bool starts_now = w.from == "0" && !w.is_from_open;
  if (!w.to)
    return starts_now ? "any time" : fmt::format("after {} {}", w.is_from_open ? "more than" : "at least", w.from);
  if (starts_now && *w.to == "0") return "now";
  if (*w.to == w.from) return "after " + w.from;
  return fmt::format("after {}{}, {}{}", w.is_from_open ? '(' : '[', w.from, *w.to, w.is_to_open ? ')' : ']');
}

std::string edges_text(const Trace& names, const std::vector<TraceEdge>& edges, const std::string& indent) {
  std::string result;
  for (const TraceEdge& e : edges) {
    const TraceProcess& p = names.processes[e.process];
    result += fmt::format("{}{}: {} -> {}", result.empty() ? "" : indent, p.name, p.locations[e.source],
                          p.locations[e.target]);
    if (!e.guard.empty()) result += "  when " + e.guard;
    if (!e.sync.empty()) result += "  " + e.sync;
    if (!e.update.empty()) result += "  do " + e.update;
    for (std::size_t i = 0; i < e.selects.size(); ++i)
      result += fmt::format("{}{} = {}", i == 0 ? "  with " : ", ", e.select_names[i], e.selects[i]);
    result += '\n';
  }
  return result;
}

std::string state_text(Walk& walk) {
  const Trace& names = walk.names();
  const TraceState state = walk.state();
  std::string result = fmt::format("step {}", walk.position());
  if (walk.mode() == Walk::Mode::Concrete) result += fmt::format(", time {}", walk.time());
  result += '\n';
  std::vector<std::string> locations;
  for (std::size_t p = 0; p < state.locations.size(); ++p) locations.push_back(location_text(names, state, p));
  result += in_columns(locations, "  ");
  std::vector<std::string> values;
  for (std::size_t i = 0; i < state.variables.size(); ++i)
    values.push_back(fmt::format("{} = {}", names.variables[i], state.variables[i]));
  for (std::size_t i = 0; i < state.clocks.size(); ++i)
    values.push_back(fmt::format("{} = {}", names.clocks[i], decimal(state.clocks[i], names.digits)));
  result += in_columns(values, "  ");
  return result + in_columns(zone_texts(names, state), "  ");
}

std::string changes_text(const Trace& names, const TraceState& before, const TraceState& after, std::int64_t delay) {
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < after.variables.size(); ++i)
    if (after.variables[i] != before.variables[i])
      changes.push_back(fmt::format("{} = {}", names.variables[i], after.variables[i]));
  for (std::size_t i = 0; i < after.clocks.size(); ++i)
    if (after.clocks[i] != before.clocks[i] + delay)
      changes.push_back(fmt::format("{} = {}", names.clocks[i], decimal(after.clocks[i], names.digits)));
  std::string result = in_columns(changes, "     ");
  return result + in_columns(zone_texts(names, after), "     ");
}

std::string moves_text(Walk& walk) {
  const Trace& names = walk.names();
  std::string result;
  const std::vector<WalkMove>& moves = walk.moves();
  for (std::size_t i = 0; i < std::min(moves.size(), kMostMoves); ++i) {
    const WalkMove& m = moves[i];
    std::string line = edges_text(names, m.edges, "       ");
    line.pop_back();
    std::string when;
    for (const WalkWindow& w : m.windows) when += (when.empty() ? "" : " or ") + window_text(w);
    if (!when.empty()) line += "   " + when;
    if (!m.error.empty()) line += "   error: " + m.error;
    result += fmt::format("{:>5}  {}\n", i + 1, line);
  }
  if (moves.size() > kMostMoves) result += fmt::format("       … and {} more\n", moves.size() - kMostMoves);
  if (!walk.why().empty() && moves.empty()) return fmt::format("no moves: {}\n", walk.why());
  if (moves.empty()) result += "no moves\n";
  if (walk.mode() == Walk::Mode::Concrete) {
    const WalkWindow allowed = walk.allowed_delay();
    if (!allowed.to)
      result += "time may pass for ever\n";
    else if (*allowed.to == "0")
      result += "time may not pass\n";
    else
      result += fmt::format("time may pass {} {}\n", allowed.is_to_open ? "for less than" : "up to", *allowed.to);
  }
  return result;
}

}  // namespace zonda::cli
