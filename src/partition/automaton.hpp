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
  // By p-point and state; empty for a p-point of no layer, which changes nothing.
  std::vector<std::vector<std::uint32_t>> next;

  [[nodiscard]] std::uint32_t outside() const { return inside; }
  // The p-points that were passed behind the prefix, as far as they are told apart.
  [[nodiscard]] std::vector<PointId> word(std::uint32_t state) const;

  // For word(). With several layers, a list by state; with one, a tree in which the children of a node are in a row.
  std::vector<std::vector<PointId>> words;
  std::vector<PointId> letters;
  std::uint32_t root = 0;
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
