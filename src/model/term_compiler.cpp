#include "model/term_compiler.hpp"

#include "model/arithmetic.hpp"
#include "util/invariant.hpp"

#include <algorithm>

namespace zonda::model {

using Node = Blueprint::Node;

namespace {

Opcode opcode_of(Operation operation) {
  switch (operation) {
    case Operation::Add:
      return Opcode::Add;
    case Operation::Subtract:
      return Opcode::Subtract;
    case Operation::Multiply:
      return Opcode::Multiply;
    case Operation::Divide:
      return Opcode::Divide;
    case Operation::Modulo:
      return Opcode::Modulo;
    case Operation::ShiftLeft:
      return Opcode::ShiftLeft;
    case Operation::ShiftRight:
      return Opcode::ShiftRight;
    case Operation::BitAnd:
      return Opcode::BitAnd;
    case Operation::BitOr:
      return Opcode::BitOr;
    case Operation::BitXor:
      return Opcode::BitXor;
    case Operation::Minimum:
      return Opcode::Minimum;
    case Operation::Maximum:
      return Opcode::Maximum;
    case Operation::Less:
    case Operation::Greater:
      return Opcode::Less;
    case Operation::LessEqual:
    case Operation::GreaterEqual:
      return Opcode::LessEqual;
    case Operation::Equal:
      return Opcode::Equal;
    case Operation::NotEqual:
      return Opcode::NotEqual;
    case Operation::Not:
    case Operation::Negate:
    case Operation::Absolute:
    case Operation::And:
    case Operation::Or:
      break;
  }
  ZONDA_CHECK(false, "no such operation");
  return Opcode::Halt;
}

}  // namespace

TermCompiler::TermCompiler(Code& code, const Blueprint& blueprint, const std::vector<TermStorage>& variables,
                           const std::vector<std::uint32_t>& clocks)
    : Emitter(code, 0), blueprint_(blueprint), variables_(variables), clocks_(clocks) {}

IntExpr TermCompiler::integer(Term term) {
  return program([&] { return value(term); });
}

IntExpr TermCompiler::negative(Term term) {
  return program(
      [&] { return exact_sum(Opcode::Subtract, Operand::constant(0), value(term), blueprint_.node(term).range); });
}

IntExpr TermCompiler::negation(Term term) {
  return program([&] { return negation_of(value(term), blueprint_.node(term).range); });
}

Operand TermCompiler::value(Term term) {
  const Node& n = blueprint_.node(term);
  switch (n.kind) {
    case Node::Kind::Number:
      return Operand::constant(n.number);
    case Node::Kind::Value: {
      const TermStorage& v = variables_[n.id];
      return {false, 0, v.address, v.layout->lower, v.layout->upper};
    }
    case Node::Kind::Element:
      return element(n);
    case Node::Kind::At: {
      const auto last = static_cast<std::int32_t>(blueprint_.processes()[n.id].locations.size()) - 1;
      const Operand location{false, 0, n.id, 0, last};
      return arithmetic(Opcode::Equal, location, Operand::constant(static_cast<std::int32_t>(n.location)), n.range);
    }
    case Node::Kind::Unary:
      return unary(n);
    case Node::Kind::Binary:
      return n.operation == Operation::And || n.operation == Operation::Or ? logical(n) : binary(n);
    case Node::Kind::Choice:
      return choice(n);
  }
  ZONDA_CHECK(false, "no such term");
  return {};
}

TermCompiler::Place TermCompiler::place(VariableId variable, Term index, SourceRange range) {
  const TermStorage& v = variables_[static_cast<std::size_t>(variable)];
  const Operand at = value(index);
  const auto last = static_cast<std::int32_t>(v.elements) - 1;
  if (at.is_constant && at.value >= 0 && at.value <= last)
    return {v.address + static_cast<Address>(at.value), std::nullopt};
  // A wrong constant index fails when it is evaluated, not earlier: the code may never run.
  if (!at.is_constant && at.lower >= 0 && at.upper <= last) return {v.address, at.cell};
  const Address cell = temporary();
  emit(Opcode::Index, cell, cell_of(at), range_index(0, last), range);
  return {v.address, cell};
}

Operand TermCompiler::element(const Node& n) {
  const TermStorage& v = variables_[n.id];
  const Place from = place(static_cast<VariableId>(n.id), n.a, n.range);
  if (!from.index) return {false, 0, from.base, v.layout->lower, v.layout->upper};
  const Address cell = temporary();
  emit(Opcode::Load, cell, from.base, *from.index, n.range);
  return {false, 0, cell, v.layout->lower, v.layout->upper};
}

Operand TermCompiler::unary(const Node& n) {
  const Operand operand = value(n.a);
  if (n.operation == Operation::Not) return negation_of(operand, n.range);
  if (n.operation == Operation::Negate) return negative_of(operand, n.range);
  return absolute_of(operand, n.range);
}

Operand TermCompiler::binary(const Node& n) {
  const Operand a = value(n.a);
  const Operand b = value(n.b);
  const bool is_swapped = n.operation == Operation::Greater || n.operation == Operation::GreaterEqual;
  return arithmetic(opcode_of(n.operation), is_swapped ? b : a, is_swapped ? a : b, n.range);
}

Operand TermCompiler::logical(const Node& n) {
  const bool is_and = n.operation == Operation::And;
  const Operand left = value(n.a);
  if (left.is_constant) {
    const bool is_decided = (left.value != 0) != is_and;
    return is_decided ? Operand::constant(is_and ? 0 : 1) : as_truth(value(n.b), n.range);
  }
  const Address result = temporary();
  emit(Opcode::Bool, result, left.cell, 0, n.range);
  const std::uint32_t skip = emit(is_and ? Opcode::JumpZero : Opcode::JumpNonZero, 0, result, 0, n.range);
  emit(Opcode::Bool, result, cell_of(value(n.b)), 0, n.range);
  patch(skip);
  return Operand::truth(result);
}

Operand TermCompiler::choice(const Node& n) {
  const Operand condition = value(n.a);
  if (condition.is_constant) return value(condition.value != 0 ? n.b : n.c);
  Operand result = Operand::in(temporary());
  const std::uint32_t to_no = emit(Opcode::JumpZero, 0, condition.cell, 0, n.range);
  const Operand yes = value(n.b);
  emit(Opcode::Move, result.cell, cell_of(yes), 0, n.range);
  const std::uint32_t to_end = emit(Opcode::Jump, 0, 0, 0, n.range);
  patch(to_no);
  const Operand no = value(n.c);
  emit(Opcode::Move, result.cell, cell_of(no), 0, n.range);
  patch(to_end);
  result.lower = std::min(yes.lower, no.lower);
  result.upper = std::max(yes.upper, no.upper);
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// Statements

// If possible, clock assignments become a list and the rest a program. If the program sets clocks as well, it does
// everything, so that all assignments happen in the order written.
TermCompiler::Update TermCompiler::update(std::span<const Blueprint::Statement> statements) {
  Update result;
  bool has_resets = true;
  for (const Blueprint::Statement& s : statements) {
    if (s.kind == Blueprint::Statement::Kind::SetClock) {
      const std::optional<ClockReset> reset = static_reset(s);
      if (reset)
        result.resets.push_back(*reset);
      else
        has_resets = false;
    } else if (sets_clock_inside(s)) {
      has_resets = false;
    }
  }
  if (!has_resets) result.resets.clear();
  result.code = program([&] {
    run(statements, has_resets);
    result.sets_clocks = emission_->sets_clocks;
    return Operand::constant(0);
  });
  return result;
}

bool TermCompiler::sets_clock_inside(const Blueprint::Statement& s) {
  const auto sets = [](const Blueprint::Statement& each) {
    return each.kind == Blueprint::Statement::Kind::SetClock || sets_clock_inside(each);
  };
  return std::any_of(s.yes.begin(), s.yes.end(), sets) || std::any_of(s.otherwise.begin(), s.otherwise.end(), sets);
}

// A known number that is not negative, or another clock plus a known number.
std::optional<ClockReset> TermCompiler::static_reset(const Blueprint::Statement& s) {
  const EmissionScope scope(*this, false);
  const Operand number = value(s.value);
  if (!number.is_constant || here() > 0 || (!s.source && number.value < 0)) return std::nullopt;
  const std::uint32_t target = clocks_[static_cast<std::size_t>(s.clock)];
  if (!s.source) {
    note_number(number.value, s.range);
    return ClockReset{target, 0, number.value};
  }
  const std::uint32_t source = clocks_[static_cast<std::size_t>(*s.source)];
  add_copy({target, target, source, source, number.value, number.value, s.range});
  return ClockReset{target, source, number.value};
}

void TermCompiler::run(std::span<const Blueprint::Statement> statements, bool has_resets) {
  for (const Blueprint::Statement& s : statements) {
    switch (s.kind) {
      case Blueprint::Statement::Kind::Assign:
        assign(s);
        break;
      case Blueprint::Statement::Kind::SetClock:
        if (!has_resets) set_clock(s);
        break;
      case Blueprint::Statement::Kind::If:
        branch(s, has_resets);
        break;
      case Blueprint::Statement::Kind::Assert:
        emit(Opcode::Assert, cell_of(value(s.value)), 0, 0, s.range);
        break;
    }
  }
}

void TermCompiler::assign(const Blueprint::Statement& s) {
  const TermStorage& v = variables_[static_cast<std::size_t>(s.variable)];
  const Place to = s.index ? place(s.variable, *s.index, s.range) : Place{v.address, std::nullopt};
  const Operand fitted = converted(value(s.value), *v.layout, s.range);
  if (to.index)
    emit(Opcode::Store, cell_of(fitted), to.base, *to.index, s.range);
  else
    emit(Opcode::Move, to.base, cell_of(fitted), 0, s.range);
}

void TermCompiler::set_clock(const Blueprint::Statement& s) {
  emission_->sets_clocks = true;
  const auto cell_of_clock = [&](ClockId clock) {
    return constant_cell(static_cast<std::int32_t>(clocks_[static_cast<std::size_t>(clock)]));
  };
  const std::uint32_t target = clocks_[static_cast<std::size_t>(s.clock)];
  const Operand number = value(s.value);
  if (!s.source) {
    note_number(number.upper, s.range);
    emit(Opcode::SetClock, cell_of_clock(s.clock), cell_of(number), 0, s.range);
    return;
  }
  const std::uint32_t source = clocks_[static_cast<std::size_t>(*s.source)];
  add_copy({target, target, source, source, number.lower, number.upper, s.range});
  emit(Opcode::CopyClock, cell_of_clock(s.clock), cell_of_clock(*s.source), cell_of(number), s.range);
}

void TermCompiler::branch(const Blueprint::Statement& s, bool has_resets) {
  const Operand condition = value(s.value);
  if (condition.is_constant) return run(condition.value != 0 ? s.yes : s.otherwise, has_resets);
  const std::uint32_t to_no = emit(Opcode::JumpZero, 0, condition.cell, 0, s.range);
  run(s.yes, has_resets);
  if (s.otherwise.empty()) return patch(to_no);
  const std::uint32_t to_end = emit(Opcode::Jump, 0, 0, 0, s.range);
  patch(to_no);
  run(s.otherwise, has_resets);
  patch(to_end);
}

}  // namespace zonda::model
