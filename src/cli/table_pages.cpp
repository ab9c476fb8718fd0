#include "cli/table_pages.hpp"

#include "zonda/options.hpp"
#include "zonda/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace zonda::cli {

namespace {

using Level = OptionInfo::Level;

std::string queries_text(QueryGroups queries) {
  if (queries == kAllQueries) return "all queries";
  constexpr std::pair<QueryGroups, std::string_view> kNames[] = {{kReach, "E<>, A[]"},
                                                                 {kRuns, "E[], A<>"},
                                                                 {kLeadsTo, "-->"},
                                                                 {kPatterns | kStartPatterns, "patterns"},
                                                                 {kValues, "sup, inf, bounds"}};
  std::string result;
  for (const auto& [group, name] : kNames)
    if ((queries & group) != 0) result += fmt::format("{}{}", result.empty() ? "" : ", ", name);
  return result;
}

std::string commands_text(Commands commands) {
  constexpr std::pair<Commands, std::string_view> kNames[] = {{kPartition, "partition"},
                                                              {kMonitor, "monitor"},
                                                              {kDiagnose, "diagnose"},
                                                              {kVerifyta, "verifyta"},
                                                              {kInfo, "info"}};
  std::string result;
  for (const auto& [command, name] : kNames)
    if ((commands & command) != 0) result += fmt::format("{}{}", result.empty() ? "" : ", ", name);
  return result;
}

std::string_view argument_of(OptionKind kind) {
  switch (kind) {
    case OptionKind::Flag:
    case OptionKind::NoFlag:
      return "";
    case OptionKind::Word:
      return " WORD";
    case OptionKind::Text:
    case OptionKind::Texts:
      return " TEXT";
    case OptionKind::List:
      return " A,B";
    case OptionKind::File:
      return " FILE";
    case OptionKind::Folder:
      return " FOLDER";
    case OptionKind::Number:
    case OptionKind::MaybeNumber:
      return " N";
    case OptionKind::Bytes:
      return " SIZE";
    case OptionKind::Seconds:
      return " TIME";
  }
  return "";
}

std::string entry(const OptionInfo& option) {
  std::string facts;
  const auto add = [&](const std::string& fact) {
    if (!fact.empty()) facts += (facts.empty() ? "" : "; ") + fact;
  };
  if (option.queries != kAllQueries || !option.json.empty()) add(queries_text(option.queries));
  if (!option.usual.empty()) add("default: " + option.usual);
  if (option.least > 0 || option.most < UINT64_MAX) add(fmt::format("from {} to {}", option.least, option.most));
  if (option.approximation == OptionInfo::Approximation::Over) add("may reach too much");
  if (option.approximation == OptionInfo::Approximation::Under) add("may miss something");
  if (!option.json.empty()) add(fmt::format("in JSON: {}", option.json));
  if (const std::string others = commands_text(option.commands); !others.empty()) add("also: " + others);
  std::string result = fmt::format("{}{}\n    {}\n", option.flag, argument_of(option.kind), option_help(option));
  if (!facts.empty()) result += fmt::format("    [{}]\n", facts);
  const std::vector<OptionValue> values = option_values(option);
  std::size_t width = 0;
  for (const OptionValue& v : values) width = std::max(width, v.text().size());
  for (const OptionValue& v : values) {
    if (v.what.empty()) continue;
    const bool is_for_fewer = (v.queries & option.queries) != option.queries;
    result += fmt::format("      {:<{}}  {}{}\n", v.text(), width, v.what,
                          is_for_fewer ? fmt::format(" ({})", queries_text(v.queries)) : "");
  }
  return result;
}

}  // namespace

std::string options_page() {
  std::string result;
  for (const auto& [level, title] :
       {std::pair(Level::Everyday, "Everyday options"), {Level::Expert, "Expert options"}}) {
    result += fmt::format("{}{}\n\n", result.empty() ? "" : "\n", title);
    for (const OptionInfo& option : option_table())
      if (option.level == level && (option.commands & kCheck) != 0) result += entry(option);
  }
  return result;
}

std::string statistics_page() {
  std::size_t label = 0;
  std::size_t json = 0;
  std::size_t unit = 0;
  for (const StatisticInfo& s : statistics()) {
    label = std::max(label, s.label.size());
    json = std::max(json, s.json.size());
    unit = std::max(unit, s.unit.size());
  }
  std::string result =
      fmt::format("{:<{}}  {:<{}}  {:<{}}  {}\n", "text", label, "JSON", json, "unit", unit, "meaning");
  for (const StatisticInfo& s : statistics())
    result += fmt::format("{:<{}}  {:<{}}  {:<{}}  {}\n", s.label, label, s.json, json, s.unit, unit, s.meaning);
  return result;
}

}  // namespace zonda::cli
