// The machine itself: operations, errors, budget, clocks.
#include "model/evaluator.hpp"

#include "unit/model/fixture.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace zonda::model {
namespace {

constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();

// Cells 0, 1, 2: result, left, right.
struct Machine {
  Code code;
  std::int32_t result = 0;
  bool run(std::vector<Instruction> instructions, std::vector<std::int32_t> memory) {
    code.instructions = std::move(instructions);
    code.places.clear();
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) code.places.push_back({i + 1, i + 2});
    code.memory = std::move(memory);
    evaluator = std::make_unique<Evaluator>(code);
    return evaluator->run({IntExpr::Kind::Program, 0, kMin, kMax}, result);
  }
  std::unique_ptr<Evaluator> evaluator;
};

struct EvaluatorCase {
  const char* name;
  Opcode op;
  std::int32_t left;
  std::int32_t right;
  std::int32_t expected;
};

class Arithmetic : public ::testing::TestWithParam<EvaluatorCase> {};

TEST_P(Arithmetic, GivesTheResult) {
  Machine machine;
  ASSERT_TRUE(machine.run({{GetParam().op, 0, 1, 2}, {Opcode::Halt, 0, 0, 0}}, {0, GetParam().left, GetParam().right}));
  EXPECT_EQ(machine.result, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Operations, Arithmetic,
    ::testing::Values(
        EvaluatorCase{"add", Opcode::Add, kMax, -1, kMax - 1},
        EvaluatorCase{"subtract", Opcode::Subtract, -1, kMax, kMin},
        EvaluatorCase{"multiply", Opcode::Multiply, -3, 7, -21}, EvaluatorCase{"divide", Opcode::Divide, -7, 2, -3},
        EvaluatorCase{"divideDown", Opcode::Divide, 7, -2, -3}, EvaluatorCase{"modulo", Opcode::Modulo, -7, 2, -1},
        EvaluatorCase{"moduloSign", Opcode::Modulo, 7, -2, 1}, EvaluatorCase{"moduloMin", Opcode::Modulo, kMin, -1, 0},
        EvaluatorCase{"power", Opcode::Power, -2, 31, kMin}, EvaluatorCase{"powerZero", Opcode::Power, 0, 0, 1},
        EvaluatorCase{"powerOfOne", Opcode::Power, 1, kMax, 1}, EvaluatorCase{"powerOdd", Opcode::Power, -1, kMax, -1},
        EvaluatorCase{"shiftLeft", Opcode::ShiftLeft, 1, 31, kMin},
        EvaluatorCase{"dropped", Opcode::ShiftLeft, 3, 31, kMin},
        EvaluatorCase{"shiftRight", Opcode::ShiftRight, -8, 1, -4},
        EvaluatorCase{"minimum", Opcode::Minimum, 2, -3, -3}, EvaluatorCase{"maximum", Opcode::Maximum, 2, -3, 2},
        EvaluatorCase{"less", Opcode::Less, -1, 0, 1}, EvaluatorCase{"lessEqual", Opcode::LessEqual, 1, 0, 0},
        EvaluatorCase{"equal", Opcode::Equal, 4, 4, 1}, EvaluatorCase{"notEqual", Opcode::NotEqual, 4, 4, 0},
        EvaluatorCase{"and", Opcode::BitAnd, 6, -4, 4}, EvaluatorCase{"or", Opcode::BitOr, 6, 9, 15},
        EvaluatorCase{"xor", Opcode::BitXor, 6, 5, 3}, EvaluatorCase{"negate", Opcode::Negate, kMax, 0, -kMax},
        EvaluatorCase{"abs", Opcode::Abs, -5, 0, 5}, EvaluatorCase{"bool", Opcode::Bool, -5, 0, 1},
        EvaluatorCase{"not", Opcode::Not, 5, 0, 0}, EvaluatorCase{"move", Opcode::Move, 5, 0, 5},
        EvaluatorCase{"addWraps", Opcode::Add, kMax, 1, kMin},
        EvaluatorCase{"subtractWraps", Opcode::Subtract, kMin, 1, kMax},
        EvaluatorCase{"multiplyWraps", Opcode::Multiply, 65536, 32768, kMin},
        EvaluatorCase{"multiplyWrapsToZero", Opcode::Multiply, 65536, 65536, 0},
        EvaluatorCase{"negateWraps", Opcode::Negate, kMin, 0, kMin},
        EvaluatorCase{"absWraps", Opcode::Abs, kMin, 0, kMin}, EvaluatorCase{"powerWraps", Opcode::Power, 2, 31, kMin},
        EvaluatorCase{"powerOfOdd", Opcode::Power, 3, 1000000007, 577888395},
        EvaluatorCase{"remainderOfLeast", Opcode::Modulo, kMin, -1, 0}),
    named<EvaluatorCase>);

struct Failing {
  const char* name;
  Opcode op;
  std::int32_t left;
  std::int32_t right;
  EvalErrorKind kind;
  std::int32_t value;
};

class ArithmeticError : public ::testing::TestWithParam<Failing> {};

TEST_P(ArithmeticError, IsReportedWithItsValue) {
  Machine machine;
  ASSERT_FALSE(
      machine.run({{GetParam().op, 0, 1, 2}, {Opcode::Halt, 0, 0, 0}}, {0, GetParam().left, GetParam().right}));
  EXPECT_EQ(machine.evaluator->error().kind, GetParam().kind);
  EXPECT_EQ(machine.evaluator->error().value, GetParam().value);
  EXPECT_EQ(machine.evaluator->error().range, (lang::SourceRange{1, 2}));
}

INSTANTIATE_TEST_SUITE_P(
    Operations, ArithmeticError,
    ::testing::Values(Failing{"divideMin", Opcode::Divide, kMin, -1, EvalErrorKind::Overflow, 0},
                      Failing{"divide", Opcode::Divide, 5, 0, EvalErrorKind::DivisionByZero, 0},
                      Failing{"modulo", Opcode::Modulo, 5, 0, EvalErrorKind::DivisionByZero, 0},
                      Failing{"shift", Opcode::ShiftLeft, 5, 32, EvalErrorKind::ShiftCount, 32},
                      Failing{"shiftBack", Opcode::ShiftRight, 5, -1, EvalErrorKind::ShiftCount, -1},
                      Failing{"exponent", Opcode::Power, 5, -2, EvalErrorKind::NegativeExponent, -2}),
    named<Failing>);

TEST(Evaluator, LoopsStopWhenTheBudgetIsSpent) {
  const auto built = build_right(with_edge("int n; void f() { while (true) n = 1 - n; }", "assign f();"));
  Trial run(*built->network);
  run.evaluator().set_budget(1000);
  EXPECT_EQ(run.update().error(), EvalErrorKind::Endless);
  EXPECT_EQ(run.evaluator().iterations(), 1000U);
}

TEST(Evaluator, LargeCopiesTakeFromTheBudget) {
  const auto built =
      build_right(with_edge("int a[64000], b[64000]; void f() { for (i : int[0,99]) a = b; }", "assign f();"));
  Trial run(*built->network);
  run.evaluator().set_budget(50'000);
  EXPECT_EQ(run.update().error(), EvalErrorKind::Endless);
  run.evaluator().set_budget(200'000);
  EXPECT_EQ(run.update().error(), EvalErrorKind::None);
}

TEST(Evaluator, ClockValuesAreComposedInOrder) {
  const auto built = build_right(
      with_edge("clock x, y, z; int n = 2; void f() { z = y + n; y = x; x = n; y = y + 1; }", "assign f();"));
  EXPECT_EQ(Trial(*built->network).update().clocks(), "x = 2, y = x + 1, z = y + 2");
}

TEST(Evaluator, ClearedClocksAreUnchanged) {
  const auto built = build_right(with_edge("clock x, y; void f() { x = y; }", "assign f();"));
  Trial run(*built->network);
  run.update();
  EXPECT_EQ(run.evaluator().changed_clocks().size(), 1U);
  run.evaluator().clear_clocks();
  EXPECT_TRUE(run.evaluator().changed_clocks().empty());
  EXPECT_EQ(run.clocks(), "");
}

TEST(Evaluator, DisassemblesAProgramUpToItsEnd) {
  const auto built = build_right(with_edge("int n;", "guard n + 1 > 2; assign n = 1;"));
  const std::string text = disassemble(
      built->network->code, static_cast<std::uint32_t>(built->network->processes[0].edges[0].guard.integer.value));
  EXPECT_NE(text.find(": add "), std::string::npos);
  EXPECT_NE(text.find(": less "), std::string::npos);
  EXPECT_NE(text.find(": halt "), std::string::npos);
}

TEST(Evaluator, ErrorsDescribeThemselves) {
  EXPECT_EQ(describe({EvalErrorKind::None, {}, 0, {}}), "no error");
  EXPECT_EQ(describe({EvalErrorKind::OutOfRange, {}, 4, {0, 3}}), "value 4 is outside [0,3]");
  EXPECT_EQ(describe({EvalErrorKind::IndexOutOfRange, {}, 7, {3, 5}}), "index 7 is outside [3,5]");
  EXPECT_EQ(describe({EvalErrorKind::DivisionByZero, {}, 0, {}}), "division by zero");
  EXPECT_EQ(describe({EvalErrorKind::ShiftCount, {}, -1, {}}), "shift by -1");
  EXPECT_EQ(describe({EvalErrorKind::Overflow, {}, 0, {}}), "the result does not fit in 32 bits");
  EXPECT_EQ(describe({EvalErrorKind::NegativeExponent, {}, -2, {}}), "negative exponent -2");
  EXPECT_EQ(describe({EvalErrorKind::NegativeClock, {}, -1, {}}), "a clock is set to -1");
  EXPECT_EQ(describe({EvalErrorKind::AssertionFailed, {}, 0, {}}), "the assertion does not hold");
  EXPECT_EQ(describe({EvalErrorKind::NoSuchProcess, {}, 0, {}}), "no process of the set has these arguments");
  EXPECT_EQ(describe({EvalErrorKind::Endless, {}, 500, {}}), "loops, quantifiers and calls take more than 500 rounds");
}

}  // namespace
}  // namespace zonda::model
