// Walks through the states of a model, always by the first move that leads somewhere new: walk_states MODEL
#include <zonda/walk.hpp>

#include <iostream>
#include <set>
#include <utility>
#include <vector>

namespace {

using Discrete = std::pair<std::vector<std::uint32_t>, std::vector<std::int32_t>>;

void print(const zonda::Trace& names, const zonda::TraceState& state) {
  for (std::size_t p = 0; p < state.locations.size(); ++p)
    std::cout << ' ' << names.processes[p].name << '.' << names.processes[p].locations[state.locations[p]];
  for (std::size_t i = 0; i < state.variables.size(); ++i)
    std::cout << ' ' << names.variables[i] << '=' << state.variables[i];
  for (std::size_t i = 0; i < state.clocks.size(); ++i)
    std::cout << ' ' << names.clocks[i] << '=' << zonda::decimal(state.clocks[i], names.digits);
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "walk_states MODEL\n";
    return 2;
  }
  const zonda::Model model = zonda::Model::load(argv[1]);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  zonda::Walk walk(model);
  if (!walk.error().empty()) {
    std::cerr << walk.error() << '\n';
    return 2;
  }
  std::set<Discrete> seen;
  while (true) {
    const zonda::TraceState here = walk.state();
    seen.insert({here.locations, here.variables});
    std::cout << walk.time() << ':';
    print(walk.names(), here);
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < walk.moves().size() && chosen == 0; ++i) {
      const zonda::WalkMove& move = walk.moves()[i];
      if (move.error.empty() && !seen.contains({move.target.locations, move.target.variables})) chosen = i + 1;
    }
    if (chosen == 0) break;
    if (!walk.take(chosen)) {  // as early as possible
      std::cerr << walk.why() << '\n';
      return 1;
    }
  }
  std::cout << seen.size() << " states\n";
  return 0;
}
