#include "search/symbolic_graph.hpp"

#include "util/check.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::search {

namespace {

constexpr const char* kNegativeClock = "a clock is set to a negative value";
constexpr std::size_t kMemoEntries = std::size_t{1} << 18U;

state::Packing packing_of(const model::Network& network) {
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back({network.cells[i].lower, network.cells[i].upper});
  return state::Packing(fields);
}

}  // namespace

template <typename B>
SymbolicGraph<B>::SymbolicGraph(const model::Network& network, const analysis::ClockBounds& bounds,
                                const GraphSetup& setup, Control& control)
    : network_(network),
      setup_(setup),
      control_(control),
      moves_(network),
      rests_(network),
      parts_(rests_),
      space_(bounds, network.processes.size(), setup.abstraction, setup.use_alu, kMemoEntries,
             {control.options().zones.form, true}),
      packing_(packing_of(network)),
      states_(packing_.words(), setup.keeps_parents),
      cache_(packing_.words()),
      random_(control.options().seed),
      tick_clock_(static_cast<std::uint32_t>(bounds.everywhere.size() - 1)),
      tick_conditions_{{0, tick_clock_, -1, false}},
      tick_settings_{{tick_clock_, 0, 0}},
      words_(packing_.words()) {
  watch_moves();
  if (setup.observer != nullptr) rests_.set_on_error([](const step::StepError&) {});
  control.add_part({[this] {
                      StoreBytes result = states_.bytes_by_kind();
                      result += space_.bytes_by_kind();
                      result.remembered += cache_.bytes();
                      return result;
                    },
                    [this](Stats& stats) {
                      stats.discrete_states += states_.discrete_count();
                      stats.zones += space_.table().count();
                      stats.zone_operations += space_.lookups();
                      stats.zone_hits += space_.hits();
                    },
                    [this](HashStats& stats) {
                      states_.look_at_table(stats);
                      space_.table().look_at_table(stats);
                    }});
}

template <typename B>
void SymbolicGraph<B>::watch_moves() {
  moves_.set_watch([this] { return control_.watch_now(); });
  moves_.evaluator().observe(setup_.seen);
  moves_.set_on_error({});
  if (setup_.observer != nullptr)
    moves_.set_on_error([this](const step::StepError& error) { setup_.observer->failed(nullptr, error); });
}

template <typename B>
std::span<const std::int32_t> SymbolicGraph<B>::cells(store::DiscreteId id) {
  cells_.resize(packing_.fields());
  packing_.unpack(states_.words(id), cells_);
  return cells_;
}

template <typename B>
bool SymbolicGraph<B>::avoided(std::span<const std::int32_t> cells, std::vector<Conjunction>& out) {
  out.clear();
  if (setup_.stay == nullptr) return true;
  if (parts_.find(*setup_.stay, !setup_.is_stay_negated, cells, out)) return true;
  control_.fail(*rests_.error());
  return false;
}

// What becomes of zones that come to the discrete state; kNever: no run can be in it. An error is left in rests_.
template <typename B>
step::EntryId SymbolicGraph<B>::entry_of(std::span<const std::int32_t> cells) {
  if (!rests_.rest(cells, rest_) || !rest_.is_possible) return kNever;
  if (setup_.stay != nullptr) {
    is_formula_error_ = !parts_.find(*setup_.stay, !setup_.is_stay_negated, cells, rest_.avoided);
    if (is_formula_error_) return kNever;
    if (holds_everywhere(rest_.avoided)) return kNever;
  }
  if (setup_.ticks || setup_.is_brief) rest_.invariant.push_back({tick_clock_, 0, 1, false});
  return operations().entry(cells, rest_, operations().shape(cells));
}

// kNoDiscrete: an error in rests_ (invariants, the formula), or the control stopped.
template <typename B>
store::DiscreteId SymbolicGraph<B>::find_or_add(std::span<const std::int32_t> cells) {
  packing_.pack(cells, words_);
  const std::uint64_t hash = store::StateStore::hash(words_);
  const store::DiscreteId known = states_.find(words_, hash);
  if (known != store::kNoDiscrete) return known;
  rests_.clear_error();
  is_formula_error_ = false;
  const step::EntryId entry = entry_of(cells);
  if (rests_.error() || !control_.has_room(states_.growth())) return store::kNoDiscrete;
  return states_.add(words_, hash, entry);
}

