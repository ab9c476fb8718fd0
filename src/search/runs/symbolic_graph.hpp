// The graph of symbolic states, one step at a time, for searches that care for edges, cycles and ends rather than for
// mere reachability. Nothing is decided here about which states are kept: states are handed out with a hold on their
// zones (store/held_zone.hpp).
//
// The zones are exactly those reachable under the rules (search/options.hpp), up to the abstraction.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/engine/expander.hpp"
#include "search/engine/retracer.hpp"
#include "search/engine/state_space.hpp"
#include "search/formulas/formula_parts.hpp"
#include "search/limits/control.hpp"
#include "store/held_zone.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace zonda::search {

// A base of the graph that is made before the expander, which works on the space.
template <typename B>
struct GraphSpace {
  GraphSpace(const model::Network& network, const analysis::ClockBounds& bounds, const Options& options,
             const SuccessorRules& rules);
  Options options_;
  StateSpace<B> space_;
};

template <typename B>
class SymbolicGraph : private GraphSpace<B>, private Expander<B, SymbolicGraph<B>> {
 public:
  struct Successor {
    store::State to;
    bool is_tick = false;
    bool is_marked = false;
    store::HeldZone<B> hold{};
  };
  // States with a hold on their zones.
  struct States {
    explicit States(store::ZoneTable<B>& table) : holds(table) {}
    std::vector<store::State> list;
    store::HeldZones<B> holds;
  };

  // Of the options, those count that say what the states are: how zones are abstracted and kept, reductions, whether
  // parents are kept (wants_path), and whether successors are shuffled.
  SymbolicGraph(const model::Network& network, const analysis::ClockBounds& bounds, const Options& options,
                const SuccessorRules& rules, Control& control);
  SymbolicGraph(const SymbolicGraph&) = delete;
  SymbolicGraph& operator=(const SymbolicGraph&) = delete;

  // The states that a run may start in; none where it cannot stay. Errors end the search, here and below.
  States initial();
  // The states that a run may be in that comes to `cells` with the clocks in `at` (over the active clocks) and stays.
  States enter(std::span<const std::int32_t> cells, const zone::Dbm<B>& at);
  // Tells reductions what they need to know about a successor. The search on the graph decides which states are kept
  // and which are on the stack, so only it can tell. Null: nothing is known.
  using Judge = std::function<reduce::Target(store::State)>;
  void set_judge(Judge judge) { judge_ = std::move(judge); }
  // What reductions are told about a state that is not on the stack, if finished states are stored.
  [[nodiscard]] reduce::Target target_among_done(store::State s) {
    reduce::Target result;
    result.is_new = result.is_waiting = !is_covered(s);
    if (result.is_new) return result;
    for_each_covering(s, [&](store::State stored) { result.is_expanded = result.is_expanded || !was_pruned(stored); });
    return result;
  }
  template <typename Visit>
  void for_each_covering(store::State s, Visit&& visit) {
    worker_.states.for_each_zone(s.discrete, [&](store::ZoneId zone) {
      if (this->covers(zone, s.zone, kNoEntry)) visit(store::State{s.discrete, zone});
    });
  }
  // Whether moves were left out when the state was expanded.
  [[nodiscard]] bool was_pruned(store::State s) const { return Expander<B, SymbolicGraph>::was_pruned(s); }
  // Appends the states that one move leads to, in a fixed order unless they are shuffled. `from` must be held. False:
  // the search has ended.
  bool expand(store::State from, std::vector<Successor>& out);
  // The moves along these states, each a successor of the one before; see Retracer::path_along(). The path begins
  // inside a run unless the first state is an initial one. Limits are not looked at; store::TableFull is thrown if a
  // table is full.
  ReducedPath path_along(std::span<const store::State> chain, bool is_inside,
                         const std::function<typename Retracer<B>::IsMeant(std::size_t)>& is_meant = {});

  // Gives back what is there only for speed, and the second time keeps zones in fewer bytes. Not while a state is
  // expanded.
  void relieve();
  // To or from a checkpoint.
  void snapshot(Snapshot& s);

  // --- states
  [[nodiscard]] Worker<B>& worker() { return worker_; }
  [[nodiscard]] Counts& counts() { return worker_.counts; }
  [[nodiscard]] store::HeldStates<B>& states() { return worker_.states; }
  [[nodiscard]] std::size_t states_count() const { return worker_.states.stored(); }
  [[nodiscard]] store::ZoneTable<B>& zones() { return worker_.zones; }
  void load(store::ZoneId zone, zone::Dbm<B>& out) { worker_.stepper.load(zone, out); }
  [[nodiscard]] step::ZoneOperations& operations() { return worker_.operations; }
  // Locations and variables; valid until the next call.
  std::span<const std::int32_t> cells(store::DiscreteId id) {
    worker_.unpack(id, cells_);
    return cells_;
  }
  // Covering by inclusion; see Worker. Where a table is full, the search ends.
  bool includes(store::ZoneId larger, store::ZoneId smaller) {
    return worker_.stepper.covers(larger, smaller, kNoEntry);
  }
  // The same, with a quick look first at what is known of the zones; both belong to one discrete state.
  bool covers_zone(store::ZoneId larger, store::ZoneId smaller) { return this->covers(larger, smaller, kNoEntry); }
  bool is_covered(store::State s) { return worker_.is_covered(s, kNoEntry); }
  store::StateStore::Inserted insert(store::State s, store::State parent = {}) {
    store::StateStore::Inserted result;
    control_.within_tables(
        [&] { result = worker_.insert(s, parent, kNoEntry, [](store::ZoneId /*gone*/, bool /*was_waiting*/) {}); });
    return result;
  }
  // The conjunctions that a run must avoid in the discrete state, to stay inside the formula. False on an error.
  bool avoided(std::span<const std::int32_t> cells, std::vector<Conjunction>& out);

 private:
  friend class Expander<B, SymbolicGraph<B>>;
  using GraphSpace<B>::space_;
  using Expander<B, SymbolicGraph<B>>::worker_;
  using Expander<B, SymbolicGraph<B>>::control_;
  static constexpr step::EntryId kNoEntry = 0;  // comparing zones by inclusion needs none

  // --- what the expander calls
  bool add(store::DiscreteId id, bool is_new, const step::Place& place, store::ZoneId zone);
  bool add_initial(std::span<const std::int32_t> cells, store::DiscreteId id, const step::Place& place,
                   store::ZoneId zone);
  [[nodiscard]] reduce::Target target_of(store::State s, const step::Place& /*place*/) {
    return judge_ ? judge_(s) : reduce::Target{};
  }

  Judge judge_;
  std::vector<Successor>* out_ = nullptr;
  States* entered_ = nullptr;
  std::vector<std::int32_t> cells_;
  std::size_t relieved_ = 0;  // how often
};

}  // namespace zonda::search
