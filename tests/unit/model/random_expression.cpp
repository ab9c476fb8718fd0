#include "unit/model/random_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace zonda::oracle {

using Kind = RandomType::Kind;

namespace {

void collect(
    const RandomType& type, std::vector<const RandomType*> types, std::vector<std::string> fields,
    const std::function<void(const RandomType&, std::vector<const RandomType*>, std::vector<std::string>)>& visit) {
  types.push_back(&type);
  visit(type, types, fields);
  if (type.kind == Kind::Array) {
    fields.emplace_back();
    collect(*type.element, types, fields, visit);
  }
  for (const auto& [name, part] : type.fields) {
    fields.push_back(name);
    collect(part, types, fields, visit);
    fields.pop_back();
  }
}

}  // namespace

std::vector<ExpressionMaker::Path> ExpressionMaker::paths(const RandomScope& scope, bool is_written,
                                                          const std::function<bool(const RandomType&)>& is_wanted) {
  std::vector<Path> result;
  for (const RandomVariable& v : scope.variables) {
    if (is_written && !v.is_writable) continue;
    collect(v.type, {}, {}, [&](const RandomType& part, auto types, auto fields) {
      if (is_wanted(part)) result.push_back({&v, std::move(types), std::move(fields)});
    });
  }
  return result;
}

std::string ExpressionMaker::realise(const Path& path, const RandomScope& scope, int depth) {
  std::string result = path.variable->name;
  for (std::size_t i = 0; i < path.fields.size(); ++i) {
    const RandomType& outer = *path.types[i];
    if (path.fields[i].empty())
      result += "[" + in_range(outer.lower, outer.upper, scope, std::max(0, depth - 1)) + "]";
    else
      result += "." + path.fields[i];
  }
  return result;
}

std::optional<std::string> ExpressionMaker::place_of(const RandomType& type, const RandomScope& scope, int depth,
                                                     bool is_written) {
  const auto found = paths(scope, is_written, [&](const RandomType& part) { return part == type; });
  if (found.empty()) return std::nullopt;
  const std::string first = realise(choices_.one_of(found), scope, depth);
  if (depth == 0 || !choices_.chance(15)) return first;
  return fmt::format("({} ? {} : {})", truth(scope, depth - 1), first,
                     realise(choices_.one_of(found), scope, depth - 1));
}

std::optional<std::pair<std::string, RandomType>> ExpressionMaker::scalar_place(const RandomScope& scope, int depth,
                                                                                bool is_written, Kind kind) {
  const auto found = paths(scope, is_written, [&](const RandomType& part) { return part.kind == kind; });
  if (found.empty()) return std::nullopt;
  const Path& path = choices_.one_of(found);
  return std::pair{realise(path, scope, depth), *path.types.back()};
}

std::string ExpressionMaker::literal() {
  switch (choices_.below(12)) {
    case 10:
      return choices_.chance(50) ? "2147483647" : "(-2147483648)";
    case 11:
      return choices_.chance(50) ? "32767" : "70000";
    default:
      break;
  }
  const int value = static_cast<int>(choices_.below(11));
  return value <= 6 ? std::to_string(value) : fmt::format("(-{})", value - 6);
}

std::string ExpressionMaker::in_range(int lower, int upper, const RandomScope& scope, int depth) {
  const std::uint32_t count = static_cast<std::uint32_t>(upper - lower + 1);
  const std::uint32_t way = choices_.below(depth > 0 ? 10 : 3);
  if (way == 9) return integer(scope, depth);
  if (way >= 5) return fmt::format("({} + abs({}) % {})", lower, integer(scope, depth - 1), count);
  if (way >= 2) {
    // A variable that always fits needs no check when it is an index.
    const auto found = paths(
        scope, false, [&](const RandomType& t) { return t.kind == Kind::Int && t.lower >= lower && t.upper <= upper; });
    if (!found.empty()) {
      const Path& path = choices_.one_of(found);
      std::string place = realise(path, scope, std::max(0, depth - 1));
      if (!scope.may_have_effects || !path.variable->is_writable || !choices_.chance(25)) return place;
      return choices_.chance(50) ? "(" + place + "++)" : "(--" + place + ")";
    }
  }
  const int value = lower + static_cast<int>(choices_.below(std::min(count, 60000U)));
  return value < 0 ? fmt::format("(-{})", -value) : std::to_string(value);
}

