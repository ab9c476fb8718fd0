// A model as the generator builds it and the shrinker takes it apart. Text comes out only at the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zonda::hunt {

// A piece of text with parts: '%0 + %1'. A number is a part of its own, so that it can be made smaller.
struct Term {
  enum class Kind { Number, Integer, Condition, Other };
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
  Term upper;  // from 0
};

struct Edge {
  std::size_t source = 0;
  std::size_t target = 0;
  std::vector<Select> selects;
  std::vector<Term> guard;
  std::string channel;  // empty: none
  Term channel_index;   // of an array of channels; no text otherwise
  bool is_send = false;
  std::vector<Term> updates;
};

struct Parameter {
  std::string text;      // 'const int[0,1] id'
  std::string argument;  // empty: free, so that the template is a set of processes
};

struct Template {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Term> declarations;
  std::vector<Location> locations;
  std::size_t initial = 0;
  std::vector<Edge> edges;
  int priority = 0;  // process priority

  // Free parameters: it stands in the system line itself. Else an instance does, when it has parameters.
  [[nodiscard]] bool is_set() const;
  // What queries call its processes.
  [[nodiscard]] std::vector<std::string> processes() const;
};

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
  Term conclusion;  // LeadsTo, patterns; the value of the others
  Term bound = Term::number(0);
  // reach, live, watch or value
  [[nodiscard]] std::string group() const {
    return kind <= Kind::Invariantly ? "reach" : kind <= Kind::LeadsTo ? "live" : is_pattern() ? "watch" : "value";
  }
  [[nodiscard]] bool is_pattern() const { return kind >= Kind::Bounded && kind <= Kind::Precedes; }
  [[nodiscard]] std::string print() const;
};

struct Draft {
  std::vector<Term> declarations;
  std::vector<std::string> channel_priority;  // from weak to strong, 'default' among them; empty: none
  std::vector<Template> templates;
  std::vector<Query> queries;

  [[nodiscard]] std::string print() const;  // the model, in .xta
  [[nodiscard]] std::vector<std::string> print_queries() const;
};

}  // namespace zonda::hunt
