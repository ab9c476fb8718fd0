#include "search/reachability.hpp"

#include "search/goal.hpp"
#include "search/memory.hpp"
#include "state/packing.hpp"
#include "step/zone_memo.hpp"
#include "store/discrete_table.hpp"
#include "store/node_store.hpp"
#include "store/zone_table.hpp"
#include "util/check.hpp"
#include "zone/extrapolate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <unordered_map>

namespace zonda::search {

namespace {

using Clock = std::chrono::steady_clock;

state::Packing packing_of(const model::Network& network) {
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back({network.cells[i].lower, network.cells[i].upper});
  return state::Packing(fields);
}

// An eighth of the memory at most.
std::size_t memo_entries(const Limits& limits) {
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  constexpr std::size_t kLeast = 1024;
  if (limits.memory_bytes == 0) return kMost;
  return std::clamp(std::bit_floor<std::size_t>(limits.memory_bytes / 8 / step::ZoneMemo::kEntryBytes), kLeast, kMost);
}

template <typename B>
class Reachability {
 public:
  Reachability(const model::Network& network, const analysis::ClockBounds& bounds, const model::Formula& formula,
               bool is_negated, const Options& options)
      : network_(network),
        options_(options),
        moves_(network),
        rests_(network),
        operations_(bounds, network.processes.size(), options.abstraction),
        machine_(operations_, bounds.everywhere.size() - 1),
        memo_(memo_entries(options.limits)),
        goal_(network, formula, is_negated, operations_),
        packing_(packing_of(network)),
        discrete_(packing_.words()),
        zones_(bounds.largest),
        frontier_(options.order, options.seed),
        words_(packing_.words()),
        zone_(bounds.everywhere.size()),
        time_clock_(static_cast<std::uint32_t>(bounds.everywhere.size() - 1)),
        soonest_(options.sooner_than) {}

  Outcome run() {
    start_ = Clock::now();
    checked_at_ = start_;
    const auto keep_going = [this] {
      since_check_ = kOften;
      watch();
      return !outcome_;
    };
    moves_.set_watch(keep_going);
    goal_.set_watch(keep_going);
    if (!seed()) return finish();
    while (!outcome_ && take_next()) {
      if (!expand()) break;
      watch();
    }
    return finish();
  }

 private:
  using Machine = step::ZoneMachine<B>;
  static constexpr std::uint32_t kOften = 16;
  static constexpr const char* kNegativeClock = "a clock is set to a negative value";
  static constexpr std::uint64_t kMemoryStep = std::uint64_t{1} << 20U;

  // What is known of a discrete state.
  struct Facts {
    step::ShapeId shape = 0;
    step::EntryId entry = 0;
    bool is_possible = false;
    bool has_error = false;  // in an invariant; see errors_
  };

  Outcome finish() {
    Outcome result = outcome_.value_or(Outcome{Outcome::Kind::NotReached, {}, {}, {}, {}, {}});
    update_stats();
    result.stats = stats_;
    if (result.kind == Outcome::Kind::Reached && options_.wants_path) result.path = path_to(reached_);
    if (result.kind == Outcome::Kind::Reached) result.soonest = soonest_;
    return result;
  }

  void stop(Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {}) {
    if (!outcome_) outcome_ = Outcome{kind, std::move(reason), range, {}, {}, {}};
  }

  void update_stats() {
    stats_.stored = nodes_.alive();
    stats_.discrete_states = discrete_.count();
    stats_.zones = zones_.count();
    stats_.zone_operations = memo_.lookups();
    stats_.zone_hits = memo_.hits();
    stats_.store_bytes = store_bytes();
    stats_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  }

  [[nodiscard]] std::uint64_t store_bytes() const {
    return discrete_.bytes() + zones_.bytes() + nodes_.bytes() + operations_.bytes() + memo_.bytes() + facts_.bytes() +
           frontier_.bytes();
  }

