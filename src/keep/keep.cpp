// The table of storing strategies: their names, and the numbers that they take.
#include "keep/keep.hpp"

#include "keep/strategies.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace zonda::keep {

namespace {

using Parameter = NamedStrategy::Parameter;

constexpr std::string_view kAll = "all";
constexpr std::string_view kNone = "none";
constexpr std::string_view kEntryStates = "entry";

// The list of strategies. A new one is a file with a make_… function, its declaration in strategies.hpp, and a line
// here.
constexpr std::array kStrategies{
    NamedStrategy{.name = kAll, .what = "all states", .make = make_all, .stores_all = true},
    NamedStrategy{.name = kEntryStates,
                  .what = "targets of moves that lead a process into a loop",
                  .make = make_marked,
                  .marks = kEntry},
    NamedStrategy{.name = "cover",
                  .what = "targets of moves that take an edge of a covering set",
                  .make = make_marked,
                  .marks = kCovering},
    NamedStrategy{.name = "successors",
                  .what = "states with several successors, and every (k+1)-th in a chain of states with at most one",
                  .make = make_successors,
                  .parameter = Parameter::Number,
                  .letter = "k",
                  .usual = 1000,
                  .trial = "3"},
    NamedStrategy{.name = "distance",
                  .what = "every k-th state along a path",
                  .make = make_distance,
                  .parameter = Parameter::Number,
                  .letter = "k",
                  .usual = 10,
                  .trial = "3"},
    NamedStrategy{.name = "random",
                  .what = "each state with this probability",
                  .make = make_random,
                  .parameter = Parameter::Probability,
                  .letter = "p",
                  .trial = "0.4"},
    NamedStrategy{.name = "every",
                  .what = "every n-th state",
                  .make = make_every,
                  .parameter = Parameter::Number,
                  .letter = "n",
                  .usual = 10,
                  .trial = "3"},
    // With n = 1 no state would be stored.
    NamedStrategy{.name = "discard",
                  .what = "all states but every n-th",
                  .make = make_discard,
                  .parameter = Parameter::Number,
                  .letter = "n",
                  .least = 2,
                  .usual = 10,
                  .trial = "2"},
    NamedStrategy{.name = "combination",
                  .what = "after k covering moves, states with several successors; after k squared, every state",
                  .make = make_combination,
                  .parameter = Parameter::Number,
                  .letter = "k",
                  .usual = 3,
                  .trial = "2",
                  .marks = kCovering},
    NamedStrategy{.name = "committed",
                  .what = "states without committed locations, and every k-th in a chain of states with one",
                  .make = make_committed,
                  .parameter = Parameter::Number,
                  .letter = "k",
                  .usual = 32,
                  .trial = "3",
                  .sees_committed = true},
    NamedStrategy{.name = kNone, .what = "no states", .make = make_none, .is_for_users = false},
};
constexpr std::uint32_t kMostNumber = 60'000;  // its square, which combination.cpp needs, fits a flag
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

const NamedStrategy* find(std::string_view name) {
  for (const NamedStrategy& s : kStrategies)
    if (s.name == name) return &s;
  return nullptr;
}

}  // namespace

std::span<const NamedStrategy> strategies() { return kStrategies; }

Strategy all_states() noexcept { return {.named = find(kAll)}; }
Strategy no_states() noexcept { return {.named = find(kNone)}; }
Strategy entry_states() noexcept { return {.named = find(kEntryStates)}; }

std::variant<Strategy, std::string> parse_strategy(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const bool has_value = colon != std::string_view::npos;
  const std::string_view value = has_value ? text.substr(colon + 1) : std::string_view{};
  const NamedStrategy* named = find(name);
  if (named == nullptr || !named->is_for_users) return fmt::format("there is no '{}'", name);
  Strategy result{.named = named, .number = named->usual};
  switch (named->parameter) {
    case Parameter::None:
      if (has_value) return fmt::format("'{}' takes no number", name);
      return result;
    case Parameter::Probability: {
      const std::optional<double> p = has_value ? probability_in(value) : kUsualProbability;
      // With a smaller probability the search would practically never end.
      if (!p || *p < 1e-6 || *p > 1) return fmt::format("'{}': a probability from 0.000001 to 1 is needed", text);
      result.probability = *p;
      return result;
    }
    case Parameter::Number: {
      if (!has_value) return result;
      const std::optional<std::uint32_t> number = number_in(value);
      if (!number || *number < named->least || *number > kMostNumber)
        return fmt::format("'{}': a number from {} to {} is needed", text, named->least, kMostNumber);
      result.number = *number;
      return result;
    }
  }
  return result;
}

std::string text_of(const Strategy& strategy) {
  const std::string_view name = strategy.named->name;
  switch (strategy.named->parameter) {
    case Parameter::None:
      break;
    case Parameter::Number:
      return fmt::format("{}:{}", name, strategy.number);
    case Parameter::Probability:
      return fmt::format("{}:{}", name, strategy.probability);
  }
  return std::string(name);
}

std::unique_ptr<Keep> make_keep(const Strategy& strategy) { return strategy.named->make(strategy); }

}  // namespace zonda::keep
