// The ways of checking that the hunt tries: the options of the table with their values, and how a search is disturbed.
#include "hunt/ways.hpp"

#include "check/abstractions.hpp"
#include "check/check_queries.hpp"
#include "hunt/random.hpp"
#include "keep/keep.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <variant>

namespace zonda::hunt {

namespace {

struct Choice {
  std::string text;  // empty: as usual
  std::function<void(Way&)> apply;
};

// Something to choose: an option, or how a search is disturbed. The first choice is the usual one.
struct Axis {
  const OptionInfo* option = nullptr;  // of zonda check
  std::vector<Choice> choices;
};

Choice choice_of(const OptionInfo& option, const std::string& value) {
  const auto set = [&option, value](Way& way) {
    if (const std::string error = set_option(way.options, option, value); !error.empty())
      throw std::logic_error("a value that the hunt cannot try: " + error);
  };
  Way way;
  set(way);
  return {option_text(way.options, option), set};
}

// Values of an option that are worth a try; none: it has nothing to do with what is found.
std::vector<std::string> values_to_try(const OptionInfo& option) {
  if (option.json.empty()) return {};
  std::vector<std::string> result(option.trials.begin(), option.trials.end());
  if (option.kind == OptionKind::Flag || option.kind == OptionKind::NoFlag) result.emplace_back();
  for (const OptionValue& value : option_values(option)) {
    const std::string text =
        value.parameter.empty() ? std::string(value.name) : std::string(value.name) + ":" + std::string(value.trial);
    if (text != option.usual) result.push_back(text);
  }
  return result;
}

// These disturb the search every few states: it does what it would do when memory is short (rehearsal), or it stops and
// goes on from a checkpoint.
Axis disturbances() {
  const auto disturbed = [](const char* text, std::uint64_t rehearsal, std::uint64_t most_visited,
                            std::uint64_t most_looks) {
    return Choice{text, [=](Way& w) {
                    w.options.rehearsal = rehearsal;
                    w.options.most_visited = most_visited;
                    w.options.most_looks = most_looks;
                    if (rehearsal > 0) w.options.spill = "/tmp";
                  }};
  };
  return {
      nullptr,
      {disturbed("", 0, 0, 0), disturbed("(short of memory)", 3, 0, 0), disturbed("(stopped and resumed)", 0, 7, 0),
       disturbed("(short of memory, stopped and resumed)", 5, 11, 0), disturbed("(broken off and resumed)", 0, 0, 3),
       disturbed("(short of memory, broken off and resumed)", 4, 0, 9)}};
}

const std::vector<Axis>& axes() {
  static const std::vector<Axis> kAxes = [] {
    std::vector<Axis> result;
    for (const OptionInfo& option : option_table()) {
      const std::vector<std::string> values = values_to_try(option);
      if (values.empty()) continue;
      Axis& axis = result.emplace_back(Axis{&option, {{"", [](Way&) {}}}});
      for (const std::string& value : values) axis.choices.push_back(choice_of(option, value));
    }
    result.push_back(disturbances());
    return result;
  }();
  return kAxes;
}

// Says of the way what the options that it is made of say of themselves.
void describe(Way& way) {
  way.options.seconds = 1;
  for (std::size_t i = 0; i < axes().size(); ++i) {
    const Axis& axis = axes()[i];
    const std::string& text = axis.choices[way.choices[i]].text;
    way.text += (way.text.empty() || text.empty() ? "" : " ") + text;
    if (axis.option == nullptr || way.choices[i] == 0) continue;
    way.may_reach_too_much |= axis.option->approximation == OptionInfo::Approximation::Over;
    way.may_miss |= axis.option->approximation == OptionInfo::Approximation::Under;
  }
  const check::NamedAbstraction* abstraction = check::find_abstraction(way.options.abstraction);
  way.may_be_endless = abstraction != nullptr && !abstraction->is_finite;
  if (way.may_be_endless) way.options.seconds = 0.05;
  const bool keeps_all =
      way.options.keep == kAuto || std::get<keep::Strategy>(keep::parse_strategy(way.options.keep)).stores_all();
  way.counts_discrete_states = way.options.reduce == kNone && keeps_all && !way.may_reach_too_much && !way.may_miss &&
                               way.options.rehearsal == 0;
}

// Nothing: zonda refuses these options, whatever the model is.
std::optional<Way> way_of(const std::vector<std::uint8_t>& choices) {
  Way way;
  way.choices = choices;
  for (std::size_t i = 0; i < axes().size(); ++i) axes()[i].choices[choices[i]].apply(way);
  check::Request request = way.options;
  if (request.most_visited + request.most_looks > 0) request.checkpoint = "somewhere";
  if (!check::option_error(request).empty()) return std::nullopt;
  describe(way);
  return way;
}

// All ways with up to two choices that are not usual, so that every two values meet that can; then many with more, by
// chance, but the same every time.
std::vector<Way> make() {
  const std::size_t count = axes().size();
  std::vector<Way> result;
  std::set<std::string> known;
  const auto add = [&](const std::vector<std::uint8_t>& choices) {
    if (!known.emplace(choices.begin(), choices.end()).second) return;
    if (std::optional<Way> way = way_of(choices)) result.push_back(std::move(*way));
  };
  std::vector<std::uint8_t> choices(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i; j < count; ++j)
      for (std::uint8_t a = 0; a < axes()[i].choices.size(); ++a)
        for (std::uint8_t b = 0; b < axes()[j].choices.size(); ++b) {
          choices[i] = a;
          choices[j] = b;
          add(choices);
          choices[i] = choices[j] = 0;
        }
  constexpr std::size_t kMore = 10'000;
  constexpr std::size_t kFewest = 3;
  constexpr std::size_t kMost = 6;
  Random random(1);
  for (const std::size_t enough = result.size() + kMore; result.size() < enough;) {
    std::fill(choices.begin(), choices.end(), 0);
    for (std::size_t left = kFewest + random.below(kMost - kFewest + 1); left > 0; --left) {
      const std::size_t i = random.below(count);
      choices[i] = static_cast<std::uint8_t>(random.below(axes()[i].choices.size()));
    }
    add(choices);
  }
  return result;
}

// The numbers of all pairs of values that a way has; axis i has the values first[i] and up.
std::vector<std::size_t> pairs_of(const Way& way, const std::vector<std::size_t>& first, std::size_t values) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < way.choices.size(); ++i)
    for (std::size_t j = i + 1; j < way.choices.size(); ++j)
      result.push_back((first[i] + way.choices[i]) * values + first[j] + way.choices[j]);
  return result;
}

