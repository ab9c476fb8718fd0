// The table of options, zonda/options.def, as values. The words that options take come from the registries of their
// layers.
#include "check/option_table.hpp"

#include "check/abstractions.hpp"
#include "keep/keep.hpp"
#include "order/orders.hpp"
#include "reduce/reductions.hpp"
#include "search/mergings.hpp"
#include "store/zone_forms.hpp"
#include "util/quantity.hpp"
#include "zonda/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

namespace zonda {

namespace {

using Words = std::vector<OptionValue>;

// --- lists of words

Words orders() {
  Words result{{.name = kAuto, .what = "chosen by the model and the query"}};
  for (const order::NamedOrder& o : order::orders())
    if (o.is_for_users)
      result.push_back({.name = o.name, .what = o.what, .queries = o.is_for_runs ? kAllQueries : kNotFromStart});
  return result;
}

Words abstractions() {
  Words result{{.name = kAuto, .what = "the coarsest that is sound"}};
  for (const check::NamedAbstraction& a : check::abstractions())
    result.push_back(
        {.name = a.name,
         .what = a.what,
         .queries = (a.preserves & check::kMaximalRuns) != 0 ? kAllQueries : QueryGroups{kReach | kValues}});
  return result;
}

Words strategies() {
  Words result{{.name = kAuto, .what = "all, unless memory gets short"}};
  for (const keep::NamedStrategy& s : keep::strategies())
    if (s.is_for_users)
      result.push_back({.name = s.name,
                        .parameter = s.letter,
                        .what = s.what,
                        .queries = s.stores_all ? kAllQueries : kNotFromStart,
                        .trial = s.trial});
  return result;
}

Words zone_forms() {
  Words result;
  for (const store::NamedZoneForm& f : store::zone_forms()) result.push_back({.name = f.name, .what = f.what});
  return result;
}

Words mergings() {
  Words result;
  for (const search::NamedMerging& m : search::kMergings) result.push_back({.name = m.name, .what = m.what});
  return result;
}

Words reductions() {
  Words result{{.name = kAuto, .what = "all that are sound for the query"}, {.name = kNone, .what = "no reduction"}};
  for (const reduce::NamedReduction& r : reduce::all_reductions())
    result.push_back({.name = r.name, .what = r.summary});
  return result;
}

Words traces() {
  return {{.name = kNone, .what = "no run"},
          {.name = kSomeTrace, .what = "the first that was found"},
          {.name = kShortestTrace, .what = "none has fewer moves", .queries = kReach},
          {.name = kFastestTrace, .what = "none takes less time", .queries = kReach}};
}

// In the order of Model::TraceFormat.
Words trace_formats() {
  return {{.name = "text"}, {.name = "full"}, {.name = "json"}, {.name = "uppaal"}, {.name = "xml"}, {.name = "xtr"}};
}

// In the order of Model::ReportFormat.
Words reports() { return {{.name = "junit=FILE"}, {.name = "sarif=FILE"}}; }

// These are not values of the option, but the formats of the models that it applies to.
Words label_formats() {
  static const std::vector<FormatInfo> kFormats = all_formats();
  Words result;
  for (const FormatInfo& f : kFormats)
    if (f.has_labels) result.push_back({.name = f.extensions.front()});
  return result;
}

Words progress_choices() { return {{.name = "on"}, {.name = "off"}, {.name = kAuto}}; }

// --- the table

// The column `values`.
struct Values {
  Words (*words)() = nullptr;
  std::string_view noun{};       // for messages: what one of the words is
  bool is_listed = false;        // several words may be given, with commas between them
  std::string_view example{};    // of an amount
  std::string_view complaint{};  // about 0
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
  std::string_view trial{};
  OptionInfo::Approximation approximation = OptionInfo::Approximation::None;

