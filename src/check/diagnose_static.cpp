// Findings of diagnose about things that were never seen, and about the model's text alone.
#include "analysis/code_effects.hpp"
#include "check/diagnose.hpp"
#include "model/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace zonda::check {

using search::Survey;

namespace {

// The instances of something that is written once in the text and occurs many times in the network.
struct Instances {
  std::vector<std::uint32_t> all;    // processes
  std::vector<std::uint32_t> never;  // the processes in which it never happens
  std::uint32_t index = 0;           // in the first of the processes
  model::SourceRange range;

  void add(std::uint32_t process, std::uint32_t at, model::SourceRange where, bool happens) {
    if (all.empty()) {
      index = at;
      range = where;
    }
    if (all.empty() || all.back() != process) {
      all.push_back(process);
      never.push_back(process);
    }
    if (happens && !never.empty() && never.back() == process) never.pop_back();
  }
  [[nodiscard]] bool counts(const DiagnoseOptions& options) const {
    return options.each_process ? !never.empty() : never.size() == all.size();
  }
};

}  // namespace

void add_never(const model::Network& network, const Survey& survey, Findings& findings) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Instances> locations;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>, Instances> edges;
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    for (std::uint32_t i = 0; i < process.locations.size(); ++i) {
      const model::Location& l = process.locations[i];
      locations[{process.template_index, l.source_index}].add(p, i, l.range, survey.visited[p][i]);
    }
    for (std::uint32_t i = 0; i < process.edges.size(); ++i) {
      const model::Edge& e = process.edges[i];
      // If a location is never visited, its edges are not reported as well.
      if (!survey.visited[p][e.source]) continue;
      edges[{process.template_index, e.template_edge, e.branch_edge}].add(p, i, e.range, survey.taken[p][i]);
    }
  }
  for (const auto& [key, l] : locations) {
    if (!l.counts(findings.options())) continue;
    findings.add("never-visited",
                 fmt::format("location {}.{} is never visited", name_of_all(network, l.never),
                             model::location_name(network, l.all[0], l.index)),
                 l.range);
  }
  for (const auto& [key, e] : edges) {
    if (!e.counts(findings.options()) || findings.has("blocked", e.range)) continue;
    const model::Edge& edge = network.processes[e.all[0]].edges[e.index];
    // If there are several processes, each may have a channel of its own.
    const std::string sync = e.never.size() == 1 ? model::sync_text(network, edge) : std::string();
    findings.add("never-taken",
                 fmt::format("edge {}: {} -> {}{}{} is never taken", name_of_all(network, e.never),
                             model::location_name(network, e.all[0], edge.source),
                             model::location_name(network, e.all[0], edge.target), sync.empty() ? "" : " ", sync),
                 e.range);
  }
  // Synchronisations that look possible from the text.
  const auto count = network.channels.size();
  std::vector<bool> sends(count, false);
  std::vector<bool> receives(count, false);
  for (const model::Process& p : network.processes)
    for (const model::Edge& e : p.edges) {
      if (e.sync != model::Sync::Send && e.sync != model::Sync::Receive) continue;
      const auto last = static_cast<std::int32_t>(count) - 1;
      for (std::int32_t c = std::max(0, e.channel.lower); c <= std::min(last, e.channel.upper); ++c)
        (e.sync == model::Sync::Send ? sends : receives)[static_cast<std::size_t>(c)] = true;
    }
  for (const model::Group& g : network.channel_groups) {
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::uint32_t>> by_reason;
    for (std::uint32_t c = g.base; c < g.base + g.count; ++c) {
      const bool is_broadcast = network.channels[c].is_broadcast;
      if (survey.received[c] || (!sends[c] && !receives[c])) continue;
      // Sending on an urgent broadcast channel without receivers is the usual way to make an edge urgent.
      const bool is_asap = is_broadcast && network.channels[c].is_urgent;
      if (!receives[c] && is_asap) continue;
      if (!receives[c])
        by_reason[{"channel-never-received", "edges send on it, but none receives"}].push_back(c);
      else if (!sends[c])
        by_reason[{"channel-never-sent", "edges receive on it, but none sends"}].push_back(c);
      else if (!is_broadcast && !survey.met[c])
        by_reason[{"channel-never-received", "sender and receiver never meet"}].push_back(c);
      else if (!is_broadcast || (survey.met[c] && !survey.sent[c]))
        by_reason[{"channel-never-received", "sender and receiver meet, but an invariant never lets them synchronise"}]
            .push_back(c);
      else if (survey.sent[c])
        by_reason[{"channel-never-received", "it is sent, but no process is ever there to receive"}].push_back(c);
      else
        by_reason[{"channel-never-sent", "no edge that sends on it is ever taken"}].push_back(c);
    }
    for (const auto& [reason, channels] : by_reason) {
      std::string name = channels.size() == g.count && g.count > 1 ? g.name + "[]" : std::string();
      if (name.empty())
        for (const std::uint32_t c : channels) name += (name.empty() ? "" : ", ") + network.channel_name(c);
      const std::string_view what = reason.first == "channel-never-sent" ? "sent" : "received";
      findings.add(reason.first, fmt::format("channel {} is never {}: {}", name, what, reason.second), g.range);
    }
  }
}

namespace {

// Clocks that a query asks for.
class AskedClocks {
 public:
  explicit AskedClocks(const model::Network& network) : asked(network.clocks.size(), false) {
    for (const model::Query& q : network.queries) {
      visit(q.predicate);
      visit(q.conclusion);
      for (const model::ValueExpr& v : q.values) {
        if (!v.is_clock) continue;
        add(v.left);
        add(v.right);
      }
    }
  }
  std::vector<bool> asked;

