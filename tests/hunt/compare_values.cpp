// Compares values as classes, up to a horizon.
#include "hunt/compare_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace zonda::hunt {

namespace {

// The classes of the values in the intervals, up to the horizon: 2v for the integer v, and 2v + 1 for what lies between
// v and v + 1.
std::set<std::int64_t> classes_of(const QueryValue& value, std::int64_t horizon) {
  std::set<std::int64_t> result;
  for (const ValueInterval& i : value.intervals) {
    const std::int64_t last = i.has_high ? 2 * i.high - (i.is_high_open ? 1 : 0) : 2 * horizon;
    for (std::int64_t c = 2 * i.low + (i.is_low_open ? 1 : 0); c <= std::min(last, 2 * horizon); ++c)
      if (value.is_clock || c % 2 == 0) result.insert(c);
  }
  return result;
}

}  // namespace

std::optional<std::string> value_complaint(const std::string& query, const QueryValue& value,
                                           const truth::ValueClasses& right, std::int64_t clocks) {
  const std::int64_t horizon = clocks - 8;
  if (right.classes.empty() && !right.is_beyond)
    return value.intervals.empty() ? std::nullopt : std::optional<std::string>("none");
  if (value.intervals.empty()) return "some value";
  if (query.starts_with("sup{")) {
    const ValueInterval& last = value.intervals.back();
    if (right.is_beyond)
      return !last.has_high || last.high >= horizon ? std::nullopt : std::optional<std::string>("a larger value");
    const std::int64_t most = *right.classes.rbegin();
    const bool is_right = last.has_high && 2 * last.high - (last.is_high_open ? 1 : 0) == most;
    return is_right ? std::nullopt : std::optional(fmt::format("class {}", most));
  }
  if (query.starts_with("inf{")) {
    const ValueInterval& first = value.intervals.front();
    if (right.classes.empty())
      return first.low >= horizon ? std::nullopt : std::optional<std::string>("a larger value");
    const std::int64_t least = *right.classes.begin();
    return 2 * first.low + (first.is_low_open ? 1 : 0) == least ? std::nullopt
                                                                : std::optional(fmt::format("class {}", least));
  }
  // If the list of intervals is cut short, only what lies before its end can be compared.
  std::int64_t to = horizon;
  if (value.goes_on) to = std::min(to, value.intervals.back().high);
  if (!right.is_beyond) to = std::max(to, *right.classes.rbegin() / 2 + 1);
  std::set<std::int64_t> known;
  for (const std::int64_t c : right.classes)
    if (c <= 2 * to) known.insert(c);
  if (classes_of(value, to) != known) return fmt::format("{} classes up to {}", known.size(), to);
  return std::nullopt;
}

std::optional<std::string> missing_value(const std::string& query, const QueryValue& value,
                                         const truth::ValueClasses& right, std::int64_t clocks) {
  const std::int64_t horizon = clocks - 8;
  if (right.classes.empty()) return std::nullopt;
  if (value.intervals.empty()) return "some value";
  const ValueInterval& last = value.intervals.back();
  const ValueInterval& first = value.intervals.front();
  const std::int64_t most = *right.classes.rbegin();
  const std::int64_t least = *right.classes.begin();
  const bool is_low = last.has_high && 2 * last.high - (last.is_high_open ? 1 : 0) < most;
  const bool is_high = 2 * first.low + (first.is_low_open ? 1 : 0) > least;
  if (query.starts_with("sup{")) return is_low ? std::optional(fmt::format("at least class {}", most)) : std::nullopt;
  if (query.starts_with("inf{")) return is_high ? std::optional(fmt::format("at most class {}", least)) : std::nullopt;
  const std::int64_t to = value.goes_on ? std::min(horizon, last.high) : horizon;
  const std::set<std::int64_t> said = classes_of(value, to);
  for (const std::int64_t c : right.classes)
    if (c <= 2 * to && !said.contains(c)) return fmt::format("class {} as well", c);
  return std::nullopt;
}

}  // namespace zonda::hunt
