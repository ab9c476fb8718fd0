// Partitions of the state space (P1). A p-point is an edge that was chosen to tell runs apart; the p-path of a run is
// the sequence of the p-points that it passes. A prefix w stands for the partition of all runs whose p-path is a prefix
// of w or begins with w: the first p-points of a run are those of w, as far as it gets, and what comes after them is
// free. The empty prefix is the whole model.
//
// A partition that is too large is split: into one partition for every p-point that can come next after w. Every state
// of the partition lies in one of them, or, if w is as far as it got, in all of them (docs/internals/partitions.md).
// When p-points do not come often enough, more of them are chosen: then the partition gets a further layer, a prefix
// over more p-points. A run must agree with every layer.
//
// An automaton that reads p-points keeps a run inside a partition. It has the same states as the paper's guiding
// automaton, where they are the values of its iterator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::partition {

using PointId = std::uint32_t;

struct Layer {
  std::vector<PointId> points;  // ascending
  std::vector<PointId> prefix;
  friend bool operator==(const Layer&, const Layer&) = default;
};

struct Partition {
  std::vector<Layer> layers;  // at least one; the last one is the one that is split
  friend bool operator==(const Partition&, const Partition&) = default;
};

// The states 0 to inside - 1 are those of runs in the partition; 0 is the first. In state `inside` the run has left the
// partition. If the automaton looks ahead, each state behind the prefix of the last layer has a word: the p-points that
// were passed since. In the states above `inside` the word has its full length, and the run ends.
struct Automaton {
  std::uint32_t inside = 1;
  std::uint32_t states = 2;

  [[nodiscard]] std::uint32_t outside() const { return inside; }
  // Whether some layer has this p-point; other p-points do not change the state.
  [[nodiscard]] bool reads(PointId point) const;
  // The state that the p-point leads to.
  [[nodiscard]] std::uint32_t after(PointId point, std::uint32_t state) const;
  // Whether the p-point can lead out of the partition.
  [[nodiscard]] bool leads_outside(PointId point) const;
  // The word of a state; it is empty if the automaton does not look ahead.
  [[nodiscard]] std::vector<PointId> word(std::uint32_t state) const;

  // With one layer, the words behind its prefix form a complete tree. It has so many nodes that its transitions are
  // computed and not stored. The states are first the positions in the prefix, then the nodes of the tree, row by row,
  // with the state outside before the last row. The children of the node with number k have the numbers width * k + 1
  // to width * k + width.
  struct Tree {
    std::vector<PointId> letters;  // ascending
    std::vector<PointId> prefix;
    [[nodiscard]] std::uint32_t root() const { return static_cast<std::uint32_t>(prefix.size()); }
    [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(letters.size()); }
    // The index of the p-point among the letters.
    [[nodiscard]] std::uint32_t letter(PointId point) const;
  };
  std::optional<Tree> tree;
  // Without a tree: the next state, by p-point and state; empty for a p-point of no layer.
  std::vector<std::vector<std::uint32_t>> next;
  std::vector<std::vector<PointId>> words;  // without a tree: the word of each state
};

// The automaton of a partition. It tells up to `ahead` p-points apart behind the prefix of the last layer; with 0, all
// runs behind the prefix are in one state. `points` is the number of all p-points.
[[nodiscard]] Automaton automaton_of(const Partition& partition, std::size_t points, std::size_t ahead);
// How many p-points, up to `wanted`, an automaton of reasonable size can look ahead; at least one.
[[nodiscard]] std::size_t most_ahead(const Partition& partition, std::size_t wanted);

// An automaton that recognises known p-paths, for the paper's own method, with which ours is compared. Runs go on in
// every state.
struct Known {
  Automaton automaton;
  std::vector<bool> is_known;  // by state: the p-path so far is a known one
};
[[nodiscard]] Known known_paths(const std::vector<std::vector<PointId>>& paths, std::size_t points);

}  // namespace zonda::partition
