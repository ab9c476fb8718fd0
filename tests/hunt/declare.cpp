// Declarations and templates.
#include "hunt/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace zonda::hunt {

Draft generate(std::uint64_t seed, const Profile& profile) { return Generator(seed, profile).run(); }

Draft generate(std::uint64_t seed) {
  Random random(seed);
  const Profile& profile = random.any(profiles());
  return generate(random.next(), profile);
}

Draft Generator::run() {
  declare_clocks();
  has_stopwatches_ = random_.chance(profile_.stopwatch);
  declare_data();
  declare_scalars();
  declare_channels();
  declare_functions();
  declare_scalar_functions();
  declare_hooks();
  const std::size_t count = 1 + random_.below(profile_.most_templates);
  const bool has_priorities = count > 1 && random_.chance(profile_.process_priority);
  for (std::size_t i = 0; i < count; ++i) {
    add_template(i);
    if (has_priorities) draft_.templates.back().priority = static_cast<int>(random_.below(3));
  }
  add_queries();
  return std::move(draft_);
}

void Generator::declare_clocks() {
  const std::size_t count = 1 + random_.below(profile_.most_clocks);
  const char* const names[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < count; ++i) {
    if (random_.chance(profile_.initial_clock))
      draft_.declarations.push_back(Term::other(fmt::format("clock {} = %0", names[i]), {number(1, 2)}));
    else
      draft_.declarations.push_back(Term::other(fmt::format("clock {}", names[i])));
    globals_.clocks.emplace_back(names[i]);
  }
  if (!random_.chance(profile_.clock_array)) return;
  draft_.declarations.push_back(Term::other("clock w[2]"));
  globals_.clocks.emplace_back("w[%0]");
}

void Generator::declare_data() {
  const auto declare = [&](const Variable& v) {
    const std::int64_t initial =
        random_.between(std::max<std::int64_t>(0, v.lower), std::min<std::int64_t>(1, v.upper));
    draft_.declarations.push_back(
        v.is_bool ? Term::other(fmt::format("bool {} = %0", v.name), {Term::number(initial)})
                  : Term::other(fmt::format("int[%0,%1] {} = %2", v.name),
                                {Term::number(v.lower), Term::number(v.upper), Term::number(initial)}));
    globals_.variables.push_back(v);
  };
  declare({"i", 0, random_.between(1, 3), false});
  if (random_.chance(60)) declare({"j", -random_.between(0, 2), random_.between(1, 3), false});
  if (random_.chance(50)) declare({"b", 0, 1, true});
  if (random_.chance(30)) {
    draft_.declarations.push_back(Term::other("const int K = %0", {number(1, 3)}));
    globals_.constants.emplace_back("K");
  }
  if (random_.chance(profile_.array)) {
    draft_.declarations.push_back(Term::other("int[0,2] a[2] = {%0, %1}", {number(0, 2), number(0, 2)}));
    globals_.variables.push_back({"a[%0]", 0, 2, false});
  }
  if (profile_.constant_array > 0 && random_.chance(profile_.constant_array)) {
    // As many elements as the variable i has values at most.
    draft_.declarations.push_back(
        Term::other("const int T[4] = {%0, %1, %2, %3}", {number(0, 4), number(0, 4), number(-1, 4), number(0, 4)}));
    has_constant_array_ = true;
  }
  if (random_.chance(profile_.record)) {
    draft_.declarations.push_back(Term::other("struct { int[0,2] f; bool g; } s"));
    globals_.variables.push_back({"s.f", 0, 2, false});
    globals_.variables.push_back({"s.g", 0, 1, true});
  }
  if (random_.chance(profile_.wide_variable)) {
    draft_.declarations.push_back(Term::other("int[-2147483648,2147483647] wide = %0",
                                              {Term::number(random_.chance(50) ? 2147483647 : -2147483648LL)}));
    wide_ = "wide";
  }
  if (random_.chance(profile_.meta)) {
    draft_.declarations.push_back(Term::other("meta int[0,3] m"));
    meta_.emplace_back("m");
  }
}

void Generator::declare_channels() {
  const auto declare = [&](const Channel& c) {
    draft_.declarations.push_back(Term::other(fmt::format("{}{}chan {}{}", c.is_urgent ? "urgent " : "",
                                                          c.is_broadcast ? "broadcast " : "", c.name,
                                                          c.has_scalar_index ? "[S]"
                                                          : c.is_array       ? "[2]"
                                                                             : "")));
    channels_.push_back(c);
  };
  const bool has_array = random_.chance(profile_.channel_array);
  declare({"c", has_array, false, false});
  if (random_.chance(30)) declare({"d", false, false, false});
  if (random_.chance(profile_.broadcast)) declare({"e", random_.chance(15), true, false});
  if (random_.chance(profile_.urgent_channel)) declare({"u", false, random_.chance(35), true});
  if (!scalars_.empty() && random_.chance(35)) declare({"sd", true, random_.chance(30), false, true});
  has_broadcast_clock_guards_ = random_.chance(profile_.broadcast_clock_guard);
  has_urgent_clock_guards_ = random_.chance(profile_.urgent_clock_guard);
  if (!random_.chance(profile_.channel_priority)) return;
  std::vector<std::string> order{"default"};
  for (const Channel& c : channels_) {
    if (random_.chance(25)) continue;
    std::vector<std::string> items{c.name};
    if (c.is_array && !c.has_scalar_index && random_.chance(50)) items = {c.name + "[0]", c.name + "[1]"};
    for (const std::string& item : items) {
      if (random_.chance(20))
        order[random_.below(order.size())] += ", " + item;
      else
        order.insert(order.begin() + random_.between(0, static_cast<std::int64_t>(order.size())), item);
    }
  }
  draft_.channel_priority = order;
}

