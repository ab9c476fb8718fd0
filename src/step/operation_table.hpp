// The numbers of operations on zones. Equal shapes, actions, entries and frames have equal numbers, whichever worker
// needs them first, so a number that is stored with a state means the same to every worker of a search.
#pragma once

#include "util/sequence_table.hpp"
#include "util/snapshot.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::step {

using ShapeId = std::uint32_t;  // which clocks are active: a list of them, ascending
using ActionId = std::uint32_t;
using EntryId = std::uint32_t;
using FrameId = std::uint32_t;

class OperationTable {
 public:
  using Code = std::span<const std::int32_t>;
  using Mask = std::uint64_t;  // the active clocks as a set of bits, if there are at most 64

  // `mask`: the mask of the shape; 0 if masks are not used.
  ShapeId intern_shape(Code clocks, Mask mask) {
    const ShapeId id = shapes_.intern(clocks);
    if (id == masks_.size()) masks_.push_back(mask);
    return id;
  }
  ActionId intern_action(Code code) { return actions_.intern(code); }
  EntryId intern_entry(Code code) { return entries_.intern(code); }
  FrameId intern_frame(Code code) { return frames_.intern(code); }

  // A code is valid until the next one of its kind gets a number.
  [[nodiscard]] Code clocks(ShapeId id) const { return shapes_[id]; }
  [[nodiscard]] Mask mask(ShapeId id) const { return masks_[id]; }
  [[nodiscard]] Code action(ActionId id) const { return actions_[id]; }
  [[nodiscard]] Code entry(EntryId id) const { return entries_[id]; }
  [[nodiscard]] Code frame(FrameId id) const { return frames_[id]; }

  [[nodiscard]] std::size_t bytes() const {
    return shapes_.bytes() + actions_.bytes() + entries_.bytes() + frames_.bytes() + masks_.size() * sizeof(Mask);
  }
  // Writes entries and frames to a file, or reads them, because stored states and zones refer to their numbers. Shapes
  // and actions get new numbers.
  void snapshot(Snapshot& s) {
    entries_.snapshot(s);
    frames_.snapshot(s);
  }

 private:
  SequenceTable<std::int32_t> shapes_;
  std::vector<Mask> masks_;  // by shape
  SequenceTable<std::int32_t> actions_;
  SequenceTable<std::int32_t> entries_;
  SequenceTable<std::int32_t> frames_;
};

}  // namespace zonda::step
