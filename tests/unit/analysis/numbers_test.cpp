#include "analysis/numbers.hpp"

#include "model/arithmetic.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

namespace zonda::analysis {
namespace {

using model::Opcode;

// A set with few members around zero, or at the ends of 32 bits.
Numbers any_numbers() {
  const std::int64_t near = *rc::gen::inRange<std::int64_t>(-12, 13);
  const std::int64_t base = *rc::gen::element<std::int64_t>(0, 0, 0, Numbers::kHighest - 12, Numbers::kLowest + 12);
  const std::int64_t stride = *rc::gen::inRange<std::int64_t>(1, 5);
  const std::int64_t count = *rc::gen::inRange<std::int64_t>(0, 7);
  const std::int64_t lower = base + near;
  return Numbers::spaced(lower, std::min(lower + stride * count, Numbers::kHighest), stride);
}

std::vector<std::int64_t> members(const Numbers& all) {
  std::vector<std::int64_t> result;
  for (std::int64_t i = 0; i < all.count(); ++i) result.push_back(all.lower + i * all.stride);
  return result;
}

RC_GTEST_PROP(Numbers, HoldEveryResultOfAnOperation, ()) {
  const auto op =
      static_cast<Opcode>(*rc::gen::inRange(static_cast<int>(Opcode::Negate), static_cast<int>(Opcode::BitXor) + 1));
  const Numbers a = any_numbers();
  const Numbers b = any_numbers();
  const Numbers all = computed(op, a, b);
  for (const std::int64_t x : members(a))
    for (const std::int64_t y : members(b)) {
      std::int32_t value = 0;
      if (model::compute(op, x, y, value) != model::EvalErrorKind::None) continue;
      RC_ASSERT(all.has(value));
    }
}

RC_GTEST_PROP(Numbers, JoinHoldsBothAndMeetWhatIsInBoth, ()) {
  const Numbers a = any_numbers();
  const Numbers b = any_numbers();
  const Numbers both = join(a, b);
  RC_ASSERT(both.contains(a));
  RC_ASSERT(both.contains(b));
  for (const std::int64_t x : members(a)) {
    if (b.has(x)) RC_ASSERT(meet(a, b).has(x));
    if (x != b.lower) RC_ASSERT(without(a, b.lower).has(x));
    if (x >= b.lower && x <= b.upper) RC_ASSERT(clamped(a, b.lower, b.upper).has(x));
  }
}

TEST(Numbers, WhatLeaves32BitsMayBeAnything) {
  const Numbers large = Numbers::between(Numbers::kHighest - 1, Numbers::kHighest);
  EXPECT_EQ(plus(large, Numbers::one(1)), Numbers::all());
  EXPECT_EQ(minus(negated(large), Numbers::one(5)), Numbers::all());
  EXPECT_EQ(negated(Numbers::one(Numbers::kLowest)), Numbers::all());
  EXPECT_EQ(computed(Opcode::Multiply, large, Numbers::one(2)), Numbers::all());
  EXPECT_EQ(computed(Opcode::Power, Numbers::between(2, 3), Numbers::one(40)), Numbers::all());
}

TEST(Numbers, StridesKeepFieldsOfStructsApart) {
  const Numbers addresses =
      plus(Numbers::one(100), computed(Opcode::Multiply, Numbers::between(0, 3), Numbers::one(4)));
  EXPECT_EQ(members(addresses), (std::vector<std::int64_t>{100, 104, 108, 112}));
}

TEST(Numbers, AnOperationThatAlwaysFailsHasNoResult) {
  EXPECT_TRUE(computed(Opcode::Divide, Numbers::between(1, 5), Numbers::one(0)).is_none());
  EXPECT_TRUE(computed(Opcode::Modulo, Numbers::between(1, 5), Numbers::one(0)).is_none());
  EXPECT_TRUE(computed(Opcode::ShiftLeft, Numbers::between(1, 5), Numbers::one(-1)).is_none());
}

}  // namespace
}  // namespace zonda::analysis