void Generator::declare_functions() {
  if (!random_.chance(3 * profile_.call)) return;
  // An update with a meta variable consists of two assignments, but a statement of a function takes only one.
  const std::vector<std::string> meta = std::exchange(meta_, {});
  Names inside = globals_;
  inside.constants.emplace_back("v");
  inside.functions.clear();
  const Term result = integer(inside, 1);
  const Term test = condition(inside, 1);
  draft_.declarations.push_back(Term::other("int f(int v) {\n  if (%0) return %1;\n  return v;\n}", {test, result}));
  globals_.functions.emplace_back("f");
  if (random_.chance(60)) {
    const Term first = update(globals_);
    const Term second = random_.chance(50) ? clock_update(globals_) : update(globals_);
    switch (random_.below(3)) {
      case 0:
        draft_.declarations.push_back(Term::other("void g() {\n  %0;\n  %1;\n}", {first, second}));
        break;
      case 1:
        draft_.declarations.push_back(
            Term::other("void g() {\n  if (%0) %1; else %2;\n}", {condition(globals_, 1), first, second}));
        break;
      default:
        draft_.declarations.push_back(
            Term::other("void g() {\n  for (k : int[0,1]) {\n    if (k == i) %0;\n  }\n  %1;\n}", {first, second}));
    }
    procedures_.emplace_back("g()");
  }
  meta_ = meta;
}

void Generator::declare_hooks() {
  if (!random_.chance(profile_.hooks)) return;
  const char* const text = random_.chance(50) ? "before_update { %0 }" : "after_update { %0 }";
  const Term effect = random_.chance(40) ? clock_update(globals_) : update(globals_);
  draft_.declarations.push_back(Term::other(text, {effect}));
}

void Generator::add_template(std::size_t index) {
  Template t;
  t.name = fmt::format("P{}", index);
  Names names = globals_;
  add_parameters(t, names, index);
  if (random_.chance(profile_.local_clock)) {
    t.declarations.push_back(Term::other("clock l"));
    names.clocks.emplace_back("l");
  }
  if (random_.chance(30)) {
    t.declarations.push_back(Term::other("int[0,2] o = %0", {number(0, 1)}));
    names.variables.push_back({"o", 0, 2, false});
  }
  const std::size_t locations = 1 + random_.below(profile_.most_locations) + (random_.chance(60) ? 1 : 0);
  for (std::size_t i = 0; i < locations; ++i) t.locations.push_back(location(names, i));
  const bool has_array = std::ranges::any_of(names.variables, [](const Variable& v) { return v.name == "a[%0]"; });
  sets_up_ = has_array && locations > 1 && profile_.set_up > 0 && random_.chance(profile_.set_up);
  if (sets_up_) t.locations[0].kind = Location::Kind::Committed;
  branches_speak_.clear();
  if (random_.chance(profile_.branchpoint)) {
    t.branchpoints = random_.chance(75) ? 1 : 2;
    for (std::size_t i = 0; i < t.branchpoints; ++i) branches_speak_.push_back(random_.chance(35));
  }
  const std::size_t edges = 1 + random_.below(profile_.most_edges) + locations / 2;
  for (std::size_t i = 0; i < edges; ++i) t.edges.push_back(edge(names, t));
  add_branches(names, t);
  draft_.templates.push_back(std::move(t));
}

void Generator::add_parameters(Template& t, Names& names, std::size_t index) {
  const bool is_set = random_.chance(profile_.process_set) && index == 0;
  if (is_set && !scalars_.empty() && random_.chance(75)) {
    t.parameters.push_back({"const S sid", ""});
    names.scalars.emplace_back("sid");
    return;
  }
  if (!is_set && !scalars_.empty() && random_.chance(15)) {
    t.parameters.push_back({"S &rs", "sv"});
    names.scalars.emplace_back("rs");
  }
  if (is_set) {
    t.parameters.push_back({"const int[0,1] id", ""});
    names.constants.emplace_back("id");
  } else if (random_.chance(profile_.parameters)) {
    t.parameters.push_back({"const int n", std::to_string(random_.between(0, 3))});
    names.constants.emplace_back("n");
    if (random_.chance(40)) {
      t.parameters.push_back({"clock &q", globals_.clocks[0]});
      names.clocks.emplace_back("q");
    }
    if (random_.chance(40)) {
      t.parameters.push_back(
          {fmt::format("int[{},{}] &r", globals_.variables[0].lower, globals_.variables[0].upper), "i"});
      names.variables.push_back({"r", globals_.variables[0].lower, globals_.variables[0].upper, false});
    }
  }
}

}  // namespace zonda::hunt
