// Expressions and updates.
#include "hunt/generator.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::hunt {

// Indices are within bounds, except for risky ones.
Term Generator::variable(const Variable& v, const Names& names) {
  if (v.name.find("%0") == std::string::npos) return Term::integer(v.name);
  if (v.has_scalar_index) return Term::integer(v.name, {scalar(names)});
  if (random_.chance(40)) return Term::integer(v.name, {number(0, 1)});
  if (random_.chance(profile_.risky)) return Term::integer(v.name, {integer(names, 0)});
  return Term::integer(v.name, {Term::integer("%0 > 0 ? 1 : 0", {integer(names, 0)})});
}

// An expression that may leave 32 bits on the way, and whose value is a small number all the same.
Term Generator::wrapping(const Names& names) {
  static const std::vector<std::int64_t> kLarge = {2147483647, 2147483646, 2147483645, 1073741824, 1431655766};
  const Term large = Term::number(random_.any(kLarge));
  const Term other = Term::number(random_.any(kLarge));
  const Term part = wide_.empty() || random_.chance(40) ? integer(names, 0) : Term::integer(wide_);
  switch (random_.below(8)) {
    case 0:
      return Term::integer("((%0 + %1) - %1)", {integer(names, 0), large});
    case 1:
      return Term::integer("(%0 + %1 < 0 ? 1 : 0)", {part, large});
    case 2:
      return Term::integer("(-%1 - %0 > 0 ? %2 : 0)", {part, large, integer(names, 0)});
    case 3:
      return Term::integer("(%0 * %1 > %2 ? 1 : 0)", {part, large, other});
    case 4:
      return Term::integer("(%0 * %1 %% 3)", {part, large});
    case 5:
      return Term::integer("(1 <= %1 - %0 ? 1 : 2)", {part, large});
    case 6:
      return Term::integer("((sum (k : int[0,2]) %0 + %1) < 0 ? 1 : 0)", {part, large});
    default:
      return Term::integer("(abs(-%1 - %0) < 0 ? 1 : 0)", {part, large});
  }
}

Term Generator::integer(const Names& names, int depth) {
  if (depth > 0 && random_.chance(profile_.wrap)) return wrapping(names);
  const std::size_t kind = depth == 0 ? random_.below(4) : random_.below(10);
  switch (kind) {
    case 0:
      return number(0, 3);
    case 1:
      if (!names.constants.empty()) return Term::integer(random_.any(names.constants));
      [[fallthrough]];
    case 2:
    case 3:
      return variable(random_.any(names.variables), names);
    case 4:
      return Term::integer("(%0 + %1)", {integer(names, depth - 1), integer(names, depth - 1)});
    case 5:
      return Term::integer("(%0 - %1)", {integer(names, depth - 1), integer(names, 0)});
    case 6:
      return Term::integer("(%0 ? %1 : %2)", {condition(names, 0), integer(names, depth - 1), integer(names, 0)});
    case 7:
      if (!names.functions.empty()) return Term::integer("f(%0)", {integer(names, 0)});
      return Term::integer("(%0 %% %1)", {integer(names, depth - 1), number(2, 3)});
    case 8:
      if (random_.chance(profile_.risky)) return Term::integer("(%0 / %1)", {number(1, 4), integer(names, 0)});
      return Term::integer("(%0 <? %1)", {integer(names, depth - 1), integer(names, 0)});
    default:
      return Term::integer("(%0 * %1)", {integer(names, 0), number(0, 2)});
  }
}