template <typename B>
std::vector<store::State> SymbolicGraph<B>::enter(store::DiscreteId id, const zone::Dbm<B>& at) {
  std::vector<store::State> result;
  const step::EntryId entry = states_.note(id);
  if (entry == kNever) return result;
  for (const zone::Dbm<B>& z : space_.enter(at, entry)) result.push_back({id, space_.intern(z, entry)});
  fail_on_zones();
  return result;
}

template <typename B>
std::vector<store::State> SymbolicGraph<B>::enter(std::span<const std::int32_t> cells, const zone::Dbm<B>& at) {
  const store::DiscreteId id = find_or_add(cells);
  if (id != store::kNoDiscrete) return enter(id, at);
  if (rests_.error()) control_.fail(*rests_.error());
  return {};
}

template <typename B>
std::vector<store::State> SymbolicGraph<B>::initial() {
  std::vector<store::State> result;
  bool is_possible = false;
  for (std::vector<std::int32_t>& initial : moves_.initials()) {
    if (setup_.live != nullptr) setup_.live->clear_dead(initial);
    // That the formula does not hold is no error, that the invariant does not is.
    if (!rests_.rest(initial, rest_)) return control_.fail(*rests_.error()), result;
    const auto clocks = operations().clocks(operations().shape(initial));
    zone::Dbm<B> at(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      const auto clock = static_cast<std::size_t>(clocks[i]);
      const std::int32_t value = clock < network_.clocks.size() ? network_.clocks[clock].initial : 0;
      if (value != 0) reset(at, i + 1, value);
    }
    rest_.avoided.clear();
    const step::EntryId plain = operations().entry(initial, rest_, operations().shape(initial));
    is_possible = is_possible || (rest_.is_possible && !space_.enter(at, plain).empty());
    fail_on_zones();
    for (const store::State s : enter(initial, at)) result.push_back(s);
  }
  if (!is_possible) control_.stop(Outcome::Kind::Error, "the initial state violates an invariant");
  return result;
}

template <typename B>
std::vector<std::int32_t> SymbolicGraph<B>::initial_cells(store::DiscreteId id) {
  const auto here = cells(id);
  for (std::vector<std::int32_t>& initial : moves_.initials())
    if (std::equal(initial.begin(), initial.begin() + static_cast<std::ptrdiff_t>(network_.processes.size()),
                   here.begin()))
      return initial;
  return {};
}

template <typename B>
bool SymbolicGraph<B>::expand(store::State from, std::vector<Successor>& out) {
  const std::size_t first = out.size();
  from_ = from;
  ++control_.stats().visited;
  space_.start(from.zone, states_.bytes() / 4, [](auto) {});
  cache_.fit(states_.discrete_count(), states_.stored());
  std::span<typename MoveCache<B>::Entry> known;
  bool is_done = false;
  if (cache_.find(from.discrete, known)) {
    is_done = expand_known(known, out);
    if (setup_.ticks) {
      const auto here = cells(from.discrete);
      state_.assign(here.begin(), here.end());
    }
  } else {
    const auto here = cells(from.discrete);
    state_.assign(here.begin(), here.end());
    from_shape_ = operations().shape(state_);
    // Which moves stronger ones forbid is not the same for all zones.
    is_recording_ = !network_.has_priorities && setup_.marks == 0 && setup_.observer == nullptr &&
                    cache_.is_seen_often(from.discrete);
    is_recordable_ = is_recording_;
    if (is_recording_) cache_.start(states_.bytes() / 4);
    // What an observer is told, and the values that moves write, must be possible.
    const step::Moves::Filter filter = [this](auto conditions) { return is_possible(conditions); };
    is_done = moves_.expand(
        state_, [&](const step::Move& move) { return follow(move, out); },
        setup_.observer != nullptr ? filter : step::Moves::Filter());
    if (is_recording_ && is_done && is_recordable_)
      cache_.finish(from.discrete);
    else if (is_recording_)
      cache_.give_up();
    if (!is_done && moves_.error()) control_.fail(*moves_.error());
  }
  is_done = is_done && (!setup_.ticks || tick(out));
  if (setup_.shuffles) std::shuffle(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(), random_);
  return is_done && !control_.is_stopped();
}

template <typename B>
bool SymbolicGraph<B>::expand_known(std::span<typename MoveCache<B>::Entry> moves, std::vector<Successor>& out) {
  for (const auto& move : moves) space_.prefetch(move.action, move.entry);
  for (const auto& move : moves) {
    if (!control_.watch()) return false;
    if (meet(cache_.conditions(move))) add_zones({{move.target, 0}}, move.action, move.entry, out);
  }
  return !control_.is_stopped();
}