std::string ExpressionMaker::quantified(const std::string& word, const RandomScope& scope, int depth) {
  const std::string name = fmt::format("q{}", next_bound_++);
  const int lower = static_cast<int>(choices_.below(3)) - 1;
  const int upper = lower + static_cast<int>(choices_.one_of(std::vector<std::uint32_t>{0, 1, 2, 3, 9, 12}));
  RandomScope inner = scope;
  inner.may_have_effects = false;
  inner.variables.push_back(
      {name, {Kind::Int, fmt::format("int[{},{}]", lower, upper), "", lower, upper, {}, {}}, false});
  inner.variables.push_back(inner.variables.back());  // twice, to be chosen more often
  const std::string body = word == "sum" ? integer(inner, depth - 1) : truth(inner, depth - 1);
  return fmt::format("({} ({} : int[{},{}]) {})", word, name, lower, upper, body);
}

std::string ExpressionMaker::integer(const RandomScope& scope, int depth) {
  const auto sub = [&] { return integer(scope, depth - 1); };
  switch (choices_.below(depth > 0 ? 22 : 3)) {
    default:
    case 0:
      return literal();
    case 1:
    case 2:
      if (const auto place = scalar_place(scope, depth, false, Kind::Int)) return place->first;
      return literal();
    case 3:
      return fmt::format("({} + {})", sub(), sub());
    case 4:
      return fmt::format("({} - {})", sub(), sub());
    case 5:
      return fmt::format("({} * {})", sub(), sub());
    case 6:
      return fmt::format("({} / {})", sub(), choices_.chance(85) ? std::to_string(choices_.below(5) + 1) : sub());
    case 7:
      return fmt::format("({} % {})", sub(), choices_.chance(85) ? std::to_string(choices_.below(5) + 1) : sub());
    case 8:
      return fmt::format("(-{})", sub());
    case 9:
      return fmt::format("({} ? {} : {})", truth(scope, depth - 1), sub(), sub());
    case 10:
    case 11:
    case 12:
      if (auto text = call(scope, depth, [](const RandomFunction& f) { return f.result && f.result->is_scalar(); }))
        return *text;
      return literal();
    case 13:
      return quantified("sum", scope, depth);
    case 14:
      return fmt::format("abs({})", sub());
    case 15:
      return truth(scope, depth - 1);
    case 16:
    case 17:
      return scope.may_have_effects ? assignment(scope, depth) : literal();
    case 18:
    case 19:
      return scope.may_have_effects ? step(scope, depth) : literal();
    case 20: {
      static const std::vector<std::string> kOperators = {"<?", ">?", "&", "|", "^", "<<", ">>", "**"};
      const std::string& op = choices_.one_of(kOperators);
      const bool is_count = op == "<<" || op == ">>" || op == "**";
      const std::string left = sub();
      return fmt::format("({} {} {})", left, op,
                         is_count && choices_.chance(85) ? std::to_string(choices_.below(4)) : sub());
    }
    case 21:
      if (auto text = call(scope, depth, [](const RandomFunction& f) { return f.result && !f.result->is_scalar(); }))
        return *text + ".a";
      return literal();
  }
}

std::string ExpressionMaker::truth(const RandomScope& scope, int depth) {
  const auto sub = [&] { return truth(scope, depth - 1); };
  static const std::vector<std::string> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  static const std::vector<std::string> kLogical = {"&&", "||", "imply", "xor", "and", "or"};
  switch (choices_.below(depth > 0 ? 13 : 3)) {
    default:
    case 0:
      return choices_.chance(50) ? "true" : "false";
    case 1:
      if (const auto place = scalar_place(scope, depth, false, Kind::Bool)) return place->first;
      return "true";
    case 2:
    case 3:
    case 4: {
      const std::string left = integer(scope, std::max(0, depth - 1));
      return fmt::format("({} {} {})", left, choices_.one_of(kComparisons), integer(scope, std::max(0, depth - 1)));
    }
    case 5:
    case 6: {
      const std::string left = sub();
      return fmt::format("({} {} {})", left, choices_.one_of(kLogical), sub());
    }
    case 7:
      return fmt::format("(!{})", sub());
    case 8:
      return quantified(choices_.chance(50) ? "forall" : "exists", scope, depth);
    case 9: {
      // Whole arrays and structs.
      const auto found = paths(scope, false, [](const RandomType& t) { return !t.is_scalar(); });
      if (found.empty()) return "false";
      const RandomType type = *choices_.one_of(found).types.back();
      const auto left = place_of(type, scope, depth - 1, false);
      std::optional<std::string> right;
      if (choices_.chance(40))
        right = call(scope, depth, [&](const RandomFunction& f) { return f.result && *f.result == type; });
      if (!right) right = place_of(type, scope, depth - 1, false);
      return fmt::format("({} {} {})", *left, choices_.chance(50) ? "!=" : "==", *right);
    }
    case 10: {
      const auto place = scalar_place(scope, depth, true, Kind::Bool);
      if (!scope.may_have_effects || !place) return "false";
      return fmt::format("({} = {})", place->first, choices_.chance(50) ? integer(scope, depth - 1) : sub());
    }
    case 11:
      if (auto text = call(scope, depth, [](const RandomFunction& f) { return f.result && f.result->is_scalar(); }))
        return *text;
      return "true";
    case 12:
      return fmt::format("({} ? {} : {})", sub(), sub(), sub());
  }
}

