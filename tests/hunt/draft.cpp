// Prints drafts.
#include "hunt/draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace zonda::hunt {

namespace {

std::string joined(const std::vector<Term>& terms, std::string_view between) {
  std::vector<std::string> texts;
  texts.reserve(terms.size());
  for (const Term& t : terms) texts.push_back(t.print());
  return fmt::format("{}", fmt::join(texts, between));
}

bool is_there(const Term& t) { return !t.text.empty() || t.kind == Term::Kind::Number; }

std::string end_of_edge(const Template& t, std::size_t index) {
  return index < t.locations.size() ? t.locations[index].name : fmt::format("B{}", index - t.locations.size());
}

std::string print_edge(const Edge& e, const Template& t) {
  std::string text = fmt::format("{} -> {} {{", end_of_edge(t, e.source), end_of_edge(t, e.target));
  std::vector<std::string> selects;
  for (const Select& s : e.selects)
    selects.push_back(s.type.empty() ? fmt::format("{} : int[0,{}]", s.name, s.upper.print())
                                     : fmt::format("{} : {}", s.name, s.type));
  if (!selects.empty()) text += fmt::format(" select {};", fmt::join(selects, ", "));
  if (!e.guard.empty()) text += fmt::format(" guard {};", joined(e.guard, " && "));
  if (!e.channel.empty()) {
    const std::string index = is_there(e.channel_index) ? fmt::format("[{}]", e.channel_index.print()) : "";
    text += fmt::format(" sync {}{}{};", e.channel, index, e.is_send ? "!" : "?");
  }
  if (!e.updates.empty()) text += fmt::format(" assign {};", joined(e.updates, ", "));
  if (is_there(e.weight)) text += fmt::format(" probability {};", e.weight.print());
  return text + " }";
}

std::string names_of(const Template& t, Location::Kind kind) {
  std::vector<std::string> names;
  for (const Location& l : t.locations)
    if (l.kind == kind) names.push_back(l.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string print_template(const Template& t) {
  std::vector<std::string> parameters;
  for (const Parameter& p : t.parameters) parameters.push_back(p.text);
  std::string text = fmt::format("process {}({}) {{\n", t.name, fmt::join(parameters, ", "));
  for (const Term& d : t.declarations) text += fmt::format("  {};\n", d.print());
  std::vector<std::string> parts;
  for (const Location& l : t.locations)
    parts.push_back(l.invariant.empty() ? l.name : fmt::format("{} {{ {} }}", l.name, joined(l.invariant, " && ")));
  text += fmt::format("  state {};\n", fmt::join(parts, ", "));
  parts.clear();
  for (std::size_t i = 0; i < t.branchpoints; ++i) parts.push_back(end_of_edge(t, t.locations.size() + i));
  if (!parts.empty()) text += fmt::format("  branchpoint {};\n", fmt::join(parts, ", "));
  if (const std::string names = names_of(t, Location::Kind::Committed); !names.empty())
    text += fmt::format("  commit {};\n", names);
  if (const std::string names = names_of(t, Location::Kind::Urgent); !names.empty())
    text += fmt::format("  urgent {};\n", names);
  text += fmt::format("  init {};\n", t.locations[t.initial].name);
  parts.clear();
  for (const Edge& e : t.edges) parts.push_back(print_edge(e, t));
  if (!parts.empty()) text += fmt::format("  trans\n    {};\n", fmt::join(parts, ",\n    "));
  return text + "}\n";
}

std::string instance_name(const Template& t) { return t.is_set() || t.parameters.empty() ? t.name : "I" + t.name; }

}  // namespace

std::string Term::print() const {
  if (kind == Kind::Number) return std::to_string(value);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    // '%%' stands for the operator '%'.
    ++i;
    if (text[i] == '%')
      result += '%';
    else
      result += parts[static_cast<std::size_t>(text[i] - '0')].print();
  }
  return result;
}

bool Template::is_set() const {
  return std::any_of(parameters.begin(), parameters.end(), [](const Parameter& p) { return p.argument.empty(); });
}

bool Template::is_scalar_set() const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const Parameter& p) { return p.argument.empty() && p.text.starts_with("const S "); });
}