template <typename B>
void SymbolicGraph<B>::add_zones(Successor to, step::ActionId action, step::EntryId entry,
                                 std::vector<Successor>& out) {
  const auto memo_room = [this] { return std::max(std::size_t{4} << 20U, states_.bytes()); };
  const auto zones =
      space_.successors(action, entry, memo_room, [this](std::size_t growth) { return control_.has_room(growth); });
  fail_on_zones();
  for (const store::ZoneId zone : zones) {
    ++control_.stats().transitions;
    to.to.zone = zone;
    out.push_back(to);
  }
}

// Dead variables cleared.
template <typename B>
std::span<const std::int32_t> SymbolicGraph<B>::target_of(const step::Move& move) {
  if (setup_.live == nullptr) return move.target;
  target_.assign(move.target.begin(), move.target.end());
  setup_.live->clear_dead(target_);
  return target_;
}

template <typename B>
bool SymbolicGraph<B>::follow(const step::Move& move, std::vector<Successor>& out) {
  if (!control_.watch()) return false;
  if (move.error != nullptr || !move.required.empty()) is_recordable_ = false;
  if (move.error != nullptr) return fail_if_taken(move, *move.error);
  if (setup_.observer != nullptr && sets_negative_clock(move)) {
    setup_.observer->failed(&move, {kNegativeClock, {}, model::EvalErrorKind::NegativeClock});
    return !control_.is_stopped();
  }
  gather(move.conditions);
  const bool may_be = meet(constraints_);
  if (!may_be && !is_recording_) return true;
  const auto target = target_of(move);
  const store::DiscreteId id = find_or_add(target);
  if (id == store::kNoDiscrete) {
    is_recordable_ = false;
    if (!rests_.error()) return false;
    // The formula is asked only where the invariants let the move in.
    if (is_formula_error_ && !is_let_in(move, target)) return !control_.is_stopped();
    return fail_if_taken(move, *rests_.error());
  }
  const step::EntryId entry = states_.note(id);
  if (entry == kNever) return has_no_negative_clock(move) && observe(move, 0);
  const step::ShapeId shape = operations().shape(target);
  const step::ActionId action = operations().action(from_shape_, shape, move);
  if (is_recording_) cache_.add({0, id, shape, entry, action, 0, 0, 0}, words_, constraints_);
  const bool is_marked = setup_.marks != 0 && std::any_of(move.settings.begin(), move.settings.end(),
                                                          [&](const auto& set) { return set.clock == setup_.marks; });
  const std::size_t before = out.size();
  if (may_be) add_zones({{id, 0}, false, is_marked}, action, entry, out);
  if (may_be && !observe(move, out.size() - before)) return false;
  return !control_.is_stopped();
}

// Whether the invariants at its target, which rest_ has, allow some of the states after the move.
template <typename B>
bool SymbolicGraph<B>::is_let_in(const step::Move& move, std::span<const std::int32_t> target) {
  rest_.avoided.clear();
  const step::ShapeId shape = operations().shape(target);
  const step::EntryId plain = operations().entry(target, rest_, shape);
  const step::ActionId action = operations().action(from_shape_, shape, move);
  const bool result = !space_.successors(action, plain, kNoMoreRoom, [](std::size_t) { return true; }).empty();
  fail_on_zones();
  return result;
}

template <typename B>
step::Move SymbolicGraph<B>::tick_move(std::span<const std::int32_t> cells) const {
  step::Move move;
  move.conditions = tick_conditions_;
  move.settings = tick_settings_;
  move.target = cells;
  return move;
}

// One unit of time is over. Whatever holds now goes on to hold.
template <typename B>
bool SymbolicGraph<B>::tick(std::vector<Successor>& out) {
  const step::ShapeId shape = operations().shape(state_);
  const step::ActionId action = operations().action(shape, shape, tick_move(state_));
  add_zones({{from_.discrete, 0}, true, false}, action, states_.note(from_.discrete), out);
  return !control_.is_stopped();
}

// The conditions, in terms of positions, into constraints_. Those that do not fit are left out here; the operation on
// the zone will find out.
template <typename B>
void SymbolicGraph<B>::gather(std::span<const step::ClockCondition> conditions) {
  constraints_.clear();
  for (const step::ClockCondition& c : conditions) {
    const std::int32_t left = operations().position(from_shape_, c.left);
    const std::int32_t right = operations().position(from_shape_, c.right);
    if (left < 0 || right < 0 || left == right || std::abs(c.value) > zone::value_of(zone::kLimit<B>)) continue;
    constraints_.push_back({static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right),
                            zone::make_bound<B>(c.value, c.is_strict)});
  }
}

