#include "model/code.hpp"

#include <fmt/format.h>

#include <array>

namespace zonda::model {

bool has_result(Opcode op) {
  switch (op) {
    case Opcode::Halt:
    case Opcode::Jump:
    case Opcode::JumpBack:
    case Opcode::JumpZero:
    case Opcode::JumpNonZero:
    case Opcode::CheckRange:
    case Opcode::CheckBlock:
    case Opcode::Store:
    case Opcode::CopyBlock:
    case Opcode::Call:
    case Opcode::Return:
    case Opcode::SetClock:
    case Opcode::CopyClock:
    case Opcode::Assert:
    case Opcode::NoProcess:
      return false;
    default:
      return true;
  }
}

namespace {

constexpr std::array kNames = {
    "halt",   "move",  "bool",   "not",  "negate", "abs",    "add",        "subtract",   "multiply", "divide",
    "modulo", "power", "shl",    "shr",  "min",    "max",    "less",       "less-equal", "equal",    "unequal",
    "bitand", "bitor", "bitxor", "jump", "loop",   "jump-0", "jump-not-0", "range",      "ranges",   "index",
    "load",   "store", "copy",   "same", "call",   "return", "set-clock",  "copy-clock", "assert",   "no-process"};
static_assert(kNames.size() == static_cast<std::size_t>(Opcode::NoProcess) + 1);

}  // namespace

std::string disassemble(const Code& code, std::uint32_t start) {
  std::string result;
  for (std::uint32_t at = start; at < code.instructions.size(); ++at) {
    const Instruction& i = code.instructions[at];
    result += fmt::format("{}: {} {} {} {}\n", at, kNames[static_cast<std::size_t>(i.op)], i.a, i.b, i.c);
    if (i.op == Opcode::Halt || i.op == Opcode::Return) break;
  }
  return result;
}

}  // namespace zonda::model
