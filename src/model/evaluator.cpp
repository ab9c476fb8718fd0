#include "model/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "util/check.hpp"

namespace zonda::model {

std::string describe(const EvalError& error) {
  switch (error.kind) {
    case EvalErrorKind::None: return "no error";
    case EvalErrorKind::OutOfRange:
      return fmt::format("value {} is outside [{},{}]", error.value, error.allowed.lower, error.allowed.upper);
    case EvalErrorKind::IndexOutOfRange:
      return fmt::format("index {} is outside [{},{}]", error.value, error.allowed.lower, error.allowed.upper);
    case EvalErrorKind::DivisionByZero: return "division by zero";
    case EvalErrorKind::ShiftCount: return fmt::format("shift by {}", error.value);
    case EvalErrorKind::Overflow: return "the result does not fit in 32 bits";
    case EvalErrorKind::NegativeExponent: return fmt::format("negative exponent {}", error.value);
    case EvalErrorKind::NegativeClock: return fmt::format("a clock is set to {}", error.value);
    case EvalErrorKind::AssertionFailed: return "the assertion does not hold";
    case EvalErrorKind::NoSuchProcess: return "no process of the set has these arguments";
    case EvalErrorKind::Endless: return "the function does not end";
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
  changed_.reserve(code_.clocks + 1);
}

void Evaluator::clear_clocks() {
  for (const std::uint32_t clock : changed_) clock_values_[clock] = {clock, 0};
  changed_.clear();
}

bool Evaluator::fail(EvalErrorKind kind, std::uint32_t at, std::int32_t value, ValueRange allowed) {
  error_ = {kind, code_.places[at], value, allowed};
  return false;
}

bool Evaluator::set_clock(std::uint32_t clock, ClockValue value, std::uint32_t at) {
  if (value.source == ClockValue::kNumber && value.offset < 0)
    return fail(EvalErrorKind::NegativeClock, at, value.offset);
  ClockValue& place = clock_values_[clock];
  if (std::find(changed_.begin(), changed_.end(), clock) == changed_.end()) changed_.push_back(clock);
  place = value;
  return true;
}

// Operations whose result may not exist.
bool Evaluator::arithmetic(const Instruction& i, std::uint32_t at) {
  const std::int64_t x = memory_[i.b];
  const std::int64_t y = memory_[i.c];
  std::int64_t result = 0;
  switch (i.op) {
    case Opcode::Add: result = x + y; break;
    case Opcode::Subtract: result = x - y; break;
    case Opcode::Multiply: result = x * y; break;
    case Opcode::Negate: result = -x; break;
    case Opcode::Abs: result = x < 0 ? -x : x; break;
    case Opcode::Divide:
    case Opcode::Modulo:
      if (y == 0) return fail(EvalErrorKind::DivisionByZero, at, 0);
      result = i.op == Opcode::Divide ? x / y : x % y;
      break;
    case Opcode::ShiftLeft:
    case Opcode::ShiftRight:
      if (y < 0 || y > 31) return fail(EvalErrorKind::ShiftCount, at, static_cast<std::int32_t>(y));
      result = i.op == Opcode::ShiftLeft
                   ? static_cast<std::int32_t>(static_cast<std::uint32_t>(memory_[i.b]) << y)
                   : x >> y;
      break;
    case Opcode::Power: {
      if (y < 0) return fail(EvalErrorKind::NegativeExponent, at, static_cast<std::int32_t>(y));
      result = 1;
      // Bases 0, 1 and -1 never leave the range; any other one does within 32 rounds.
      const std::int64_t rounds = x >= -1 && x <= 1 ? (y == 0 ? 0 : 2 - y % 2) : y;
      for (std::int64_t k = 0; k < rounds; ++k) {
        result *= x;
        if (result > std::numeric_limits<std::int32_t>::max() || result < std::numeric_limits<std::int32_t>::min())
          return fail(EvalErrorKind::Overflow, at, 0);
      }
      break;
    }
    default: ZONDA_CHECK(false, "not an arithmetic operation");
  }
  if (result > std::numeric_limits<std::int32_t>::max() || result < std::numeric_limits<std::int32_t>::min())
    return fail(EvalErrorKind::Overflow, at, 0);
  memory_[i.a] = static_cast<std::int32_t>(result);
  return true;
}

bool Evaluator::run_program(std::uint32_t start, std::int32_t& result) {
  std::int32_t* const m = memory_.data();
  const Instruction* const code = code_.instructions.data();
  std::uint32_t at = start;
  std::uint32_t depth = 0;
  std::uint64_t left = budget_;
  for (;;) {
    const Instruction& i = code[at];
    switch (i.op) {
      case Opcode::Halt: result = m[i.a]; return true;
      case Opcode::Move: m[i.a] = m[i.b]; break;
      case Opcode::Bool: m[i.a] = m[i.b] != 0 ? 1 : 0; break;
      case Opcode::Not: m[i.a] = m[i.b] == 0 ? 1 : 0; break;
      case Opcode::Negate:
      case Opcode::Abs:
      case Opcode::Add:
      case Opcode::Subtract:
      case Opcode::Multiply:
      case Opcode::Divide:
      case Opcode::Modulo:
      case Opcode::Power:
      case Opcode::ShiftLeft:
      case Opcode::ShiftRight:
        if (!arithmetic(i, at)) return false;
        break;
      case Opcode::Minimum: m[i.a] = std::min(m[i.b], m[i.c]); break;
      case Opcode::Maximum: m[i.a] = std::max(m[i.b], m[i.c]); break;
      case Opcode::Less: m[i.a] = m[i.b] < m[i.c] ? 1 : 0; break;
      case Opcode::LessEqual: m[i.a] = m[i.b] <= m[i.c] ? 1 : 0; break;
      case Opcode::Equal: m[i.a] = m[i.b] == m[i.c] ? 1 : 0; break;
      case Opcode::NotEqual: m[i.a] = m[i.b] != m[i.c] ? 1 : 0; break;
      case Opcode::BitAnd: m[i.a] = m[i.b] & m[i.c]; break;
      case Opcode::BitOr: m[i.a] = m[i.b] | m[i.c]; break;
      case Opcode::BitXor: m[i.a] = m[i.b] ^ m[i.c]; break;
      case Opcode::Jump: at = i.a; continue;
      case Opcode::JumpBack:
        if (left-- == 0) return fail(EvalErrorKind::Endless, at, 0);
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
      case Opcode::Index: {
        const ValueRange& range = code_.ranges[i.c];
        const std::int32_t index = m[i.b];
        if (index < range.lower || index > range.upper) return fail(EvalErrorKind::IndexOutOfRange, at, index, range);
        m[i.a] = index - range.lower;
        break;
      }
      case Opcode::Load: m[i.a] = m[i.b + static_cast<Address>(m[i.c])]; break;
      case Opcode::Store: m[i.b + static_cast<Address>(m[i.c])] = m[i.a]; break;
      case Opcode::CopyBlock: {
        std::int32_t* to = m + m[i.a];
        const std::int32_t* from = m + m[i.b];
        std::copy(from, from + i.c, to);
        break;
      }
      case Opcode::EqualBlock: {
        const std::int32_t* x = m + m[i.a];
        const std::int32_t* y = m + m[i.b];
        m[i.a] = std::equal(x, x + i.c, y) ? 1 : 0;
        break;
      }
      case Opcode::Call:
        if (left-- == 0) return fail(EvalErrorKind::Endless, at, 0);
        returns_[depth++] = at + 1;
        at = i.a;
        continue;
      case Opcode::Return: at = returns_[--depth]; continue;
      case Opcode::SetClock:
        if (!set_clock(static_cast<std::uint32_t>(m[i.a]), {ClockValue::kNumber, m[i.b]}, at)) return false;
        break;
      case Opcode::CopyClock: {
        const ClockValue& from = clock_values_[static_cast<std::uint32_t>(m[i.b])];
        const std::int64_t offset = std::int64_t{from.offset} + m[i.c];
        if (offset > std::numeric_limits<std::int32_t>::max() || offset < std::numeric_limits<std::int32_t>::min())
          return fail(EvalErrorKind::Overflow, at, 0);
        if (!set_clock(static_cast<std::uint32_t>(m[i.a]), {from.source, static_cast<std::int32_t>(offset)}, at))
          return false;
        break;
      }
      case Opcode::Assert:
        if (m[i.a] == 0) return fail(EvalErrorKind::AssertionFailed, at, 0);
        break;
      case Opcode::NoProcess: return fail(EvalErrorKind::NoSuchProcess, at, 0);
    }
    ++at;
  }
}

std::string disassemble(const Code& code, std::uint32_t start) {
  static constexpr const char* kNames[] = {
      "halt", "move", "bool", "not", "neg", "abs", "add", "sub", "mul", "div", "mod", "pow", "shl", "shr", "min",
      "max", "lt", "le", "eq", "ne", "and", "or", "xor", "jump", "loop", "jz", "jnz", "range", "index", "load",
      "store", "copy", "same", "call", "ret", "clock", "clockcopy", "assert", "noprocess"};
  std::string result;
  for (std::uint32_t at = start; at < code.instructions.size(); ++at) {
    const Instruction& i = code.instructions[at];
    result += fmt::format("{}: {} {} {} {}\n", at, kNames[static_cast<std::size_t>(i.op)], i.a, i.b, i.c);
    if (i.op == Opcode::Halt || i.op == Opcode::Return) break;
  }
  return result;
}

}  // namespace zonda::model