std::string ExpressionMaker::scalar(const RandomType& type, const RandomScope& scope, int depth) {
  if (type.kind == Kind::Bool) return choices_.chance(30) ? integer(scope, depth) : truth(scope, depth);
  return in_range(type.lower, type.upper, scope, depth);
}

std::string ExpressionMaker::assignment(const RandomScope& scope, int depth) {
  const auto place = scalar_place(scope, depth, true, Kind::Int);
  if (!place) return literal();
  const auto& [name, type] = *place;
  switch (choices_.below(8)) {
    default:
    case 0:
    case 1:
      return fmt::format("({} = {})", name, scalar(type, scope, depth - 1));
    case 2: {
      static const std::vector<std::string> kOperators = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
      return fmt::format("({} {} {})", name, choices_.one_of(kOperators), in_range(0, 2, scope, depth - 1));
    }
    case 3:
      return fmt::format("(({} = {}) += {})", name, scalar(type, scope, depth - 1), in_range(0, 1, scope, depth - 1));
    case 4:
      return fmt::format("((++{}) -= {})", name, in_range(0, 1, scope, depth - 1));
    case 5: {
      const auto other = place_of(type, scope, depth - 1, true);
      return fmt::format("(({} ? {} : {}) = {})", truth(scope, depth - 1), name, *other,
                         scalar(type, scope, depth - 1));
    }
  }
}

std::string ExpressionMaker::step(const RandomScope& scope, int depth) {
  const auto place = scalar_place(scope, depth, true, Kind::Int);
  if (!place) return literal();
  static const std::vector<std::string> kForms = {"({}++)", "({}--)", "(++{})", "(--{})"};
  return fmt::format(fmt::runtime(choices_.one_of(kForms)), place->first);
}

// ---------------------------------------------------------------------------------------------------------
// Calls

std::string ExpressionMaker::argument(const RandomFunction::Parameter& parameter, const RandomScope& scope, int depth) {
  using Mode = RandomFunction::Mode;
  const RandomType& type = parameter.type;
  if (parameter.mode == Mode::Clock) return clock(scope, depth);
  if (parameter.mode == Mode::Reference) return *place_of(type, scope, depth, true);
  if (!type.is_scalar()) {
    if (choices_.chance(30))
      if (auto text = call(scope, depth, [&](const RandomFunction& f) { return f.result && *f.result == type; }))
        return *text;
    return *place_of(type, scope, depth, false);
  }
  if (parameter.mode != Mode::ConstReference) return scalar(type, scope, depth);
  // A variable of just this type, what one holds before or after it is changed, or a value.
  const auto place = place_of(type, scope, depth, scope.may_have_effects);
  switch (place ? choices_.below(6) : 0) {
    default:
    case 0:
      return fmt::format("({} {})", scalar(type, scope, depth), type.kind == Kind::Bool ? "&& true" : "+ 0");
    case 1:
    case 2:
      return *place;
    case 3:
      return scope.may_have_effects && type.kind == Kind::Int ? fmt::format("({}++)", *place) : *place;
    case 4:
      return scope.may_have_effects && type.kind == Kind::Int ? fmt::format("(--{})", *place) : *place;
    case 5:
      return scope.may_have_effects ? fmt::format("({} = {})", *place, scalar(type, scope, depth)) : *place;
  }
}

