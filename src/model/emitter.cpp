#include "model/emitter.hpp"

#include "model/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace zonda::model {

namespace {

constexpr std::size_t kMaxInstructions = 10'000'000;
// Cells for variables, constants and frames of functions together.
constexpr std::size_t kMaxMemory = std::size_t{1} << 25U;

bool is_jump(Opcode op) {
  return op == Opcode::Jump || op == Opcode::JumpBack || op == Opcode::JumpZero || op == Opcode::JumpNonZero;
}

bool is_comparison(Opcode op) {
  return op == Opcode::Less || op == Opcode::LessEqual || op == Opcode::Equal || op == Opcode::NotEqual;
}

// The least number of the form 2^k - 1 that is at least n.
std::int64_t all_bits_up_to(std::int64_t n) {
  std::int64_t ones = 0;
  while (ones < n) ones = 2 * ones + 1;
  return ones;
}

// Notes the interval of results if it is easy to tell. Returns false if results may leave 32 bits: then they wrap
// around, and any number is possible.
bool note_range(Opcode op, const Operand& a, const Operand& b, Operand& result) {
  const std::int64_t al = a.lower;
  const std::int64_t au = a.upper;
  const std::int64_t bl = b.lower;
  const std::int64_t bu = b.upper;
  std::int64_t lower = std::numeric_limits<std::int32_t>::min();
  std::int64_t upper = std::numeric_limits<std::int32_t>::max();
  switch (op) {
    case Opcode::Add:
      lower = al + bl, upper = au + bu;
      break;
    case Opcode::Subtract:
      lower = al - bu, upper = au - bl;
      break;
    case Opcode::Multiply: {
      const auto [low, high] = std::minmax({al * bl, al * bu, au * bl, au * bu});
      lower = low;
      upper = high;
      break;
    }
    case Opcode::Minimum:
      lower = std::min(al, bl), upper = std::min(au, bu);
      break;
    case Opcode::Maximum:
      lower = std::max(al, bl), upper = std::max(au, bu);
      break;
    case Opcode::Modulo: {
      // The remainder has the sign of the left side, and is smaller than the right one.
      const std::int64_t most = std::max({std::abs(bl), std::abs(bu), std::int64_t{1}}) - 1;
      lower = al >= 0 ? 0 : std::max(al, -most);
      upper = au <= 0 ? 0 : std::min(au, most);
      break;
    }
    case Opcode::Divide: {
      // A quotient that leaves 32 bits is an error.
      const std::int64_t most = std::min(std::max(std::abs(al), std::abs(au)), upper);
      lower = al >= 0 && bl >= 0 ? 0 : std::max(lower, -std::max(std::abs(al), std::abs(au)));
      upper = most;
      break;
    }
    case Opcode::ShiftRight:
      lower = std::min(al, std::int64_t{0}), upper = std::max(au, std::int64_t{0});
      break;
    case Opcode::BitAnd:
      if (al >= 0 && bl >= 0) lower = 0, upper = std::min(au, bu);
      break;
    case Opcode::BitOr:
    case Opcode::BitXor:
      if (al >= 0 && bl >= 0) lower = 0, upper = all_bits_up_to(std::max(au, bu));
      break;
    default:
      break;
  }
  if (!fits_in_32_bits(lower) || !fits_in_32_bits(upper)) return false;
  result.lower = static_cast<std::int32_t>(lower);
  result.upper = static_cast<std::int32_t>(upper);
  return true;
}

// Whether the constant result is not the exact one.
bool is_wrapped(Opcode op, std::int64_t a, std::int64_t b, std::int32_t folded) {
  switch (op) {
    case Opcode::Add:
      return a + b != folded;
    case Opcode::Subtract:
      return a - b != folded;
    case Opcode::Multiply:
      return a * b != folded;
    case Opcode::Power: {
      const double exact = std::pow(static_cast<double>(a), static_cast<double>(b));
      return exact != static_cast<double>(folded);
    }
    default:
      return false;
  }
}

}  // namespace

Emitter::Emitter(Code& code, std::uint32_t state_cells) : code_(code) {
  if (code_.memory.size() < state_cells) code_.memory.resize(state_cells);
}

Emitter::EmissionScope::EmissionScope(Emitter& emitter, bool has_own_cells)
    : emitter_(emitter), outer_(emitter.emission_) {
  if (emitter.emission_depth_ == emitter.emissions_.size()) emitter.emissions_.emplace_back();
  Emission& e = emitter.emissions_[emitter.emission_depth_++];
  e.instructions.clear();
  e.places.clear();
  e.has_own_cells = has_own_cells;
  e.next_temporary = 0;
  e.depth = 0;
  e.sets_clocks = false;
  e.copies = 1;
  emitter.emission_ = &e;
}

Emitter::EmissionScope::~EmissionScope() {
  --emitter_.emission_depth_;
  emitter_.emission_ = outer_;
}

