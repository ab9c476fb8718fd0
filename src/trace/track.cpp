// Follows a path forwards, keeping all ways to have come to each stage, and picks one of them at the end.
#include "trace/track.hpp"

#include "analysis/clock_bounds.hpp"
#include "search/formulas/endings.hpp"
#include "search/formulas/formula_parts.hpp"
#include "search/formulas/goal.hpp"
#include "search/formulas/observer.hpp"
#include "step/delay.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::trace {

using step::ClockCondition;

namespace {

// One way to have come to a stage. There are several only if urgency splits a delay, or if the path does not say which
// piece of a move was taken.
struct Way {
  Zone reached{1};
  std::size_t before = 0;  // the way to the stage before
  bool may_delay = true;
  std::vector<ClockCondition> at_entry;
  std::vector<ClockCondition> while_in;
  std::vector<ClockCondition> conditions;
};

class Follower {
 public:
  // For the fastest way there is one more clock, which tells the time; with an observer, there is the observer's.
  Follower(const model::Network& network, const search::Path& path, bool is_fastest, bool has_observer,
           const Watch& watch)
      : network_(network),
        path_(path),
        is_fastest_(is_fastest),
        watch_(watch),
        dim_(network.clocks.size() + (is_fastest || has_observer ? 1 : 0)),
        moves_(network) {
    // Edges whose guards cannot be evaluated were left out by the search, too.
    moves_.set_on_error([](const step::StepError&) {});
  }

  Followed follow(const model::Formula& formula, bool is_negated) {
    if (follow_moves()) finish(formula, is_negated);
    if (!result_.failure.empty() || !result_.obstacle.empty()) result_.track.reset();
    return std::move(result_);
  }

  Followed follow_run(const Staying& staying, search::MaximalRun::End end, std::size_t way) {
    staying_ = &staying;
    if (follow_moves()) finish_run(end, way);
    if (!result_.failure.empty() || !result_.obstacle.empty()) result_.track.reset();
    return std::move(result_);
  }

 private:
  bool follow_moves() {
    bool is_done = start();
    for (std::size_t i = 0; i < path_.moves.size() && is_done; ++i) {
      is_done = advance(path_.moves[i]) && may_go_on();
      if (!result_.failure.empty()) result_.failure = fmt::format("step {}: {}", i + 1, result_.failure);
    }
    return is_done;
  }

  bool fail(std::string why) {
    result_.failure = std::move(why);
    return false;
  }

  bool stop(std::string why) {
    if (result_.obstacle.empty()) result_.obstacle = std::move(why);
    return false;
  }

  bool may_go_on() {
    if (!result_.obstacle.empty()) return false;
    if (const std::string why = watch_ ? watch_() : ""; !why.empty()) return stop(why);
    return true;
  }

  bool start() {
    Zone at(dim_);
    for (std::uint32_t x = 1; x < network_.clocks.size(); ++x)
      if (network_.clocks[x].initial != 0) reset(at, x, network_.clocks[x].initial);
    Stage first;
    first.state = path_.initial;
    if (!rest(first)) return false;
    track_.stages.push_back(std::move(first));
    ways_.emplace_back();
    enter(at, Way{});
    return !ways_.back().empty() || fail("the initial state violates an invariant");
  }

  // Finds out what the state of the stage demands while time passes, and what it has to avoid to stay where it should.
  bool rest(Stage& stage) {
    if (!moves_.rest(stage.state, stage.rest)) return fail(moves_.error() ? moves_.error()->message : "an error");
    if (!stage.rest.stopped.empty()) track_.is_exact = false;
    if (!stage.rest.is_possible) return fail("an invariant does not hold");
    // At this point track_ has the stages before this one only.
    if (staying_ == nullptr || track_.stages.size() < staying_->from) return true;
    search::FormulaParts parts(moves_);
    if (!parts.find(*staying_->formula, !staying_->is_negated, stage.state, stage.rest.avoided))
      return fail(moves_.error() ? moves_.error()->message : "an error");
    return !search::holds_everywhere(stage.rest.avoided) || fail("the run does not stay where it should");
  }