 private:
  void visit(const model::Formula& f) {
    if (f.kind == model::Formula::Kind::Clock) {
      add(f.clock.left);
      add(f.clock.right);
    }
    for (const model::Formula& child : f.children) visit(child);
  }
  void add(const model::IntExpr& e) {
    const auto last = static_cast<std::int32_t>(asked.size()) - 1;
    for (std::int32_t c = std::max(0, e.lower); c <= std::min(last, e.upper); ++c)
      asked[static_cast<std::size_t>(c)] = true;
  }
};

class Readers {
 public:
  explicit Readers(const model::Network& network) : cells(network.state_cells()), effects_(network) {
    for (const model::Process& p : network.processes) {
      for (const model::Location& l : p.locations) {
        effects_.reads(l.invariant, cells);
        for (const model::ClockRate& r : l.rates) {
          effects_.reads(r.clock, cells);
          effects_.reads(r.rate, cells);
        }
      }
      for (const model::Edge& e : p.edges) {
        effects_.reads(e.guard, cells);
        effects_.reads(e.channel, cells);
        effects_.reads(e.update, cells);
      }
    }
    for (const auto* hooks : {&network.before_update, &network.after_update})
      for (const model::UpdateHook& hook : *hooks) effects_.reads(hook.code, cells);
    for (const model::Query& q : network.queries) {
      visit(q.predicate);
      visit(q.conclusion);
      for (const model::ValueExpr& v : q.values)
        for (const model::IntExpr* e : {&v.integer, &v.left, &v.right}) effects_.reads(*e, cells);
    }
  }
  analysis::CellSet cells;

 private:
  void visit(const model::Formula& f) {
    effects_.reads(f.integer, cells);
    effects_.reads(f.clock, cells);
    for (const model::Formula& child : f.children) visit(child);
  }
  analysis::CodeEffects effects_;
};

// Groups that one declaration makes, one for each process.
std::vector<std::vector<const model::Group*>> by_declaration(const std::vector<model::Group>& groups) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers;
  std::vector<std::vector<const model::Group*>> result;
  for (const model::Group& g : groups) {
    const auto [at, is_new] = numbers.emplace(std::pair(g.range.begin, g.range.end), result.size());
    if (is_new || !g.range.is_known()) {
      at->second = result.size();
      result.emplace_back();
    }
    result[at->second].push_back(&g);
  }
  return result;
}

// 'P.x' for 'P(0).x' and 'P(1).x'.
std::string common_name(const model::Network& network, const std::vector<const model::Group*>& groups) {
  const std::string& name = groups[0]->name;
  if (groups.size() == 1 || groups[0]->process < 0) return name;
  std::vector<std::uint32_t> processes;
  for (const model::Group* g : groups)
    if (g->process >= 0) processes.push_back(static_cast<std::uint32_t>(g->process));
  const std::string& owner = network.processes[processes[0]].name;
  if (!name.starts_with(owner + ".")) return name;
  return name_of_all(network, processes) + name.substr(owner.size());
}

}  // namespace

void add_unused(const model::Network& network, Findings& findings) {
  const AskedClocks queries(network);
  for (const auto& groups : by_declaration(network.clock_groups)) {
    bool is_tested = false;
    for (const model::Group* g : groups)
      for (std::uint32_t c = g->base; c < g->base + g->count; ++c)
        is_tested = is_tested || network.clocks[c].is_tested || queries.asked[c];
    if (!is_tested)
      findings.add("clock-never-tested",
                   fmt::format("no guard, invariant or query tests the clock {}", common_name(network, groups)),
                   groups[0]->range);
  }
  const Readers readers(network);
  for (const auto& groups : by_declaration(network.variable_groups)) {
    bool is_read = false;
    for (const model::Group* g : groups)
      for (std::uint32_t c = g->base; c < g->base + g->count; ++c)
        is_read = is_read || g->is_meta || readers.cells.has(c);
    if (!is_read)
      findings.add("variable-never-read",
                   fmt::format("no expression reads the variable {}", common_name(network, groups)), groups[0]->range);
  }
}

std::vector<VariableRange> ranges_of(const model::Network& network, const Survey& survey, const Findings& findings) {
  std::vector<VariableRange> result;
  for (const auto& groups : by_declaration(network.variable_groups)) {
    const std::string name = common_name(network, groups);
    std::map<std::string, std::size_t> leaves;  // by the rest of the name, without indices
    for (const model::Group* g : groups)
      for (std::uint32_t i = 0; i < g->count; ++i) {
        const std::string full = model::leaf_name(*g->layout, {}, model::Space::Cells, i);
        std::string leaf;
        bool is_index = false;
        for (const char c : full) {
          is_index = is_index && c != ']';
          if (!is_index) leaf += c;
          is_index = is_index || c == '[';
        }
        const model::Cell& cell = network.cells[g->base + i];
        const model::ValueRange& seen = survey.values[g->base + i];
        const auto [at, is_new] = leaves.emplace(leaf, result.size());
        if (is_new)
          result.push_back({name + leaf, findings.place(g->range), cell.lower, cell.upper, seen.lower, seen.upper});
        VariableRange& range = result[at->second];
        range.declared_low = std::min(range.declared_low, cell.lower);
        range.declared_high = std::max(range.declared_high, cell.upper);
        range.low = std::min(range.low, seen.lower);
        range.high = std::max(range.high, seen.upper);
      }
  }
  return result;
}

}  // namespace zonda::check