  [[nodiscard]] constexpr Values listed() const {
    Values result = *this;
    result.is_listed = true;
    return result;
  }
  [[nodiscard]] constexpr Values tried(std::string_view value) const {
    Values result = *this;
    result.trial = value;
    return result;
  }
  [[nodiscard]] constexpr Values over() const {
    Values result = *this;
    result.approximation = OptionInfo::Approximation::Over;
    return result;
  }
  [[nodiscard]] constexpr Values under() const {
    Values result = *this;
    result.approximation = OptionInfo::Approximation::Under;
    return result;
  }
};
constexpr Values any;  // NOLINT(readability-identifier-naming): a word of the table
constexpr Values words(Words (*list)(), std::string_view noun) { return {.words = list, .noun = noun}; }
constexpr Values amount(std::string_view example, std::string_view complaint) {
  return {.example = example, .complaint = complaint};
}
constexpr Values from_to(std::uint64_t least, std::uint64_t most) { return {.least = least, .most = most}; }

enum class Echo : std::uint8_t { Always, Given, WithCheckpoint };

using Slot =
    std::variant<std::monostate, bool CheckOptions::*, std::string CheckOptions::*, std::uint64_t CheckOptions::*,
                 std::optional<std::uint64_t> CheckOptions::*, double CheckOptions::*>;

struct Row {
  OptionInfo info;
  Slot slot;  // of an option of the library
  Values values;
  Echo echo = Echo::Given;
  std::string_view help{};
};

struct Wording {
  Commands command;
  std::string_view field{};
  std::string_view values{};  // separated by blanks
  std::string_view help{};
};

std::string usual_text(bool /*value*/) { return {}; }
std::string usual_text(const std::string& value) { return value; }
std::string usual_text(const std::vector<std::string>& /*value*/) { return {}; }
std::string usual_text(std::uint64_t value) { return value == 0 ? std::string() : fmt::format("{}", value); }
std::string usual_text(const std::optional<std::uint64_t>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}
std::string usual_text(double value) { return value == 0 ? std::string() : fmt::format("{:g}s", value); }

Row row(OptionInfo info, Slot slot, const Values& values, Echo echo, std::string_view help) {
  info.least = values.least;
  info.most = values.most;
  info.approximation = values.approximation;
  if (!values.trial.empty()) info.trials.push_back(values.trial);
  return {std::move(info), slot, values, echo, help};
}

const std::vector<Row>& rows() {
  using Level = OptionInfo::Level;
  static const std::vector<Row> kRows = {
#define ZONDA_OPTION(field, kind, usual, flag, group, level, commands, queries, values, json, echo, help) \
  row({#field, flag, json, OptionKind::kind, group, Level::level, commands, queries,                      \
       usual_text(option_kinds::kind(usual))},                                                            \
      &CheckOptions::field, values, Echo::echo, help),
#define ZONDA_PROGRAM_OPTION(field, kind, usual, flag, group, level, commands, values, help) \
  row({#field,                                                                               \
       flag,                                                                                 \
       {},                                                                                   \
       OptionKind::kind,                                                                     \
       group,                                                                                \
       Level::level,                                                                         \
       commands,                                                                             \
       kAllQueries,                                                                          \
       usual_text(option_kinds::kind(usual))},                                               \
      std::monostate(), values, Echo::Given, help),
#include "zonda/options.def"
  };
  return kRows;
}

const Row& row_of(const OptionInfo& option) {
  for (const Row& r : rows())
    if (r.info.field == option.field) return r;
  return rows().front();
}

const Wording* wording(const OptionInfo& option, Commands command) {
  static constexpr Wording kWordings[] = {
#define ZONDA_WORDING(command, field, values, help) {command, #field, values, help},
#include "zonda/options.def"
  };
  for (const Wording& w : kWordings)
    if (w.command == command && w.field == option.field) return &w;
  return nullptr;
}

const CheckOptions& usual_options() {
  static const CheckOptions kUsual;
  return kUsual;
}

// The queries that a command is for.
QueryGroups queries_of(Commands command) {
  if (command == kMonitor) return kPatterns | kStartPatterns;
  return command == kPartition ? kReach : kAllQueries;
}

// What is wrong with a text that must be a number; empty: nothing.
std::string number_error(std::string_view text, const OptionInfo& option, std::uint64_t& value) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) return fmt::format("{}: '{}' is too large", option.flag, text);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return fmt::format("{}: '{}' is not a number; write one such as 0, 1 or 25", option.flag, text);
  return {};
}