// Takes ways until all pairs are there; those that bring the most new pairs come first.
std::vector<std::size_t> make_pairwise() {
  std::vector<std::size_t> first;  // by axis: the number of its first value
  std::size_t values = 0;
  for (const Axis& axis : axes()) {
    first.push_back(values);
    values += axis.choices.size();
  }
  std::vector<bool> is_seen(values * values, false);
  std::vector<std::size_t> result;
  const std::size_t most = pairs_of(ways()[0], first, values).size();
  for (std::size_t least = most; least > 0; --least) {
    // The step has no factor in common with the count, so that all ways are met, one far from the next.
    const std::size_t count = ways().size();
    std::size_t step = count * 5 / 13 + 1;
    while (std::gcd(step, count) != 1) ++step;
    for (std::size_t n = 0, at = 0; n < count; ++n, at = (at + step) % count) {
      const std::vector<std::size_t> pairs = pairs_of(ways()[at], first, values);
      const auto is_new = [&](std::size_t pair) { return !is_seen[pair]; };
      if (static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), is_new)) < least) continue;
      for (const std::size_t pair : pairs) is_seen[pair] = true;
      result.push_back(at);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

QueryGroups group_named(const std::string& name) {
  if (name == "reach") return kReach;
  if (name == "live") return kRuns | kLeadsTo;
  return name == "watch" ? kPatterns | kStartPatterns : kValues;
}

// Whether everything that is not usual about the way makes a difference for such queries.
bool concerns(const Way& way, QueryGroups group) {
  return std::all_of(axes().begin(), axes().end(), [&](const Axis& axis) {
    return axis.option == nullptr || !is_given(way.options, *axis.option) ||
           has_effect(way.options, *axis.option, group);
  });
}

}  // namespace

const std::vector<std::size_t>& pairwise_ways() {
  static const std::vector<std::size_t> kWays = make_pairwise();
  return kWays;
}

const std::vector<Way>& ways() {
  static const std::vector<Way> kWays = make();
  return kWays;
}

const std::vector<std::size_t>& ways_for(const std::string& group) {
  static std::map<std::string, std::vector<std::size_t>> known;
  std::vector<std::size_t>& result = known[group];
  if (!result.empty()) return result;
  for (std::size_t i = 0; i < ways().size(); ++i)
    if (concerns(ways()[i], group_named(group))) result.push_back(i);
  return result;
}

}  // namespace zonda::hunt
