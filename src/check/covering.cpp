#include "check/covering.hpp"

#include "analysis/clock_bounds.hpp"
#include "search/edge_frequencies.hpp"

namespace zonda::check {

std::vector<std::vector<double>> walk_frequencies(const model::Network& network, std::uint64_t seed) {
  // What queries ask of clocks does not matter here.
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, model::Query{});
  if (bounds.refusal.empty()) {
    search::WalkOptions options;
    options.seed = seed;
    return search::edge_frequencies(network, bounds, options);
  }
  std::vector<std::vector<double>> none;
  for (const model::Process& p : network.processes) none.emplace_back(p.edges.size(), 0.0);
  return none;
}

}  // namespace zonda::check
