// Edges that are taken together, each combination known by a number, and what it asks of clocks and does to them. Only
// where the edges alone decide that; then moves with the same number do equal work on clocks.
#pragma once

#include "step/edge_table.hpp"
#include "step/move.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::step {

class Combinations {
 public:
  explicit Combinations(const EdgeTable& edges);

  [[nodiscard]] CombinationId single(EdgeNumber e) const { return edges_[e].is_fixed ? e : kNoCombination; }
  // One edge more; none where it is not known beforehand, or there are too many.
  CombinationId extended(CombinationId id, EdgeNumber e);

  [[nodiscard]] std::span<const EdgeRef> edges(CombinationId id) const { return part(refs_, all_[id].refs); }
  [[nodiscard]] std::span<const ClockCondition> conditions(CombinationId id) const {
    return part(conditions_, all_[id].conditions);
  }
  [[nodiscard]] std::span<const ClockSetting> settings(CombinationId id) const {
    return part(settings_, all_[id].settings);
  }
  // As a move; what it does to variables is not known here.
  [[nodiscard]] Move move(CombinationId id) const {
    Move result{edges(id), {}, conditions(id), settings(id), {}, {}};
    result.combination = id;
    return result;
  }
  // Updates that run code, in their order.
  [[nodiscard]] std::span<const model::IntExpr> programs(CombinationId id) const {
    return part(programs_, all_[id].programs);
  }
  // Locations after it, of the processes that take part.
  struct Target {
    std::uint32_t process = 0;
    std::int32_t location = 0;
  };
  [[nodiscard]] std::span<const Target> targets(CombinationId id) const { return part(targets_, all_[id].refs); }
  // Cells that may change: locations and, unless writes_any(), variables.
  [[nodiscard]] std::span<const model::Address> changes(CombinationId id) const {
    return part(changes_, all_[id].changes);
  }
  [[nodiscard]] bool writes_any(CombinationId id) const { return all_[id].writes_any; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 16U;  // besides single edges

  struct Slice {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  struct Combination {
    Slice refs;
    Slice conditions;
    Slice settings;
    Slice changes;
    Slice programs;
    bool writes_any = false;
  };
  struct Slot {
    CombinationId prefix = kNoCombination;
    EdgeNumber edge = 0;
    CombinationId id = kNoCombination;
  };

  template <typename T>
  [[nodiscard]] static std::span<const T> part(const std::vector<T>& all, const Slice& s) {
    return {all.data() + s.first, s.count};
  }
  [[nodiscard]] std::size_t slot_of(CombinationId prefix, EdgeNumber e) const;
  CombinationId add(CombinationId prefix, EdgeNumber e);
  void grow();

  const EdgeTable& edges_;
  std::vector<Combination> all_;  // the first are single edges
  std::vector<EdgeRef> refs_;
  std::vector<Target> targets_;  // one for each of refs_
  std::vector<model::IntExpr> programs_;
  std::vector<ClockCondition> conditions_;
  std::vector<ClockSetting> settings_;
  std::vector<model::Address> changes_;
  std::vector<Slot> slots_;
};

}  // namespace zonda::step
