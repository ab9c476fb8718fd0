#include "check/check.hpp"

#include <array>
#include <string_view>

namespace zonda::check {

namespace {

struct Outcome {
  std::string_view name;
  Verdict verdict;
  Verdict better;  // says more, and nothing else
};

constexpr std::array kOutcomes = {
    Outcome{"success", Verdict::Satisfied, Verdict::Satisfied},
    Outcome{"failure", Verdict::NotSatisfied, Verdict::NotSatisfied},
    Outcome{"maybe_true", Verdict::MaybeSatisfied, Verdict::Satisfied},
    Outcome{"maybe_false", Verdict::MaybeNotSatisfied, Verdict::NotSatisfied},
    Outcome{"error", Verdict::Error, Verdict::Error},
};

}  // namespace

void compare_with_expectation(const model::Query& query, QueryResult& result) {
  // sup and inf of one expression may say which value.
  for (const lang::Expectation& e : query.expectations)
    if (e.outcome.empty() && !e.value.empty() && result.values.size() == 1) {
      result.expected = e.value;
      result.is_as_expected = result.value == e.value;
      return;
    }
  for (const lang::Expectation& e : query.expectations)
    for (const Outcome& o : kOutcomes) {
      if (e.outcome != o.name) continue;
      result.expected = to_string(o.verdict);
      result.is_as_expected = result.verdict == o.verdict || result.verdict == o.better;
      return;
    }
}

}  // namespace zonda::check