std::uint32_t Emitter::emit(Opcode op, Address a, Address b, Address c, lang::SourceRange range) {
  if (code_.instructions.size() + emission_->instructions.size() >= kMaxInstructions)
    throw BuildError{fmt::format("the model needs more code than zonda allows ({} instructions)", kMaxInstructions),
                     range};
  emission_->instructions.push_back({op, a, b, c});
  emission_->places.push_back(range);
  return here() - 1;
}

Emitter::Mark Emitter::mark() const {
  return {emission_->instructions.size(), emission_->next_temporary, emission_->depth, emission_->sets_clocks};
}

void Emitter::roll_back(const Mark& mark) {
  emission_->instructions.resize(mark.size);
  emission_->places.resize(mark.size);
  emission_->next_temporary = mark.next_temporary;
  emission_->depth = mark.depth;
  emission_->sets_clocks = mark.sets_clocks;
}

std::uint32_t Emitter::append() {
  const auto start = static_cast<std::uint32_t>(code_.instructions.size());
  for (Instruction i : emission_->instructions) {
    if (is_jump(i.op)) i.a += start;
    code_.instructions.push_back(i);
  }
  code_.places.insert(code_.places.end(), emission_->places.begin(), emission_->places.end());
  code_.call_depth = std::max(code_.call_depth, emission_->depth);
  return start;
}

Address Emitter::reserve(std::uint64_t cells, lang::SourceRange range) {
  const std::size_t first = code_.memory.size();
  if (first + cells > kMaxMemory)
    throw BuildError{fmt::format("the model needs more memory than zonda allows ({} cells)", kMaxMemory), range};
  code_.memory.resize(first + cells);
  return static_cast<Address>(first);
}

Address Emitter::new_cell(std::int32_t initial) {
  const Address cell = reserve(1, {});
  code_.memory[cell] = initial;
  return cell;
}

Address Emitter::temporary() {
  if (emission_->has_own_cells) return new_cell();
  if (emission_->next_temporary == temporaries_.size()) temporaries_.push_back(new_cell());
  return temporaries_[emission_->next_temporary++];
}

Address Emitter::constant_cell(std::int32_t value) {
  const auto [place, is_new] = constant_cells_.try_emplace(value, 0);
  if (is_new) {
    place->second = new_cell(value);
    code_.mark_constant(place->second, 1);
  }
  return place->second;
}

Address Emitter::constant_block(std::span<const std::int32_t> values) {
  const auto [place, is_new] = constant_blocks_.try_emplace(values.data(), 0);
  if (is_new) {
    place->second = reserve(values.size(), {});
    std::copy(values.begin(), values.end(), code_.memory.begin() + place->second);
    code_.mark_constant(place->second, values.size());
  }
  return place->second;
}

Operand Emitter::to_temporary(const Operand& operand, lang::SourceRange range) {
  if (operand.is_constant) return operand;
  Operand copy = operand;
  copy.cell = temporary();
  emit(Opcode::Move, copy.cell, operand.cell, 0, range);
  return copy;
}

std::uint32_t Emitter::range_index(std::int32_t lower, std::int32_t upper) {
  const std::uint64_t key =
      (std::uint64_t{static_cast<std::uint32_t>(lower)} << 32U) | static_cast<std::uint32_t>(upper);
  const auto [place, is_new] = range_indices_.try_emplace(key, static_cast<std::uint32_t>(code_.ranges.size()));
  if (is_new) code_.ranges.push_back({lower, upper});
  return place->second;
}

Operand Emitter::as_truth(const Operand& operand, lang::SourceRange range) {
  if (operand.is_constant) return Operand::constant(operand.value != 0 ? 1 : 0);
  if (operand.is_truth()) return operand;
  const Address cell = temporary();
  emit(Opcode::Bool, cell, operand.cell, 0, range);
  return Operand::truth(cell);
}

Operand Emitter::negation_of(const Operand& operand, lang::SourceRange range) {
  if (operand.is_constant) return Operand::constant(operand.value == 0 ? 1 : 0);
  const Address cell = temporary();
  emit(Opcode::Not, cell, operand.cell, 0, range);
  return Operand::truth(cell);
}

Operand Emitter::negative_of(const Operand& operand, lang::SourceRange range) {
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  if (operand.lower == kLeast && operand.is_constant) note_wrap(range, true);
  if (operand.is_constant) return Operand::constant(wrapped(-std::int64_t{operand.value}));
  Operand result = Operand::in(temporary());
  emit(Opcode::Negate, result.cell, cell_of(operand), 0, range);
  if (operand.lower == kLeast) {
    note_wrap(range, false);
    return result;
  }
  result.lower = -operand.upper;
  result.upper = -operand.lower;
  return result;
}

Operand Emitter::absolute_of(const Operand& operand, lang::SourceRange range) {
  if (operand.lower >= 0) return operand;
  constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
  if (operand.lower == kLeast) note_wrap(range, operand.is_constant);
  if (operand.is_constant) return Operand::constant(wrapped(std::abs(std::int64_t{operand.value})));
  Operand result = Operand::in(temporary());
  emit(Opcode::Abs, result.cell, cell_of(operand), 0, range);
  if (operand.lower == kLeast) return result;
  result.lower = 0;
  result.upper = std::max(-operand.lower, std::abs(operand.upper));
  return result;
}

