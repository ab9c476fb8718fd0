#include "keep/keep.hpp"

#include "keep/strategies.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace zonda::keep {

namespace {

using Kind = Strategy::Kind;

struct Named {
  std::string_view name;
  Kind kind;
  bool has_number = false;
  std::uint32_t least = 1;
  std::uint32_t usual = 0;
};

constexpr std::array kNames{
    Named{"auto", Kind::Auto},
    Named{"all", Kind::All},
    Named{"entry", Kind::Entry},
    Named{"cover", Kind::Cover},
    Named{"successors", Kind::Successors, true, 1, 1000},
    Named{"distance", Kind::Distance, true, 1, 10},
    Named{"random", Kind::Random},
    Named{"every", Kind::Every, true, 1, 10},
    // With n = 1 nothing would be stored.
    Named{"discard", Kind::Discard, true, 2, 10},
    Named{"combination", Kind::Combination, true, 1, 3},
    Named{"committed", Kind::Committed, true, 1, 32},
};
constexpr std::uint32_t kMostNumber = 60'000;  // its square fits a flag
constexpr double kUsualProbability = 0.1;

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> probability_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::variant<Strategy, std::string> parse_strategy(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const bool has_value = colon != std::string_view::npos;
  const std::string_view value = has_value ? text.substr(colon + 1) : std::string_view{};
  for (const Named& n : kNames) {
    if (n.name != name) continue;
    Strategy result{n.kind, n.usual, 1, 1};
    if (n.kind == Kind::Random) {
      const std::optional<double> p = has_value ? probability_in(value) : kUsualProbability;
      // Less than this is never in sight of the end.
      if (!p || *p < 1e-6 || *p > 1) return fmt::format("'{}': a probability from 0.000001 to 1 is needed", text);
      result.probability = *p;
      return result;
    }
    if (!n.has_number) {
      if (has_value) return fmt::format("'{}' takes no number", name);
      return result;
    }
    if (!has_value) return result;
    const std::optional<std::uint32_t> number = number_in(value);
    if (!number || *number < n.least || *number > kMostNumber)
      return fmt::format("'{}': a number from {} to {} is needed", text, n.least, kMostNumber);
    result.number = *number;
    return result;
  }
  std::string names;
  for (const Named& n : kNames) names += fmt::format("{}{}", names.empty() ? "" : ", ", n.name);
  return fmt::format("there is no '{}' among {}", name, names);
}

std::string text_of(const Strategy& strategy) {
  for (const Named& n : kNames) {
    if (n.kind != strategy.kind) continue;
    if (n.kind == Kind::Random) return fmt::format("{}:{}", n.name, strategy.probability);
    return n.has_number ? fmt::format("{}:{}", n.name, strategy.number) : std::string(n.name);
  }
  return "none";
}

std::unique_ptr<Keep> make_keep(const Strategy& s) {
  switch (s.kind) {
    case Kind::Distance:
      return make_distance(s.number);
    case Kind::Successors:
      return make_successors(s.number);
    case Kind::Cover:
      return make_marked(kCovering);
    case Kind::Entry:
      return make_marked(kEntry);
    case Kind::Random:
      return make_random(s.probability, s.seed);
    case Kind::Every:
      return make_every(s.number, false);
    case Kind::Discard:
      return make_every(s.number, true);
    case Kind::Combination:
      return make_combination(s.number);
    case Kind::Committed:
      return make_committed(s.number);
    case Kind::None:
      return make_none();
    case Kind::Auto:
    case Kind::All:
      break;
  }
  return make_all();
}

}  // namespace zonda::keep
