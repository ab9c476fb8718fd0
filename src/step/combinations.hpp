// Edges that are taken together. Each combination has a number, and its conditions on clocks and effects on clocks are
// known. This is possible only if the edges alone decide both; then moves with the same number do the same to clocks.
#pragma once

#include "step/edge_table.hpp"
#include "step/move.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace zonda::step {

struct Combination {
  // The location of a process after the move.
  struct Target {
    std::uint32_t process = 0;
    std::int32_t location = 0;
  };
  std::vector<EdgeRef> edges;
  std::vector<ClockCondition> conditions;
  std::vector<ClockSetting> settings;
  struct Program {
    model::IntExpr code;
    std::uint32_t process = 0;
  };
  std::vector<Program> programs;  // updates that run code, in their order
  std::vector<Target> targets;
  std::vector<model::Address> changes;  // cells that may change: locations and, unless writes_any, variables
  bool writes_any = false;
  Move move;  // without the cells after the move
};

class Combinations {
 public:
  explicit Combinations(const EdgeTable& edges);

  CombinationId single(EdgeNumber e) {
    if (!edges_[e].is_fixed) return kNoCombination;
    if (!all_[e]) all_[e] = make(kNoCombination, e, e);
    return e;
  }
  // The combination with one more edge. There is none if the effects of the edge are not known beforehand, or if there
  // are too many combinations.
  CombinationId extended(CombinationId id, EdgeNumber e);

  // A combination; the reference stays valid when others are added.
  [[nodiscard]] const Combination& operator[](CombinationId id) const { return *all_[id]; }
  [[nodiscard]] Combination& operator[](CombinationId id) { return *all_[id]; }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 16U;  // combinations, in addition to those of a single edge

  struct Slot {
    CombinationId prefix = kNoCombination;
    EdgeNumber edge = 0;
    CombinationId id = kNoCombination;
  };

  [[nodiscard]] std::size_t slot_of(CombinationId prefix, EdgeNumber e) const;
  [[nodiscard]] std::unique_ptr<Combination> make(CombinationId prefix, EdgeNumber e, CombinationId id) const;
  void grow();

  const EdgeTable& edges_;
  std::vector<std::unique_ptr<Combination>> all_;  // the first are single edges, each made when it is first needed
  std::vector<Slot> slots_;
};

}  // namespace zonda::step
