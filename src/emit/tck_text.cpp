#include "emit/tck_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::emit {

using model::Opcode;
using Kind = TermNode::Kind;

namespace {

constexpr std::uint32_t kMaxTerm = 20'000;
constexpr std::size_t kMaxText = 1U << 18;
constexpr int kSum = 1;
constexpr int kProduct = 2;
constexpr int kFactor = 3;

bool is_comparison(const TermNode& n) {
  return n.kind == Kind::Operator &&
         (n.op == Opcode::Less || n.op == Opcode::LessEqual || n.op == Opcode::Equal || n.op == Opcode::NotEqual);
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------
// Integers

void TckText::term(Term t, int precedence, std::string& out) {
  const TermNode n = terms_[t];
  if (n.size > kMaxTerm || out.size() > kMaxText) throw TckRefusal{"code that becomes too large", {}};
  switch (n.kind) {
    case Kind::Number:
      // The negative of the smallest number is not a number.
      if (n.value == std::numeric_limits<std::int32_t>::min())
        out += "(-2147483647-1)";
      else
        out += n.value < 0 && precedence > 0 ? fmt::format("({})", n.value) : std::to_string(n.value);
      return;
    case Kind::Cell: {
      const TckVariable& v = names_.variable_of(static_cast<std::uint32_t>(n.value));
      out += v.name;
      if (v.count > 1) out += fmt::format("[{}]", static_cast<std::uint32_t>(n.value) - v.base);
      return;
    }
    case Kind::Element:
      out += names_.variable_of(static_cast<std::uint32_t>(n.value)).name;
      out += '[';
      term(n.a, 0, out);
      out += ']';
      return;
    case Kind::Local:
      out += local(static_cast<std::uint32_t>(n.value));
      return;
    case Kind::Choice:
      out += "(if ";
      formula(n.a, out);
      out += " then ";
      term(n.b, 0, out);
      out += " else ";
      term(n.c, 0, out);
      out += ')';
      return;
    case Kind::Checked: {
      // There is no such value: a division by zero makes the evaluation fail.
      std::string inner;
      term(n.a, kFactor, inner);
      out += fmt::format("(if {0} >= {1} && {0} <= {2} then {0} else 1 / ({0} - {0}))", inner, n.lower, n.upper);
      return;
    }
    case Kind::Operator:
      operation(n, precedence, out);
      return;
  }
}

void TckText::operation(const TermNode& n, int precedence, std::string& out) {
  if (is_comparison(n)) {
    out += "(if ";
    comparison(n, out);
    out += " then 1 else 0)";
    return;
  }
  if (n.op == Opcode::Negate) {
    out += "(-";
    term(n.a, kFactor, out);
    out += ')';
    return;
  }
  const bool is_sum = n.op == Opcode::Add || n.op == Opcode::Subtract;
  const int own = is_sum ? kSum : kProduct;
  if (own < precedence) out += '(';
  term(n.a, own, out);
  // x + -1 is written x - 1.
  const bool is_less = n.op == Opcode::Add && terms_.is_number(n.b) && terms_[n.b].value < 0 &&
                       terms_[n.b].value != std::numeric_limits<std::int32_t>::min();
  out += is_less || n.op == Opcode::Subtract ? " - "
         : n.op == Opcode::Add               ? " + "
         : n.op == Opcode::Multiply          ? " * "
         : n.op == Opcode::Divide            ? " / "
                                             : " % ";
  if (is_less)
    out += std::to_string(-terms_[n.b].value);
  else
    term(n.b, own + 1, out);
  if (own < precedence) out += ')';
}

void TckText::comparison(const TermNode& n, std::string& out) {
  const bool is_turned = terms_.is_number(n.a) && !terms_.is_number(n.b);
  term(is_turned ? n.b : n.a, kSum, out);
  switch (n.op) {
    case Opcode::Less:
      out += is_turned ? " > " : " < ";
      break;
    case Opcode::LessEqual:
      out += is_turned ? " >= " : " <= ";
      break;
    case Opcode::Equal:
      out += " == ";
      break;
    default:
      out += " != ";
  }
  term(is_turned ? n.a : n.b, 0, out);
}

// Writes a formula as a conjunction, the only connective that the format has.
void TckText::formula(Term t, std::string& out) {
  const TermNode n = terms_[t];
  if (n.kind == Kind::Choice && (terms_.is_number(n.c, 0) || terms_.is_number(n.b, 0))) {
    const bool is_and = terms_.is_number(n.c, 0);
    formula(is_and ? n.a : terms_.negated(n.a), out);
    out += " && ";
    formula(is_and ? n.b : n.c, out);
    return;
  }
  if (is_comparison(n))
    comparison(n, out);
  else
    term(t, kSum, out);
}

// ---------------------------------------------------------------------------------------------------------
// Clocks

std::string TckText::clock(Term number) {
  const TermNode n = terms_[number];
  const TckVariable* const found = n.lower < 1 ? nullptr : &names_.clock_of(static_cast<std::uint32_t>(n.lower));
  if (found == nullptr || static_cast<std::uint32_t>(n.upper) >= found->base + found->count)
    throw TckRefusal{"a clock that is chosen among several declarations while the model runs", {}};
  const TckVariable& v = *found;
  if (v.count == 1) return v.name;
  const Term index = terms_.operation(Opcode::Add, number, terms_.number(-static_cast<std::int32_t>(v.base)), {});
  // The rest of base + i - base.
  Term shown = index;
  const TermNode sum = terms_[number];
  if (sum.kind == Kind::Operator && sum.op == Opcode::Add && terms_.is_number(sum.b))
    shown = terms_.operation(Opcode::Add, sum.a, terms_.number(terms_[sum.b].value - static_cast<std::int32_t>(v.base)),
                             {});
  std::string out = v.name + "[";
  term(shown, 0, out);
  return out + "]";
}

Term TckText::opposite(Term t) {
  const TermNode n = terms_[t];
  if (n.kind == Kind::Operator && n.op == Opcode::Negate) return n.a;
  if (n.kind == Kind::Operator && n.op == Opcode::Subtract) return terms_.operation(Opcode::Subtract, n.b, n.a, {});
  if (n.kind == Kind::Operator && n.op == Opcode::Multiply && terms_.is_number(n.b, -1)) return n.a;
  return terms_.operation(Opcode::Negate, t, 0, {});
}

bool TckText::is_opposite(const TckAtom& a, const TckAtom& b) {
  return !a.is_strict && !b.is_strict && a.left == b.right && a.right == b.left &&
         (opposite(a.bound) == b.bound || opposite(b.bound) == a.bound);
}

void TckText::atom(const TckAtom& a, bool is_equality, std::string& out) {
  const bool is_lower = terms_.is_number(a.left, 0);
  out += clock(is_lower ? a.right : a.left);
  if (!is_lower && !terms_.is_number(a.right, 0)) out += " - " + clock(a.right);
  out += is_equality ? " == " : is_lower ? (a.is_strict ? " > " : " >= ") : (a.is_strict ? " < " : " <= ");
  term(is_lower ? opposite(a.bound) : a.bound, 0, out);
}

std::string TckText::guard(const TckGuard& guard) {
  std::string out;
  if (!terms_.is_number(guard.integer, 1)) formula(guard.integer, out);
  for (std::size_t i = 0; i < guard.atoms.size(); ++i) {
    if (!out.empty()) out += " && ";
    const bool is_equality = i + 1 < guard.atoms.size() && is_opposite(guard.atoms[i], guard.atoms[i + 1]);
    atom(guard.atoms[i], is_equality, out);
    if (is_equality) ++i;
  }
  return out;
}

// ---------------------------------------------------------------------------------------------------------
// Statements

void TckText::statement(const TckStatement& s, std::string& out) {
  const auto assign = [&](const std::string& to) {
    out += to + " = ";
    term(s.value, 0, out);
  };
  switch (s.kind) {
    case TckStatement::Kind::Variable: {
      const TckVariable& v = names_.variable_of(s.target);
      assign(v.count > 1 ? fmt::format("{}[{}]", v.name, s.target - v.base) : v.name);
      return;
    }
    case TckStatement::Kind::Element: {
      std::string index;
      term(s.index, 0, index);
      assign(fmt::format("{}[{}]", names_.variable_of(s.target).name, index));
      return;
    }
    case TckStatement::Kind::Local:
      assign(local(s.target));
      return;
    case TckStatement::Kind::SetClock:
      assign(clock(s.index));
      return;
    case TckStatement::Kind::CopyClock:
      // TChecker's tool reads the sum only in this order.
      out += clock(s.index) + " = ";
      if (!terms_.is_number(s.value, 0)) {
        term(s.value, kSum, out);
        out += " + ";
      }
      out += clock(s.source);
      return;
    case TckStatement::Kind::While:
      out += "while ";
      formula(s.value, out);
      out += " do ";
      if (s.yes.empty()) out += "nop";
      statements(s.yes, out);
      out += " end";
      return;
    case TckStatement::Kind::If:
      out += "if ";
      formula(s.yes.empty() ? terms_.negated(s.value) : s.value, out);
      out += " then ";
      statements(s.yes.empty() ? s.no : s.yes, out);
      if (!s.yes.empty() && !s.no.empty()) {
        out += " else ";
        statements(s.no, out);
      }
      out += " end";
      return;
  }
}

void TckText::statements(const std::vector<TckStatement>& list, std::string& out) {
  bool is_first = true;
  for (const TckStatement& s : list) {
    if (!is_first) out += "; ";
    is_first = false;
    statement(s, out);
  }
}

namespace {

void collect_targets(const std::vector<TckStatement>& list, std::set<std::uint32_t>& out) {
  for (const TckStatement& s : list) {
    if (s.kind == TckStatement::Kind::Local) out.insert(s.target);
    collect_targets(s.yes, out);
    collect_targets(s.no, out);
  }
}

}  // namespace

// Numbers of locals count from 1, without those that are not needed.
std::string TckText::local(std::uint32_t number) const {
  const auto found = std::lower_bound(locals_.begin(), locals_.end(), number);
  return names_.local(static_cast<std::uint32_t>(found - locals_.begin()));
}

// Locals are declared at the beginning: those of a branch would be unknown after it.
std::string TckText::update(const TckUpdate& update) {
  std::string out;
  std::set<std::uint32_t> locals;
  collect_targets(update.statements, locals);
  locals_.assign(locals.begin(), locals.end());
  for (const std::uint32_t number : locals_) out += fmt::format("local {}; ", local(number));
  statements(update.statements, out);
  return out;
}

}  // namespace zonda::emit
