// Queries about locations, variables, clocks and deadlock, joined in all ways.
#include "hunt/generator.hpp"

#include <fmt/format.h>

namespace zonda::hunt {

Term Generator::formula_atom(bool has_clocks) {
  const Template& t = random_.any(draft_.templates);
  const std::string process = random_.any(t.processes());
  const std::size_t kind = random_.below(has_clocks ? 10 : 6);
  const bool is_forall = random_.chance(50);
  if (kind < 4)
    return quantified(t, is_forall, Term::condition(fmt::format("{}.{}", process, random_.any(t.locations).name)));
  Names names = globals_;
  names.functions.clear();
  names.constants.clear();
  if (kind < 6) {
    for (const Term& d : t.declarations)
      if (d.text.starts_with("int[0,2] o") && random_.chance(40)) names.variables = {{process + ".o", 0, 2, false}};
    return quantified(t, is_forall, condition(names, 1));
  }
  // The local clock of the process may be the only one, if it has one.
  for (const Term& d : t.declarations)
    if (d.text == "clock l" && random_.chance(50)) names.clocks = {process + ".l"};
  return quantified(t, is_forall, clock_atom(names, false, true));
}

Term Generator::formula(int depth, bool has_clocks) {
  if (depth == 0) return formula_atom(has_clocks);
  switch (random_.below(7)) {
    case 0:
    case 1:
      return Term::condition("(%0 && %1)", {formula(depth - 1, has_clocks), formula(depth - 1, has_clocks)});
    case 2:
      return Term::condition("(%0 || %1)", {formula(depth - 1, has_clocks), formula(depth - 1, has_clocks)});
    case 3:
      return Term::condition("not (%0)", {formula(depth - 1, has_clocks)});
    case 4:
      return Term::condition("(%0 imply %1)", {formula(depth - 1, has_clocks), formula(depth - 1, has_clocks)});
    default:
      return formula_atom(has_clocks);
  }
}

// The value of a sup, inf or bounds query: a clock, a clock plus a number, or an integer.
Term Generator::value() {
  const Template& t = random_.any(draft_.templates);
  const std::string process = random_.any(t.processes());
  Names names = globals_;
  names.functions.clear();
  names.constants.clear();
  for (const Term& d : t.declarations)
    if (d.text == "clock l" && !t.is_scalar_set() && random_.chance(50)) names.clocks = {process + ".l"};
  if (names.clocks.empty() || random_.chance(35)) return integer(names, 1);
  Term clock = clock_name(random_.any(names.clocks), names);
  if (random_.chance(80)) return clock;
  return Term::other("%0 + %1", {clock, integer(names, 0)});
}

void Generator::add_queries() {
  using Kind = Query::Kind;
  const Template& t = random_.any(draft_.templates);
  const std::string process = random_.any(t.processes());
  draft_.queries.push_back(
      {Kind::Possibly,
       quantified(t, false, Term::condition(fmt::format("{}.{}", process, t.locations.back().name))),
       {}});
  for (int i = 0; i < 3; ++i) {
    Term p = formula(static_cast<int>(random_.below(3)));
    const bool is_possibly = random_.chance(60);
    if (random_.chance(profile_.deadlock)) {
      static const std::vector<std::string> kWith = {"deadlock",
                                                     "not deadlock",
                                                     "(%0 && deadlock)",
                                                     "(%0 imply deadlock)",
                                                     "(deadlock imply %0)",
                                                     "(%0 && not deadlock)"};
      p = Term::condition(random_.any(kWith), {p});
    }
    draft_.queries.push_back({is_possibly ? Kind::Possibly : Kind::Invariantly, p, {}});
  }
  // This query explores the whole state space.
  draft_.queries.push_back({Kind::Possibly, Term::condition("false"), {}});
  for (int i = 0; i < 3; ++i) {
    const Kind kind = random_.any(std::vector<Kind>{Kind::Potentially, Kind::Eventually, Kind::LeadsTo});
    Term p = formula(static_cast<int>(random_.below(3)));
    Term q = formula(static_cast<int>(random_.below(2)));
    draft_.queries.push_back({kind, p, q});
  }
  for (int i = 0; i < 3; ++i) {
    const Kind kind = random_.any(std::vector<Kind>{Kind::Supremum, Kind::Infimum, Kind::Bounds});
    Term p = formula(static_cast<int>(random_.below(3)));
    draft_.queries.push_back({kind, p, value()});
  }
  add_patterns();
}

// Adds two bounded leads-to queries, and two other patterns.
void Generator::add_patterns() {
  using Kind = Query::Kind;
  static const std::vector<Kind> kOthers = {Kind::BoundedStrictly, Kind::Within,       Kind::Every,
                                            Kind::AtLeast,         Kind::AtMost,       Kind::HoldsAfter,
                                            Kind::AtLeast,         Kind::NeverFollows, Kind::Precedes};
  for (int i = 0; i < 4; ++i) {
    const Kind kind = i < 2 ? Kind::Bounded : random_.any(kOthers);
    const bool has_clocks = kind != Kind::AtLeast;
    const int depth = static_cast<int>(random_.below(3));
    Term p = formula(depth, has_clocks);
    Term q = formula(static_cast<int>(random_.below(2)));
    draft_.queries.push_back({kind, p, q, number(0, profile_.largest_constant + 2)});
  }
}

}  // namespace zonda::hunt