  // Called for every successor; each may take long, when clocks are many.
  void watch() {
    if (++since_check_ < kOften) return;
    since_check_ = 0;
    const std::uint64_t bytes = store_bytes();
    const auto now = Clock::now();
    if (bytes < checked_bytes_ + kMemoryStep && now - checked_at_ < std::chrono::milliseconds(5)) return;
    checked_bytes_ = bytes;
    checked_at_ = now;
    check_limits();
  }

  void check_limits() {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const Limits& limits = options_.limits;
    if (limits.interrupt != nullptr && limits.interrupt->load())
      stop(Outcome::Kind::Unknown, fmt::format("interrupted after {} states", stats_.visited));
    if (limits.seconds > 0 && seconds > limits.seconds)
      stop(Outcome::Kind::Unknown, fmt::format("time limit reached after {} states", stats_.visited));
    if (limits.memory_bytes > 0 && resident_bytes() > limits.memory_bytes)
      stop(Outcome::Kind::Unknown, fmt::format("memory limit reached after {} states", stats_.visited));
    if (options_.progress && seconds - last_progress_ > 0.1) {
      last_progress_ = seconds;
      update_stats();
      options_.progress(stats_, frontier_.size());
    }
  }

  // Whether a table may grow by so much at once.
  bool has_room(std::size_t growth) {
    if (growth < kMemoryStep || options_.limits.memory_bytes == 0) return true;
    if (resident_bytes() + growth <= options_.limits.memory_bytes) return true;
    stop(Outcome::Kind::Unknown, fmt::format("memory limit reached after {} states", stats_.visited));
    return false;
  }

  // Number and facts of a discrete state; computed once.
  bool intern(std::span<const std::int32_t> state, store::DiscreteId& id) {
    if (!has_room(discrete_.growth())) return false;
    packing_.pack(state, words_);
    const auto found = discrete_.intern(words_);
    id = found.id;
    if (!found.is_new) return true;
    Facts facts;
    if (!rests_.rest(state, rest_)) {
      // An error only if the state is entered.
      errors_.emplace(id, *rests_.error());
      facts.has_error = true;
      facts_.push_back(facts);
      return true;
    }
    facts.is_possible = rest_.is_possible;
    if (facts.is_possible) {
      facts.shape = operations_.shape(state);
      facts.entry = operations_.entry(state, rest_, facts.shape);
    }
    facts_.push_back(facts);
    return true;
  }

  bool seed() {
    bool is_possible = false;
    for (std::vector<std::int32_t>& initial : moves_.initials()) {
      if (options_.live != nullptr) options_.live->clear_dead(initial);
      if (!seed(initial, is_possible)) return false;
    }
    if (!is_possible) stop(Outcome::Kind::Error, "the initial state violates an invariant");
    return is_possible;
  }

  bool seed(const std::vector<std::int32_t>& initial, bool& is_possible) {
    store::DiscreteId id = 0;
    if (!intern(initial, id)) return false;
    if (facts_[id].has_error) return fail_with(errors_.at(id)), false;
    if (!facts_[id].is_possible) return true;
    const auto clocks = operations_.clocks(facts_[id].shape);
    zone::Dbm<B> at(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      const auto clock = static_cast<std::size_t>(clocks[i]);
      const std::int32_t value = clock < network_.clocks.size() ? network_.clocks[clock].initial : 0;
      if (value != 0) reset(at, i + 1, value);
    }
    const auto entered = machine_.enter(at, facts_[id].entry);
    is_possible = is_possible || !entered.empty();
    for (const zone::Dbm<B>& z : entered)
      if (!add(initial, id, interned(z, facts_[id].entry), store::kNoNode)) return false;
    return true;
  }

