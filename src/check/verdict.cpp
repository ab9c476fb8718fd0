#include "zonda/check.hpp"

#include <fmt/format.h>

namespace zonda {

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Satisfied:
      return "satisfied";
    case Verdict::NotSatisfied:
      return "not satisfied";
    case Verdict::MaybeSatisfied:
      return "maybe satisfied";
    case Verdict::MaybeNotSatisfied:
      return "maybe not satisfied";
    case Verdict::Unknown:
      return "unknown";
    case Verdict::Error:
      return "error";
  }
  return "?";
}

std::string value_text(const QueryValue& value, bool is_supremum, bool is_infimum) {
  if (value.intervals.empty()) return "none";
  if (is_supremum) {
    const ValueInterval& last = value.intervals.back();
    return !last.has_high ? "infinity" : fmt::format("{}{}", last.is_high_open ? "< " : "", last.high);
  }
  if (is_infimum) {
    const ValueInterval& first = value.intervals.front();
    return fmt::format("{}{}", first.is_low_open ? "> " : "", first.low);
  }
  std::string result;
  for (const ValueInterval& i : value.intervals) {
    if (!result.empty()) result += ' ';
    result += fmt::format("{}{}, ", i.is_low_open ? '(' : '[', i.low);
    result += i.has_high ? fmt::format("{}{}", i.high, i.is_high_open ? ')' : ']') : "infinity)";
  }
  return result + (value.goes_on ? " and so on without end" : "");
}

}  // namespace zonda
