// Bounds of zones come in two widths. A search begins with the narrow one if the constants of the model leave room for
// it; if a zone outgrows it, the search notices, and is repeated with the wide one in the time that is left.
#pragma once

#include "search/options.hpp"
#include "search/survey/survey.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace zonda::check {

// If zones are split, differences of their bounds get larger than the constants; up to this constant they fit.
inline constexpr std::int32_t kNarrowConstants = 500;

// Subtracts these seconds from a time limit. A limit never becomes 0, which would mean no limit.
inline void spend(double seconds, search::Limits& limits) {
  constexpr double kLeast = 0.001;
  if (limits.seconds > 0) limits.seconds = std::max(kLeast, limits.seconds - seconds);
}

// The outcome that says that the bounds were too narrow; null if they were not.
[[nodiscard]] inline const search::Outcome* too_narrow(const search::Outcome& outcome) {
  return outcome.kind == search::Outcome::Kind::TooNarrow ? &outcome : nullptr;
}
[[nodiscard]] inline const search::Outcome* too_narrow(const search::Survey& survey) {
  return too_narrow(survey.outcome);
}
[[nodiscard]] inline const search::Outcome* too_narrow(const std::vector<search::Outcome>& outcomes) {
  const auto found = std::ranges::find(outcomes, search::Outcome::Kind::TooNarrow, &search::Outcome::kind);
  return found == outcomes.end() ? nullptr : &*found;
}

// Makes a search: `run(B{}, options)`, where B is the type of bounds. `fits_narrow`: the constants leave room for the
// narrow width.
template <typename Run>
auto search_in_width(bool fits_narrow, search::Options options, Run&& run) {
  if (fits_narrow) {
    auto result = run(std::int16_t{}, options);
    const search::Outcome* narrow = too_narrow(result);
    if (narrow == nullptr) return result;
    spend(narrow->seconds_here, options.limits);
  }
  return run(std::int32_t{}, options);
}

}  // namespace zonda::check
