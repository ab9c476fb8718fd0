// Looks for a cycle of a process that may take no time, clock by clock.
#include "analysis/zeno.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace zonda::analysis {

namespace {

using model::Edge;

// The largest number that a clock is set to. If has_other, it may be set to something else, too.
struct ClockValues {
  std::int32_t largest = 0;
  bool has_other = false;
};

std::vector<ClockValues> values_of_clocks(const model::Network& network) {
  std::vector<ClockValues> result(network.clocks.size());
  const auto give_up = [&] {
    for (ClockValues& v : result) v.has_other = true;
  };
  for (const model::Process& p : network.processes)
    for (const Edge& e : p.edges) {
      if (e.has_clock_code) give_up();
      for (const model::ClockReset& r : e.resets) {
        ClockValues& v = result[r.clock];
        v.largest = std::max(v.largest, r.offset);
        v.has_other = v.has_other || r.source != 0;
      }
    }
  for (const auto* hooks : {&network.before_update, &network.after_update})
    for (const model::UpdateHook& hook : *hooks)
      if (hook.has_clock_code) give_up();
  return result;
}

// The least value that the guard needs the clock to have.
std::optional<std::int32_t> asked_of(const Edge& e, std::uint32_t clock) {
  for (const model::ClockConstraint& c : e.guard.clocks)
    if (c.condition.is_constant(1) && c.left.is_constant(0) && c.right.is_constant(static_cast<std::int32_t>(clock)) &&
        c.bound.is_constant())
      return -c.bound.value;
  return std::nullopt;
}

bool sets(const Edge& e, std::uint32_t clock) {
  return std::any_of(e.resets.begin(), e.resets.end(), [&](const model::ClockReset& r) { return r.clock == clock; });
}

class Cycles {
 public:
  Cycles(const model::Network& network, const model::Process& process, const std::vector<ClockValues>& values)
      : process_(process) {
    for (std::uint32_t clock = 1; clock < network.clocks.size(); ++clock) {
      if (values[clock].has_other) continue;
      Marks marks;
      bool any_wait = false;
      bool any_set = false;
      for (const Edge& e : process.edges) {
        const auto asked = asked_of(e, clock);
        marks.waits.push_back(asked && *asked > values[clock].largest);
        marks.sets.push_back(sets(e, clock));
        any_wait = any_wait || marks.waits.back();
        any_set = any_set || marks.sets.back();
      }
      if (any_wait && any_set) marks_.push_back(std::move(marks));
    }
  }

  // Whether some cycle over these edges may take no time, as far as the clocks from this one on tell. A cycle that
  // takes time because of a clock goes through an edge that waits for the clock and through one that sets it; so a
  // cycle that takes no time avoids all edges that wait, or all that set. When the budget is spent, the answer is yes.
  bool has_quick_cycle(std::vector<bool> edges, std::size_t clock, std::size_t& budget) {
    if (!keep_cycles(edges)) return false;
    if (clock == marks_.size() || budget == 0) return true;
    --budget;
    for (const std::vector<bool>* barred : {&marks_[clock].waits, &marks_[clock].sets}) {
      std::vector<bool> left = edges;
      for (std::size_t e = 0; e < left.size(); ++e)
        if ((*barred)[e]) left[e] = false;
      if (has_quick_cycle(std::move(left), clock + 1, budget)) return true;
    }
    return false;
  }

 private:
  struct Marks {
    std::vector<bool> waits;  // by edge: its guard needs a value larger than any that the clock is set to
    std::vector<bool> sets;   // by edge: it sets the clock
  };

  // Removes edges that lead to a location without edges out of it, or come from one without edges into it, until there
  // are none. Returns false if no edge, and so no cycle, is left.
  bool keep_cycles(std::vector<bool>& edges) const {
    for (bool changes = true; changes;) {
      changes = false;
      std::vector<bool> leaves(process_.locations.size(), false);
      std::vector<bool> enters(process_.locations.size(), false);
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (!edges[e]) continue;
        leaves[process_.edges[e].source] = true;
        enters[process_.edges[e].target] = true;
      }
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (!edges[e] || (leaves[process_.edges[e].target] && enters[process_.edges[e].source])) continue;
        edges[e] = false;
        changes = true;
      }
    }
    return std::find(edges.begin(), edges.end(), true) != edges.end();
  }

  const model::Process& process_;
  std::vector<Marks> marks_;
};

}  // namespace

bool may_be_zeno(const model::Network& network) {
  constexpr std::size_t kBudget = 1000;
  const std::vector<ClockValues> values = values_of_clocks(network);
  return std::any_of(network.processes.begin(), network.processes.end(), [&](const model::Process& p) {
    std::size_t budget = kBudget;
    return Cycles(network, p, values).has_quick_cycle(std::vector<bool>(p.edges.size(), true), 0, budget);
  });
}

}  // namespace zonda::analysis
