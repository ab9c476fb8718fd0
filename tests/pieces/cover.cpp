#include "pieces/cover.hpp"

#include "analysis/clock_bounds.hpp"
#include "search/sweep.hpp"
#include "search/symbolic_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::pieces {

Explored explore(const model::Network& network, std::optional<model::Address> position, std::uint32_t inside) {
  Explored result;
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, model::Query{});
  if (!bounds.refusal.empty() || (bounds.has_diagonals && bounds.has_urgent_guards)) {
    result.stopped = "no bounds";
    return result;
  }
  search::Options options;
  options.limits.seconds = 2;
  search::Control control(options);
  search::GraphSetup setup;
  setup.abstraction = step::Abstraction::ExtraM;
  search::SymbolicGraph<std::int32_t> graph(network, bounds, setup, control);
  search::Sweep<std::int32_t> sweep(graph, control, false);
  sweep.run([&](store::State s, store::State) {
    const auto cells = graph.cells(s.discrete);
    std::vector<std::int32_t> state(cells.begin(), cells.end());
    if (position) {
      const std::int32_t at = state[*position];
      state.erase(state.begin() + *position);
      if (at >= static_cast<std::int32_t>(inside)) return;
    }
    zone::Dbm<std::int32_t> zone(1);
    graph.zones().load(s.zone, zone);
    result.cover[state].push_back(zone);
  });
  const search::Outcome outcome = control.outcome();
  if (outcome.kind != search::Outcome::Kind::NotReached) result.stopped = outcome.reason + " ";
  return result;
}

void add(const Cover& more, Cover& to) {
  for (const auto& [state, zones] : more) {
    auto& known = to[state];
    for (const auto& z : zones) {
      const bool is_there = std::any_of(known.begin(), known.end(), [&](const auto& k) { return includes(k, z); });
      if (!is_there) known.push_back(z);
    }
  }
}

std::string missing(const model::Network& network, const Cover& from, const Cover& in) {
  for (const auto& [state, zones] : from) {
    std::string name;
    for (std::size_t i = 0; i < state.size(); ++i) {
      name += i < network.processes.size()
                  ? network.processes[i].name + "." + network.location(i, state[i]).name + " "
                  : fmt::format("{}={} ", network.cell_name(static_cast<model::Address>(i)), state[i]);
    }
    const auto found = in.find(state);
    if (found == in.end()) return "no such discrete state: " + name;
    for (const auto& z : zones) {
      const bool is_there = std::any_of(found->second.begin(), found->second.end(),
                                        [&](const auto& k) { return k.dim() == z.dim() && includes(k, z); });
      if (!is_there) return "a zone is not covered: " + name;
    }
  }
  return {};
}

}  // namespace zonda::pieces
