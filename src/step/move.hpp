// The conditions and effects of a step on clocks, and the move that they belong to.
#pragma once

#include "model/arithmetic.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace zonda::step {

// left - right <= value (or < value); clock 0 is the constant 0.
struct ClockCondition {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::int32_t value = 0;
  bool is_strict = false;

  [[nodiscard]] ClockCondition negated() const { return {right, left, -value, !is_strict}; }
  friend bool operator==(const ClockCondition&, const ClockCondition&) = default;
};

// x >= 0, x > -3: nothing that a clock could violate, so it need not be active.
[[nodiscard]] inline bool always_holds(const ClockCondition& c) {
  return c.left == 0 && (c.value > 0 || (c.value == 0 && !c.is_strict));
}
// x < 0, x <= -3
[[nodiscard]] inline bool never_holds(const ClockCondition& c) {
  return c.right == 0 && (c.value < 0 || (c.value == 0 && c.is_strict));
}

// clock := source + offset, all at once; source 0 is a number.
struct ClockSetting {
  std::uint32_t clock = 0;
  std::uint32_t source = 0;
  std::int32_t offset = 0;
};

struct EdgeRef {
  std::uint32_t process = 0;
  std::uint32_t edge = 0;
  friend bool operator==(const EdgeRef&, const EdgeRef&) = default;
};

// A run-time error, with the place where it happened.
struct StepError {
  std::string message;
  model::SourceRange range;
  model::EvalErrorKind kind = model::EvalErrorKind::None;
  std::int32_t value = 0;  // the value that is not allowed
  model::ValueRange allowed{};
};

// See Combinations.
using CombinationId = std::uint32_t;
inline constexpr CombinationId kNoCombination = UINT32_MAX;

struct Move {
  std::span<const EdgeRef> edges;              // sender first
  std::span<const std::int32_t> selects;       // values of the edges' run-time selects, one edge after the other
  std::span<const ClockCondition> conditions;  // on the clocks before the move
  std::span<const ClockSetting> settings;
  std::span<const ClockCondition> required;  // if one fails although the conditions hold, a clock becomes negative
  std::span<const std::int32_t> target;      // cells after the move
  const StepError* error = nullptr;          // if set, taking the move where the conditions hold is this error
  // The cells in which the target may differ from the source, if they are known.
  bool knows_changes = false;
  std::span<const model::Address> changes = {};
  // If there is one: moves with this number have the same conditions and the same effects on clocks.
  CombinationId combination = kNoCombination;
};

}  // namespace zonda::step
