// The list behind 'EXPECT:' in a query file. An outcome, a number, a figure of memory or a figure of time: the words
// of XML's <expect> are used for all of them.
#include "lang/query_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace zonda::lang {

namespace {

struct Word {
  std::string_view token;
  std::string_view meaning;
};

constexpr std::array kOutcomes = {
    Word{"T", "success"},
    Word{"SAT", "success"},
    Word{"SATISFIED", "success"},
    Word{"TRUE", "success"},
    Word{"F", "failure"},
    Word{"UNSAT", "failure"},
    Word{"UNSATISFIED", "failure"},
    Word{"FALSE", "failure"},
    Word{"MT", "maybe_true"},
    Word{"MSAT", "maybe_true"},
    Word{"MAYBE_SATISFIED", "maybe_true"},
    Word{"MAYBE_TRUE", "maybe_true"},
    Word{"MF", "maybe_false"},
    Word{"MUNSAT", "maybe_false"},
    Word{"MAYBE_UNSATISFIED", "maybe_false"},
    Word{"MAYBE_FALSE", "maybe_false"},
    Word{"E", "error"},
    Word{"ERR", "error"},
    Word{"ERROR", "error"},
};

constexpr std::array kUnits = {
    Word{"B", "memory"}, Word{"KB", "memory"}, Word{"MB", "memory"}, Word{"GB", "memory"}, Word{"TB", "memory"},
    Word{"MS", "time"},  Word{"S", "time"},    Word{"M", "time"},    Word{"H", "time"},    Word{"D", "time"},
};

template <typename Words>
std::string_view meaning_of(std::string_view token, const Words& words) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.token == token; });
  return found == words.end() ? std::string_view() : found->meaning;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

// False when the token is none of the things that may stand in the list.
bool add_token(const std::string& token, Expectation& expectation) {
  if (const std::string_view outcome = meaning_of(token, kOutcomes); !outcome.empty()) {
    expectation.outcome = outcome;
    return true;
  }
  double ignored = 0;
  const auto parsed = std::from_chars(token.data(), token.data() + token.size(), ignored);
  if (parsed.ec != std::errc{}) return false;
  const std::string number(token.data(), parsed.ptr);
  const std::string unit = token.substr(number.size());
  if (unit.empty()) {
    expectation.type = "value";
    expectation.value = number;
    return true;
  }
  const std::string_view resource = meaning_of(unit, kUnits);
  if (resource.empty()) return false;
  expectation.resources.push_back({std::string(resource), number, unit});
  return true;
}

}  // namespace

Expectation parse_expectation(std::string_view list, SourceRange range, Diagnostics& diagnostics) {
  Expectation result;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string token = upper_case(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
    if (!token.empty() && !add_token(token, result))
      diagnostics.warning("query", range, fmt::format("'{}' is not an expectation", token.substr(0, 40)),
                          "write T, F, MT, MF or E, a number, or a figure such as 20MB or 3S");
  }
  return result;
}

}  // namespace zonda::lang
