#include "search/engine/reduced_path.hpp"

#include <algorithm>
#include <utility>

namespace zonda::search {

void ReducedPath::add(PathMove move, reduce::Renaming renaming) {
  path.moves.push_back(std::move(move));
  renamings.push_back(std::move(renaming));
}

void ReducedPath::append(const ReducedPath& rest) {
  path.moves.insert(path.moves.end(), rest.path.moves.begin(), rest.path.moves.end());
  renamings.insert(renamings.end(), rest.renamings.begin() + 1, rest.renamings.end());
}

void ReducedPath::repeat(std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) add(PathMove(path.moves[i]), reduce::Renaming(renamings[i + 1]));
}

Path ReducedPath::restored(const reduce::Reductions* reductions) const {
  Path result = path;
  if (reductions != nullptr) reductions->restore(result, renamings);
  return result;
}

// If a later round consists of the moves of the first one, then the permutation of all rounds before it does not affect
// anything that these moves involve, and neither do its powers: from then on the same moves repeat.
std::optional<Path> restored_cycle(const ReducedPath& path, std::size_t cycle, const reduce::Reductions* reductions) {
  if (reductions == nullptr || !reductions->permutes()) return path.restored(reductions);
  constexpr std::size_t kMostMoves = 5000;
  const std::size_t end = path.path.moves.size();
  const auto round = static_cast<std::ptrdiff_t>(end - cycle);
  ReducedPath longer = path;
  while (longer.path.moves.size() < kMostMoves) {
    longer.repeat(cycle, end);
    Path result = longer.restored(reductions);
    const auto first = result.moves.begin() + static_cast<std::ptrdiff_t>(cycle);
    if (!std::equal(first, first + round, result.moves.end() - round)) continue;
    result.moves.erase(result.moves.end() - round, result.moves.end());
    return result;
  }
  return std::nullopt;
}

}  // namespace zonda::search
