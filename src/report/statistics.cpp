#include "report/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

// --- text forms; a figure ends in the same column on every line, what is said about it comes two blanks behind

const std::string none;  // NOLINT(readability-identifier-naming): a word of the table

double ratio(std::uint64_t part, std::uint64_t all) {
  return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0.0;
}

std::string count(std::uint64_t n) { return fmt::format("{:>12}", n); }
std::string bytes(std::uint64_t n) { return fmt::format("{:>12} bytes", n); }
std::string times(std::uint64_t n) { return fmt::format("{:>12} times", n); }

std::string a_second(const CheckStats& s, std::uint64_t n) {
  return fmt::format("  {:.0f} a second", s.seconds > 0 ? static_cast<double>(n) / s.seconds : 0.0);
}
std::string percent(std::uint64_t part, std::uint64_t all, std::string_view of) {
  return fmt::format("  {:.1f} {}", 100.0 * ratio(part, all), of);
}

std::string stored_text(const CheckStats& s) {
  // Waiting states are stored, too, so that there may be more than were visited.
  const bool is_share = s.visited > 0 && s.stored <= s.visited;
  return fmt::format("{}peak {}", is_share ? percent(s.stored, s.visited, "% of visited, ") : std::string("  "),
                     s.peak_stored);
}

bool has_tables(const CheckStats& s) { return s.hash.states.slots > 0; }

std::string table(const TableStats& t) {
  if (t.used == 0) return none;
  return fmt::format("{:>12} slots  {:.1f} % used; probes: {:.2f} on average, {} at most", t.slots,
                     100.0 * ratio(t.used, t.slots), t.mean(), t.longest);
}

std::string chain_text(const CheckStats& s) {
  if (s.hash.longest_chain == 0 || !s.knows_discrete_states()) return none;
  return fmt::format("{:>12.2f} zones a discrete state on average, {} at most",
                     ratio(s.stored, std::max<std::uint64_t>(1, s.hash.states.used)), s.hash.longest_chain);
}

std::string constraints_text(const CheckStats& s) {
  return fmt::format("{:>12.1f} a state  {:.1f} % of the matrix", ratio(s.hash.constraints, s.hash.holders),
                     100.0 * ratio(s.hash.constraints, s.hash.bounds));
}

std::string stage(const MemoryStageStats& stage, std::string_view what) {
  return fmt::format("{:>12} times  since {:.3f} s; {} states {}, {} bytes given back, {:.3f} s", stage.times,
                     stage.since, stage.states, what, stage.bytes, stage.seconds);
}

std::string checkpoints_text(const CheckStats& s) {
  return fmt::format("  {} bytes, {:.3f} s ({:.1f} % of the time)", s.checkpoint_bytes, s.checkpoint_seconds,
                     s.seconds > 0 ? 100 * s.checkpoint_seconds / s.seconds : 0.0);
}

// --- values in JSON

Json json_of(std::uint64_t value) { return value; }
Json json_of(double value) { return value; }
Json json_of(const StoreBytes& value) {
  Json result;
  for (const StoreBytes::Kind& kind : StoreBytes::kinds()) result[kind.name] = value.*kind.bytes;
  return result;
}
Json json_of(const TableStats& t) {
  return {{"slots", t.slots}, {"used", t.used}, {"longest_probe", t.longest}, {"mean_probe", t.mean()}};
}
Json json_of(const ChainStats& c) {
  return {{"entries", c.entries}, {"used", c.used}, {"longest", c.longest}, {"shortest", c.shortest}, {"mean", c.mean}};
}
Json json_of(const MemoryStageStats& stage) {
  return {{"times", stage.times},
          {"states", stage.states},
          {"bytes", stage.bytes},
          {"seconds", stage.seconds},
          {"since", stage.since}};
}

// --- the table

enum class Rule : std::uint8_t { Always, If, OrNull };

struct Row {
  StatisticInfo info;
  Rule rule;
  bool (*is_known)(const CheckStats&);
  std::string (*text)(const CheckStats&);
  Json (*value)(const CheckStats&);
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
#define ZONDA_PART_OF_STATISTIC(member, json, rule, when, label, form, unit, meaning) \
  {{label, json, unit, meaning},                                                      \
   Rule::rule,                                                                        \
   []([[maybe_unused]] const CheckStats& s) -> bool { return when; },                 \
   []([[maybe_unused]] const CheckStats& s) -> std::string { return form; },          \
   [](const CheckStats& s) -> Json { return json_of(member); }},
#define ZONDA_STATISTIC(field, kind, extent, json, rule, when, label, form, unit, meaning) \
  ZONDA_PART_OF_STATISTIC(s.field, json, rule, when, label, form, unit, meaning)
#include "zonda/statistics.def"
  };
  return kRows;
}

// Where the bytes of the store go.
std::string kinds_text(const CheckStats& s) {
  std::string result;
  for (const StoreBytes::Kind& kind : StoreBytes::kinds()) {
    const std::uint64_t bytes = s.bytes.*kind.bytes;
    if (bytes == 0) continue;
    result += fmt::format("        {:<10} {:>12} bytes  {:.1f} a state, {:.1f} %\n", kind.name, bytes,
                          ratio(bytes, s.stored), 100.0 * ratio(bytes, s.store_bytes));
  }
  return result;
}

// The value at 'a.b' of an object, made if it is not there.
Json& at_path(Json& object, std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return object[std::string(path)];
  return at_path(object[std::string(path.substr(0, dot))], path.substr(dot + 1));
}

}  // namespace

Json statistics_json(const CheckStats& stats) {
  Json result = Json::object();
  for (const Row& row : rows()) {
    const bool is_known = row.is_known(stats);
    if (row.rule == Rule::If && !is_known) continue;
    at_path(result, row.info.json) = row.rule == Rule::OrNull && !is_known ? Json() : row.value(stats);
  }
  return result;
}

}  // namespace zonda::report

namespace zonda {

std::string statistics_text(const CheckStats& stats) {
  std::string result;
  for (const report::Row& row : report::rows()) {
    if (row.info.json == json_name(&CheckStats::bytes)) result += report::kinds_text(stats);
    if (row.info.label.empty() || !row.is_known(stats)) continue;
    const std::string text = row.text(stats);
    if (!text.empty()) result += fmt::format("      {:<12} {}\n", row.info.label, text);
  }
  return result;
}

const std::vector<StatisticInfo>& statistics() {
  static const std::vector<StatisticInfo> kInfos = [] {
    std::vector<StatisticInfo> result;
    for (const report::Row& row : report::rows()) result.push_back(row.info);
    return result;
  }();
  return kInfos;
}

}  // namespace zonda
