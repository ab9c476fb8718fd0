// The oracle says what is true of a small model. It looks at every region, and its semantics is written from the
// language reference alone. It shares the parser and the type checker with zonda, and nothing else.
//
// docs/internals/oracle.md says how it works and why it is exact.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/semantics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace zonda::truth {

// A model as the parser and the type checker read it.
struct Input {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;  // null if the model has errors
};
// The extension of `name` says which format it is. The queries replace those in the text.
[[nodiscard]] std::unique_ptr<Input> read(const std::string& name, const std::string& text,
                                          const std::vector<std::string>& queries);

struct Answer {
  std::string refused;  // why there is no answer; empty if there is one
  // Whether what the query looks for exists: for E<> p a state with p, for A[] p one without it; for E[] p a maximal
  // run inside p, for A<> p one outside of it, for p --> q one that stays outside of q after p.
  bool is_reached = false;
  // The same if a state whose only actions end in errors counts as a deadlock; both answers are right.
  bool may_be_reached = false;
  // A run-time error can be reached. A search may meet it, or find its goal first.
  bool must_fail = false;
  // Whether there is an error depends on how lazily conditions are evaluated; both answers are right.
  bool may_fail = false;
  std::string failure;
  std::int64_t least_moves = -1;  // the number of actions on the shortest way, if reached
};

// The least time in which the goal is reached. It is an integer, which is attained or only approached.
struct LeastTime {
  std::int64_t value = 0;
  bool is_attained = false;
  friend bool operator==(const LeastTime&, const LeastTime&) = default;
};

struct Report {
  std::string refused;  // why there is no answer for the whole model; empty if there is one
  std::size_t states = 0;
  std::size_t discrete_states = 0;
  bool must_fail = false;
  bool may_fail = false;
  std::string failure;
  std::vector<Answer> answers;  // by query
  // A clock stands still while time passes. Then what is reached and what must fail is right, but there may be more.
  bool is_partial = false;
};

struct Limits {
  std::size_t states = 20'000;
  // How far a grid is explored where a clock stands still while time passes. What lies beyond is left out.
  std::size_t moments = 4'000;
};

// Answers all queries that ask for states or runs.
[[nodiscard]] Report check(const Input& input, const Limits& limits = {});
// The same if only runs count whose time diverges. Queries other than E[], A<> and --> are refused.
[[nodiscard]] Report check_divergent(const Input& input, const Limits& limits = {});
// The values of an expression of sup, inf or bounds, as classes: 2k stands for the number k, and 2k + 1 for what lies
// between k and k + 1. Clocks are told apart up to a horizon.
struct ValueClasses {
  std::set<std::int64_t> classes;
  bool is_beyond = false;  // there are values of a clock beyond the horizon
};
struct Values {
  std::string refused;
  bool may_fail = false;
  bool is_partial = false;  // there may be more values
  std::vector<ValueClasses> values;
};
[[nodiscard]] Values values(const Input& input, std::size_t query, std::int64_t horizon, const Limits& limits = {});
// The least time in which the goal of a query is reached; nothing if it is not reached or if there is no answer.
[[nodiscard]] std::optional<LeastTime> least_time(const Input& input, std::size_t query, const Limits& limits = {});

}  // namespace zonda::truth