  // Finds the move with the same edges and select values. Appends the conditions of each of its pieces.
  void find(const search::PathMove& wanted, Stage& stage, std::vector<std::vector<ClockCondition>>& pieces) {
    moves_.expand(track_.stages.back().state, [&](const step::Move& m) {
      if (m.error != nullptr || !std::equal(m.edges.begin(), m.edges.end(), wanted.edges.begin(), wanted.edges.end()) ||
          !std::equal(m.selects.begin(), m.selects.end(), wanted.selects.begin(), wanted.selects.end()))
        return true;
      std::vector<ClockCondition> conditions(m.conditions.begin(), m.conditions.end());
      if (wanted.conditions && conditions != *wanted.conditions) return true;
      // Elsewhere a clock would become negative, which is an error.
      conditions.insert(conditions.end(), m.required.begin(), m.required.end());
      pieces.push_back(std::move(conditions));
      stage.state.assign(m.target.begin(), m.target.end());
      stage.settings.assign(m.settings.begin(), m.settings.end());
      return true;
    });
  }

  bool advance(const search::PathMove& move) {
    Stage stage;
    stage.move = move;
    std::vector<std::vector<ClockCondition>> pieces;
    if (move.edges.empty()) {
      stage.state = track_.stages.back().state;
      pieces.push_back(move.conditions.value_or(std::vector<ClockCondition>{}));
    } else {
      find(move, stage, pieces);
    }
    if (pieces.empty()) return fail(moves_.error() ? moves_.error()->message : "there is no such move");
    if (move.starts_observer) stage.settings.push_back({search::observer_clock(network_), 0, 0});
    if (!rest(stage)) return false;
    std::vector<zone::Assignment> assignments;
    for (const step::ClockSetting& s : stage.settings) assignments.push_back({s.clock, s.source, s.offset});
    track_.stages.push_back(std::move(stage));
    ways_.emplace_back();
    const std::size_t last = ways_.size() - 1;
    for (std::size_t i = 0; i < ways_[last - 1].size(); ++i) {
      for (const std::vector<ClockCondition>& conditions : pieces) {
        Zone z = ways_[last - 1][i].reached;
        if (!constrain_all(z, conditions)) continue;
        Zone scratch(z.dim());
        assign(z, std::span<const zone::Assignment>(assignments), scratch);
        enter(z, {Zone(1), i, true, {}, {}, conditions});
      }
    }
    return !ways_.back().empty() || fail("the clocks do not allow the move");
  }

  // Enters the state with the clocks in `at`; then time passes.
  void enter(Zone at, Way way) {
    const step::Rest& rest = track_.stages.back().rest;
    if (!constrain_all(at, rest.invariant)) return;
    const bool is_cut = (!rest.urgent.empty() && rest.may_delay) || !rest.avoided.empty();
    if (is_cut && rest.stopped.empty()) return enter_in_pieces(at, way);
    way.may_delay = rest.may_delay;
    if (rest.may_delay) {
      if (rest.stopped.empty())
        delay(at);
      else
        delay_with_stopped(at, std::span<const std::uint32_t>(rest.stopped));
      if (!constrain_all(at, rest.invariant)) return;
    }
    way.reached = std::move(at);
    add(std::move(way));
  }

