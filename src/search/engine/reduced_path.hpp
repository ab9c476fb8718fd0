// A path as a search with reductions took it. Its states are representatives, and each move comes with the mapping of
// its target to the representative. Reductions undo these mappings from the beginning of a path to its end, so a path
// that consists of pieces is restored when all of them are there, never piece by piece.
#pragma once

#include "reduce/reductions.hpp"
#include "search/path.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace zonda::search {

struct ReducedPath {
  Path path;
  // One for the initial state and one for each move.
  std::vector<reduce::Renaming> renamings = std::vector<reduce::Renaming>(1);

  void add(PathMove move, reduce::Renaming renaming = {});
  // Appends another path, which begins in the state that this one ends in.
  void append(const ReducedPath& rest);
  // Appends the moves from number `first` up to number `end` once more.
  void repeat(std::size_t first, std::size_t end);

  // The path as a run of the original model. Null: there are no reductions.
  [[nodiscard]] Path restored(const reduce::Reductions* reductions) const;
};

// Restores a path whose moves from number `cycle` on lead back to the representative where they begin. In the result, a
// run of the original model, the moves from `cycle` on can be repeated for ever. If states are permuted, one round
// leads to a permutation of its first state, and only after several rounds do the same processes move again; the result
// has that many rounds. Returns nothing if there would be too many moves.
[[nodiscard]] std::optional<Path> restored_cycle(const ReducedPath& path, std::size_t cycle,
                                                 const reduce::Reductions* reductions);

}  // namespace zonda::search
