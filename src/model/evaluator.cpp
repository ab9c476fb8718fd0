#include "model/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace zonda::model {

std::string describe(const EvalError& error) {
  switch (error.kind) {
    case EvalErrorKind::None:
      return "no error";
    case EvalErrorKind::OutOfRange:
      return fmt::format("value {} is outside [{},{}]", error.value, error.allowed.lower, error.allowed.upper);
    case EvalErrorKind::IndexOutOfRange:
      return fmt::format("index {} is outside [{},{}]", error.value, error.allowed.lower, error.allowed.upper);
    case EvalErrorKind::DivisionByZero:
      return "division by zero";
    case EvalErrorKind::ShiftCount:
      return fmt::format("shift by {}", error.value);
    case EvalErrorKind::Overflow:
      return "the result does not fit in 32 bits";
    case EvalErrorKind::NegativeExponent:
      return fmt::format("negative exponent {}", error.value);
    case EvalErrorKind::NegativeClock:
      return fmt::format("a clock is set to {}", error.value);
    case EvalErrorKind::AssertionFailed:
      return "the assertion does not hold";
    case EvalErrorKind::NoSuchProcess:
      return "no process of the set has these arguments";
    case EvalErrorKind::Endless:
      if (error.value == 0) return "no rounds are left for loops, quantifiers and calls";
      return fmt::format("loops, quantifiers and calls take more than {} rounds", error.value);
  }
  return "?";
}

Evaluator::Evaluator(const Code& code) : code_(code) { extend(); }

void Evaluator::extend() {
  const std::size_t known = memory_.size();
  memory_.resize(code_.memory.size());
  std::copy(code_.memory.begin() + static_cast<std::ptrdiff_t>(known), code_.memory.end(),
            memory_.begin() + static_cast<std::ptrdiff_t>(known));
  returns_.resize(std::max<std::size_t>(returns_.size(), code_.call_depth + 1));
  for (std::uint32_t clock = static_cast<std::uint32_t>(clock_values_.size()); clock <= code_.clocks; ++clock)
    clock_values_.push_back({clock, 0});
  is_changed_.resize(clock_values_.size(), false);
  changed_.reserve(clock_values_.size());
}

void Evaluator::clear_clocks() {
  risky_.clear();
  for (const std::uint32_t clock : changed_) {
    clock_values_[clock] = {clock, 0};
    is_changed_[clock] = false;
  }
  changed_.clear();
}

bool Evaluator::fail(EvalErrorKind kind, std::uint32_t at, std::int32_t value, ValueRange allowed) {
  error_ = {kind, code_.places[at], value, allowed};
  return false;
}

bool Evaluator::fail_arithmetic(EvalErrorKind kind, const Instruction& i, std::uint32_t at) {
  const bool is_right = kind == EvalErrorKind::ShiftCount || kind == EvalErrorKind::NegativeExponent;
  return fail(kind, at, is_right ? memory_[i.c] : 0);
}

bool Evaluator::set_clock(std::uint32_t clock, ClockValue value, std::uint32_t at) {
  if (value.source == ClockValue::kNumber && value.offset < 0)
    return fail(EvalErrorKind::NegativeClock, at, value.offset);
  if (value.offset < 0) risky_.push_back(value);
  if (!is_changed_[clock]) {
    is_changed_[clock] = true;
    changed_.push_back(clock);
  }
  clock_values_[clock] = value;
  return true;
}

bool Evaluator::copy_clock(const Instruction& i, std::uint32_t at) {
  const ClockValue from = clock_values_[static_cast<std::uint32_t>(memory_[i.b])];
  const std::int64_t offset = std::int64_t{from.offset} + memory_[i.c];
  if (!fits_in_32_bits(offset)) return fail(EvalErrorKind::Overflow, at, 0);
  return set_clock(static_cast<std::uint32_t>(memory_[i.a]), {from.source, static_cast<std::int32_t>(offset)}, at);
}

bool Evaluator::check_block(const Instruction& i, std::uint32_t at) {
  const ValueRange& range = code_.ranges[i.c];
  const std::int32_t* const first = memory_.data() + memory_[i.a];
  for (const std::int32_t* cell = first; cell != first + i.b; ++cell)
    if (*cell < range.lower || *cell > range.upper) return fail(EvalErrorKind::OutOfRange, at, *cell, range);
  return true;
}

// Notes what the instruction wrote to observed cells.
void Evaluator::note_result(const Instruction& i) {
  const auto note = [this](std::size_t cell) {
    if (cell >= seen_.size()) return;
    seen_[cell].lower = std::min(seen_[cell].lower, memory_[cell]);
    seen_[cell].upper = std::max(seen_[cell].upper, memory_[cell]);
  };
  if (has_result(i.op)) note(i.a);
  if (i.op == Opcode::Store) note(i.b + static_cast<Address>(memory_[i.c]));
  if (i.op == Opcode::CopyBlock)
    for (Address k = 0; k < i.c; ++k) note(static_cast<Address>(memory_[i.a]) + k);
}