std::string range_error(const OptionInfo& option, std::uint64_t value) {
  if (value >= option.least && value <= option.most) return {};
  return fmt::format("{} takes a number from {} to {}", option.flag, option.least, option.most);
}

// The word of a Word option that is set, without its parameter.
std::string_view word_in(std::string_view text) { return text.substr(0, text.find(':')); }

}  // namespace

std::string OptionValue::text() const {
  return parameter.empty() ? std::string(name) : fmt::format("{}:{}", name, parameter);
}

const std::vector<OptionInfo>& option_table() {
  static const std::vector<OptionInfo> kInfos = [] {
    std::vector<OptionInfo> result;
    for (const Row& r : rows()) result.push_back(r.info);
    return result;
  }();
  return kInfos;
}

const OptionInfo* find_option(std::string_view field) {
  for (const OptionInfo& option : option_table())
    if (option.field == field) return &option;
  return nullptr;
}

std::vector<OptionValue> option_values(const OptionInfo& option, Commands command) {
  const Row& r = row_of(option);
  if (r.values.words == nullptr) return {};
  Words result;
  const Wording* own = wording(option, command);
  if (own == nullptr || own->values.empty()) {
    for (const OptionValue& value : r.values.words())
      if ((value.queries & queries_of(command)) != 0) result.push_back(value);
    return result;
  }
  std::string_view rest = own->values;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    result.push_back({.name = rest.substr(0, end)});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return result;
}

std::string option_help(const OptionInfo& option, Commands command) {
  const Wording* own = wording(option, command);
  std::string help(own != nullptr ? own->help : row_of(option).help);
  const std::size_t place = help.find("{}");
  if (place == std::string::npos) return help;
  std::string list;
  for (const OptionValue& value : option_values(option, command)) list += (list.empty() ? "" : ", ") + value.text();
  return help.replace(place, 2, list);
}

std::string set_option(CheckOptions& options, const OptionInfo& option, std::string_view text) {
  const Row& r = row_of(option);
  const auto set = [&](auto field, const auto& value) -> std::string { return options.*field = value, std::string(); };
  switch (option.kind) {
    case OptionKind::Flag:
    case OptionKind::NoFlag:
      return set(std::get<bool CheckOptions::*>(r.slot), option.kind == OptionKind::Flag);
    case OptionKind::Number:
    case OptionKind::MaybeNumber: {
      std::uint64_t value = 0;
      std::string error = number_error(text, option, value);
      if (error.empty()) error = range_error(option, value);
      if (!error.empty()) return error;
      if (option.kind == OptionKind::Number) return set(std::get<std::uint64_t CheckOptions::*>(r.slot), value);
      return set(std::get<std::optional<std::uint64_t> CheckOptions::*>(r.slot), std::optional(value));
    }
    case OptionKind::Bytes: {
      const auto bytes = parse_bytes(text);
      if (!bytes) return fmt::format("'{}' is not an amount of memory; write {}", text, r.values.example);
      if (*bytes == 0) return fmt::format(fmt::runtime(r.values.complaint), text);
      return set(std::get<std::uint64_t CheckOptions::*>(r.slot), *bytes);
    }
    case OptionKind::Seconds: {
      const auto seconds = parse_seconds(text);
      if (!seconds) return fmt::format("'{}' is not a time; write {}", text, r.values.example);
      if (*seconds == 0) return fmt::format(fmt::runtime(r.values.complaint), text);
      return set(std::get<double CheckOptions::*>(r.slot), *seconds);
    }
    case OptionKind::Word:
    case OptionKind::Text:
    case OptionKind::File:
    case OptionKind::Folder:
      return set(std::get<std::string CheckOptions::*>(r.slot), std::string(text));
    case OptionKind::Texts:
    case OptionKind::List:
      break;
  }
  return fmt::format("{} is an option of the program only", option.flag);
}

void copy_option(const CheckOptions& from, const OptionInfo& option, CheckOptions& to) {
  std::visit(
      [&](auto field) {
        if constexpr (!std::is_same_v<decltype(field), std::monostate>) to.*field = from.*field;
      },
      row_of(option).slot);
}