Term quantified(const Template& t, bool is_forall, Term formula) {
  if (!t.is_scalar_set()) return formula;
  return Term::condition(is_forall ? "(forall (t : S) %0)" : "(exists (t : S) %0)", {std::move(formula)});
}

std::vector<std::string> Template::processes() const {
  if (is_scalar_set()) return {name + "(t)"};
  if (is_set()) return {name + "(0)", name + "(1)"};
  return {instance_name(*this)};
}

std::string Query::print() const {
  switch (kind) {
    case Kind::Possibly:
      return "E<> " + formula.print();
    case Kind::Invariantly:
      return "A[] " + formula.print();
    case Kind::Potentially:
      return "E[] " + formula.print();
    case Kind::Eventually:
      return "A<> " + formula.print();
    case Kind::LeadsTo:
      return fmt::format("{} --> {}", formula.print(), conclusion.print());
    case Kind::Bounded:
      return fmt::format("{} -->[<={}] {}", formula.print(), bound.print(), conclusion.print());
    case Kind::BoundedStrictly:
      return fmt::format("{} -->[<{} + 1] {}", formula.print(), bound.print(), conclusion.print());
    case Kind::Within:
      return fmt::format("{} within {}", formula.print(), bound.print());
    case Kind::Every:
      return fmt::format("{} every {}", formula.print(), bound.print());
    case Kind::AtLeast:
      return fmt::format("{} for at least {}", formula.print(), bound.print());
    case Kind::AtMost:
      return fmt::format("{} for at most {}", formula.print(), bound.print());
    case Kind::HoldsAfter:
      return fmt::format("{} for {} after {}", formula.print(), bound.print(), conclusion.print());
    case Kind::NeverFollows:
      return fmt::format("{} never follows {} within {}", formula.print(), conclusion.print(), bound.print());
    case Kind::Precedes:
      return fmt::format("{} precedes {}", formula.print(), conclusion.print());
    case Kind::Supremum:
      return fmt::format("sup{{{}}}: {}", formula.print(), conclusion.print());
    case Kind::Infimum:
      return fmt::format("inf{{{}}}: {}", formula.print(), conclusion.print());
    case Kind::Bounds:
      return fmt::format("bounds{{{}}}: {}", formula.print(), conclusion.print());
  }
  return {};
}

std::vector<std::string> Draft::print_queries() const {
  std::vector<std::string> result;
  result.reserve(queries.size());
  for (const Query& q : queries) result.push_back(q.print());
  return result;
}

std::string Draft::print() const {
  std::string text;
  for (const Term& d : declarations) {
    const std::string one = d.print();
    const bool is_block = one.find('\n') != std::string::npos || one.find("_update") != std::string::npos;
    text += one + (is_block ? "\n" : ";\n");
  }
  if (!channel_priority.empty()) text += fmt::format("chan priority {};\n", fmt::join(channel_priority, " < "));
  for (const Template& t : templates) text += print_template(t);
  std::vector<const Template*> order;
  for (const Template& t : templates) {
    order.push_back(&t);
    if (t.is_set() || t.parameters.empty()) continue;
    std::vector<std::string> arguments;
    for (const Parameter& p : t.parameters) arguments.push_back(p.argument);
    text += fmt::format("{} = {}({});\n", instance_name(t), t.name, fmt::join(arguments, ", "));
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Template* a, const Template* b) { return a->priority < b->priority; });
  text += "system ";
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0) text += order[i - 1]->priority < order[i]->priority ? " < " : ", ";
    text += instance_name(*order[i]);
  }
  return text + ";\n";
}

}  // namespace zonda::hunt
