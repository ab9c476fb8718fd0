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
// partition; in state inside + 1 + p it has passed p right behind the prefix of the last layer.
struct Automaton {
  std::uint32_t inside = 1;
  std::uint32_t states = 2;
  std::vector<std::vector<std::uint32_t>> next;  // by p-point and state

  [[nodiscard]] std::uint32_t outside() const { return inside; }
  [[nodiscard]] std::uint32_t continued(PointId point) const { return inside + 1 + point; }
};

// `is_extended`: a run ends with the first p-point behind the prefix of the last layer, whose name is told.
[[nodiscard]] Automaton automaton_of(const Partition& partition, std::size_t points, bool is_extended);

// The base line's: whether a p-path is one of those that are known. Runs go on in every state.
struct Known {
  Automaton automaton;
  std::vector<bool> is_known;  // by state: the p-path so far is a known one
};
[[nodiscard]] Known known_paths(const std::vector<std::vector<PointId>>& paths, std::size_t points);

}  // namespace zonda::partition