  // A state was generated: check the goal, then store it unless it is covered.
  bool add(std::span<const std::int32_t> state, store::DiscreteId id, const step::ZoneMemo::Result& successor,
           store::NodeId parent) {
    const Facts& facts = facts_[id];
    const store::ZoneId zone = successor.zone;
    const auto inserted = nodes_.insert(id, zone, successor.signature, parent,
                                        [&](store::ZoneId a, store::ZoneId b) { return covers(a, b, facts); });
    if (inserted.node == store::kNoNode) {
      ++stats_.covered;
      return true;
    }
    stats_.mistakes += inserted.mistakes;
    stats_.peak_stored = std::max<std::uint64_t>(stats_.peak_stored, nodes_.alive());
    zones_.load(zone, zone_);
    frontier_.push(inserted.node, soonest_ ? key_of(entered_at(zone_, facts.shape)) : 0);
    if (soonest_) {
      look_for_sooner(state, id, facts.shape, inserted.node);
    } else if (goal_.is_met(state, id, facts.shape, zone_) && !goal_.is_too_narrow()) {
      reached_ = inserted.node;
      stop(Outcome::Kind::Reached);
      return false;
    }
    if (goal_.is_too_narrow()) {
      stop(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold");
      return false;
    }
    if (goal_.error()) {
      stop(Outcome::Kind::Error, goal_.error()->message, goal_.error()->range);
      return false;
    }
    return true;
  }

  bool covers(store::ZoneId a, store::ZoneId b, const Facts& facts) {
    if (!options_.use_alu) return zones_.includes(a, b);
    const auto [lower, upper] = constants(facts.entry);
    return zones_.includes_alu(a, b, lower, upper);
  }

  bool take_next() {
    while (frontier_.size() > 0) {
      current_ = frontier_.pop();
      if (!nodes_.is_alive(current_)) continue;
      if (soonest_ && !is_sooner(nodes_[current_])) continue;
      if (options_.is_shortest && current_ >= level_end_) {
        level_end_ = nodes_.count();
        nodes_.protect_waiting(level_end_);
      }
      return true;
    }
    if (reached_ != store::kNoNode) stop(Outcome::Kind::Reached);
    return false;
  }

  // When the earliest valuation of the zone comes about.
  [[nodiscard]] Duration entered_at(const zone::Dbm<B>& z, step::ShapeId shape) const {
    const B bound = z.at(0, static_cast<std::size_t>(operations_.position(shape, time_clock_)));
    return {-zone::value_of(bound), zone::is_strict(bound)};
  }

  [[nodiscard]] static std::int32_t key_of(const Duration& d) { return 2 * d.value + (d.is_open ? 1 : 0); }

  bool is_sooner(const store::NodeStore::Node& node) {
    zones_.load(node.zone, zone_);
    return entered_at(zone_, facts_[node.discrete].shape) < *soonest_;
  }

  // zone_ is the state's.
  void look_for_sooner(std::span<const std::int32_t> state, store::DiscreteId id, step::ShapeId shape,
                       store::NodeId node) {
    goal_.for_each_piece(state, id, shape, zone_, [&](const zone::Dbm<B>& piece) {
      const Duration here = entered_at(piece, shape);
      if (here >= *soonest_) return;
      soonest_ = here;
      reached_ = node;
    });
  }

  bool expand() {
    nodes_.mark_passed(current_);
    ++stats_.visited;
    const store::NodeStore::Node node = nodes_[current_];
    state_.resize(packing_.fields());
    packing_.unpack(discrete_[node.discrete], state_);
    const Facts from = facts_[node.discrete];
    const bool is_done = moves_.expand(state_, [&](const step::Move& move) { return follow(node, from, move); });
    if (is_done || outcome_) return !outcome_;
    if (moves_.error()) stop(Outcome::Kind::Error, moves_.error()->message, moves_.error()->range);
    return !outcome_;
  }

  bool follow(const store::NodeStore::Node& node, const Facts& from, const step::Move& move) {
    watch();
    if (move.error != nullptr) return !is_taken(node, from, move) || (fail_with(*move.error), false);
    target_.assign(move.target.begin(), move.target.end());
    if (options_.live != nullptr) options_.live->clear_dead(target_);
    store::DiscreteId id = 0;
    if (!intern(target_, id)) return false;
    const Facts to = facts_[id];
    if (to.has_error) return !is_taken(node, from, move) || (fail_with(errors_.at(id)), false);
    if (!to.is_possible) return has_no_negative_clock(node, from, move);
    const step::ActionId action =
        operations_.action(from.shape, to.shape, move.conditions, move.required, move.settings);
    for (const step::ZoneMemo::Result& zone : successor_zones(node.zone, action, to.entry)) {
      ++stats_.transitions;
      if (!add(target_, id, zone, current_)) return false;
    }
    return !outcome_;
  }

  // Which moves led here is not stored. Every stored zone is the successor of its parent's, so that they are found by
  // making the steps again.
  Path path_to(store::NodeId last) {
    std::vector<store::NodeId> chain;
    for (store::NodeId id = last; id != store::kNoNode; id = nodes_[id].parent) chain.push_back(id);
    std::reverse(chain.begin(), chain.end());
    Path result;
    state_.resize(packing_.fields());
    packing_.unpack(discrete_[nodes_[chain[0]].discrete], state_);
    for (std::vector<std::int32_t>& initial : moves_.initials()) {
      const std::size_t locations = network_.processes.size();
      if (std::equal(initial.begin(), initial.begin() + static_cast<std::ptrdiff_t>(locations), state_.begin()))
        result.initial = std::move(initial);
    }
    // Limits have had their say.
    moves_.set_watch({});
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      result.moves.push_back(move_between(nodes_[chain[i]], nodes_[chain[i + 1]]));
    return result;
  }

  PathMove move_between(const store::NodeStore::Node& from, const store::NodeStore::Node& to) {
    PathMove result;
    bool is_found = false;
    packing_.unpack(discrete_[from.discrete], state_);
    const step::ShapeId shape = facts_[from.discrete].shape;
    const Facts& facts = facts_[to.discrete];
    moves_.expand(state_, [&](const step::Move& move) {
      if (move.error != nullptr) return true;
      target_.assign(move.target.begin(), move.target.end());
      if (options_.live != nullptr) options_.live->clear_dead(target_);
      packing_.pack(target_, words_);
      if (!std::equal(words_.begin(), words_.end(), discrete_[to.discrete].begin())) return true;
      const step::ActionId action =
          operations_.action(shape, facts.shape, move.conditions, move.required, move.settings);
      zones_.load(from.zone, zone_);
      for (const zone::Dbm<B>& z : machine_.apply(zone_, action, facts.entry))
        is_found = is_found || zones_.intern(z) == to.zone;
      if (is_found)
        result = {{move.edges.begin(), move.edges.end()},
                  {move.selects.begin(), move.selects.end()},
                  std::vector(move.conditions.begin(), move.conditions.end())};
      return !is_found;
    });
    ZONDA_CHECK(is_found, "a stored state is no successor of its parent");
    return result;
  }

  // Whether the clocks of the state let the move happen.
  bool is_taken(const store::NodeStore::Node& node, const Facts& from, const step::Move& move) {
    zones_.load(node.zone, zone_);
    const bool result = machine_.is_possible(zone_, from.shape, move.conditions);
    if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    return result;
  }

  // A move that the target's invariant forbids runs its update all the same.
  bool has_no_negative_clock(const store::NodeStore::Node& node, const Facts& from, const step::Move& move) {
    for (const step::ClockCondition& c : move.required) {
      conditions_.assign(move.conditions.begin(), move.conditions.end());
      conditions_.push_back(c.negated());
      zones_.load(node.zone, zone_);
      if (machine_.is_possible(zone_, from.shape, conditions_)) stop(Outcome::Kind::Error, kNegativeClock);
      if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    }
    return !outcome_;
  }

  void fail_with(const step::StepError& error) { stop(Outcome::Kind::Error, error.message, error.range); }

  std::span<const step::ZoneMemo::Result> successor_zones(store::ZoneId zone, step::ActionId action,
                                                          step::EntryId entry) {
    results_.clear();
    step::ZoneMemo::Result known;
    if (memo_.find(zone, action, entry, known)) {
      if (known.zone != store::kNoZone) results_.push_back(known);
      return results_;
    }
    if (!has_room(zones_.growth())) return results_;
    zones_.load(zone, zone_);
    for (const zone::Dbm<B>& z : machine_.apply(zone_, action, entry)) results_.push_back(interned(z, entry));
    if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    if (results_.size() <= 1)
      memo_.remember(zone, action, entry, results_.empty() ? step::ZoneMemo::Result{store::kNoZone, 0} : results_[0]);
    return results_;
  }

  step::ZoneMemo::Result interned(const zone::Dbm<B>& z, step::EntryId entry) {
    const store::ZoneId id = zones_.intern(z);
    const auto [lower, upper] = constants(entry);
    return {id, zones_.signature(id, lower, upper)};
  }

  // L and U of the clocks in the states with this entry.
  [[nodiscard]] std::pair<std::span<const std::int32_t>, std::span<const std::int32_t>> constants(
      step::EntryId entry) const {
    const auto code = operations_.entry_code(entry);
    const auto dim = static_cast<std::size_t>(code[0]);
    const auto tail = code.last(2 * dim);
    return {tail.first(dim), tail.last(dim)};
  }

  void fail_on_zones() {
    if (machine_.failure() == Machine::Failure::NegativeClock)
      stop(Outcome::Kind::Error, kNegativeClock);
    else if (machine_.failure() == Machine::Failure::TooManyPieces)
      stop(Outcome::Kind::Error, "too many clock guards on urgent channels are enabled at once");
    else
      stop(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold");
  }

  const model::Network& network_;
  const Options& options_;
  step::Moves moves_;
  step::Moves rests_;
  step::ZoneOperations operations_;
  Machine machine_;
  step::ZoneMemo memo_;
  Goal<B> goal_;
  state::Packing packing_;
  store::DiscreteTable discrete_;
  store::ZoneTable<B> zones_;
  store::NodeStore nodes_;
  GrowingArray<Facts> facts_;  // by discrete state
  Frontier frontier_;
  std::unordered_map<store::DiscreteId, step::StepError> errors_;
  std::vector<state::Word> words_;
  std::vector<std::int32_t> state_;
  std::vector<std::int32_t> target_;
  std::vector<step::ClockCondition> conditions_;
  std::vector<step::ZoneMemo::Result> results_;
  step::Rest rest_;
  zone::Dbm<B> zone_;
  store::NodeId current_ = store::kNoNode;
  store::NodeId reached_ = store::kNoNode;
  store::NodeId level_end_ = 0;      // breadth-first: the first state of the next level
  std::uint32_t time_clock_;         // when the soonest goal is looked for
  std::optional<Duration> soonest_;  // goals found so far are reached in this time
  Stats stats_;
  std::optional<Outcome> outcome_;
  Clock::time_point start_;
  double last_progress_ = 0;
  Clock::time_point checked_at_;
  std::uint64_t checked_bytes_ = 0;
  std::uint32_t since_check_ = 0;
};

}  // namespace

template <typename B>
Outcome reach(const model::Network& network, const analysis::ClockBounds& bounds, const model::Formula& formula,
              bool is_negated, const Options& options) {
  return Reachability<B>(network, bounds, formula, is_negated, options).run();
}

template Outcome reach<std::int16_t>(const model::Network&, const analysis::ClockBounds&, const model::Formula&, bool,
                                     const Options&);
template Outcome reach<std::int32_t>(const model::Network&, const analysis::ClockBounds&, const model::Formula&, bool,
                                     const Options&);

}  // namespace zonda::search
