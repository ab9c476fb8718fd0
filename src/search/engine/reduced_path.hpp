// A path as a search with reductions went it: its states are representatives, and behind each move stands what became
// of the target when it was mapped to its representative. Reductions undo that from the beginning of a path to its end,
// so a path that is put together from pieces is restored when all of them are there, never piece by piece.
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
  // What comes after this path: `rest` begins in the state that this one ends in.
  void append(const ReducedPath& rest);
  // The moves from number `first` up to number `end` once more, behind the others.
  void repeat(std::size_t first, std::size_t end);

  // The same as a run of the original model. Null: there are no reductions.
  [[nodiscard]] Path restored(const reduce::Reductions* reductions) const;
};

// A path whose moves from number `cycle` on lead back to the representative where they begin, as a run of the original
// model whose moves from there on can be repeated for ever. If states are permuted, one round leads to a state that is
// the first one permuted, and only after some rounds the same processes move again; the result has so many rounds.
// Nothing: there would be too many moves.
[[nodiscard]] std::optional<Path> restored_cycle(const ReducedPath& path, std::size_t cycle,
                                                 const reduce::Reductions* reductions);

}  // namespace zonda::search
