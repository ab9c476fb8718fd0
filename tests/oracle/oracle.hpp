// The oracle: what is true of a small model, found by looking at every region, with a meaning of the language written
// from the reference alone. It shares the parser and the type checker with zonda, and nothing else.
//
// How it works and why it is exact: docs/internals/oracle.md.
#pragma once

#include "lang/check.hpp"
#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace zonda::truth {

// A model as the front end reads it.
struct Input {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;  // null when the model is wrong
};
// `name` decides the format, as a file name does. The queries replace those in the text.
[[nodiscard]] std::unique_ptr<Input> read(const std::string& name, const std::string& text,
                                          const std::vector<std::string>& queries);

struct Answer {
  std::string refused;  // not empty: there is no answer, and why
  // A state with p for E<> p, one without p for A[] p; a maximal run inside p for E[] p, outside of it for A<> p,
  // outside of q after p for p --> q.
  bool is_reached = false;
  // The same, if a state that only an action with an error leads out of is a deadlock; both are right.
  bool may_be_reached = false;
  // A run-time error can be reached. A search may meet it or find its goal first.
  bool must_fail = false;
  // Whether there is an error depends on how lazily conditions are evaluated; both are right.
  bool may_fail = false;
  std::string failure;
  std::int64_t least_moves = -1;  // actions on the shortest way, when reached
};

// The least time to the goal: an integer, which is attained or only approached.
struct LeastTime {
  std::int64_t value = 0;
  bool is_attained = false;
  friend bool operator==(const LeastTime&, const LeastTime&) = default;
};

struct Report {
  std::string refused;  // the whole model
  std::size_t states = 0;
  std::size_t discrete_states = 0;
  bool must_fail = false;
  bool may_fail = false;
  std::string failure;
  std::vector<Answer> answers;  // by query
};

struct Limits {
  std::size_t states = 20'000;
};

[[nodiscard]] Report check(const Input& input, const Limits& limits = {});
// The same for runs whose time diverges only; other queries than E[], A<> and --> are refused.
[[nodiscard]] Report check_divergent(const Input& input, const Limits& limits = {});
// The values of an expression of sup, inf or bounds, as classes: 2k for the number k, 2k + 1 for what lies between k
// and k + 1. A clock is looked at up to a horizon.
struct ValueClasses {
  std::set<std::int64_t> classes;
  bool is_beyond = false;  // there are larger values of a clock
};
struct Values {
  std::string refused;
  bool may_fail = false;
  std::vector<ValueClasses> values;
};
[[nodiscard]] Values values(const Input& input, std::size_t query, std::int64_t horizon, const Limits& limits = {});
// Nothing when the goal is not reached or there is no answer.
[[nodiscard]] std::optional<LeastTime> least_time(const Input& input, std::size_t query, const Limits& limits = {});

}  // namespace zonda::truth