// If the sum might leave 32 bits, the operands are first checked to be small enough.
Operand Emitter::exact_sum(Opcode op, const Operand& a, const Operand& b, lang::SourceRange range) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int32_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t kHalf = kMost / 2;
  const bool is_sum = op == Opcode::Add;
  const auto checked = [&](const Operand& operand, std::int64_t lower, std::int64_t upper) {
    Layout layout;
    layout.kind = LayoutKind::Int;
    layout.lower = static_cast<std::int32_t>(std::max(lower, kLeast));
    layout.upper = static_cast<std::int32_t>(std::min(upper, kMost));
    return converted(operand, layout, range);
  };
  Operand scratch;
  if (note_range(op, a, b, scratch)) return arithmetic(op, a, b, range);
  if (a.is_constant && !b.is_constant) {
    const std::int64_t by = a.value;
    return arithmetic(op, a, is_sum ? checked(b, kLeast - by, kMost - by) : checked(b, by - kMost, by - kLeast), range);
  }
  if (b.is_constant && !a.is_constant) {
    const std::int64_t by = is_sum ? std::int64_t{b.value} : -std::int64_t{b.value};
    return arithmetic(op, checked(a, kLeast - by, kMost - by), b, range);
  }
  const Operand left = checked(a, -kHalf, kHalf);
  return arithmetic(op, left, checked(b, -kHalf, kHalf), range);
}

Operand Emitter::arithmetic(Opcode op, const Operand& a, const Operand& b, lang::SourceRange range) {
  if (a.is_constant && b.is_constant) {
    // An operation without a value fails at run time instead, because the code may never run.
    std::int32_t folded = 0;
    if (compute(op, a.value, b.value, folded) == EvalErrorKind::None) {
      return Operand::constant(folded);
    }
  }
  if (b.is_constant && b.value == 0 && (op == Opcode::Add || op == Opcode::Subtract)) return a;
  if (a.is_constant && a.value == 0 && op == Opcode::Add) return b;
  if (b.is_constant && b.value == 1 && op == Opcode::Multiply) return a;
  Operand result = Operand::in(temporary());
  emit(op, result.cell, cell_of(a), cell_of(b), range);
  if (is_comparison(op)) return Operand::truth(result.cell);
  (void)note_range(op, a, b, result);
  return result;
}

Operand Emitter::written(Opcode op, const Operand& a, const Operand& b, lang::SourceRange range) {
  const Operand result = arithmetic(op, a, b, range);
  Operand scratch;
  if (a.is_constant && b.is_constant && result.is_constant) {
    if (is_wrapped(op, a.value, b.value, result.value)) note_wrap(range, true);
  } else if (!note_range(op, a, b, scratch)) {
    note_wrap(range, false);
  }
  return result;
}

Operand Emitter::converted(const Operand& value, const Layout& layout, lang::SourceRange range) {
  if (value.lower >= layout.lower && value.upper <= layout.upper) return value;
  if (layout.kind == LayoutKind::Bool) return as_truth(value, range);
  emit(Opcode::CheckRange, cell_of(value), 0, range_index(layout.lower, layout.upper), range);
  Operand result = value;
  if (value.is_constant) return result;
  result.lower = std::max(value.lower, layout.lower);
  result.upper = std::min(value.upper, layout.upper);
  return result;
}

void Emitter::add_copy(const ClockCopy& copy) {
  auto& all = code_.clock_copies;
  if (std::find(all.begin(), all.end(), copy) == all.end()) all.push_back(copy);
}

void Emitter::note_wrap(lang::SourceRange range, bool is_sure) {
  const auto [place, is_new] = wrap_indices_.try_emplace(range.begin, wraps_.size());
  if (is_new)
    wraps_.push_back({range, is_sure});
  else if (is_sure)
    wraps_[place->second].is_sure = true;
}

std::vector<Emitter::Wrap> Emitter::take_wraps() {
  wrap_indices_.clear();
  return std::exchange(wraps_, {});
}

void warn_of_wraps(Emitter& emitter, lang::Diagnostics& diagnostics) {
  for (const Emitter::Wrap& wrap : emitter.take_wraps()) {
    if (!wrap.range.is_known()) continue;
    diagnostics.warning(
        "wrap-around", wrap.range,
        wrap.is_sure ? "the result leaves 32 bits and wraps around" : "the result may leave 32 bits and wrap around",
        wrap.is_sure ? "" : "the ranges of its operands allow it; smaller ranges rule it out");
  }
}

void Emitter::note_number(std::int32_t highest, lang::SourceRange range) {
  if (highest <= code_.highest_clock_number) return;
  code_.highest_clock_number = highest;
  code_.highest_clock_range = range;
}

}  // namespace zonda::model