template <bool kObserves>
bool Evaluator::run_program(std::uint32_t start, std::int32_t& result) {
  // A block of this many cells costs about as much as a round of a small loop.
  constexpr std::uint32_t kCellsPerRound = 64;
  std::int32_t* const m = memory_.data();
  const Instruction* const code = code_.instructions.data();
  std::uint32_t at = start;
  std::uint32_t depth = 0;
  left_ = budget_;
  for (;;) {
    const Instruction& i = code[at];
    switch (i.op) {
      case Opcode::Halt:
        result = m[i.a];
        return true;
      case Opcode::Move:
        m[i.a] = m[i.b];
        break;
      case Opcode::Bool:
        m[i.a] = m[i.b] != 0 ? 1 : 0;
        break;
      case Opcode::Not:
        m[i.a] = m[i.b] == 0 ? 1 : 0;
        break;
      case Opcode::Add:
        m[i.a] = wrapped(std::int64_t{m[i.b]} + m[i.c]);
        break;
      case Opcode::Subtract:
        m[i.a] = wrapped(std::int64_t{m[i.b]} - m[i.c]);
        break;
      case Opcode::Multiply:
        m[i.a] = wrapped(std::int64_t{m[i.b]} * m[i.c]);
        break;
      case Opcode::Negate:
        m[i.a] = wrapped(-std::int64_t{m[i.b]});
        break;
      case Opcode::Abs:
        m[i.a] = wrapped(std::abs(std::int64_t{m[i.b]}));
        break;
      case Opcode::Divide:
      case Opcode::Modulo:
      case Opcode::Power:
      case Opcode::ShiftLeft:
      case Opcode::ShiftRight:
        if (const auto kind = compute(i.op, m[i.b], m[i.c], m[i.a]); kind != EvalErrorKind::None)
          return fail_arithmetic(kind, i, at);
        break;
      case Opcode::Minimum:
        m[i.a] = std::min(m[i.b], m[i.c]);
        break;
      case Opcode::Maximum:
        m[i.a] = std::max(m[i.b], m[i.c]);
        break;
      case Opcode::Less:
        m[i.a] = m[i.b] < m[i.c] ? 1 : 0;
        break;
      case Opcode::LessEqual:
        m[i.a] = m[i.b] <= m[i.c] ? 1 : 0;
        break;
      case Opcode::Equal:
        m[i.a] = m[i.b] == m[i.c] ? 1 : 0;
        break;
      case Opcode::NotEqual:
        m[i.a] = m[i.b] != m[i.c] ? 1 : 0;
        break;
      case Opcode::BitAnd:
        m[i.a] = m[i.b] & m[i.c];
        break;
      case Opcode::BitOr:
        m[i.a] = m[i.b] | m[i.c];
        break;
      case Opcode::BitXor:
        m[i.a] = m[i.b] ^ m[i.c];
        break;
      case Opcode::Jump:
        at = i.a;
        continue;
      case Opcode::JumpBack:
        if (!spend(1)) return fail(EvalErrorKind::Endless, at, budget_value());
        at = i.a;
        continue;
      case Opcode::JumpZero:
        if (m[i.b] == 0) {
          at = i.a;
          continue;
        }
        break;
      case Opcode::JumpNonZero:
        if (m[i.b] != 0) {
          at = i.a;
          continue;
        }
        break;
      case Opcode::CheckRange: {
        const ValueRange& range = code_.ranges[i.c];
        if (m[i.a] < range.lower || m[i.a] > range.upper) return fail(EvalErrorKind::OutOfRange, at, m[i.a], range);
        break;
      }
      case Opcode::CheckBlock:
        if (!spend(i.b / kCellsPerRound)) return fail(EvalErrorKind::Endless, at, budget_value());
        if (!check_block(i, at)) return false;
        break;
      case Opcode::Index: {
        const ValueRange& range = code_.ranges[i.c];
        const std::int32_t index = m[i.b];
        if (index < range.lower || index > range.upper) return fail(EvalErrorKind::IndexOutOfRange, at, index, range);
        m[i.a] = index - range.lower;
        break;
      }
      case Opcode::Load:
        m[i.a] = m[i.b + static_cast<Address>(m[i.c])];
        break;
      case Opcode::Store:
        m[i.b + static_cast<Address>(m[i.c])] = m[i.a];
        break;
      case Opcode::CopyBlock: {
        if (!spend(i.c / kCellsPerRound)) return fail(EvalErrorKind::Endless, at, budget_value());
        const std::int32_t* const from = m + m[i.b];
        std::copy(from, from + i.c, m + m[i.a]);
        break;
      }
      case Opcode::EqualBlock: {
        if (!spend(i.c / kCellsPerRound)) return fail(EvalErrorKind::Endless, at, budget_value());
        const std::int32_t* const x = m + m[i.a];
        m[i.a] = std::equal(x, x + i.c, m + m[i.b]) ? 1 : 0;
        break;
      }
      case Opcode::Call:
        if (!spend(1)) return fail(EvalErrorKind::Endless, at, budget_value());
        returns_[depth++] = at + 1;
        at = i.a;
        continue;
      case Opcode::Return:
        at = returns_[--depth];
        continue;
      case Opcode::SetClock:
        if (!set_clock(static_cast<std::uint32_t>(m[i.a]), {ClockValue::kNumber, m[i.b]}, at)) return false;
        break;
      case Opcode::CopyClock:
        if (!copy_clock(i, at)) return false;
        break;
      case Opcode::Assert:
        if (m[i.a] == 0) return fail(EvalErrorKind::AssertionFailed, at, 0);
        break;
      case Opcode::NoProcess:
        return fail(EvalErrorKind::NoSuchProcess, at, 0);
    }
    if constexpr (kObserves) note_result(i);
    ++at;
  }
}

template bool Evaluator::run_program<false>(std::uint32_t start, std::int32_t& result);
template bool Evaluator::run_program<true>(std::uint32_t start, std::int32_t& result);

}  // namespace zonda::model
