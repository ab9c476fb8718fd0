#include "emit/tck_terms.hpp"

#include "model/arithmetic.hpp"
#include "util/hash.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace zonda::emit {

using lang::SourceRange;
using model::Opcode;
using Kind = TermNode::Kind;

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::size_t Terms::KeyHash::operator()(const Key& key) const {
  return std::apply(
      [](auto... parts) {
        std::size_t h = 0;
        ((h = (h ^ static_cast<std::size_t>(parts)) * 0x9E3779B97F4A7C15U, h ^= h >> 29U), ...);
        return h;
      },
      key);
}

Term Terms::add(TermNode node) {
  const Key key{node.kind, node.op, node.value, node.a, node.b, node.c, node.lower, node.upper};
  const auto [found, is_new] = known_.emplace(key, static_cast<Term>(nodes_.size()));
  if (!is_new) return found->second;
  std::uint32_t size = 1;
  const auto count = [&](Term t) { size = std::min(kMaxSize, size + nodes_[t].size); };
  if (node.kind == Kind::Operator || node.kind == Kind::Choice) count(node.a), count(node.b);
  if (node.kind == Kind::Choice) count(node.c);
  if (node.kind == Kind::Element) count(node.a);
  if (node.kind == Kind::Checked)
    for (int times = 0; times < 5; ++times) count(node.a);  // value, two comparisons, and the error
  node.size = size;
  nodes_.push_back(node);
  return found->second;
}

Term Terms::number(std::int32_t value) {
  TermNode n;
  n.value = n.lower = n.upper = value;
  return add(n);
}

Term Terms::cell(model::Address address, std::int32_t lower, std::int32_t upper) {
  TermNode n;
  n.kind = Kind::Cell;
  n.value = static_cast<std::int32_t>(address);
  n.lower = lower;
  n.upper = upper;
  return add(n);
}

Term Terms::element(model::Address array, Term index, std::int32_t lower, std::int32_t upper) {
  TermNode n;
  n.kind = Kind::Element;
  n.value = static_cast<std::int32_t>(array);
  n.a = index;
  n.lower = lower;
  n.upper = upper;
  return add(n);
}

Term Terms::local(std::uint32_t id, std::int32_t lower, std::int32_t upper) {
  TermNode n;
  n.kind = Kind::Local;
  n.value = static_cast<std::int32_t>(id);
  n.lower = lower;
  n.upper = upper;
  return add(n);
}

Term Terms::choice(Term condition, Term yes, Term no) {
  if (is_number(condition)) return is_number(condition, 0) ? no : yes;
  // Short-circuit operators leave the condition itself as the result.
  if (is_truth(condition) && yes == condition) yes = number(1);
  if (is_truth(condition) && no == condition) no = number(0);
  const TermNode c = nodes_[condition];
  if (c.kind == Kind::Operator && c.op == Opcode::Equal && is_number(c.b, 0) && is_truth(c.a))
    return choice(c.a, no, yes);
  if (yes == no) return yes;
  if (nodes_[condition].lower > 0 || nodes_[condition].upper < 0) return yes;
  if (is_number(yes, 1) && is_number(no, 0)) return truth(condition);
  if (is_number(yes, 0) && is_number(no, 1)) return negated(condition);
  TermNode n;
  n.kind = Kind::Choice;
  n.a = condition;
  n.b = yes;
  n.c = no;
  n.lower = std::min(nodes_[yes].lower, nodes_[no].lower);
  n.upper = std::max(nodes_[yes].upper, nodes_[no].upper);
  return add(n);
}

Term Terms::checked(Term t, std::int32_t lower, std::int32_t upper) {
  if (is_within(t, lower, upper)) return t;
  TermNode n;
  n.kind = Kind::Checked;
  n.a = t;
  n.lower = lower;
  n.upper = upper;
  return add(n);
}

