// Walks around each local cycle and finds the rules that it follows.
#include "analysis/cycle_rules.hpp"

#include "analysis/code_effects.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace zonda::analysis {

namespace {

using model::Address;
using Kind = CycleRule::Kind;

struct LowerBound {
  std::int64_t value = 0;
  bool is_strict = false;
};

class Rules {
 public:
  Rules(const model::Network& network, const std::vector<std::vector<EdgeSummary>>& summaries,
        const LocalCycles& cycles)
      : network_(network), summaries_(summaries), all_(cycles), hooked_(network.state_cells()) {
    CodeEffects effects(network);
    for (const auto* hooks : {&network.before_update, &network.after_update})
      for (const model::UpdateHook& hook : *hooks) {
        effects.may_write(hook.code, hooked_);
        hooks_set_clocks_ = hooks_set_clocks_ || hook.has_clock_code;
      }
    for (CycleId c = 0; c < all_.cycles.size(); ++c) index(c);
  }

  CycleRules run(bool may_use_clocks) {
    result_.of_cycle.resize(all_.cycles.size());
    for (CycleId c = 0; c < all_.cycles.size(); ++c) {
      changes(c);
      one_way(c);
      syncs(c);
      if (may_use_clocks && !hooks_set_clocks_) resets(c);
    }
    return std::move(result_);
  }

 private:
  struct Writer {
    CycleId cycle = 0;
    const CellEffect* effect = nullptr;
  };
  struct Caller {
    CycleId cycle = 0;
    Interval channels;
  };

  [[nodiscard]] const EdgeSummary& summary(StrandId strand) const {
    const Strand& s = all_.strands[strand];
    return summaries_[s.process][s.edges.front()];
  }
  [[nodiscard]] const model::Edge& edge(StrandId strand) const {
    const Strand& s = all_.strands[strand];
    return network_.processes[s.process].edges[s.edges.front()];
  }

  void index(CycleId c) {
    for (const StrandId strand : all_.cycles[c].strands) {
      const EdgeSummary& s = summary(strand);
      const model::Edge& e = edge(strand);
      for (const CellEffect& effect : s.effects) writers_[effect.cell].push_back({c, &effect});
      if (s.sets_any_clock) any_clock_.insert(c);
      for (const ClockEffect& effect : s.clocks) setters_[effect.clock].insert(c);
      if (e.sync == model::Sync::Send) senders_.push_back({c, s.channels});
      if (e.sync == model::Sync::Receive) receivers_.push_back({c, s.channels});
      if (e.sync == model::Sync::Joint) joint_[{all_.cycles[c].process, e.event}].insert(c);
    }
  }

  // Adds a rule to the cycle. Its set is made once for all rules of the same kind about the same thing.
  template <typename Members>
  void add(CycleId c, Kind kind, std::uint32_t what, Interval values, std::uint32_t process, Members&& members) {
    const auto key = std::make_tuple(kind, what, values.lower, values.upper, process);
    const auto [known, is_new] = sets_.try_emplace(key, static_cast<std::uint32_t>(result_.sets.size()));
    if (is_new) {
      std::set<CycleId> found;
      members(found);
      result_.sets.emplace_back(found.begin(), found.end());
    }
    std::vector<CycleRule>& rules = result_.of_cycle[c];
    const std::uint32_t set = known->second;
    const bool has_it =
        std::any_of(rules.begin(), rules.end(), [&](const CycleRule& r) { return r.kind == kind && r.set == set; });
    if (!has_it) rules.push_back({kind, what, values, set});
  }

  // Follows what is known about variables around the cycle, to find demands that contradict it. This goes around twice,
  // because what is known at the end of a round is known at the beginning of the next.
  void changes(CycleId c) {
    std::map<Address, Interval> known;
    for (int round = 0; round < 2; ++round)
      for (const StrandId strand : all_.cycles[c].strands) {
        const EdgeSummary& s = summary(strand);
        for (const CellDemand& demand : s.cells) {
          if (hooked_.has(demand.cell)) continue;
          const auto [at, is_first] = known.try_emplace(demand.cell, demand.values);
          if (is_first) continue;
          const Interval both = meet(at->second, demand.values);
          if (both.is_empty()) needs_change(c, demand);
          at->second = both.is_empty() ? demand.values : both;
        }
        for (const CellEffect& effect : s.effects) {
          known.erase(effect.cell);
          if (effect.shift.is_empty() && !effect.set.is_empty() && !hooked_.has(effect.cell))
            known.emplace(effect.cell, effect.set);
        }
      }
  }

  void needs_change(CycleId c, const CellDemand& demand) {
    add(c, Kind::Change, demand.cell, demand.values, 0, [&](std::set<CycleId>& out) {
      for (const Writer& w : writers_[demand.cell]) {
        const bool is_shifted = !w.effect->shift.is_empty() && !w.effect->shift.is_one(0);
        if (is_shifted || !meet(w.effect->set, demand.values).is_empty()) out.insert(w.cycle);
      }
    });
  }

  void one_way(CycleId c) {
    std::set<Address> cells;
    for (const StrandId strand : all_.cycles[c].strands)
      for (const CellEffect& effect : summary(strand).effects)
        if (!hooked_.has(effect.cell)) cells.insert(effect.cell);
    for (const Address cell : cells) {
      bool may_lower = false;
      bool may_raise = false;
      bool surely_lowers = false;
      bool surely_raises = false;
      for (const StrandId strand : all_.cycles[c].strands) {
        const CellEffect* effect = summary(strand).effect_on(cell);
        if (effect == nullptr) continue;
        may_lower = may_lower || effect->may_lower();
        may_raise = may_raise || effect->may_raise();
        surely_lowers = surely_lowers || effect->surely_lowers();
        surely_raises = surely_raises || effect->surely_raises();
      }
      if (surely_raises && !may_lower) goes_one_way(c, Kind::Raise, cell);
      if (surely_lowers && !may_raise) goes_one_way(c, Kind::Lower, cell);
    }
  }