std::optional<std::string> ExpressionMaker::call(const RandomScope& scope, int depth,
                                                 const std::function<bool(const RandomFunction&)>& is_wanted) {
  using Mode = RandomFunction::Mode;
  if (depth <= 0) return std::nullopt;
  std::vector<const RandomFunction*> fitting;
  for (const RandomFunction& f : scope.functions) {
    if (!is_wanted(f) || (f.has_effects && !(scope.may_have_effects && scope.may_call_all))) continue;
    const bool is_possible = std::all_of(f.parameters.begin(), f.parameters.end(), [&](const auto& p) {
      if (p.mode == Mode::Clock) return !scope.clocks.empty();
      if (p.mode != Mode::Reference && p.type.is_scalar()) return true;
      return !paths(scope, p.mode == Mode::Reference, [&](const RandomType& t) { return t == p.type; }).empty();
    });
    if (is_possible) fitting.push_back(&f);
  }
  if (fitting.empty()) return std::nullopt;
  const RandomFunction& f = *choices_.one_of(fitting);
  std::string result = f.name + "(";
  for (std::size_t i = 0; i < f.parameters.size(); ++i)
    result += (i == 0 ? "" : ", ") + argument(f.parameters[i], scope, depth - 1);
  return result + ")";
}

std::string ExpressionMaker::effect(const RandomScope& scope, int depth) {
  switch (choices_.below(9)) {
    default:
    case 0:
    case 1:
      return assignment(scope, depth);
    case 2:
      return step(scope, depth);
    case 3:
    case 4:
    case 5:
      if (auto text = call(scope, depth, [](const RandomFunction& f) { return f.has_effects; })) return *text;
      return assignment(scope, depth);
    case 6: {
      const auto found = paths(scope, true, [](const RandomType& t) { return !t.is_scalar(); });
      if (found.empty()) return step(scope, depth);
      const RandomType type = *choices_.one_of(found).types.back();
      const auto left = place_of(type, scope, depth, true);
      std::optional<std::string> right;
      if (choices_.chance(50))
        right = call(scope, depth, [&](const RandomFunction& f) { return f.result && *f.result == type; });
      if (!right) right = place_of(type, scope, depth, false);
      return fmt::format("{} = {}", *left, *right);
    }
    case 7:
      return scope.clocks.empty() ? step(scope, depth) : clock_assignment(scope, depth);
    case 8: {
      const auto place = scalar_place(scope, depth, true, Kind::Bool);
      return place ? fmt::format("{} = {}", place->first, truth(scope, depth)) : step(scope, depth);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// Clocks

std::string ExpressionMaker::clock(const RandomScope& scope, int depth) {
  const std::string name = choices_.one_of(scope.clocks);
  return name.ends_with("[") ? name + in_range(3, 5, scope, std::max(0, depth - 1)) + "]" : name;
}

std::string ExpressionMaker::clock_assignment(const RandomScope& scope, int depth) {
  const std::string to = clock(scope, depth);
  switch (choices_.below(7)) {
    default:
    case 0:
      return fmt::format("{} = 0", to);
    case 1:
      return fmt::format("{} = {}", to, choices_.below(5));
    case 2:
      return fmt::format("{} = {}", to, in_range(0, 6, scope, depth));
    case 3:
      return fmt::format("{} = {}", to, clock(scope, depth));
    case 4: {
      const std::string from = clock(scope, depth);
      return fmt::format("{} = {} + {}", to, from, in_range(0, 6, scope, depth));
    }
    case 5: {
      const std::string before = in_range(0, 6, scope, depth);
      const std::string from = clock(scope, depth);
      return fmt::format("{} = {} + {} - {}", to, before, from, in_range(0, 3, scope, depth));
    }
    case 6:
      return fmt::format("({} ? {} : {}) = {}", truth(scope, depth), to, clock(scope, depth), choices_.below(3));
  }
}

std::string ExpressionMaker::clock_atom(const RandomScope& scope, int depth, bool is_query) {
  static const std::vector<std::string> kGuard = {"<=", "<", ">=", ">", "=="};
  static const std::vector<std::string> kQuery = {"<=", "<", ">=", ">", "==", "!="};
  const std::string op = choices_.one_of(is_query ? kQuery : kGuard);
  const std::string x = clock(scope, depth);
  const std::string bound = in_range(-2, 9, scope, depth);
  switch (choices_.below(6)) {
    default:
    case 0:
      return fmt::format("{} {} {}", x, op, bound);
    case 1:
      return fmt::format("{} {} {}", bound, op, x);
    case 2:
      return fmt::format("{} - {} {} {}", x, clock(scope, depth), op, bound);
    case 3:
      return fmt::format("{} {} {} + {}", x, op, clock(scope, depth), bound);
    case 4:
      return fmt::format("{} + {} {} {}", x, in_range(0, 4, scope, depth), op, bound);
    case 5:
      return fmt::format("{} - {} {} {} - {}", x, in_range(0, 4, scope, depth), op, clock(scope, depth), bound);
  }
}

}  // namespace zonda::oracle
