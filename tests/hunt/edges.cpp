// Locations and edges of templates.
#include "hunt/generator.hpp"

#include <fmt/format.h>

namespace zonda::hunt {

Location Generator::location(const Names& names, std::size_t index) {
  Location l;
  l.name = fmt::format("L{}", index);
  if (random_.chance(profile_.urgent_location))
    l.kind = Location::Kind::Urgent;
  else if (random_.chance(profile_.committed_location))
    l.kind = Location::Kind::Committed;
  if (random_.chance(profile_.invariant)) l.invariant.push_back(clock_atom(names, true, false));
  if (random_.chance(profile_.invariant / 5)) l.invariant.push_back(clock_atom(names, true, false));
  if (index > 0 && random_.chance(profile_.lower_invariant)) {
    const char* const text = random_.chance(50) ? "%0 >= %1" : "%0 > %1";
    l.invariant.push_back(
        Term::condition(text, {Term::integer(names.clocks[0] == "w[%0]" ? "w[0]" : names.clocks[0]), number(0, 2)}));
  }
  if (random_.chance(profile_.condition_on_clock) && !l.invariant.empty()) {
    const char* const text = random_.chance(50) ? "(%0 || %1)" : "(%0 imply %1)";
    l.invariant[0] = Term::condition(text, {condition(names, 0), l.invariant[0]});
  }
  if (index > 0 && random_.chance(6)) l.invariant.push_back(condition(names, 0));
  if (has_stopwatches_ && random_.chance(profile_.rate)) l.invariant.push_back(rate(names));
  return l;
}

// Says how a clock runs, as in x' == 0.
Term Generator::rate(const Names& names) {
  const std::string& clock = random_.any(names.clocks);
  const bool is_array = clock.find("%0") != std::string::npos;
  const std::size_t kind = random_.below(10);
  Term how = kind < 7   ? Term::number(0)
             : kind < 8 ? Term::number(1)
                        : Term::integer("(%0 ? 1 : 0)", {condition(names, 0)});
  if (!is_array) return Term::other("%0' == %1", {Term::other(clock), how});
  const bool is_scalar = clock.starts_with("sc[");
  if (random_.chance(50))
    return Term::other(is_scalar ? "forall (t : S) sc[t]' == %0" : "forall (k : int[0,1]) w[k]' == %0", {how});
  const Term index = is_scalar ? scalar(names) : number(0, 1);
  return Term::other(is_scalar ? "sc[%0]' == %1" : "w[%0]' == %1", {index, how});
}

void Generator::guard(Edge& e, const Names& names, bool is_spoken_behind) {
  const auto is_kept_free = [&] {
    if (is_spoken_behind && !(has_broadcast_clock_guards_ && has_urgent_clock_guards_)) return true;
    for (const Channel& c : channels_) {
      if (c.name != e.channel) continue;
      if (c.is_broadcast && !e.is_send && !has_broadcast_clock_guards_) return true;
      if (c.is_urgent && !has_urgent_clock_guards_) return true;
    }
    return false;
  };
  if (random_.chance(profile_.integer_guard)) e.guard.push_back(condition(names, 1));
  if (is_kept_free()) return;
  int chance = profile_.clock_guard;
  while (random_.chance(chance) && e.guard.size() < 4) {
    Term atom = clock_atom(names, false, false);
    if (random_.chance(profile_.condition_on_clock)) {
      switch (random_.below(4)) {
        case 0:
          atom = Term::condition("(%0 || %1)", {condition(names, 0), atom});
          break;
        case 1:
          atom = Term::condition("(%1 || %0)", {condition(names, 0), atom});
          break;
        case 2:
          atom = Term::condition("(%0 imply %1)", {condition(names, 0), atom});
          break;
        default: {
          Names inner = names;
          inner.constants.emplace_back("k");
          atom = Term::condition("(forall (k : int[0,1]) %0)", {clock_atom(inner, false, false)});
        }
      }
    }
    e.guard.push_back(atom);
    chance /= 2;
  }
}

void Generator::synchronise(Edge& e, const Names& names) {
  const Channel& c = random_.any(channels_);
  e.channel = c.name;
  e.is_send = random_.chance(c.is_broadcast ? 40 : 50);
  if (!c.is_array) return;
  if (c.has_scalar_index)
    e.channel_index = scalar(names);
  else if (!e.selects.empty() && e.selects[0].type.empty() && e.selects[0].upper.value == 1 && random_.chance(70))
    e.channel_index = Term::integer(e.selects[0].name);
  else if (!names.constants.empty() && names.constants.back() == "id" && random_.chance(60))
    e.channel_index = Term::integer("id");
  else if (random_.chance(30))
    e.channel_index = Term::integer("%0 > 0 ? 1 : 0", {integer(names, 0)});
  else
    e.channel_index = number(0, 1);
}

Edge Generator::edge(const Names& outside, const Template& t) {
  Edge e;
  Names names = outside;
  // The first edges go around all locations, so that each of them can be reached.
  const bool goes_round = t.edges.size() < t.locations.size();
  e.source = goes_round ? t.edges.size() : random_.below(t.locations.size());
  e.target = goes_round || random_.chance(25) ? (e.source + 1) % t.locations.size() : random_.below(t.locations.size());
  // Some edges lead to a branchpoint instead.
  const bool is_divided = t.branchpoints > 0 && random_.chance(profile_.branch);
  const std::size_t branchpoint = is_divided ? random_.below(t.branchpoints) : 0;
  if (is_divided) e.target = t.locations.size() + branchpoint;
  const bool is_spoken_behind = is_divided && branches_speak_[branchpoint];
  if (!names.scalars.empty() && random_.chance(profile_.select)) {
    e.selects.push_back({"hs", Term::number(1), "S"});
    names.scalars.emplace_back("hs");
  } else if (random_.chance(profile_.select)) {
    e.selects.push_back({"h", number(1, 2)});
    names.constants.emplace_back("h");
  }
  if (!is_spoken_behind && random_.chance(profile_.synchronises)) synchronise(e, names);
  guard(e, names, is_spoken_behind);
  add_updates(e, names);
  if (sets_up_ && t.edges.empty())
    e.updates.push_back(Term::other("a[0] = %0, a[1] = %1", {number(0, 2), number(0, 2)}));
  return e;
}

// A weight that is constant in each process, or never 0.
Term Generator::weight(const Names& names, bool may_be_zero) {
  if (may_be_zero && !names.constants.empty() && random_.chance(35)) return Term::integer(random_.any(names.constants));
  if (random_.chance(10)) return Term::integer("(i + %0)", {number(1, 2)});
  return may_be_zero && random_.chance(15) ? Term::number(0) : number(1, 3);
}

// Adds one to three branches to each branchpoint. The first branch has a weight that is not 0.
void Generator::add_branches(const Names& names, Template& t) {
  for (std::size_t b = 0; b < t.branchpoints; ++b) {
    const std::size_t count = 1 + random_.below(3);
    for (std::size_t i = 0; i < count; ++i) {
      Edge e;
      e.source = t.locations.size() + b;
      e.target = random_.below(t.locations.size());
      if (branches_speak_[b] && random_.chance(70)) synchronise(e, names);
      add_updates(e, names);
      if (random_.chance(60)) e.weight = weight(names, i > 0);
      // A guard would have to stand on the first part, so that nothing keeps the clock from becoming negative here.
      std::erase_if(e.updates, [](const Term& u) { return u.text == "%0 = %1 - %2"; });
      e.guard.clear();
      t.edges.push_back(std::move(e));
    }
  }
}

void Generator::add_updates(Edge& e, const Names& names) {
  int chance = profile_.reset;
  while (random_.chance(chance) && e.updates.size() < 3) {
    e.updates.push_back(clock_update(names));
    chance /= 2;
    // In most cases a guard keeps the clock from becoming negative.
    const Term made = e.updates.back();
    if (made.text == "%0 = %1 - %2" && random_.chance(85))
      e.guard.push_back(Term::condition("%0 >= %1", {made.parts[1], made.parts[2]}));
  }
  if (random_.chance(35)) e.updates.push_back(update(names));
  if (random_.chance(10)) e.updates.push_back(update(names));
  if (!procedures_.empty() && random_.chance(profile_.call)) e.updates.push_back(Term::other(random_.any(procedures_)));
  if (e.updates.size() > 1 && random_.chance(30)) std::swap(e.updates.front(), e.updates.back());
}

}  // namespace zonda::hunt
