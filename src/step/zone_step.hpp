// The clock side of a step. A zone is kept over the active clocks of its discrete state only; an operation on zones is
// a value too, written in terms of positions rather than clocks, so that equal work has equal numbers whatever the
// clocks are called (symmetric processes share it):
//
//   an Action     conditions on the clocks before, and where each active clock after the move comes from
//   an Entry      the target's invariant, whether time may pass, what to stay out of, and the bounds of the abstraction
//
// apply(zone, action, entry) is a function of three numbers and is remembered in a table of bounded size.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "step/moves.hpp"
#include "step/operation_table.hpp"
#include "util/hash.hpp"
#include "zone/dbm.hpp"
#include "zone/simulate.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace zonda::step {

enum class Abstraction : std::uint8_t { None, ExtraM, ExtraMPlus, ExtraLU, ExtraLUPlus };

// How one worker finds the numbers of operations. The table of numbers is shared; the results remembered here are not.
class ZoneOperations {
 public:
  ZoneOperations(OperationTable& table, const analysis::ClockBounds& bounds, std::size_t processes,
                 Abstraction abstraction);

  // The active clocks of a discrete state.
  ShapeId shape(std::span<const std::int32_t> state);
  [[nodiscard]] std::span<const std::int32_t> clocks(ShapeId shape) const { return table_.clocks(shape); }
  EntryId entry(std::span<const std::int32_t> state, const Rest& rest, ShapeId shape);
  ActionId action(ShapeId from, ShapeId to, const Move& move);
  // The action of a combination between these shapes. Returns false if it is not remembered.
  [[nodiscard]] bool find_action(ShapeId from, ShapeId to, CombinationId combination, ActionId& action) const {
    const ActionSlot& slot = action_slots_[action_slot(from, to, combination)];
    action = slot.action;
    return slot.combination == combination && slot.from == from && slot.to == to;
  }

  [[nodiscard]] std::span<const std::int32_t> action_code(ActionId id) const { return table_.action(id); }
  [[nodiscard]] std::span<const std::int32_t> entry_code(EntryId id) const { return table_.entry(id); }
  // The bounds L and U of the clocks, by position, where the entry is used, and the number of these bounds: entries
  // with the same bounds have the same frame.
  [[nodiscard]] std::span<const std::int32_t> lower(EntryId id) const { return bounds_of(id).first(dim(id)); }
  [[nodiscard]] std::span<const std::int32_t> upper(EntryId id) const {
    return bounds_of(id).subspan(dim(id), dim(id));
  }
  // The differences of clocks that may still be tested there, if zones are not split along differences.
  [[nodiscard]] zone::DifferenceTests tests(EntryId id) const { return bounds_of(id).subspan(2 * dim(id)); }
  [[nodiscard]] FrameId frame(EntryId id) const { return static_cast<FrameId>(table_.entry(id).back()); }
  // Bytes of what this worker remembers; the shared table is not counted.
  [[nodiscard]] std::size_t bytes() const {
    return mask_slots_.size() * sizeof(MaskSlot) + action_slots_.size() * sizeof(ActionSlot);
  }
  [[nodiscard]] Abstraction abstraction() const { return abstraction_; }
  // Forgets the actions of combinations. From now on fewer of them are remembered.
  void shrink() {
    most_action_slots_ = 8 * kFirstActionSlots;
    std::vector<ActionSlot>(kFirstActionSlots).swap(action_slots_);
    action_misses_ = 0;
  }
  // The position of a clock in a shape, from 1 on. It is 0 for the reference clock, and -1 if the clock is not active.
  [[nodiscard]] std::int32_t position(ShapeId shape, std::uint32_t clock) const {
    if (clock == 0) return 0;
    if (!has_masks_) return find_position(shape, clock);
    const Mask bit = Mask{1} << clock;
    const Mask mask = table_.mask(shape);
    return (mask & bit) == 0 ? -1 : std::popcount(mask & (bit - 1)) + 1;
  }

 private:
  using Mask = OperationTable::Mask;  // for up to 63 clocks

  void gather_bounds(std::span<const std::int32_t> state);
  void gather_tests(std::span<const std::int32_t> state);
  [[nodiscard]] Mask mask_of(std::span<const std::int32_t> state) const;
  ShapeId shape_of_mask(Mask mask);
  [[nodiscard]] std::int32_t find_position(ShapeId shape, std::uint32_t clock) const;
  ActionId make_action(ShapeId from, ShapeId to, const Move& move);
  [[nodiscard]] std::size_t dim(EntryId id) const { return static_cast<std::size_t>(table_.entry(id)[0]); }
  [[nodiscard]] std::span<const std::int32_t> bounds_of(EntryId id) const { return table_.frame(frame(id)); }