  void goes_one_way(CycleId c, Kind kind, Address cell) {
    add(c, kind, cell, {}, 0, [&](std::set<CycleId>& out) {
      for (const Writer& w : writers_[cell])
        if (kind == Kind::Raise ? w.effect->may_lower() : w.effect->may_raise()) out.insert(w.cycle);
    });
  }

  void syncs(CycleId c) {
    for (const StrandId strand : all_.cycles[c].strands) {
      const model::Edge& e = edge(strand);
      if (e.sync == model::Sync::Joint) joint(c, e.event);
      if (e.sync != model::Sync::Send && e.sync != model::Sync::Receive) continue;
      // A broadcast needs no receiver.
      if (e.sync == model::Sync::Send && model::may_be_broadcast(network_, e)) continue;
      const Interval channels = summary(strand).channels;
      const bool is_send = e.sync == model::Sync::Send;
      const std::uint32_t process = all_.cycles[c].process;
      add(c, Kind::Sync, is_send ? 0 : 1, channels, process + 1, [&](std::set<CycleId>& out) {
        for (const Caller& other : is_send ? receivers_ : senders_)
          if (all_.cycles[other.cycle].process != process && !meet(other.channels, channels).is_empty())
            out.insert(other.cycle);
      });
    }
  }

  // In each joint move with this event some other process must take part. The set has the cycles of the one with the
  // fewest.
  void joint(CycleId c, std::uint32_t event) {
    const std::uint32_t process = all_.cycles[c].process;
    std::set<CycleId> partners;
    for (const model::Joint& j : network_.joints) {
      const auto is_own = [&](const model::JointPart& p) { return p.process == process && p.event == event; };
      if (std::none_of(j.parts.begin(), j.parts.end(), is_own)) continue;
      const std::set<CycleId>* fewest = nullptr;
      for (const model::JointPart& p : j.parts) {
        if (p.process == process || p.is_weak) continue;
        const std::set<CycleId>& here = joint_[{p.process, p.event}];
        if (fewest == nullptr || here.size() < fewest->size()) fewest = &here;
      }
      if (fewest == nullptr) return;  // the event may happen alone
      partners.insert(fewest->begin(), fewest->end());
    }
    const std::int64_t number = event;
    add(c, Kind::Sync, 2, Interval::one(number), process + 1, [&](std::set<CycleId>& out) { out = partners; });
  }

  // Follows lower bounds of clocks around the cycle, twice, to find clocks that must be small after they were large.
  void resets(CycleId c) {
    std::map<std::uint32_t, LowerBound> known;
    for (int round = 0; round < 2; ++round)
      for (const StrandId strand : all_.cycles[c].strands) {
        const EdgeSummary& s = summary(strand);
        for (const ClockDemand& d : s.at_most) check_small(c, d, known);
        for (const ClockDemand& d : s.at_least) raise(known, d);
        if (s.sets_any_clock) known.clear();
        for (const ClockEffect& effect : s.clocks) {
          known.erase(effect.clock);
          if (effect.is_sure) known.emplace(effect.clock, LowerBound{effect.value, false});
        }
        for (const ClockDemand& d : s.at_most_after) check_small(c, d, known);
      }
  }

  void check_small(CycleId c, const ClockDemand& d, const std::map<std::uint32_t, LowerBound>& known) {
    const auto at = known.find(d.clock);
    if (at == known.end() || network_.clocks[d.clock].has_other_rate) return;
    const LowerBound& least = at->second;
    const bool fits = least.value < d.value || (least.value == d.value && !least.is_strict && !d.is_strict);
    if (fits) return;
    add(c, Kind::Reset, d.clock, {}, 0, [&](std::set<CycleId>& out) {
      out = setters_[d.clock];
      out.insert(any_clock_.begin(), any_clock_.end());
    });
  }

  static void raise(std::map<std::uint32_t, LowerBound>& known, const ClockDemand& d) {
    const auto [at, is_first] = known.try_emplace(d.clock, LowerBound{d.value, d.is_strict});
    LowerBound& least = at->second;
    if (d.value > least.value || (d.value == least.value && d.is_strict)) least = {d.value, d.is_strict};
  }

  const model::Network& network_;
  const std::vector<std::vector<EdgeSummary>>& summaries_;
  const LocalCycles& all_;
  CellSet hooked_;  // the cells that update hooks may write
  bool hooks_set_clocks_ = false;
  std::map<Address, std::vector<Writer>> writers_;
  std::map<std::uint32_t, std::set<CycleId>> setters_;  // by clock
  std::set<CycleId> any_clock_;
  std::vector<Caller> senders_;
  std::vector<Caller> receivers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<CycleId>> joint_;  // by process and event
  std::map<std::tuple<Kind, std::uint32_t, std::int64_t, std::int64_t, std::uint32_t>, std::uint32_t> sets_;
  CycleRules result_;
};

}  // namespace

CycleRules cycle_rules(const model::Network& network, const std::vector<std::vector<EdgeSummary>>& summaries,
                       const LocalCycles& cycles, bool joins_zones) {
  return Rules(network, summaries, cycles).run(!joins_zones);
}

}  // namespace zonda::analysis
