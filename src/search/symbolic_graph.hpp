// The graph of symbolic states, one step at a time, for searches that care for edges, cycles and ends rather than for
// mere reachability: liveness, values, diagnostics. Nothing is decided here about which states are kept or covered;
// discrete states and zones have numbers, and whoever needs a zone later holds it (store/zone_table.hpp).
//
// A run may be told to stay where a formula holds: then states are entered, and time passes, only inside it, at every
// moment of every delay. The zones are exactly those reachable that way, up to the abstraction.
//
// With a tick clock (the last one, which the bounds must have) every unit of time is an edge of its own: a run takes
// infinitely many of them if and only if its time diverges.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "analysis/live_variables.hpp"
#include "model/network.hpp"
#include "search/control.hpp"
#include "search/formula_parts.hpp"
#include "search/move_cache.hpp"
#include "search/path.hpp"
#include "search/zone_space.hpp"
#include "state/packing.hpp"
#include "store/state_store.hpp"

#include <functional>
#include <random>
#include <span>
#include <vector>

namespace zonda::search {

// Is told of every move of every state that is expanded. With an observer, run-time errors stop nothing: where one
// comes up, the move, or the edge whose guard it is in, is left out.
class MoveObserver {
 public:
  MoveObserver() = default;
  MoveObserver(const MoveObserver&) = delete;
  MoveObserver& operator=(const MoveObserver&) = delete;
  virtual ~MoveObserver() = default;

  // Somewhere in the zone the move ends in the error. Null: a guard could not be evaluated.
  virtual void failed(const step::Move* /*move*/, const step::StepError& /*error*/) {}
  // The guards hold somewhere in the zone. `entered`: so many successors it leads to; none: the invariants of the
  // target forbid it everywhere.
  virtual void proposed(const step::Move& /*move*/, std::size_t /*entered*/) {}
};

// How a graph is made; what it points to stays with the caller.
struct GraphSetup {
  step::Abstraction abstraction = step::Abstraction::ExtraMPlus;
  bool use_alu = false;  // zones stand in for others by a_LU, not by inclusion
  const analysis::LiveVariables* live = nullptr;
  const model::Formula* stay = nullptr;  // stay where it holds …
  bool is_stay_negated = false;          // … or where it does not
  bool ticks = false;
  bool shuffles = false;  // successors come in random order
  bool keeps_parents = false;
  std::uint32_t marks = 0;  // a clock: moves that set it are marked
  bool is_brief = false;    // no more than one unit of time passes, by the tick clock
  MoveObserver* observer = nullptr;
  std::span<model::ValueRange> seen{};  // by cell: widened by every value that a move writes
};

template <typename B>
class SymbolicGraph {
 public:
  struct Successor {
    store::State to;
    bool is_tick = false;
    bool is_marked = false;
  };

  SymbolicGraph(const model::Network& network, const analysis::ClockBounds& bounds, const GraphSetup& setup,
                Control& control);
  SymbolicGraph(const SymbolicGraph&) = delete;
  SymbolicGraph& operator=(const SymbolicGraph&) = delete;

  // The states that a run may start in; none where it cannot stay. Errors stop the control, here and below.
  std::vector<store::State> initial();
  // The states that a run may be in that comes to `cells` with the clocks in `at` (over the active clocks) and stays.
  std::vector<store::State> enter(std::span<const std::int32_t> cells, const zone::Dbm<B>& at);
  // Appends the states that one move leads to, in a fixed order unless it is to be random. `from` must be held.
  // False: the control stopped it.
  bool expand(store::State from, std::vector<Successor>& out);
  // A move that leads from one to the other, as expand() said. Edges are empty for a tick. `is_meant`: where several
  // moves do, which ones count; nothing: all.
  PathMove move_between(store::State from, store::State to,
                        const std::function<bool(const step::Move&)>& is_meant = {});

  // --- states
  [[nodiscard]] store::StateStore& states() { return states_; }
  [[nodiscard]] bool keeps_parents() const { return setup_.keeps_parents; }
  [[nodiscard]] store::ZoneTable<B>& zones() { return space_.table(); }
  [[nodiscard]] step::ZoneOperations& operations() { return space_.operations(); }
  // Locations and variables; valid until the next call.
  std::span<const std::int32_t> cells(store::DiscreteId id);
  step::ShapeId shape(store::DiscreteId id) { return operations().shape(cells(id)); }
  // Zone a stands in for zone b in the discrete state.
  bool covers(store::DiscreteId id, store::ZoneId a, store::ZoneId b) { return space_.covers(a, b, states_.note(id)); }
  // What the discrete state has to do with staying: conjunctions to be avoided. False on an error.
  bool avoided(std::span<const std::int32_t> cells, std::vector<Conjunction>& out);
  // The state that was expanded last, or is being expanded.
  [[nodiscard]] store::State current() const { return from_; }
  // While a state is expanded: whether the conditions hold together somewhere in its zone.
  bool is_possible(std::span<const step::ClockCondition> conditions);
  // The initial cells of a state that initial() gave, dead variables included.
  std::vector<std::int32_t> initial_cells(store::DiscreteId id);

 private:
  static constexpr step::EntryId kNever = UINT32_MAX;  // noted with discrete states that no run can be in

  void watch_moves();
  [[nodiscard]] store::DiscreteId find_or_add(std::span<const std::int32_t> cells);
  step::EntryId entry_of(std::span<const std::int32_t> cells);
  std::vector<store::State> enter(store::DiscreteId id, const zone::Dbm<B>& at);
  bool follow(const step::Move& move, std::vector<Successor>& out);
  bool expand_known(std::span<typename MoveCache<B>::Entry> moves, std::vector<Successor>& out);
  bool tick(std::vector<Successor>& out);
  [[nodiscard]] step::Move tick_move(std::span<const std::int32_t> cells) const;
  void add_zones(Successor to, step::ActionId action, step::EntryId entry, std::vector<Successor>& out);
  bool meet(std::span<const zone::Constraint<B>> constraints) const;
  void gather(std::span<const step::ClockCondition> conditions);
  bool observe(const step::Move& move, std::size_t entered);
  bool fail_if_taken(const step::Move& move, const step::StepError& error);
  bool is_let_in(const step::Move& move, std::span<const std::int32_t> target);
  bool sets_negative_clock(const step::Move& move);
  bool has_no_negative_clock(const step::Move& move);
  void fail_on_zones();
  std::span<const std::int32_t> target_of(const step::Move& move);

  const model::Network& network_;
  GraphSetup setup_;
  Control& control_;
  step::Moves moves_;
  step::Moves rests_;
  bool is_formula_error_ = false;  // the error in rests_ is the formula's
  FormulaParts parts_;
  ZoneSpace<B> space_;
  state::Packing packing_;
  store::StateStore states_;
  MoveCache<B> cache_;
  std::mt19937_64 random_;
  std::uint32_t tick_clock_;
  std::vector<step::ClockCondition> tick_conditions_;
  std::vector<step::ClockSetting> tick_settings_;
  store::State from_;
  step::ShapeId from_shape_ = 0;
  bool is_recording_ = false;
  bool is_recordable_ = false;
  step::Rest rest_;
  std::vector<state::Word> words_;
  std::vector<std::int32_t> state_;
  std::vector<std::int32_t> cells_;
  std::vector<std::int32_t> target_;
  std::vector<zone::Constraint<B>> constraints_;
  std::vector<step::ClockCondition> conditions_;
};

}  // namespace zonda::search