  OperationTable& table_;
  const analysis::ClockBounds& bounds_;
  std::size_t processes_;
  Abstraction abstraction_;
  std::vector<std::int32_t> lower_;  // by clock, of the current state
  std::vector<std::int32_t> upper_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> always_;  // clocks with a bound everywhere
  bool has_masks_ = false;
  Mask always_mask_ = 0;
  std::vector<Mask> location_masks_;           // of all locations, process by process
  std::vector<std::uint32_t> first_location_;  // by process, in location_masks_
  struct MaskSlot {
    Mask mask = 0;
    ShapeId shape = kNoShape;
  };
  static constexpr ShapeId kNoShape = UINT32_MAX;
  std::vector<MaskSlot> mask_slots_;
  std::size_t masks_ = 0;  // how many are in mask_slots_
  // Actions of known combinations of edges, direct-mapped.
  struct ActionSlot {
    CombinationId combination = kNoCombination;
    ShapeId from = 0;
    ShapeId to = 0;
    ActionId action = 0;
  };
  [[nodiscard]] std::size_t action_slot(ShapeId from, ShapeId to, CombinationId combination) const {
    const std::uint64_t key = (std::uint64_t{from} << 32U) | to;
    return mix(key + 0x9E3779B97F4A7C15ULL, combination + 0xE7037ED1A0B428DBULL) & (action_slots_.size() - 1);
  }
  void grow_action_slots();
  static constexpr std::size_t kFirstActionSlots = 256;
  std::size_t most_action_slots_ = std::size_t{1} << 14U;
  std::vector<ActionSlot> action_slots_;
  std::size_t action_misses_ = 0;
  std::vector<std::int32_t> buffer_;
  std::vector<std::int32_t> frame_buffer_;
  std::vector<analysis::DifferenceTest> tests_;  // of the state at hand
};

// Runs operations on matrices.
template <typename B>
class ZoneMachine {
 public:
  ZoneMachine(const ZoneOperations& operations, std::size_t clocks);

  // The zones after a move from `before`, which is over the clocks of the source. Usually there is one or none; there
  // are several only if difference constraints make the abstraction split zones, or if urgent guards cut up the delay.
  // The result is valid until the next call.
  std::span<const zone::Dbm<B>> apply(const zone::Dbm<B>& before, ActionId action, EntryId entry);
  // The zones after entering a discrete state from `at`, without a move; for initial states.
  std::span<const zone::Dbm<B>> enter(const zone::Dbm<B>& at, EntryId entry);
  // Whether some valuation of the zone, over the clocks of the shape, satisfies the conditions.
  bool is_possible(const zone::Dbm<B>& z, ShapeId shape, std::span<const ClockCondition> conditions);
  // TooNarrow: a bound left the range of B. TooManyPieces: urgent guards cut the delay up into too many pieces.
  enum class Failure : std::uint8_t { None, TooNarrow, NegativeClock, TooManyPieces };
  [[nodiscard]] Failure failure() const { return failure_; }
  // Clears the failure after a negative clock was noted. Results since then are right: they leave that case out.
  void forgive_negative_clock() {
    if (failure_ == Failure::NegativeClock) failure_ = Failure::None;
  }

 private:
  // The parts of an entry.
  struct Entry {
    std::size_t dim = 0;
    std::span<const std::int32_t> invariant;
    std::span<const std::int32_t> diagonals;
    std::span<const std::int32_t> lower;
    std::span<const std::int32_t> upper;
    zone::DifferenceTests tests;
  };
  bool act(const zone::Dbm<B>& before, std::span<const std::int32_t> code);
  bool set_clocks(const zone::Dbm<B>& from, std::size_t dim, std::span<const std::int32_t> places);
  void start_target(std::size_t dim);
  bool fits(const zone::Dbm<B>& z);
  bool constrain_all(zone::Dbm<B>& z, std::span<const std::int32_t> triples);
  void finish(EntryId id);
  void finish_outside(const Entry& entry, bool may_delay, std::span<const std::int32_t> stopped);
  void emit_pieces(const Entry& entry, const zone::Dbm<B>& start);
  void emit(const Entry& entry);
  void add_result(const zone::Dbm<B>& z);
  void abstract(zone::Dbm<B>& z, std::span<const std::int32_t> lower, std::span<const std::int32_t> upper);
  void abstract_whole(const Entry& entry);
  void split(const Entry& entry);

  const ZoneOperations& operations_;
  std::vector<zone::Dbm<B>> results_;
  std::size_t result_count_ = 0;
  std::vector<std::vector<zone::Constraint<B>>> urgent_;
  std::vector<std::vector<zone::Constraint<B>>> avoided_;
  zone::Dbm<B> source_;
  std::vector<zone::Dbm<B>> targets_;  // by dimension
  zone::Dbm<B>* target_;               // the one in use
  std::vector<std::uint32_t> sources_;
  std::vector<std::int32_t> offsets_;
  std::vector<std::int32_t> wide_lower_;
  std::vector<std::int32_t> wide_upper_;
  Failure failure_ = Failure::None;
};

}  // namespace zonda::step
