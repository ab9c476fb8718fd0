// The instructions of compiled code, on intervals.
#include "analysis/abstract_run.hpp"

#include "model/arithmetic.hpp"

#include <utility>

namespace zonda::analysis {

namespace {

using model::Address;
using model::Instruction;
using model::IntExpr;
using model::Opcode;
using ValueKind = AbstractValue::Kind;

constexpr std::size_t kMostPaths = 64;
constexpr std::size_t kMostSteps = 20'000;

// The outcome of a test of a cell, with what each outcome says about the cell.
AbstractValue test(Address cell, Finding if_true, Finding if_false) {
  return {ValueKind::Test, {0, 1}, cell, if_true, if_false};
}

// What leaves 32 bits wraps around, and may become any number.
AbstractValue number(Interval i) {
  if (i.is_empty() || (model::fits_in_32_bits(i.lower) && model::fits_in_32_bits(i.upper))) return AbstractValue::of(i);
  return {};
}

Finding shifted(Interval in, std::int64_t by) { return {plus(in, Interval::one(by)), false, 0}; }

}  // namespace

Interval AbstractRun::before(const AbstractPath& path, Address cell) const {
  const auto known = path.before.find(cell);
  if (known != path.before.end()) return known->second;
  return {network_.cells[cell].lower, network_.cells[cell].upper};
}

Interval AbstractRun::numbers(const AbstractPath& path, const AbstractValue& value) const {
  return value.kind == ValueKind::Sum ? plus(before(path, value.cell), value.number) : value.number;
}

bool AbstractRun::learn(AbstractPath& path, Address cell, const Finding& finding) const {
  Interval known = meet(before(path, cell), finding.in);
  if (finding.has_hole && known.lower == finding.hole) ++known.lower;
  if (finding.has_hole && known.upper == finding.hole) --known.upper;
  path.before[cell] = known;
  return !known.is_empty();
}

bool AbstractRun::assume(AbstractPath& path, const AbstractValue& value, bool is_true) const {
  switch (value.kind) {
    case ValueKind::Number:
      return is_true ? !value.number.is_one(0) : value.number.has(0);
    case ValueKind::Test:
      return learn(path, value.cell, is_true ? value.if_true : value.if_false);
    case ValueKind::Sum:
      if (is_true && !value.number.is_one()) return true;
      if (is_true) return learn(path, value.cell, {Interval::all(), true, -value.number.lower});
      return learn(path, value.cell, {minus(value.number), false, 0});
  }
  return true;
}

AbstractValue AbstractRun::read(const AbstractPath& path, Address cell) const {
  const auto written = path.memory.find(cell);
  if (written != path.memory.end()) return written->second;
  if (is_variable(cell)) return AbstractValue::sum(cell, Interval::one(0));
  if (network_.code.holds_constant(cell)) return AbstractValue::of(Interval::one(network_.code.memory[cell]));
  return {};
}

AbstractValue AbstractRun::compared(const AbstractPath& path, Opcode op, const AbstractValue& x,
                                    const AbstractValue& y) const {
  const Interval a = numbers(path, x);
  const Interval b = numbers(path, y);
  const auto known = [](bool value) { return AbstractValue::of(Interval::one(value ? 1 : 0)); };
  if (op == Opcode::Less && a.upper < b.lower) return known(true);
  if (op == Opcode::Less && a.lower >= b.upper) return known(false);
  if (op == Opcode::LessEqual && a.upper <= b.lower) return known(true);
  if (op == Opcode::LessEqual && a.lower > b.upper) return known(false);
  if (op == Opcode::Equal || op == Opcode::NotEqual) {
    if (meet(a, b).is_empty()) return known(op == Opcode::NotEqual);
    if (a.is_one() && b == a) return known(op == Opcode::Equal);
  }
  // With a variable on one side and numbers on the other, the outcome says something about the variable.
  const bool is_left = x.kind == ValueKind::Sum && x.number.is_one();
  const bool is_right = y.kind == ValueKind::Sum && y.number.is_one();
  if (is_left == is_right) return AbstractValue::of({0, 1});
  const Address cell = is_left ? x.cell : y.cell;
  const Interval other = is_left ? b : a;
  const std::int64_t by = -(is_left ? x : y).number.lower;
  const std::int64_t gap = op == Opcode::Less ? 1 : 0;
  if (op == Opcode::Less || op == Opcode::LessEqual) {
    if (is_left)
      return test(cell, shifted(Interval::at_most(other.upper - gap), by),
                  shifted(Interval::at_least(other.lower + 1 - gap), by));
    return test(cell, shifted(Interval::at_least(other.lower + gap), by),
                shifted(Interval::at_most(other.upper - 1 + gap), by));
  }
  const Finding equal = shifted(other, by);
  const Finding different{Interval::all(), other.is_one(), other.lower + by};
  return op == Opcode::Equal ? test(cell, equal, different) : test(cell, different, equal);
}

// The value of the variable plus a number of the interval, where no such sum wraps around.
AbstractValue AbstractRun::sum(const AbstractPath& path, Address cell, Interval i) const {
  const Interval all = plus(before(path, cell), i);
  if (all.is_empty() || (model::fits_in_32_bits(all.lower) && model::fits_in_32_bits(all.upper)))
    return AbstractValue::sum(cell, i);
  return {};
}

AbstractValue AbstractRun::computed(const AbstractPath& path, const Instruction& i) const {
  const AbstractValue x = read(path, i.b);
  switch (i.op) {
    case Opcode::Move:
      return x;
    case Opcode::Bool:
    case Opcode::Not: {
      if (x.kind == ValueKind::Test) return i.op == Opcode::Bool ? x : test(x.cell, x.if_false, x.if_true);
      const auto op = i.op == Opcode::Bool ? Opcode::NotEqual : Opcode::Equal;
      return compared(path, op, x, AbstractValue::of(Interval::one(0)));
    }
    case Opcode::Index: {
      const model::ValueRange& range = network_.code.ranges[i.c];
      if (x.kind == ValueKind::Sum) return AbstractValue::sum(x.cell, plus(x.number, Interval::one(-range.lower)));
      return AbstractValue::of(
          plus(meet(numbers(path, x), {range.lower, range.upper}), Interval::one(-std::int64_t{range.lower})));
    }
    default:
      break;
  }
  const AbstractValue y = i.op == Opcode::Negate || i.op == Opcode::Abs ? x : read(path, i.c);
  if (i.op == Opcode::Less || i.op == Opcode::LessEqual || i.op == Opcode::Equal || i.op == Opcode::NotEqual)
    return compared(path, i.op, x, y);
  const Interval a = numbers(path, x);
  const Interval b = numbers(path, y);
  if (a.is_one() && b.is_one()) {
    std::int32_t value = 0;
    const bool works = model::compute(i.op, a.lower, b.lower, value) == model::EvalErrorKind::None;
    return AbstractValue::of(works ? Interval::one(value) : Interval{});
  }
  switch (i.op) {
    case Opcode::Add:
      if (x.kind == ValueKind::Sum && y.kind != ValueKind::Sum) return sum(path, x.cell, plus(x.number, b));
      if (y.kind == ValueKind::Sum && x.kind != ValueKind::Sum) return sum(path, y.cell, plus(y.number, a));
      return number(plus(a, b));
    case Opcode::Subtract:
      if (x.kind == ValueKind::Sum && y.kind != ValueKind::Sum) return sum(path, x.cell, plus(x.number, minus(b)));
      return number(plus(a, minus(b)));
    case Opcode::Negate:
      return number(minus(a));
    case Opcode::Minimum:
      return AbstractValue::of({std::min(a.lower, b.lower), std::min(a.upper, b.upper)});
    case Opcode::Maximum:
      return AbstractValue::of({std::max(a.lower, b.lower), std::max(a.upper, b.upper)});
    default:
      return {};
  }
}

AbstractRun::Next AbstractRun::load(AbstractPath& path, const Instruction& i) const {
  const Interval index = numbers(path, read(path, i.c));
  path.memory[i.a] = index.is_one() ? read(path, static_cast<Address>(i.b + index.lower)) : AbstractValue{};
  return Next::GoOn;
}

AbstractRun::Next AbstractRun::store(AbstractPath& path, const Instruction& i) const {
  const Interval index = numbers(path, read(path, i.c));
  if (!index.is_one()) return Next::Lost;
  path.memory[static_cast<Address>(i.b + index.lower)] = read(path, i.a);
  return Next::GoOn;
}

AbstractRun::Next AbstractRun::copy(AbstractPath& path, const Instruction& i) const {
  const Interval to = numbers(path, read(path, i.a));
  const Interval from = numbers(path, read(path, i.b));
  if (!to.is_one() || !from.is_one()) return Next::Lost;
  std::vector<AbstractValue> values;
  for (Address k = 0; k < i.c; ++k) values.push_back(read(path, static_cast<Address>(from.lower) + k));
  for (Address k = 0; k < i.c; ++k) path.memory[static_cast<Address>(to.lower) + k] = values[k];
  return Next::GoOn;
}

void AbstractRun::set_clock(AbstractPath& path, const Instruction& i) const {
  const Interval clock = numbers(path, read(path, i.a));
  if (clock.is_one())
    path.clocks.push_back(static_cast<std::uint32_t>(clock.lower));
  else
    path.sets_any_clock = true;
}

// A path may go on at the target of the jump, at the next instruction, or at both: then there are two paths.
AbstractRun::Next AbstractRun::branch(AbstractPath& path, const Instruction& i) {
  const bool jumps_if = i.op == Opcode::JumpNonZero;
  const AbstractValue value = read(path, i.b);
  AbstractPath other = path;
  if (assume(other, value, jumps_if)) {
    other.at = i.a;
    work_.push_back(std::move(other));
    if (work_.size() > kMostPaths) return Next::Lost;
  }
  return assume(path, value, !jumps_if) ? Next::GoOn : Next::Fails;
}

AbstractRun::Next AbstractRun::step(AbstractPath& path) {
  const Instruction& i = network_.code.instructions[path.at++];
  switch (i.op) {
    case Opcode::Halt:
      path.result = read(path, i.a);
      return Next::Done;
    case Opcode::Jump:
    case Opcode::JumpBack:
      path.at = i.a;
      return Next::GoOn;
    case Opcode::JumpZero:
    case Opcode::JumpNonZero:
      return branch(path, i);
    case Opcode::Call:
      path.returns.push_back(path.at);
      path.at = i.a;
      return Next::GoOn;
    case Opcode::Return:
      if (path.returns.empty()) return Next::Lost;
      path.at = path.returns.back();
      path.returns.pop_back();
      return Next::GoOn;
    case Opcode::CheckRange:
    case Opcode::CheckBlock:
      return Next::GoOn;
    case Opcode::Assert:
      return assume(path, read(path, i.a), true) ? Next::GoOn : Next::Fails;
    case Opcode::NoProcess:
      return Next::Fails;
    case Opcode::Load:
      return load(path, i);
    case Opcode::Store:
      return store(path, i);
    case Opcode::CopyBlock:
      return copy(path, i);
    case Opcode::EqualBlock:
      path.memory[i.a] = AbstractValue::of({0, 1});
      return Next::GoOn;
    case Opcode::SetClock:
    case Opcode::CopyClock:
      set_clock(path, i);
      return Next::GoOn;
    default:
      break;
  }
  AbstractValue value = computed(path, i);
  if (value.number.is_empty()) return Next::Fails;
  path.memory[i.a] = value;
  return Next::GoOn;
}

bool AbstractRun::run(const IntExpr& e, std::vector<AbstractPath>& out) {
  out.clear();
  AbstractPath first;
  if (e.kind != IntExpr::Kind::Program) {
    first.result =
        e.is_constant() ? AbstractValue::of(Interval::one(e.value)) : read(first, static_cast<Address>(e.value));
    out.push_back(std::move(first));
    return true;
  }
  first.at = static_cast<std::uint32_t>(e.value);
  work_.clear();
  work_.push_back(std::move(first));
  steps_ = 0;
  while (!work_.empty()) {
    AbstractPath path = std::move(work_.back());
    work_.pop_back();
    Next next = Next::GoOn;
    while (next == Next::GoOn) next = ++steps_ > kMostSteps ? Next::Lost : step(path);
    if (next == Next::Done) out.push_back(std::move(path));
    if (next == Next::Lost || out.size() > kMostPaths) return false;
  }
  return true;
}

}  // namespace zonda::analysis
