// A draft of a model, which the generator builds and the shrinker takes apart. It is printed as text only at the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zonda::hunt {

// A piece of text with parts, as in '%0 + %1'. A number is a term of its own, so that it can be made smaller.
struct Term {
  enum class Kind { Number, Integer, Condition, Scalar, Other };
  Kind kind = Kind::Other;
  std::string text;
  std::int64_t value = 0;
  std::vector<Term> parts;

  static Term number(std::int64_t value) { return {Kind::Number, {}, value, {}}; }
  static Term integer(std::string text, std::vector<Term> parts = {}) {
    return {Kind::Integer, std::move(text), 0, std::move(parts)};
  }
  static Term condition(std::string text, std::vector<Term> parts = {}) {
    return {Kind::Condition, std::move(text), 0, std::move(parts)};
  }
  static Term scalar(std::string text) { return {Kind::Scalar, std::move(text), 0, {}}; }
  static Term other(std::string text, std::vector<Term> parts = {}) {
    return {Kind::Other, std::move(text), 0, std::move(parts)};
  }
  [[nodiscard]] std::string print() const;
};

struct Location {
  enum class Kind { Plain, Urgent, Committed };
  std::string name;
  Kind kind = Kind::Plain;
  std::vector<Term> invariant;
};

struct Select {
  std::string name;
  Term upper;             // the select takes values from 0 to this
  std::string type = {};  // if there is a type, it takes the values of this type instead
};

// Source and target are numbers of locations, and behind these of branchpoints.
struct Edge {
  std::size_t source = 0;
  std::size_t target = 0;
  std::vector<Select> selects;
  std::vector<Term> guard;
  std::string channel;  // empty if there is no synchronisation
  Term channel_index;   // the index if it is an array of channels; without text otherwise
  bool is_send = false;
  std::vector<Term> updates;
  Term weight;  // of an edge that leaves a branchpoint; without text if there is none
};

struct Parameter {
  std::string text;      // as in 'const int[0,1] id'
  std::string argument;  // if it is empty, the parameter is free, and the template is a set of processes
};

struct Template {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Term> declarations;
  std::vector<Location> locations;
  std::size_t branchpoints = 0;  // how many there are
  std::size_t initial = 0;
  std::vector<Edge> edges;
  int priority = 0;  // the priority of its processes

  // Whether the template has free parameters. Then it is in the system line itself; a template with other parameters
  // has an instance there.
  [[nodiscard]] bool is_set() const;
  // Whether its free parameter is a scalar, so that queries name its processes by the variable of a quantifier only.
  [[nodiscard]] bool is_scalar_set() const;
  // The names of its processes in queries. Those of a scalar set need a quantifier around them (quantified()).
  [[nodiscard]] std::vector<std::string> processes() const;
};

// The formula about a process of the template, under a quantifier if the process needs one.
[[nodiscard]] Term quantified(const Template& t, bool is_forall, Term formula);

struct Query {
  enum class Kind {
    Possibly,
    Invariantly,
    Potentially,
    Eventually,
    LeadsTo,
    Bounded,  // -->[<=t]
    BoundedStrictly,
    Within,
    Every,
    AtLeast,
    AtMost,
    HoldsAfter,
    NeverFollows,
    Precedes,
    Supremum,
    Infimum,
    Bounds
  };
  Kind kind = Kind::Possibly;
  Term formula;
  Term conclusion;  // the second formula of LeadsTo and of patterns; the value of Supremum, Infimum and Bounds
  Term bound = Term::number(0);
  // The group of the query: 'reach', 'live', 'watch' (the bounded patterns, which take an observer) or 'value'.
  [[nodiscard]] std::string group() const {
    return kind <= Kind::Invariantly ? "reach" : kind <= Kind::LeadsTo ? "live" : is_pattern() ? "watch" : "value";
  }
  [[nodiscard]] bool is_pattern() const { return kind >= Kind::Bounded && kind <= Kind::Precedes; }
  [[nodiscard]] std::string print() const;
};

struct Draft {
  std::vector<Term> declarations;
  std::vector<std::string> channel_priority;  // from weak to strong, with 'default' among them; may be empty
  std::vector<Template> templates;
  std::vector<Query> queries;

  [[nodiscard]] std::string print() const;  // the text of the model as .xta
  [[nodiscard]] std::vector<std::string> print_queries() const;
};

}  // namespace zonda::hunt