Term Generator::condition(const Names& names, int depth) {
  static const std::vector<std::string> kCompare = {"%0 == %1", "%0 != %1", "%0 < %1", "%0 <= %1", "%0 > %1"};
  if (!names.scalars.empty() && random_.chance(30)) return scalar_condition(names);
  const std::size_t kind = depth == 0 ? random_.below(5) : random_.below(9);
  switch (kind) {
    case 5:
      return Term::condition("(%0 && %1)", {condition(names, depth - 1), condition(names, depth - 1)});
    case 6:
      return Term::condition("(%0 || %1)", {condition(names, depth - 1), condition(names, depth - 1)});
    case 7:
      return Term::condition("!(%0)", {condition(names, depth - 1)});
    case 8: {
      Names inner = names;
      inner.constants.emplace_back("k");
      const char* const text = random_.chance(50) ? "(forall (k : int[0,1]) %0)" : "(exists (k : int[0,1]) %0)";
      return Term::condition(text, {condition(inner, 0)});
    }
    default:
      break;
  }
  const Variable& v = random_.any(names.variables);
  if (v.is_bool) {
    const char* const text = random_.chance(50) ? "%0" : "!%0";
    return Term::condition(text, {variable(v, names)});
  }
  const Term right = random_.chance(70) ? number(v.lower, v.upper) : integer(names, 0);
  const std::string& text = random_.any(kCompare);
  return Term::condition(text, {variable(v, names), right});
}

Term Generator::constant_element(const Names& names) {
  switch (random_.below(4)) {
    case 0:
      return Term::integer("T[i]");
    case 1:
      return Term::integer("(T[i] + T[3 - i])");
    case 2:
      return Term::integer("(%0 - T[i])", {number(2, 5)});
    default:
      return Term::integer("T[%0 > 0 ? 2 : 1]", {integer(names, 0)});
  }
}

Term Generator::clock_bound(const Names& names, std::int64_t low) {
  if (has_constant_array_ && random_.chance(profile_.constant_array)) return constant_element(names);
  if (random_.chance(profile_.variable_bound)) {
    if (random_.chance(30)) return Term::integer("(%0 + %1)", {integer(names, 0), number(0, 2)});
    return integer(names, 0);
  }
  if (random_.chance(profile_.wide_constant)) {
    // These numbers lie around those at which stored bounds take more bits.
    static const std::vector<std::int64_t> kWide = {63, 127, 255, 499, 500, 501, 511, 512, 1023, 1024, 2047, 2048};
    return Term::number(random_.any(kWide));
  }
  return number(low, profile_.largest_constant);
}

// The clock as a term; an element of an array, as in 'w[%0]', needs an index.
Term Generator::clock_name(const std::string& name, const Names& names) {
  if (name.find("%0") == std::string::npos) return Term::integer(name);
  if (name.starts_with("sc[")) return Term::integer(name, {scalar(names)});
  if (random_.chance(60)) return Term::integer(name, {number(0, 1)});
  return Term::integer(name, {Term::integer("%0 > 0 ? 1 : 0", {integer(names, 0)})});
}

Term Generator::clock_atom(const Names& names, bool is_upper_only, bool is_query) {
  const bool is_strict = random_.chance(profile_.strict);
  std::string compare = random_.chance(50) ? ">" : "<";
  if (is_upper_only) compare = "<";
  if (!is_strict) compare += "=";
  if (!is_upper_only && random_.chance(15)) compare = is_query && random_.chance(30) ? "!=" : "==";
  const std::size_t first = random_.below(names.clocks.size());
  const Term x = clock_name(names.clocks[first], names);
  if (names.clocks.size() > 1 && random_.chance(profile_.difference)) {
    const std::size_t other = (first + 1 + random_.below(names.clocks.size() - 1)) % names.clocks.size();
    const Term y = clock_name(names.clocks[other], names);
    switch (random_.below(4)) {
      case 0:
        return Term::condition(fmt::format("%0 {} %1", compare), {x, y});
      case 1:
        return Term::condition(fmt::format("%0 {} %1 + %2", compare), {x, y, number(0, profile_.largest_constant)});
      default:
        break;
    }
    const Term bound = random_.chance(profile_.variable_bound)
                           ? integer(names, 0)
                           : number(-profile_.largest_constant, profile_.largest_constant);
    return Term::condition(fmt::format("%0 - %1 {} %2", compare), {x, y, bound});
  }
  if (random_.chance(2) && names.clocks[first].find('%') == std::string::npos) {
    const std::string text =
        random_.chance(50) ? fmt::format("%0 - %0 {} %1", compare) : fmt::format("%0 {} %0 + %1", compare);
    return Term::condition(text, {x, number(-1, 1)});
  }
  if (random_.chance(5)) return Term::condition(fmt::format("%0 + 1 {} %1", compare), {x, clock_bound(names, 1)});
  return Term::condition(fmt::format("%0 {} %1", compare), {x, clock_bound(names, is_upper_only ? 1 : 0)});
}

