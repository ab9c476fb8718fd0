// Follows an .xtr file on a model: finds the edges that its numbers mean, and times for the moves.
#include "trace/make.hpp"
#include "trace/xtr.hpp"
#include "zonda/trace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::trace {

namespace {

// Whether the edge leaves a branchpoint; then it is only a part of an edge of the network.
bool is_branch(const model::Process& process, std::uint32_t edge) {
  return std::any_of(process.edges.begin(), process.edges.end(),
                     [&](const model::Edge& e) { return e.branch_edge == static_cast<std::int32_t>(edge); });
}

// The edge of the network that the numbers of the file mean. With selects or branches, several edges have the same
// number in the template. `after` is the location of the process afterwards, `branch` the edge behind a branchpoint if
// the file names it.
std::optional<std::uint32_t> find_edge(const model::Process& process, const XtrEdge& wanted, std::uint32_t after,
                                       std::optional<std::uint32_t> branch) {
  for (std::uint32_t i = 0; i < process.edges.size(); ++i) {
    const model::Edge& e = process.edges[i];
    if (e.template_edge != wanted.edge || e.target != after) continue;
    if (branch && e.branch_edge != static_cast<std::int32_t>(*branch)) continue;
    if (!e.select_values.empty() && e.select_values != wanted.selects) continue;
    if (e.selects.size() != (e.select_values.empty() ? wanted.selects.size() : 0)) continue;
    return i;
  }
  return std::nullopt;
}

class XtrPath {
 public:
  XtrPath(const model::Network& network, const Xtr& xtr) : network_(network), xtr_(xtr) {}

  // Makes the path. Returns what is wrong, or nothing.
  std::string make() {
    for (std::size_t i = 0; i < xtr_.states.size(); ++i)
      if (xtr_.states[i].locations.size() != network_.processes.size())
        return fmt::format("state {} has {} locations, the model has {} processes", i, xtr_.states[i].locations.size(),
                           network_.processes.size());
    for (std::uint32_t i = 0; i < network_.state_cells(); ++i) path.initial.push_back(network_.cells[i].initial);
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      path.initial[p] = static_cast<std::int32_t>(xtr_.states[0].locations[p]);
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      if (xtr_.states[0].locations[p] >= network_.processes[p].locations.size())
        return fmt::format("{} has no location {}", network_.processes[p].name, xtr_.states[0].locations[p]);
    for (std::size_t i = 0; i < xtr_.moves.size(); ++i)
      if (std::string wrong = add(i); !wrong.empty()) return fmt::format("step {}: {}", i + 1, wrong);
    return {};
  }

  search::Path path;

 private:
  std::string add(std::size_t i) {
    search::PathMove& move = path.moves.emplace_back();
    if (xtr_.moves[i].empty()) return "there is no edge";
    std::optional<std::uint32_t> branch;
    for (const XtrEdge& e : xtr_.moves[i]) {
      if (e.process >= network_.processes.size()) return fmt::format("there is no process {}", e.process);
      const model::Process& process = network_.processes[e.process];
      // In the file, an edge behind a branchpoint comes before the edge to the branchpoint.
      if (!branch && &e != &xtr_.moves[i].back() && is_branch(process, e.edge)) {
        branch = e.edge;
        continue;
      }
      const auto edge = find_edge(process, e, xtr_.states[i + 1].locations[e.process], branch);
      branch.reset();
      if (!edge)
        return fmt::format("{} has no edge {} with these select values to that location", process.name, e.edge);
      move.edges.push_back({e.process, *edge});
      if (!process.edges[*edge].selects.empty())
        move.selects.insert(move.selects.end(), e.selects.begin(), e.selects.end());
    }
    return {};
  }

  const model::Network& network_;
  const Xtr& xtr_;
};

void compare(const Xtr& xtr, const Trace& trace, std::vector<std::string>& differences) {
  constexpr std::size_t kMost = 20;
  for (std::size_t i = 0; i < xtr.states.size(); ++i) {
    const TraceState& state = i == 0 ? trace.initial : trace.steps[i - 1].state;
    const auto& was = xtr.states[i].variables;
    if (was.size() != state.variables.size()) {
      differences.push_back(
          fmt::format("state {}: {} variables, the trace has {}", i, state.variables.size(), was.size()));
      return;
    }
    for (std::size_t v = 0; v < was.size() && differences.size() < kMost; ++v)
      if (was[v] != state.variables[v])
        differences.push_back(
            fmt::format("state {}: {} is {}, the trace has {}", i, trace.variables[v], state.variables[v], was[v]));
  }
}

}  // namespace

Made trace_of(const model::Network& network, const Xtr& xtr) {
  XtrPath made(network, xtr);
  if (std::string wrong = made.make(); !wrong.empty()) return {{}, std::move(wrong), {}};
  model::Formula anything;
  anything.integer = model::IntExpr::constant(1);
  return make_trace(network, made.path, anything, false, false);
}

Retraced retrace(const model::Network& network, const Xtr& xtr, std::size_t query) {
  Retraced result;
  XtrPath made(network, xtr);
  result.failure = made.make();
  result.time = "0";
  if (!result.failure.empty()) return result;
  model::Formula anything;
  anything.integer = model::IntExpr::constant(1);
  Made run = make_trace(network, made.path, anything, false, false);
  result.failure = run.failure.empty() ? run.obstacle : run.failure;
  if (!run.trace) return result;
  result.fits = true;
  result.steps = run.trace->steps.size();
  std::int64_t total = run.trace->last_delay;
  for (const TraceStep& s : run.trace->steps) total += s.delay;
  result.time = run.trace->has_times ? decimal(total, run.trace->digits) : "unknown";
  compare(xtr, *run.trace, result.differences);
  for (std::size_t i = 0; i < network.queries.size(); ++i) {
    const model::Query& q = network.queries[i];
    const bool is_negated = q.kind == lang::QueryKind::Invariantly;
    if ((query != 0 && i + 1 != query) || q.is_wrong || !q.refusal.empty() ||
        (!is_negated && q.kind != lang::QueryKind::Possibly))
      continue;
    // The moves are given, but the times are not. The answer is whether some run with these moves shows it.
    result.asked = q.text;
    result.meets_query = make_trace(network, made.path, q.predicate, is_negated, false).trace.has_value();
    break;
  }
  return result;
}

}  // namespace zonda::trace