// Whether each of them holds somewhere in the zone.
template <typename B>
bool SymbolicGraph<B>::meet(std::span<const zone::Constraint<B>> constraints) const {
  return std::all_of(constraints.begin(), constraints.end(),
                     [&](const zone::Constraint<B>& c) { return space_.meets(c); });
}

template <typename B>
bool SymbolicGraph<B>::fail_if_taken(const step::Move& move, const step::StepError& error) {
  const bool is_taken = space_.is_possible(from_shape_, move.conditions);
  fail_on_zones();
  if (is_taken && setup_.observer != nullptr)
    setup_.observer->failed(&move, error);
  else if (is_taken)
    control_.fail(error);
  return !control_.is_stopped();
}

template <typename B>
bool SymbolicGraph<B>::is_possible(std::span<const step::ClockCondition> conditions) {
  gather(conditions);
  if (!meet(constraints_)) return false;
  const bool result = conditions.size() <= 1 || space_.is_possible(from_shape_, conditions);
  fail_on_zones();
  return result;
}

template <typename B>
bool SymbolicGraph<B>::observe(const step::Move& move, std::size_t entered) {
  if (setup_.observer != nullptr && !control_.is_stopped()) setup_.observer->proposed(move, entered);
  return !control_.is_stopped();
}

template <typename B>
bool SymbolicGraph<B>::sets_negative_clock(const step::Move& move) {
  return std::any_of(move.required.begin(), move.required.end(), [&](const step::ClockCondition& c) {
    conditions_.assign(move.conditions.begin(), move.conditions.end());
    conditions_.push_back(c.negated());
    const bool result = space_.is_possible(from_shape_, conditions_);
    fail_on_zones();
    return result;
  });
}

// A move that the target's invariant forbids runs its update all the same.
template <typename B>
bool SymbolicGraph<B>::has_no_negative_clock(const step::Move& move) {
  if (sets_negative_clock(move)) control_.stop(Outcome::Kind::Error, kNegativeClock);
  return !control_.is_stopped();
}

template <typename B>
void SymbolicGraph<B>::fail_on_zones() {
  using Failure = typename ZoneSpace<B>::Failure;
  switch (space_.failure()) {
    case Failure::None:
      return;
    case Failure::NegativeClock:
      return control_.stop(Outcome::Kind::Error, kNegativeClock);
    case Failure::TooManyPieces:
      return control_.stop(Outcome::Kind::Error, setup_.stay == nullptr
                                                     ? "too many clock guards on urgent channels are enabled at once"
                                                     : "the clock conditions of the query have too many parts");
    case Failure::TooNarrow:
      return control_.fail_narrow();
  }
}

template <typename B>
PathMove SymbolicGraph<B>::move_between(store::State from, store::State to,
                                        const std::function<bool(const step::Move&)>& is_meant) {
  PathMove result;
  bool is_found = false;
  const step::EntryId entry = states_.note(to.discrete);
  const auto there = cells(to.discrete);
  const step::ShapeId shape = operations().shape(there);
  const std::vector<std::int32_t> wanted(there.begin(), there.end());
  const auto here = cells(from.discrete);
  state_.assign(here.begin(), here.end());
  from_shape_ = operations().shape(state_);
  const auto leads_there = [&](const step::Move& move) {
    const step::ActionId action = operations().action(from_shape_, shape, move);
    space_.start(from.zone, SIZE_MAX, [](auto) {});
    const auto zones = space_.successors(action, entry, kNoMoreRoom, [](std::size_t) { return true; });
    return std::ranges::find(zones, to.zone) != zones.end();
  };
  // Limits have had their say, and what can be seen here has been.
  moves_.set_watch({});
  moves_.set_on_error([](const step::StepError&) {});
  moves_.evaluator().observe({});
  moves_.expand(state_, [&](const step::Move& move) {
    if (move.error != nullptr || !std::ranges::equal(target_of(move), wanted)) return true;
    if ((is_meant && !is_meant(move)) || !leads_there(move)) return true;
    is_found = true;
    result = {{move.edges.begin(), move.edges.end()},
              {move.selects.begin(), move.selects.end()},
              std::vector(move.conditions.begin(), move.conditions.end())};
    return false;
  });
  watch_moves();
  if (!is_found && setup_.ticks && from.discrete == to.discrete) is_found = leads_there(tick_move(state_));
  ZONDA_CHECK(is_found, "a state is no successor of the one before it");
  return result;
}

template class SymbolicGraph<std::int16_t>;
template class SymbolicGraph<std::int32_t>;

}  // namespace zonda::search
