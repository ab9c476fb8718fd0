#include "check/check_queries.hpp"

#include <array>
#include <string_view>

namespace zonda::check {

namespace {

struct ExpectedOutcome {
  std::string_view name;
  Verdict verdict;
  Verdict better;  // says more, and does not contradict the other
};

constexpr std::array kOutcomes = {
    ExpectedOutcome{"success", Verdict::Satisfied, Verdict::Satisfied},
    ExpectedOutcome{"failure", Verdict::NotSatisfied, Verdict::NotSatisfied},
    ExpectedOutcome{"maybe_true", Verdict::MaybeSatisfied, Verdict::Satisfied},
    ExpectedOutcome{"maybe_false", Verdict::MaybeNotSatisfied, Verdict::NotSatisfied},
    ExpectedOutcome{"error", Verdict::Error, Verdict::Error},
};

}  // namespace

void compare_with_expectation(const model::Query& query, QueryResult& result) {
  // For sup and inf of one expression, the text may give the value.
  for (const lang::Expectation& e : query.expectations)
    if (e.outcome.empty() && !e.value.empty() && result.values.size() == 1) {
      result.expected = e.value;
      result.is_as_expected = result.value == e.value;
      return;
    }
  for (const lang::Expectation& e : query.expectations)
    for (const ExpectedOutcome& o : kOutcomes) {
      if (e.outcome != o.name) continue;
      result.expected = to_string(o.verdict);
      result.is_as_expected = result.verdict == o.verdict || result.verdict == o.better;
      return;
    }
}

}  // namespace zonda::check
