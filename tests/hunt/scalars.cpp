// Scalar sets: declarations, conditions and updates. There is at most one set, S, whose values are compared, copied,
// selected, counted through and used as indices.
#include "hunt/generator.hpp"

#include <fmt/format.h>

namespace zonda::hunt {

void Generator::declare_scalars() {
  if (!random_.chance(profile_.scalar)) return;
  const auto declare = [&](std::string text) { draft_.declarations.push_back(Term::other(std::move(text))); };
  draft_.declarations.push_back(Term::other("typedef scalar[%0] S", {Term::number(random_.chance(75) ? 2 : 3)}));
  declare("S sv");
  scalars_.emplace_back("sv");
  if (random_.chance(45)) {
    declare("S sw");
    scalars_.emplace_back("sw");
  }
  if (random_.chance(25)) {
    declare("struct { S t; bool p; } sr");
    scalars_.emplace_back("sr.t");
    globals_.variables.push_back({"sr.p", 0, 1, true});
  }
  if (random_.chance(60)) {
    const bool is_bool = random_.chance(40);
    declare(is_bool ? "bool sa[S]" : "int[0,2] sa[S]");
    globals_.variables.push_back({"sa[%0]", 0, is_bool ? 1 : 2, is_bool, true});
  }
  if (random_.chance(20)) {
    declare("S sn[S]");
    scalars_.emplace_back("sn[sv]");
  }
  if (random_.chance(30)) {
    declare("clock sc[S]");
    globals_.clocks.emplace_back("sc[%0]");
  }
  globals_.scalars = scalars_;
}

void Generator::declare_scalar_functions() {
  if (scalars_.empty() || !random_.chance(40)) return;
  draft_.declarations.push_back(Term::other("S next(S v) {\n  for (t : S) if (t != v) return t;\n  return v;\n}"));
  globals_.scalars.emplace_back("next(sv)");
  if (!random_.chance(50)) return;
  const std::vector<std::string> meta = std::exchange(meta_, {});
  Names inside = globals_;
  inside.scalars.emplace_back("t");
  const Term test = scalar_condition(inside);
  const Term effect = update(inside);
  draft_.declarations.push_back(Term::other("void sg() {\n  for (t : S) {\n    if (%0) %1;\n  }\n}", {test, effect}));
  procedures_.emplace_back("sg()");
  meta_ = meta;
}

Term Generator::scalar(const Names& names) { return Term::scalar(random_.any(names.scalars)); }

Term Generator::scalar_condition(const Names& names) {
  const bool is_equal = random_.chance(60);
  const auto compare = [&](const Names& known) {
    return Term::condition(is_equal ? "%0 == %1" : "%0 != %1", {scalar(known), scalar(known)});
  };
  if (random_.chance(65)) return compare(names);
  Names inner = names;
  inner.scalars.emplace_back("t");
  Term body = random_.chance(40) ? compare(inner) : condition(inner, 0);
  const char* const text = random_.chance(50) ? "(forall (t : S) %0)" : "(exists (t : S) %0)";
  return Term::condition(text, {body});
}

Term Generator::scalar_update(const Names& names) {
  Term to = Term::scalar(random_.any(scalars_));
  return Term::other("%0 = %1", {to, scalar(names)});
}

}  // namespace zonda::hunt