  // The same where urgent synchronisations, or zones to avoid, split the delay.
  void enter_in_pieces(const Zone& at, const Way& base) {
    using Conjunctions = std::span<const std::vector<ZoneConstraint>>;
    const step::Rest& rest = track_.stages.back().rest;
    const auto guards = constraints_of(rest.urgent);
    const auto avoided = constraints_of(rest.avoided);
    bool is_exact = is_within_limit(at);
    std::vector<Zone> starts;
    if (is_exact) starts = step::outside<std::int32_t>(at, Conjunctions(avoided), is_exact);
    for (const Zone& start : starts) {
      if (!rest.may_delay) {
        Way way = base;
        way.reached = start;
        way.may_delay = false;
        way.at_entry = conditions_of(without_time(start));
        add(std::move(way));
        continue;
      }
      const auto pieces =
          step::delay_pieces<std::int32_t>(start, Conjunctions(guards), is_exact, Conjunctions(avoided));
      for (const auto& piece : pieces) {
        Way way = base;
        way.reached = piece.start;
        way.may_delay = piece.may_delay;
        way.at_entry = conditions_of(without_time(piece.start));
        for (const ZoneConstraint& c : piece.while_in) way.while_in.push_back(condition_of(c));
        if (way.may_delay) {
          delay(way.reached);
          if (!constrain_all(way.reached, way.while_in) || !constrain_all(way.reached, rest.invariant)) continue;
        }
        add(std::move(way));
      }
    }
    if (!is_exact) stop(kTooFar);
  }

  void add(Way way) {
    constexpr std::size_t kMost = 2'000;
    auto& ways = ways_.back();
    if (!is_within_limit(way.reached)) {
      stop(kTooFar);
      return;
    }
    // With the same clocks, a run that comes later can do no more than one that comes sooner. So the time has no upper
    // bound, and a way that is slower in all points is included in the faster one.
    if (is_fastest_)
      for (std::size_t x = 0; x + 1 < dim_; ++x) way.reached.at(dim_ - 1, x) = zone::kInfinity<std::int32_t>;
    if (std::any_of(ways.begin(), ways.end(), [&](const Way& w) { return includes(w.reached, way.reached); })) return;
    std::erase_if(ways, [&](const Way& w) { return includes(way.reached, w.reached); });
    if (ways.size() == kMost)
      stop("there are too many ways to wait for urgent synchronisations");
    else
      ways.push_back(std::move(way));
  }

  // Clock bounds that make all clocks active everywhere.
  [[nodiscard]] analysis::ClockBounds all_clocks() const {
    analysis::ClockBounds all;
    all.local.resize(network_.processes.size());
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      all.local[p].resize(network_.processes[p].locations.size());
    for (std::uint32_t x = 0; x < dim_; ++x) {
      const std::int32_t bound = x == 0 ? analysis::kNoBound : 0;
      all.everywhere.push_back({x, bound, bound});
    }
    return all;
  }

  // Picks a way to the last state in which the run may end.
  void finish_run(search::MaximalRun::End end, std::size_t way) {
    using End = search::MaximalRun::End;
    if (end == End::Cycle) {
      if (way < ways_.back().size()) result_.track = track(way, {});
      return;
    }
    if (end == End::Goal) return finish(*staying_->goal, staying_->is_goal_negated);
    const analysis::ClockBounds all = all_clocks();
    step::OperationTable table;
    step::ZoneOperations operations(table, all, network_.processes.size(), step::Abstraction::None);
    const search::Options options;
    search::Control control(options);
    search::Endings<std::int32_t> endings(network_, operations, control);
    const Stage& last = track_.stages.back();
    const step::ShapeId shape = operations.shape(last.state);
    for (std::size_t i = 0; i < ways_.back().size() && !result_.track; ++i) {
      const auto kind = endings.find(last.state, 0, shape, ways_.back()[i].reached, end == End::Stuck,
                                     [&](std::vector<search::Conjunction>& out) {
                                       out = last.rest.avoided;
                                       return true;
                                     });
      if (kind != search::Endings<std::int32_t>::Kind::None)
        result_.track = track(i, conditions_of(endings.where().front()));
    }
    if (!result_.track) fail("the run does not end where it should");
  }

