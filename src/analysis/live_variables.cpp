// Computes the live variables of each process by itself, and joins those of the current locations for a state.
#include "analysis/live_variables.hpp"

#include "analysis/code_effects.hpp"
#include "analysis/values.hpp"

#include <algorithm>

namespace zonda::analysis {

namespace {

void formula_reads(const model::Formula& f, CodeEffects& effects, CellSet& out) {
  effects.reads(f.integer, out);
  if (f.kind == model::Formula::Kind::Clock) effects.reads(f.clock, out);
  for (const model::Formula& child : f.children) formula_reads(child, effects, out);
}

struct EdgeEffects {
  CellSet reads;
  CellSet writes;  // what the edge surely writes and does not read
};

EdgeEffects effects_of(const model::Edge& e, std::size_t cells, CodeEffects& effects) {
  EdgeEffects result{CellSet(cells), CellSet(cells)};
  effects.reads(e.guard, result.reads);
  effects.reads(e.update, result.reads);
  if (e.sync == model::Sync::Send || e.sync == model::Sync::Receive) effects.reads(e.channel, result.reads);
  CellSet written(cells);
  effects.sure_writes(e.update, written);
  result.writes.add(written, result.reads);
  return result;
}

// The live cells of each location: they flow backwards over the edges until nothing changes.
std::vector<CellSet> live_sets(const model::Process& p, std::size_t cells, CodeEffects& effects) {
  std::vector<CellSet> live(p.locations.size(), CellSet(cells));
  for (std::size_t i = 0; i < p.locations.size(); ++i) {
    effects.reads(p.locations[i].invariant, live[i]);
    for (const model::ClockRate& rate : p.locations[i].rates) {
      effects.reads(rate.clock, live[i]);
      effects.reads(rate.rate, live[i]);
    }
  }
  std::vector<EdgeEffects> edges;
  std::vector<std::vector<std::uint32_t>> incoming(p.locations.size());
  for (std::uint32_t i = 0; i < p.edges.size(); ++i) {
    edges.push_back(effects_of(p.edges[i], cells, effects));
    live[p.edges[i].source].add(edges.back().reads);
    incoming[p.edges[i].target].push_back(i);
  }
  std::vector<std::uint32_t> work(p.locations.size());
  for (std::uint32_t i = 0; i < work.size(); ++i) work[i] = i;
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    for (const std::uint32_t i : incoming[at])
      if (live[p.edges[i].source].add(live[at], edges[i].writes)) work.push_back(p.edges[i].source);
  }
  return live;
}

CellSet all_cells(const model::Network& network) {
  CellSet result(network.state_cells());
  result.add_all();
  return result;
}

}  // namespace

LiveVariables::LiveVariables(const model::Network& network, const model::Query& query)
    : LiveVariables(network, query, all_cells(network)) {}

LiveVariables::LiveVariables(const model::Network& network, const model::Query& query, const CellSet& influential) {
  const std::size_t cells = network.state_cells();
  CodeEffects effects(network);
  CellSet always(cells);
  formula_reads(query.predicate, effects, always);
  formula_reads(query.conclusion, effects, always);
  for (const model::ValueExpr& value : query.values)
    for (const model::IntExpr* e : {&value.integer, &value.left, &value.right}) effects.reads(*e, always);
  for (const auto* hooks : {&network.before_update, &network.after_update})
    for (const model::UpdateHook& hook : *hooks) effects.reads(hook.code, always);
  std::vector<std::vector<CellSet>> live;
  for (const model::Process& p : network.processes) live.push_back(live_sets(p, cells, effects));

  // A cell may be dead in some state if each process has a location where it is not live.
  CellSet may_die(cells);
  for (auto cell = static_cast<model::Address>(network.processes.size()); cell < cells; ++cell) {
    const bool dies = !always.has(cell) && std::all_of(live.begin(), live.end(), [&](const auto& sets) {
      return std::any_of(sets.begin(), sets.end(), [&](const CellSet& set) { return !set.has(cell); });
    });
    if (dies || !influential.has(cell)) may_die.add(cell);
  }
  // A variable that a location decides merges no states. Where nothing that matters depends on it, it may have been
  // computed from variables that were dead, so that it is given back what the location decides.
  CellSet is_decided(cells);
  for (const Values::Decided& d : values_of(network).decided) {
    Decided mine;
    mine.process = d.process;
    for (std::size_t k = 0; k < d.cells.size(); ++k) {
      is_decided.add(d.cells[k]);
      if (!may_die.has(d.cells[k])) continue;
      std::vector<std::int32_t>& values = mine.cells.emplace_back(d.cells[k], std::vector<std::int32_t>()).second;
      for (const std::vector<std::int32_t>& row : d.values) values.push_back(row[k]);
    }
    if (!mine.cells.empty()) decided_.push_back(std::move(mine));
  }
  for (auto cell = static_cast<model::Address>(network.processes.size()); cell < cells; ++cell)
    if (may_die.has(cell) && !is_decided.has(cell)) cells_.push_back({cell, network.cells[cell].initial});
  words_ = (cells_.size() + 63) / 64;
  for (const auto& sets : live) {
    first_.push_back(live_.size());
    for (const CellSet& set : sets)
      for (std::size_t w = 0; w < words_; ++w) {
        std::uint64_t word = 0;
        for (std::size_t bit = 0; bit < 64 && 64 * w + bit < cells_.size(); ++bit)
          if (set.has(cells_[64 * w + bit].cell) && influential.has(cells_[64 * w + bit].cell))
            word |= std::uint64_t{1} << bit;
        live_.push_back(word);
      }
  }
}

bool LiveVariables::watches_all_of(const LiveVariables& other) const {
  return std::ranges::includes(cells_, other.cells_, {}, &Watched::cell, &Watched::cell);
}

void LiveVariables::clear_dead(std::span<std::int32_t> state) const {
  for (std::size_t w = 0; w < words_; ++w) {
    std::uint64_t live = 0;
    for (std::size_t p = 0; p < first_.size(); ++p)
      live |= live_[first_[p] + static_cast<std::size_t>(state[p]) * words_ + w];
    const std::size_t count = std::min<std::size_t>(64, cells_.size() - 64 * w);
    std::uint64_t dead = ~live & (count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
    for (; dead != 0; dead &= dead - 1) {
      const Watched& watched = cells_[64 * w + static_cast<std::size_t>(__builtin_ctzll(dead))];
      state[watched.cell] = watched.initial;
    }
  }
  for (const Decided& d : decided_)
    for (const auto& [cell, values] : d.cells) state[cell] = values[static_cast<std::size_t>(state[d.process])];
}

}  // namespace zonda::analysis
