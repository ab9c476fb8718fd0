// Partitions (P1). A p-point is an edge that was chosen to tell runs apart; the p-path of a run is the sequence of the
// p-points that it passes. A prefix w stands for the partition of all runs whose p-path is a prefix of w or begins
// with w: the first p-points of a run are those of w, as far as it gets, and what comes after them is free. The empty
// prefix is the whole model.
//
// A partition that is too large is split: into one partition for every p-point that can come next after w. Every state
// of the partition lies in one of them, or, if w is as far as it got, in all of them (docs/internals/partitions.md).
// When p-points do not come often enough, more of them are chosen: then the partition gets a further layer, a prefix
// over more p-points. A run must agree with every layer.
//
// The automaton that keeps a run inside a partition reads p-points; the paper's guiding automaton has the same states
// (the iterator), as a table of where each p-point leads.
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
  std::vector<Layer> layers;  // one at least; the last is the one that is split
  friend bool operator==(const Partition&, const Partition&) = default;
};

// States 0 to inside - 1 are those of runs in the partition; 0 is the first. In state `inside` the run has left the
// partition. When the automaton looks ahead, the states behind the prefix of the last layer have the p-points that were
// passed there as their words; those above `inside` end the run, because their words are as long as they may be.
struct Automaton {
  std::uint32_t inside = 1;
  std::uint32_t states = 2;

  [[nodiscard]] std::uint32_t outside() const { return inside; }
  // Whether it is a p-point of some layer; others change nothing.
  [[nodiscard]] bool reads(PointId point) const;
  [[nodiscard]] std::uint32_t after(PointId point, std::uint32_t state) const;
  // Whether the p-point can lead outside.
  [[nodiscard]] bool leads_outside(PointId point) const;
  // The p-points that were passed behind the prefix, as far as they are told apart.
  [[nodiscard]] std::vector<PointId> word(std::uint32_t state) const;

  // One layer and all words behind it: a tree with so many nodes that it is computed, not stored. First the positions
  // in the prefix, then the nodes of the tree, rows one after the other, with the state outside before the last row.
  // The children of the node with number k have the numbers width * k + 1 to width * k + width.
  struct Tree {
    std::vector<PointId> letters;  // ascending
    std::vector<PointId> prefix;
    [[nodiscard]] std::uint32_t root() const { return static_cast<std::uint32_t>(prefix.size()); }
    [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(letters.size()); }
    // Where the p-point stands among the letters.
    [[nodiscard]] std::uint32_t letter(PointId point) const;
  };
  std::optional<Tree> tree;
  // Else: by p-point and state; empty for a p-point of no layer.
  std::vector<std::vector<std::uint32_t>> next;
  std::vector<std::vector<PointId>> words;  // by state
};

// `ahead`: so many p-points behind the prefix of the last layer are told apart; 0: what comes there is free.
[[nodiscard]] Automaton automaton_of(const Partition& partition, std::size_t points, std::size_t ahead);
// The most of `wanted` p-points that make an automaton of reasonable size; one at least.
[[nodiscard]] std::size_t most_ahead(const Partition& partition, std::size_t wanted);

// The base line's: whether a p-path is one of those that are known. Runs go on in every state.
struct Known {
  Automaton automaton;
  std::vector<bool> is_known;  // by state: the p-path so far is a known one
};
[[nodiscard]] Known known_paths(const std::vector<std::vector<PointId>>& paths, std::size_t points);

}  // namespace zonda::partition