Term Terms::truth(Term t) {
  if (is_truth(t)) return t;
  return comparison(Opcode::NotEqual, t, number(0));
}

Term Terms::negated(Term condition) {
  const TermNode n = nodes_[condition];
  if (n.kind == Kind::Operator) {
    switch (n.op) {
      case Opcode::Less:
        return comparison(Opcode::LessEqual, n.b, n.a);
      case Opcode::LessEqual:
        return comparison(Opcode::Less, n.b, n.a);
      case Opcode::Equal:
        return comparison(Opcode::NotEqual, n.a, n.b);
      case Opcode::NotEqual:
        return comparison(Opcode::Equal, n.a, n.b);
      default:
        break;
    }
  }
  if (n.kind == Kind::Choice && is_truth(n.b) && is_truth(n.c)) return choice(n.a, negated(n.b), negated(n.c));
  return comparison(Opcode::Equal, condition, number(0));
}

Term Terms::plain(Opcode op, Term a, Term b, std::int64_t lower, std::int64_t upper) {
  TermNode n;
  n.kind = Kind::Operator;
  n.op = op;
  n.a = a;
  n.b = b;
  // A result that leaves 32 bits wraps around, and may become any number.
  const bool fits = model::fits_in_32_bits(lower) && model::fits_in_32_bits(upper);
  n.lower = static_cast<std::int32_t>(fits ? lower : kLowest);
  n.upper = static_cast<std::int32_t>(fits ? upper : kHighest);
  return add(n);
}

// t + 3 == 5 becomes t == 2 if the sum cannot wrap around; the same for products.
Term Terms::comparison(Opcode op, Term a, Term b) {
  if (is_number(a) && !is_number(b) && (op == Opcode::Equal || op == Opcode::NotEqual)) std::swap(a, b);
  const TermNode left = nodes_[a];
  const bool is_scaled = left.kind == Kind::Operator && (left.op == Opcode::Add || left.op == Opcode::Multiply) &&
                         is_number(left.b) && left.lower != kLowest && left.upper != kHighest;
  if (is_scaled && is_number(b) && (op == Opcode::Equal || op == Opcode::NotEqual)) {
    const std::int64_t by = nodes_[left.b].value;
    const std::int64_t to = nodes_[b].value;
    if (left.op == Opcode::Add && model::fits_in_32_bits(to - by))
      return comparison(op, left.a, number(static_cast<std::int32_t>(to - by)));
    if (left.op == Opcode::Multiply && by != 0 && to % by == 0 && model::fits_in_32_bits(to / by))
      return comparison(op, left.a, number(static_cast<std::int32_t>(to / by)));
  }
  const TermNode x = nodes_[a];
  const TermNode y = nodes_[b];
  const bool is_apart = x.upper < y.lower || y.upper < x.lower;
  const bool is_same = a == b || (is_number(a) && is_number(b) && x.value == y.value);
  switch (op) {
    case Opcode::Less:
      if (x.upper < y.lower) return number(1);
      if (x.lower >= y.upper || is_same) return number(0);
      break;
    case Opcode::LessEqual:
      if (x.upper <= y.lower || is_same) return number(1);
      if (x.lower > y.upper) return number(0);
      break;
    case Opcode::Equal:
      if (is_apart) return number(0);
      if (is_same) return number(1);
      if (is_truth(a) && is_number(b, 1)) return a;
      break;
    default:
      if (is_apart) return number(1);
      if (is_same) return number(0);
      if (is_truth(a) && is_number(b, 0)) return a;
      break;
  }
  return plain(op, a, b, 0, 1);
}

