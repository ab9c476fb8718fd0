// What the outcome of a condition says about the cells that it was computed from.
#include "analysis/code_effects.hpp"
#include "analysis/value_run.hpp"

#include <algorithm>

namespace zonda::analysis {

using model::Address;
using model::IntExpr;
using model::Opcode;

namespace {

// Results are computed from results, but learning from them backwards need not go far.
constexpr int kMostDepth = 16;

}  // namespace

bool ValueRun::refine(ValueMemory& memory, Address cell, const Numbers& in) {
  const Numbers old = value(memory, cell);
  const Numbers now = meet(old, in);
  if (now.is_none()) return false;
  if (now == old) return true;
  KnownCell& known = memory.at(cell);
  known.value = now;
  if (depth_ >= kMostDepth) return true;
  ++depth_;
  const Origin origin = known.origin;
  const bool is_possible = refine_operands(memory, origin, now);
  --depth_;
  return is_possible;
}

bool ValueRun::refine_truth(ValueMemory& memory, Address cell, bool is_true) {
  if (!is_true) return refine(memory, cell, Numbers::one(0));
  const Numbers old = value(memory, cell);
  if (old.lower == 0 || old.upper == 0) return refine(memory, cell, without(old, 0));
  return true;
}

bool ValueRun::refine_operands(ValueMemory& memory, const Origin& o, const Numbers& result) {
  if (o.op == Opcode::Halt) return true;
  if (o.op == Opcode::Load) return refine_index(memory, o, result);
  const bool has_b = has_operand(memory, o.b, o.b_version);
  switch (o.op) {
    case Opcode::Move:
      return !has_b || refine(memory, o.b, result);
    case Opcode::Bool:
    case Opcode::Not:
      if (!has_b || !result.is_one()) return true;
      return refine_truth(memory, o.b, (result.lower != 0) == (o.op == Opcode::Bool));
    case Opcode::Index:
      return !has_b || refine(memory, o.b, plus(result, Numbers::one(network_.code.ranges[o.c].lower)));
    case Opcode::Negate:
      return !has_b || result.lower == Numbers::kLowest || refine(memory, o.b, negated(result));
    case Opcode::Less:
    case Opcode::LessEqual:
    case Opcode::Equal:
    case Opcode::NotEqual:
      return !result.is_one() || refine_comparison(memory, o, result.lower != 0);
    case Opcode::Add:
    case Opcode::Subtract:
      break;
    default:
      return true;
  }
  if (!has_b || !has_operand(memory, o.c, o.c_version)) return true;
  const Numbers x = value(memory, o.b);
  const Numbers y = value(memory, o.c);
  const bool is_sum = o.op == Opcode::Add;
  // A sum that may have wrapped around says nothing.
  const std::int64_t lowest = is_sum ? x.lower + y.lower : x.lower - y.upper;
  const std::int64_t highest = is_sum ? x.upper + y.upper : x.upper - y.lower;
  if (lowest < Numbers::kLowest || highest > Numbers::kHighest) return true;
  if (is_sum) return refine(memory, o.b, minus(result, y)) && refine(memory, o.c, minus(result, value(memory, o.b)));
  return refine(memory, o.b, plus(result, y)) && refine(memory, o.c, minus(value(memory, o.b), result));
}

bool ValueRun::refine_comparison(ValueMemory& memory, const Origin& o, bool is_true) {
  const Numbers x = value(memory, o.b);
  const Numbers y = value(memory, o.c);
  const bool has_x = has_operand(memory, o.b, o.b_version);
  const bool has_y = has_operand(memory, o.c, o.c_version);
  // An operand that was overwritten since may have been anything then.
  if (!has_x || !has_y) return true;
  if (o.op == Opcode::Equal || o.op == Opcode::NotEqual) {
    if ((o.op == Opcode::Equal) == is_true) return refine(memory, o.b, y) && refine(memory, o.c, x);
    if (y.is_one() && !refine(memory, o.b, without(x, y.lower))) return false;
    return !x.is_one() || refine(memory, o.c, without(y, x.lower));
  }
  const std::int64_t gap = (o.op == Opcode::Less) == is_true ? 1 : 0;
  if (is_true)
    return refine(memory, o.b, Numbers::between(Numbers::kLowest, y.upper - gap)) &&
           refine(memory, o.c, Numbers::between(x.lower + gap, Numbers::kHighest));
  return refine(memory, o.b, Numbers::between(y.lower + gap, Numbers::kHighest)) &&
         refine(memory, o.c, Numbers::between(Numbers::kLowest, x.upper - gap));
}

// The index of an element with this value lies between the first and the last element that may have it.
bool ValueRun::refine_index(ValueMemory& memory, const Origin& o, const Numbers& result) {
  if (!has_operand(memory, o.c, o.c_version)) return true;
  Numbers index = value(memory, o.c);
  if (addresses(plus(Numbers::one(o.b), index), 1).count() != index.count()) return true;
  // An element that was overwritten since may have been anything then.
  const auto is_as_then = [&](Address cell) { return version(memory, cell) < o.b_version; };
  const auto is_possible = [&](std::int64_t at) {
    const auto cell = static_cast<Address>(o.b + at);
    return !is_as_then(cell) || !meet(value(memory, cell), result).is_none();
  };
  const std::int64_t by = std::max<std::int64_t>(1, index.stride);
  std::int64_t first = index.lower;
  std::int64_t last = index.upper;
  while (first <= last && !is_possible(first)) first += by;
  while (last >= first && !is_possible(last)) last -= by;
  if (first > last) return false;
  if (!refine(memory, o.c, Numbers::between(first, last))) return false;
  const auto element = static_cast<Address>(o.b + first);
  return first != last || !is_as_then(element) || refine(memory, element, result);
}

void ValueRun::assume(const IntExpr& e, std::vector<ValueMemory>& memories) {
  if (e.is_constant()) {
    if (e.value == 0) memories.clear();
    return;
  }
  if (!run(e, memories)) return;
  if (e.kind == IntExpr::Kind::Cell)
    for (const ValueMemory& m : memories) (void)read(m, m.result);
  std::erase_if(memories, [&](ValueMemory& m) { return !refine_truth(m, m.result, true); });
}

Numbers ValueRun::range(const IntExpr& e, const std::vector<ValueMemory>& memories) {
  const Numbers known = Numbers::between(e.lower, e.upper);
  Numbers result;
  for (const ValueMemory& memory : memories) {
    std::vector<ValueMemory> ends{memory};
    if (e.is_constant()) return Numbers::one(e.value);
    if (!run(e, ends)) return known;
    Numbers one;
    for (const ValueMemory& end : ends) one = join(one, value(end, end.result));
    if (e.kind == IntExpr::Kind::Program && !one.is_one() && !one.is_none()) split_over_few_values(e, memory, one);
    result = join(result, one);
  }
  return meet(result, known);
}

// Runs the expression for each value of the variables that it reads, if they are few, so that several occurrences of
// one variable count as the same.
void ValueRun::split_over_few_values(const IntExpr& e, const ValueMemory& memory, Numbers& result) {
  constexpr std::int64_t kMostCases = 256;
  constexpr std::size_t kMostInstructions = 64;
  std::vector<Address> cells;
  std::size_t instructions = 0;
  CodeEffects effects(network_);
  effects.for_each_instruction(e, [&](const model::Instruction& i) {
    ++instructions;
    if (i.op == Opcode::Jump || i.op == Opcode::JumpBack || i.op == Opcode::Call || i.op == Opcode::Return) return;
    for (const Address cell : {i.b, i.c}) {
      const bool is_variable = cell >= network_.processes.size() && is_state(cell);
      if (is_variable && std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
    }
  });
  if (instructions > kMostInstructions) return;
  std::int64_t cases = 1;
  std::erase_if(cells, [&](Address cell) {
    const std::int64_t count = value(memory, cell).count();
    if (count <= 1 || count > kMostCases / cases) return true;
    cases *= count;
    return false;
  });
  if (cells.empty()) return;
  Numbers split;
  for (std::int64_t number = 0; number < cases; ++number) {
    ValueMemory one = memory;
    std::int64_t rest = number;
    for (const Address cell : cells) {
      const Numbers all = value(memory, cell);
      one.at(cell).value = Numbers::one(all.lower + rest % all.count() * all.stride);
      rest /= all.count();
    }
    std::vector<ValueMemory> ends{one};
    if (!run(e, ends)) return;
    for (const ValueMemory& end : ends) split = join(split, value(end, end.result));
  }
  result = meet(split, Numbers::between(result.lower, result.upper));
}

}  // namespace zonda::analysis