Term Generator::update(const Names& names) {
  if (!meta_.empty() && random_.chance(20))
    return Term::other("m = %0, i = m %% 2", {Term::integer("(%0 ? 1 : 2)", {condition(names, 0)})});
  if (!names.scalars.empty() && random_.chance(30)) return scalar_update(names);
  // Few values, so that there are few states.
  if (!wide_.empty() && random_.chance(30)) {
    static const std::vector<std::string> kUpdates = {
        "%0 = -%0",         "%0 += 1073741824", "%0 = %0 * 65536", "%0 = 2147483647 + %1", "%0 = -2147483647 - %1",
        "%0 -= 1073741824", "%0 = %0 ** 32",    "%0 = abs(%0)",    "%0 = %0 << 1"};
    return Term::other(random_.any(kUpdates), {Term::integer(wide_), integer(names, 0)});
  }
  const Variable& v = random_.any(names.variables);
  const Term to = variable(v, names);
  if (v.is_bool) {
    const char* const text = random_.chance(50) ? "%0 = !%0" : "%0 = %1";
    return Term::other(text, {to, condition(names, 0)});
  }
  if (random_.chance(profile_.risky)) {
    switch (random_.below(4)) {
      case 0:
        return Term::other("%0++", {to});
      case 1:
        return Term::other("%0--", {to});
      case 2:
        return Term::other("%0 = %1", {to, integer(names, 1)});
      default:
        return Term::other("%0 = %1 / %2", {to, number(0, 2), integer(names, 0)});
    }
  }
  switch (random_.below(4)) {
    case 0:
      return Term::other("%0 = %1", {to, number(v.lower, v.upper)});
    case 1:
      return Term::other("%0 = %0 < %1 ? %0 + 1 : %2", {to, Term::number(v.upper), Term::number(v.lower)});
    case 2:
      return Term::other("%0 = %0 > %1 ? %0 - 1 : %2", {to, Term::number(v.lower), Term::number(v.upper)});
    default:
      return Term::other("%0 = (%1 >? %2) <? %3",
                         {to, integer(names, 1), Term::number(v.lower), Term::number(v.upper)});
  }
}

Term Generator::clock_update(const Names& names) {
  const std::size_t first = random_.below(names.clocks.size());
  const Term x = clock_name(names.clocks[first], names);
  if (names.clocks.size() > 1 && random_.chance(profile_.copy)) {
    const std::size_t other = (first + 1 + random_.below(names.clocks.size() - 1)) % names.clocks.size();
    const Term y = clock_name(names.clocks[other], names);
    const std::size_t kind = random_.below(10);
    if (kind < 5) return Term::other("%0 = %1", {x, y});
    if (kind < 7) return Term::other("%0 = %1 + %2", {x, y, number(1, 2)});
    return Term::other("%0 = %1 - %2", {x, y, number(1, 2)});
  }
  if (random_.chance(profile_.set_to_value)) {
    if (random_.chance(30)) return Term::other("%0 = (%1 >? 0)", {x, integer(names, 0)});
    return Term::other("%0 = %1", {x, number(0, 3)});
  }
  return Term::other("%0 = 0", {x});
}

}  // namespace zonda::hunt