Term Terms::arithmetic(Opcode op, Term a, Term b) {
  const TermNode x = nodes_[a];
  const TermNode y = nodes_[b];
  const std::int64_t xl = x.lower, xu = x.upper, yl = y.lower, yu = y.upper;
  switch (op) {
    case Opcode::Add:
      if (is_number(b, 0)) return a;
      if (is_number(a, 0)) return b;
      // Simplifies (t + 1) + 2 if the sum of the numbers does not leave 32 bits.
      if (is_number(b) && x.kind == Kind::Operator && x.op == Opcode::Add && is_number(x.b) &&
          (nodes_[x.b].value >= 0) == (y.value >= 0) &&
          model::fits_in_32_bits(std::int64_t{nodes_[x.b].value} + y.value))
        return arithmetic(Opcode::Add, x.a, number(nodes_[x.b].value + y.value));
      if (is_number(a)) return arithmetic(op, b, a);
      // Moves numbers to the end if no intermediate sum can leave 32 bits.
      for (const auto& [sum, other] : {std::pair(a, b), std::pair(b, a)}) {
        const TermNode s = nodes_[sum];
        const bool is_shifted = s.kind == Kind::Operator && s.op == Opcode::Add && is_number(s.b);
        if (!is_shifted || is_number(other) || !is_small(sum) || !is_small(other) || !is_small(s.a)) continue;
        return arithmetic(op, sum == a ? arithmetic(op, s.a, other) : arithmetic(op, other, s.a), s.b);
      }
      return plain(op, a, b, xl + yl, xu + yu);
    case Opcode::Subtract:
      if (is_number(b) && yl != kLowest) return arithmetic(Opcode::Add, a, number(static_cast<std::int32_t>(-yl)));
      return plain(op, a, b, xl - yu, xu - yl);
    case Opcode::Multiply: {
      if (is_number(b, 1)) return a;
      if (is_number(a, 1)) return b;
      if ((is_number(a, 0) && y.kind == Kind::Cell) || (is_number(b, 0) && x.kind == Kind::Cell)) return number(0);
      const auto corners = {xl * yl, xl * yu, xu * yl, xu * yu};
      return plain(op, a, b, std::min(corners), std::max(corners));
    }
    case Opcode::Divide: {
      if (is_number(b, 1)) return a;
      const std::int64_t most = std::max(std::abs(xl), std::abs(xu));
      return plain(op, a, b, xl >= 0 && yl >= 0 ? 0 : -most, most);
    }
    case Opcode::Modulo: {
      const std::int64_t most =
          std::min(std::max(std::abs(yl), std::abs(yu)) - 1, std::max(std::abs(xl), std::abs(xu)));
      return plain(op, a, b, xl >= 0 ? 0 : -most, xu <= 0 ? 0 : most);
    }
    default:  // Negate
      return plain(op, a, a, -xu, -xl);
  }
}

Term Terms::shift(Opcode op, Term a, Term b, SourceRange range) {
  const std::int32_t by = is_number(b) ? nodes_[b].value : -1;
  const std::int64_t factor = by >= 0 && by <= 30 ? std::int64_t{1} << by : 0;
  const TermNode x = nodes_[a];
  const bool fits = model::fits_in_32_bits(factor * x.lower) && model::fits_in_32_bits(factor * x.upper);
  if (factor != 0 && op == Opcode::ShiftLeft && fits)
    return arithmetic(Opcode::Multiply, a, number(static_cast<std::int32_t>(factor)));
  if (factor != 0 && op == Opcode::ShiftRight && x.lower >= 0)
    return arithmetic(Opcode::Divide, a, number(static_cast<std::int32_t>(factor)));
  throw TckRefusal{"a shift", range};
}

Term Terms::bits(Opcode op, Term a, Term b, SourceRange range) {
  if (is_truth(a) && is_truth(b)) {
    if (op == Opcode::BitAnd) return choice(a, b, number(0));
    if (op == Opcode::BitOr) return choice(a, number(1), b);
    return comparison(Opcode::NotEqual, a, b);
  }
  if (is_number(a)) std::swap(a, b);
  const std::int64_t mask = is_number(b) ? nodes_[b].value : -1;
  if (op == Opcode::BitAnd && nodes_[a].lower >= 0 && mask >= 0 && mask < kHighest && (mask & (mask + 1)) == 0)
    return arithmetic(Opcode::Modulo, a, number(static_cast<std::int32_t>(mask + 1)));
  throw TckRefusal{"an operation on bits", range};
}