OptionSetting option_setting(const CheckOptions& options, const OptionInfo& option) {
  return std::visit(
      [&](auto field) -> OptionSetting {
        if constexpr (std::is_same_v<decltype(field), std::monostate>)
          return false;
        else if constexpr (std::is_same_v<decltype(field), std::optional<std::uint64_t> CheckOptions::*>)
          return (options.*field).value_or(0);
        else
          return options.*field;
      },
      row_of(option).slot);
}

std::string setting_text(const OptionSetting& setting) {
  struct Text {
    std::string operator()(bool /*flag*/) const { return {}; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::uint64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double seconds) const { return fmt::format("{}s", seconds); }
  };
  return std::visit(Text{}, setting);
}

std::string option_text(const CheckOptions& options, const OptionInfo& option) {
  const std::string text = setting_text(option_setting(options, option));
  return text.empty() ? std::string(option.flag) : fmt::format("{} {}", option.flag, text);
}

bool is_given(const CheckOptions& options, const OptionInfo& option) {
  return std::visit(
      [&](auto field) {
        if constexpr (std::is_same_v<decltype(field), std::monostate>)
          return false;
        else
          return options.*field != usual_options().*field;
      },
      row_of(option).slot);
}

bool has_effect(const CheckOptions& options, const OptionInfo& option, QueryGroups queries) {
  if ((option.queries & queries) == 0) return false;
  const Row& r = row_of(option);
  if (r.values.words == nullptr) return true;
  const std::string& text = options.*std::get<std::string CheckOptions::*>(r.slot);
  for (const OptionValue& value : r.values.words())
    if (value.name == word_in(text)) return (value.queries & queries) != 0;
  return true;
}

std::string word_error(const OptionInfo& option, std::string_view word) {
  const Row& r = row_of(option);
  if (r.values.words == nullptr) return {};
  const Words known = r.values.words();
  // The text after a colon is checked by the code that reads it.
  const bool has_parameters = std::ranges::any_of(known, [](const OptionValue& v) { return !v.parameter.empty(); });
  std::vector<std::string> names;
  for (const OptionValue& value : known) names.push_back(value.text());
  const auto is_known = [&](std::string_view one) {
    const std::string_view name = has_parameters ? word_in(one) : one;
    return std::ranges::any_of(known, [&](const OptionValue& v) { return v.name == name; });
  };
  std::string_view rest = word;
  while (true) {
    const std::size_t end = r.values.is_listed ? std::min(rest.find(','), rest.size()) : rest.size();
    const std::string_view one = rest.substr(0, end);
    if (!is_known(one)) return fmt::format("unknown {} '{}'; there are {}", r.values.noun, one, list_text(names));
    if (end == rest.size()) return {};
    rest.remove_prefix(end + 1);
  }
}

std::string list_text(const std::vector<std::string>& words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i)
    result += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
  return result;
}

namespace check {

std::string value_error(const CheckOptions& options) {
  for (const Row& r : rows()) {
    std::string error;
    if (const auto* word = std::get_if<std::string CheckOptions::*>(&r.slot))
      error = word_error(r.info, options.**word);
    else if (const auto* number = std::get_if<std::uint64_t CheckOptions::*>(&r.slot))
      error = range_error(r.info, options.**number);
    else if (const auto* seconds = std::get_if<double CheckOptions::*>(&r.slot);
             seconds != nullptr && !(options.**seconds >= 0))
      error = fmt::format("{} takes a time, not {}", r.info.flag, options.**seconds);
    if (!error.empty()) return error;
  }
  return {};
}

bool is_about_search(const OptionInfo& option) {
  return !option.json.empty() && (option.group == "Search" || option.group == "Approximations");
}

bool is_echoed(const CheckOptions& options, const OptionInfo& option) {
  switch (row_of(option).echo) {
    case Echo::Always:
      return true;
    case Echo::Given:
      return is_given(options, option);
    case Echo::WithCheckpoint:
      return !options.checkpoint.empty();
  }
  return true;
}

}  // namespace check

}  // namespace zonda
