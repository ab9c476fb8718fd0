// The instructions that read and write cells.
#include "analysis/value_run.hpp"

#include <algorithm>
#include <utility>

namespace zonda::analysis {

using model::Address;
using model::Instruction;
using model::Opcode;

namespace {

// More addresses than these are not looked at one by one.
constexpr std::int64_t kMostAddresses = 4096;

}  // namespace

Numbers ValueRun::value(const ValueMemory& memory, Address cell) const {
  if (const KnownCell* known = memory.find(cell)) return known->value;
  if (is_state(cell)) return base_[cell];
  if (network_.code.holds_constant(cell)) return Numbers::one(network_.code.memory[cell]);
  return Numbers::all();
}

Numbers ValueRun::read(const ValueMemory& memory, Address cell) {
  if (reads_ != nullptr && is_state(cell) && read_stamps_[cell] != read_stamp_) {
    read_stamps_[cell] = read_stamp_;
    reads_->push_back(cell);
  }
  return value(memory, cell);
}

std::uint32_t ValueRun::version(const ValueMemory& memory, Address cell) const {
  const KnownCell* known = memory.find(cell);
  return known != nullptr ? known->version : 0;
}

// What is stored in a variable lies in its declared range, or an error has stopped the run before.
bool ValueRun::write(ValueMemory& memory, Address cell, const Numbers& value, const Origin& origin) {
  Numbers fitting = value;
  if (is_state(cell)) fitting = clamped(value, network_.cells[cell].lower, network_.cells[cell].upper);
  if (fitting.is_none()) return false;
  KnownCell& known = memory.at(cell);
  known.version = next_version_++;
  known.value = fitting;
  known.origin = origin;
  known.is_cut = false;
  memory.last_result = cell;
  return true;
}

void ValueRun::mark_cut(ValueMemory& memory, Address cell, Address from) {
  const KnownCell* source = memory.find(from);
  if (source == nullptr || !source->is_cut) return;
  memory.at(cell).is_cut = true;
  if (cuts_ != nullptr && is_state(cell)) (*cuts_)[cell] = true;
}

// The cell may get the value, or keep its own.
void ValueRun::write_perhaps(ValueMemory& memory, Address cell, const Numbers& value) {
  const Numbers old = this->value(memory, cell);
  (void)write(memory, cell, join(old, value), {});
}

Numbers ValueRun::addresses(const Numbers& numbers, std::uint32_t cells) const {
  const auto size = static_cast<std::int64_t>(network_.code.memory.size());
  const Numbers inside = clamped(numbers, 0, size - cells);
  return inside.count() * std::max(1U, cells) > kMostAddresses ? Numbers::none() : inside;
}

bool ValueRun::compute(ValueMemory& memory, const Instruction& i) {
  const Numbers x = read(memory, i.b);
  Origin origin{i.op, i.b, i.c, version(memory, i.b), 0};
  // An instruction that overwrites its operand, as in 'i = i + 1', leaves nothing to learn about it.
  const bool keeps_operands = i.a != i.b && i.a != i.c;
  switch (i.op) {
    case Opcode::Move:
      if (i.a == i.b) return true;
      if (!write(memory, i.a, x, origin)) return false;
      mark_cut(memory, i.a, i.b);
      return true;
    case Opcode::Bool:
    case Opcode::Not: {
      const Numbers is_zero = computed(Opcode::Equal, x, Numbers::one(0));
      const Numbers result = i.op == Opcode::Not ? is_zero : minus(Numbers::one(1), is_zero);
      return write(memory, i.a, result, i.a != i.b ? origin : Origin{});
    }
    case Opcode::Index: {
      const model::ValueRange& range = network_.code.ranges[i.c];
      const Numbers inside = clamped(x, range.lower, range.upper);
      if (inside.is_none()) return false;
      if (i.a == i.b) return write(memory, i.a, minus(inside, Numbers::one(range.lower)), {});
      return refine(memory, i.b, inside) && write(memory, i.a, minus(inside, Numbers::one(range.lower)), origin);
    }
    case Opcode::Negate:
    case Opcode::Abs:
      return write(memory, i.a, computed(i.op, x, x), i.a != i.b ? origin : Origin{});
    default:
      break;
  }
  const Numbers y = read(memory, i.c);
  origin.c_version = version(memory, i.c);
  return write(memory, i.a, computed(i.op, x, y), keeps_operands ? origin : Origin{});
}

bool ValueRun::load(ValueMemory& memory, const Instruction& i) {
  const Numbers index = read(memory, i.c);
  const Numbers from = addresses(plus(Numbers::one(i.b), index), 1);
  if (from.is_none()) {
    // Any cell may be read.
    if (reads_ != nullptr)
      for (Address cell = 0; cell < network_.cells.size(); ++cell) (void)read(memory, cell);
    return write(memory, i.a, Numbers::all(), {});
  }
  Numbers result;
  const std::int64_t by = std::max<std::int64_t>(1, from.stride);
  for (std::int64_t cell = from.lower; cell <= from.upper; cell += by)
    result = join(result, read(memory, static_cast<Address>(cell)));
  steps_left_ -= std::min<std::uint64_t>(steps_left_, static_cast<std::uint64_t>(from.count()) / 8);
  const Origin origin{i.op, i.b, i.c, next_version_, version(memory, i.c)};
  const bool keeps_index = i.a != i.c;
  return write(memory, i.a, result, keeps_index ? origin : Origin{});
}

bool ValueRun::store(ValueMemory& memory, const Instruction& i) {
  const Numbers value = read(memory, i.a);
  const Numbers to = addresses(plus(Numbers::one(i.b), read(memory, i.c)), 1);
  if (to.is_none()) {
    is_lost_ = true;
    return false;
  }
  steps_left_ -= std::min<std::uint64_t>(steps_left_, static_cast<std::uint64_t>(to.count()) / 8);
  if (to.is_one()) {
    if (!write(memory, static_cast<Address>(to.lower), value, {})) return false;
    mark_cut(memory, static_cast<Address>(to.lower), i.a);
  } else {
    for (std::int64_t cell = to.lower; cell <= to.upper; cell += to.stride) {
      write_perhaps(memory, static_cast<Address>(cell), value);
      mark_cut(memory, static_cast<Address>(cell), i.a);
    }
  }
  return true;
}

bool ValueRun::copy(ValueMemory& memory, const Instruction& i) {
  const Numbers to = addresses(read(memory, i.a), i.c);
  const Numbers from = addresses(read(memory, i.b), i.c);
  if (to.is_none() || from.is_none()) {
    is_lost_ = true;
    return false;
  }
  steps_left_ -= std::min<std::uint64_t>(steps_left_, static_cast<std::uint64_t>(to.count() + from.count()) * i.c / 4);
  std::vector<Numbers> values(i.c);
  for (std::int64_t first = from.lower; first <= from.upper; first += std::max<std::int64_t>(1, from.stride))
    for (Address k = 0; k < i.c; ++k) values[k] = join(values[k], read(memory, static_cast<Address>(first) + k));
  for (std::int64_t first = to.lower; first <= to.upper; first += std::max<std::int64_t>(1, to.stride))
    for (Address k = 0; k < i.c; ++k) {
      const Address cell = static_cast<Address>(first) + k;
      if (!to.is_one())
        write_perhaps(memory, cell, values[k]);
      else if (!write(memory, cell, values[k], {}))
        return false;
    }
  return true;
}

bool ValueRun::equal_blocks(ValueMemory& memory, const Instruction& i) {
  const Numbers left = addresses(read(memory, i.a), i.c);
  const Numbers right = addresses(read(memory, i.b), i.c);
  Numbers result = Numbers::between(0, 1);
  for (const Numbers& side : {left, right}) {
    if (reads_ == nullptr) break;
    const bool is_known = side.is_one();
    const Address first = is_known ? static_cast<Address>(side.lower) : 0;
    const auto count = is_known ? std::size_t{i.c} : network_.cells.size();
    for (Address k = 0; k < count; ++k) (void)read(memory, first + k);
  }
  if (left.is_one() && right.is_one()) {
    steps_left_ -= std::min<std::uint64_t>(steps_left_, i.c / 4);
    result = Numbers::one(1);
    for (Address k = 0; k < i.c; ++k) {
      const Numbers same = computed(Opcode::Equal, value(memory, static_cast<Address>(left.lower) + k),
                                    value(memory, static_cast<Address>(right.lower) + k));
      result = computed(Opcode::Minimum, result, same);
    }
  }
  return write(memory, i.a, result, {});
}

void ValueRun::note_clock(const ValueMemory& memory, const Instruction& i, std::uint32_t at) {
  (void)read(memory, i.a);
  const Numbers x = read(memory, i.b);
  if (i.op == Opcode::SetClock) {
    if (clocks_ != nullptr) clocks_->numbers = join(clocks_->numbers, x);
    return;
  }
  const Numbers offset = read(memory, i.c);
  if (clocks_ == nullptr) return;
  Numbers& known = clocks_->offsets[at];
  known = join(known, offset);
}

}  // namespace zonda::analysis
