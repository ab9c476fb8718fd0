#include "report/cover.hpp"

#include "model/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace zonda::report {

namespace {

using analysis::CycleId;
using analysis::CycleRule;
using analysis::Interval;
using analysis::StrandId;
using Kind = CycleRule::Kind;

constexpr std::array kKinds{Kind::Change, Kind::Raise, Kind::Lower, Kind::Sync, Kind::Reset};

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::Change:
      return "change";
    case Kind::Raise:
      return "raise";
    case Kind::Lower:
      return "lower";
    case Kind::Sync:
      return "sync";
    case Kind::Reset:
      return "reset";
  }
  return "?";
}

std::string values_text(const Interval& i) {
  return i.is_one() ? fmt::format("{}", i.lower) : fmt::format("{} to {}", i.lower, i.upper);
}

// What the rule needs of others.
std::string rule_text(const model::Network& network, const CycleRule& rule) {
  switch (rule.kind) {
    case Kind::Change:
      return fmt::format("{} must become {}", network.cell_name(rule.what), values_text(rule.values));
    case Kind::Raise:
      return fmt::format("{} only rises here", network.cell_name(rule.what));
    case Kind::Lower:
      return fmt::format("{} only falls here", network.cell_name(rule.what));
    case Kind::Reset:
      return fmt::format("{} must be reset", network.clock_name(rule.what));
    case Kind::Sync:
      break;
  }
  const auto first = static_cast<std::uint32_t>(rule.values.lower);
  if (rule.what == 2) return fmt::format("{} is joint", network.events[first]);
  const std::string name = first < network.channels.size() ? network.channel_name(first) : "a channel";
  return fmt::format("{}{}{} needs a partner", name, rule.values.is_one() ? "" : " …", rule.what == 0 ? "!" : "?");
}

// 'l0 -> l1 -> l0'
std::string cycle_text(const CoverReport& report, CycleId id) {
  const analysis::LocalCycles& all = report.cover.cycles();
  const analysis::Cycle& cycle = all.cycles[id];
  const auto& edges = report.network.processes[cycle.process].edges;
  std::string text;
  for (const StrandId s : cycle.strands)
    text += model::location_name(report.network, cycle.process, edges[all.strands[s].edges.front()].source) + " -> ";
  return text +
         model::location_name(report.network, cycle.process, edges[all.strands[cycle.strands[0]].edges.front()].source);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_of(const CoverReport& report,
                                                              const analysis::CoveringSet& set) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
  for (const StrandId s : set.strands) {
    const analysis::Strand& strand = report.cover.cycles().strands[s];
    for (const std::uint32_t e : strand.edges) result.emplace_back(strand.process, e);
  }
  std::sort(result.begin(), result.end());
  return result;
}

// By process: how many cycles it has.
std::vector<std::size_t> cycle_counts(const CoverReport& report) {
  std::vector<std::size_t> result(report.network.processes.size(), 0);
  for (const analysis::Cycle& c : report.cover.cycles().cycles) ++result[c.process];
  return result;
}

void add_cycles(const CoverReport& report, bool lists_all, std::string& out) {
  const analysis::LocalCycles& all = report.cover.cycles();
  const analysis::CycleRules& rules = report.cover.rules();
  const std::vector<std::size_t> counts = cycle_counts(report);
  std::size_t dependent = 0;
  for (const auto& list : rules.of_cycle) dependent += list.empty() ? 0U : 1U;
  out += fmt::format("local cycles: {}, of which {} happen only together with others\n", all.cycles.size(), dependent);
  std::size_t next = 0;
  for (std::size_t p = 0; p < counts.size(); ++p) {
    const std::string& name = report.network.processes[p].name;
    if (all.has_too_many[p])
      out += fmt::format("  {:<16} too many to list\n", name);
    else if (counts[p] > 0)
      out += fmt::format("  {:<16} {}\n", name, counts[p]);
    for (std::size_t i = 0; i < counts[p]; ++i, ++next) {
      if (!lists_all) continue;
      out += fmt::format("    {}\n", cycle_text(report, static_cast<CycleId>(next)));
      for (const CycleRule& r : rules.of_cycle[next])
        out += fmt::format("      {}: {} (another of {} cycles)\n", word_of(r.kind), rule_text(report.network, r),
                           rules.sets[r.set].size());
    }
  }
  std::map<Kind, std::size_t> uses;
  for (const auto& list : rules.of_cycle)
    for (const CycleRule& r : list) ++uses[r.kind];
  out += "rules:";
  for (const Kind kind : kKinds) out += fmt::format(" {} {}", uses[kind], word_of(kind));
  out += '\n';
}

}  // namespace

std::string cover_text(const CoverReport& report, bool lists_all) {
  std::string out;
  add_cycles(report, lists_all, out);
  out += "covering sets    edges  frequency\n";
  for (const analysis::CoveringSet& set : report.sets)
    out += fmt::format("  {:<13} {:>6}  {:>9.3f}\n", set.heuristic, set.edges, set.frequency);
  out += fmt::format("  used          {:>6}  {:>9.3f}  ({} without what it does not need)\n", report.used.edges,
                     report.used.frequency, report.used.heuristic);
  const auto edges = edges_of(report, report.used);
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < edges.size() && (lists_all || i < kShown); ++i)
    out += fmt::format("    {}\n", model::edge_text(report.network, edges[i].first, edges[i].second));
  if (!lists_all && edges.size() > kShown) out += fmt::format("    … and {} more (--all)\n", edges.size() - kShown);
  return out;
}

nlohmann::ordered_json cover_json(const CoverReport& report) {
  const analysis::LocalCycles& all = report.cover.cycles();
  nlohmann::ordered_json out;
  out["cycles"] = nlohmann::ordered_json::array();
  for (CycleId c = 0; c < all.cycles.size(); ++c) {
    nlohmann::ordered_json one{{"process", report.network.processes[all.cycles[c].process].name},
                               {"cycle", cycle_text(report, c)},
                               {"rules", nlohmann::ordered_json::array()}};
    for (const CycleRule& r : report.cover.rules().of_cycle[c])
      one["rules"].push_back({{"kind", word_of(r.kind)},
                              {"what", rule_text(report.network, r)},
                              {"cycles", report.cover.rules().sets[r.set].size()}});
    out["cycles"].push_back(std::move(one));
  }
  out["too_many_cycles"] = nlohmann::ordered_json::array();
  for (std::size_t p = 0; p < all.has_too_many.size(); ++p)
    if (all.has_too_many[p]) out["too_many_cycles"].push_back(report.network.processes[p].name);
  const auto set_json = [&](const analysis::CoveringSet& set) {
    nlohmann::ordered_json edges = nlohmann::ordered_json::array();
    for (const auto& [process, edge] : edges_of(report, set))
      edges.push_back(model::edge_text(report.network, process, edge));
    return nlohmann::ordered_json{{"heuristic", set.heuristic}, {"edges", edges}, {"frequency", set.frequency}};
  };
  out["sets"] = nlohmann::ordered_json::array();
  for (const analysis::CoveringSet& set : report.sets) out["sets"].push_back(set_json(set));
  out["used"] = set_json(report.used);
  return out;
}

}  // namespace zonda::report