Term Terms::power(Term a, Term b, SourceRange range) {
  constexpr std::int32_t kMaxExponent = 8;
  if (!is_number(b) || nodes_[b].value < 0 || nodes_[b].value > kMaxExponent) throw TckRefusal{"a power", range};
  Term result = number(1);
  for (std::int32_t i = 0; i < nodes_[b].value; ++i) result = arithmetic(Opcode::Multiply, result, a);
  return result;
}

Term Terms::operation(Opcode op, Term a, Term b, SourceRange range) {
  if (op == Opcode::Bool) return truth(a);
  if (op == Opcode::Not) return negated(a);
  const bool is_unary = op == Opcode::Negate || op == Opcode::Abs;
  if (is_number(a) && (is_unary || is_number(b))) {
    std::int32_t result = 0;
    if (model::compute(op, nodes_[a].value, is_unary ? 0 : nodes_[b].value, result) == model::EvalErrorKind::None)
      return number(result);
  }
  switch (op) {
    case Opcode::Abs:
      return choice(comparison(Opcode::Less, a, number(0)), arithmetic(Opcode::Negate, a, a), a);
    case Opcode::Minimum:
      return choice(comparison(Opcode::Less, a, b), a, b);
    case Opcode::Maximum:
      return choice(comparison(Opcode::Less, a, b), b, a);
    case Opcode::Power:
      return power(a, b, range);
    case Opcode::ShiftLeft:
    case Opcode::ShiftRight:
      return shift(op, a, b, range);
    case Opcode::BitAnd:
    case Opcode::BitOr:
    case Opcode::BitXor:
      return bits(op, a, b, range);
    case Opcode::Less:
    case Opcode::LessEqual:
    case Opcode::Equal:
    case Opcode::NotEqual:
      return comparison(op, a, b);
    default:
      return arithmetic(op, a, b);
  }
}

std::optional<std::vector<std::int32_t>> Terms::values(Term t, std::size_t limit) const {
  const TermNode& n = nodes_[t];
  std::set<std::int32_t> found;
  const auto all = [&]() -> std::optional<std::vector<std::int32_t>> {
    if (found.empty() || found.size() > limit) return std::nullopt;
    return std::vector(found.begin(), found.end());
  };
  const auto range = [&]() -> std::optional<std::vector<std::int32_t>> {
    if (std::int64_t{n.upper} - n.lower >= static_cast<std::int64_t>(limit)) return std::nullopt;
    for (std::int64_t v = n.lower; v <= n.upper; ++v) found.insert(static_cast<std::int32_t>(v));
    return all();
  };
  // Shared parts are visited once for each use.
  constexpr std::uint32_t kMaxLookedAt = 2000;
  if (n.size > kMaxLookedAt) return range();
  if (n.kind == Kind::Choice) {
    const auto yes = values(n.b, limit);
    const auto no = values(n.c, limit);
    if (!yes || !no) return range();
    found.insert(yes->begin(), yes->end());
    found.insert(no->begin(), no->end());
    return all();
  }
  const bool is_linear =
      n.kind == Kind::Operator && (n.op == Opcode::Add || n.op == Opcode::Subtract || n.op == Opcode::Multiply);
  if (!is_linear) return range();
  const auto left = values(n.a, limit);
  const auto right = values(n.b, limit);
  if (!left || !right) return range();
  for (const std::int32_t x : *left)
    for (const std::int32_t y : *right) {
      std::int32_t v = 0;
      if (model::compute(n.op, x, y, v) == model::EvalErrorKind::None && v >= n.lower && v <= n.upper) found.insert(v);
    }
  return all();
}

}  // namespace zonda::emit