  // Picks a way to the last state in which the formula holds, or is violated; the fastest one if asked for.
  void finish(const model::Formula& formula, bool is_negated) {
    const analysis::ClockBounds all = all_clocks();
    step::OperationTable table;
    step::ZoneOperations operations(table, all, network_.processes.size(), step::Abstraction::None);
    search::Goal<std::int32_t> goal(network_, formula, is_negated, operations);
    const std::vector<std::int32_t>& state = track_.stages.back().state;
    const step::ShapeId shape = operations.shape(state);
    std::optional<std::int32_t> best;
    for (std::size_t i = 0; i < ways_.back().size(); ++i) {
      goal.for_each_piece(state, 0, shape, ways_.back()[i].reached, [&](const Zone& piece) {
        // This is the negated lower bound of the time, so that a larger number means sooner.
        const std::int32_t time = is_fastest_ ? piece.at(0, dim_ - 1) : 0;
        if (best && time <= *best) return;
        best = time;
        result_.track = track(i, conditions_of(without_time(piece)));
      });
    }
    if (goal.is_too_narrow()) stop(kTooFar);
    if (!best) fail(goal.error() ? goal.error()->message : "the end of the path does not meet the goal");
  }

  [[nodiscard]] Zone without_time(const Zone& z) const {
    return is_fastest_ ? first_clocks(z, network_.clocks.size()) : z;
  }

  // The track that came to the last stage this way.
  Track track(std::size_t way, std::vector<ClockCondition> goal) {
    Track result = track_;
    result.goal = std::move(goal);
    for (std::size_t i = result.stages.size(); i-- > 0;) {
      const Way& w = ways_[i][way];
      Stage& stage = result.stages[i];
      stage.reached = without_time(w.reached);
      stage.may_delay = w.may_delay;
      stage.conditions = w.conditions;
      stage.at_entry = w.at_entry;
      stage.while_in = w.while_in;
      way = w.before;
    }
    return result;
  }

  const model::Network& network_;
  const search::Path& path_;
  bool is_fastest_;
  const Watch& watch_;
  const Staying* staying_ = nullptr;
  std::size_t dim_;
  step::Moves moves_;
  Track track_;  // without what depends on the way
  Followed result_;
  std::vector<std::vector<Way>> ways_;  // by stage
};

}  // namespace

Followed follow(const model::Network& network, const search::Path& path, const model::Formula& formula, bool is_negated,
                bool is_fastest, const Watch& watch) {
  return Follower(network, path, is_fastest, false, watch).follow(formula, is_negated);
}

Followed follow_run(const model::Network& network, const search::Path& path, const Staying& staying,
                    search::MaximalRun::End end, std::size_t way, const Watch& watch) {
  return Follower(network, path, false, staying.has_observer, watch).follow_run(staying, end, way);
}

std::vector<Zone> stable_zones(const Track& track) {
  std::vector<Zone> result(track.stages.size(), Zone(1));
  Zone z = track.stages.back().reached;
  bool is_left = constrain_all(z, track.goal);
  for (std::size_t i = track.stages.size(); i-- > 0 && is_left;) {
    const Stage& stage = track.stages[i];
    // The rest of the path is possible at once from z, and from all valuations from which z is reached by delay.
    Zone entered = z;
    if (stage.may_delay) past(entered);
    Zone here = stage.reached;
    is_left = intersect(here, entered);
    result[i] = here;
    if (i == 0 || !is_left) break;
    is_left = constrain_all(entered, stage.at_entry) && constrain_all(entered, stage.rest.invariant);
    z = track.stages[i - 1].reached;
    is_left = is_left && constrain_all(z, stage.conditions);
    for (const ClockCondition& c : conditions_of(entered)) {
      const ClockCondition asked = step::before(c, stage.settings);
      is_left = is_left && constrain_all(z, std::span(&asked, 1));
    }
  }
  return is_left ? result : std::vector<Zone>{};
}

}  // namespace zonda::trace
