// Traces of maximal runs.
#include "trace/make_run.hpp"

#include "trace/replay.hpp"
#include "trace/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::trace {

namespace {

using RunEnd = search::MaximalRun::End;

class RunMaker {
 public:
  RunMaker(const model::Network& network, const RunRequest& request, const Watch& watch)
      : network_(network),
        request_(request),
        run_(*request.run),
        staying_{request.stay,         request.is_negated, request.run->stays_from,
                 request.has_observer, request.goal,       request.is_goal_negated},
        watch_(watch) {}

  Made make() {
    if (run_.end != RunEnd::Cycle) return make(0);
    // If the clocks have settled after some rounds, the cycle repeats from then on. So more and more rounds are tried.
    constexpr std::size_t kMostMoves = 2000;
    const std::size_t length = run_.path.moves.size() - run_.cycle;
    for (const std::size_t rounds : {2U, 3U, 5U, 9U, 17U}) {
      if (run_.cycle + rounds * length > kMostMoves) break;
      Made made = make(rounds);
      if (!made.trace || !made.trace->has_times || made.trace->repeats) return made;
    }
    return make(1);
  }

 private:
  // Makes a trace that goes around the cycle this many times.
  Made make(std::size_t rounds) {
    search::Path path = run_.path;
    const std::vector<search::PathMove> cycle(path.moves.begin() + static_cast<std::ptrdiff_t>(run_.cycle),
                                              path.moves.end());
    for (std::size_t i = 1; i < rounds; ++i) path.moves.insert(path.moves.end(), cycle.begin(), cycle.end());
    // The zones do not say that a round takes time, and some ways to follow the moves may not allow it.
    constexpr std::size_t kMostWays = 50;
    Followed followed;
    std::optional<Schedule> when;
    for (std::size_t way = 0; way < kMostWays && !when; ++way) {
      followed = follow_run(network_, path, staying_, run_.end, way, watch_);
      if (!followed.failure.empty() || !followed.obstacle.empty()) return {{}, followed.failure, followed.obstacle};
      if (!followed.track || !followed.track->is_exact) break;
      add_gaps(*followed.track, cycle, rounds);
      when = schedule(network_, *followed.track, false);
    }
    const bool is_inexact = followed.track && !followed.track->is_exact;
    if (!when && !is_inexact && request_.is_divergent) return {{}, {}, "no times were found with which it takes time"};
    if (!when && !is_inexact) return {{}, "there are no times for the moves", {}};
    const Track& track = *followed.track;
    Made made;
    made.trace = empty_trace(network_);
    made.trace->has_times = when.has_value();
    if (when) {
      made.trace->digits = when->digits;
      made.trace->least_time = when->least;
      made.trace->is_least_reached = when->is_least_reached;
    }
    made.failure = fill(track, when, rounds, *made.trace);
    if (!made.failure.empty()) made.trace.reset();
    return made;
  }

  // Requires one unit of time from the tick of each round to that of the next. A tick is a stage without a move.
  void add_gaps(Track& track, const std::vector<search::PathMove>& cycle, std::size_t rounds) const {
    const auto tick = std::find_if(cycle.begin(), cycle.end(), [](const auto& m) { return m.edges.empty(); });
    if (!request_.is_divergent || tick == cycle.end()) return;
    const std::size_t first = run_.cycle + static_cast<std::size_t>(tick - cycle.begin()) + 1;
    for (std::size_t i = 1; i < rounds; ++i)
      track.gaps.push_back({static_cast<std::uint32_t>(first + (i - 1) * cycle.size()),
                            static_cast<std::uint32_t>(first + i * cycle.size()), 1});
  }

  // Replays the run and fills in the states and steps of the trace. A stage without a move is a mere moment, and
  // becomes part of a delay. Returns what is wrong, or nothing.
  std::string fill(const Track& track, const std::optional<Schedule>& when, std::size_t rounds, Trace& trace) {
    const std::vector<Zone> zones = when ? stable_zones(track) : std::vector<Zone>{};
    const auto zone_of = [&](std::size_t i) {
      return trace_bounds(without_observer(i < zones.size() ? zones[i] : track.stages[i].reached));
    };
    Replayer replayer(network_, scale_of(trace.digits), request_.has_observer);
    std::vector<ConcreteState> rounds_at;   // the state at the beginning of each round
    std::vector<std::size_t> rounds_begin;  // the number of steps before it
    std::int64_t waited = 0;
    for (std::size_t i = 0; i < track.stages.size(); ++i) {
      const Stage& stage = track.stages[i];
      const bool is_moment = i > 0 && stage.move.edges.empty();
      const std::vector<MoveEdge> edges = move_edges(network_, stage.move);
      if (when) {
        const Units delay = i == 0 ? 0 : when->times[i] - when->times[i - 1];
        const std::string why = follow(replayer, stage, edges, i, delay);
        if (!why.empty()) return fmt::format("step {}: {}", trace.steps.size() + 1, why);
        waited += delay;
      }
      if (!is_moment) {
        TraceState& state = i == 0 ? trace.initial : add_step(edges, std::exchange(waited, 0), trace);
        state = state_of(stage, replayer, when.has_value());
        state.zone = zone_of(i);
      }
      if (run_.stays_from > 0 && i == run_.stays_from) {
        trace.has_moment = true;
        trace.moment_step = trace.steps.size();
        trace.moment_delay = waited;
      }
      if (i == run_.cycle) trace.cycle = trace.steps.size();
      if (is_round(i, rounds) && !is_moment) {
        rounds_at.push_back(replayer.now());
        rounds_begin.push_back(trace.steps.size());
      }
    }
    return finish(track, when, rounds_at, rounds_begin, replayer, waited, trace);
  }

  // Adds a step; returns its state, which is to be filled in.
  TraceState& add_step(const std::vector<MoveEdge>& edges, std::int64_t delay, Trace& trace) const {
    TraceStep& step = trace.steps.emplace_back();
    step.delay = delay;
    for (const MoveEdge& e : edges) step.edges.push_back(trace_edge(network_, e));
    return step.state;
  }

  // Replays the delay and the move that lead to a stage. Returns what is wrong, or nothing.
  std::string follow(Replayer& replayer, const Stage& stage, const std::vector<MoveEdge>& edges, std::size_t i,
                     Units delay) {
    if (i == 0) {
      if (!replayer.start(stage.state)) return replayer.why();
    } else {
      if (i > staying_.from) {
        const auto stays = replayer.holds_during(*staying_.formula, staying_.is_negated, delay);
        if (!stays) return replayer.why();
        if (!*stays) return "the run does not stay where it should";
      }
      if (!replayer.delay(delay) || (!edges.empty() && !replayer.take(edges))) return replayer.why();
      if (stage.move.starts_observer) replayer.start_observer();
    }
    if (i < staying_.from) return {};
    const auto stays = replayer.holds_during(*staying_.formula, staying_.is_negated, 0);
    if (!stays) return replayer.why();
    if (i == staying_.from && request_.from != nullptr && !replayer.holds(*request_.from).value_or(false))
      return "the run does not begin where it should";
    return *stays ? "" : "the run does not stay where it should";
  }

  [[nodiscard]] TraceState state_of(const Stage& stage, const Replayer& replayer, bool has_times) const {
    if (has_times) {
      TraceState result = trace_state(network_, replayer.now());
      if (request_.has_observer) result.clocks.pop_back();
      return result;
    }
    return trace_state(network_, std::span<const std::int32_t>(stage.state));
  }

  [[nodiscard]] Zone without_observer(const Zone& z) const {
    return request_.has_observer ? first_clocks(z, network_.clocks.size()) : z;
  }

  // Whether a round begins at stage i, or the last one ends there.
  [[nodiscard]] bool is_round(std::size_t i, std::size_t rounds) const {
    if (run_.end != RunEnd::Cycle || i < run_.cycle) return false;
    const std::size_t length = run_.path.moves.size() - run_.cycle;
    return (i - run_.cycle) % length == 0 && (i - run_.cycle) / length <= rounds;
  }

  std::string finish(const Track& track, const std::optional<Schedule>& when,
                     const std::vector<ConcreteState>& rounds_at, const std::vector<std::size_t>& rounds_begin,
                     Replayer& replayer, std::int64_t waited, Trace& trace) {
    switch (run_.end) {
      case RunEnd::Cycle:
        trace.end = Trace::End::Cycle;
        return finish_cycle(rounds_at, rounds_begin, when.has_value(), trace);
      case RunEnd::Rest:
        trace.end = Trace::End::Rest;
        break;
      case RunEnd::Stuck:
        trace.end = Trace::End::Stuck;
        break;
      case RunEnd::Goal:
        trace.end = Trace::End::Goal;
        break;
    }
    if (!when) return {};
    const Units last = when->times.back() - when->times[track.stages.size() - 1];
    trace.last_delay = waited + last;
    const auto stays = replayer.holds_during(*staying_.formula, staying_.is_negated, last);
    if (!stays.value_or(false) || !replayer.delay(last)) return "at the end: " + replayer.why();
    const auto ends = ends_as_it_should(replayer);
    if (!ends) return "at the end: " + replayer.why();
    return *ends ? "" : "the run does not end as it should";
  }

  std::optional<bool> ends_as_it_should(Replayer& replayer) {
    if (run_.end == RunEnd::Rest) return replayer.rests(*staying_.formula, staying_.is_negated);
    if (run_.end == RunEnd::Stuck) return replayer.is_stuck(*staying_.formula, staying_.is_negated);
    const std::optional<bool> holds = replayer.holds(*staying_.goal);
    if (!holds) return holds;
    return *holds != staying_.is_goal_negated;
  }

  // Finds the first round that comes back to the state where an earlier one began, and cuts off what lies behind it.
  std::string finish_cycle(const std::vector<ConcreteState>& at, const std::vector<std::size_t>& begin, bool has_times,
                           Trace& trace) {
    trace.repeats = false;
    for (std::size_t j = 1; j < at.size() && has_times; ++j) {
      for (std::size_t i = j; i-- > 0;) {
        if (!is_same(at[i], at[j], trace.digits)) continue;
        std::int64_t time = 0;
        for (std::size_t k = begin[i]; k < begin[j]; ++k) time += trace.steps[k].delay;
        if (request_.is_divergent && time == 0) continue;
        trace.cycle = begin[i];
        trace.repeats = true;
        trace.steps.resize(begin[j]);
        return {};
      }
    }
    return {};
  }

  [[nodiscard]] bool is_same(const ConcreteState& a, const ConcreteState& b, std::uint32_t digits) const {
    std::vector<std::int32_t> left = a.cells;
    std::vector<std::int32_t> right = b.cells;
    // States that are equal only up to a permutation are not the same, and a reduction that changes the model maps the
    // states of another network.
    const reduce::Reductions* merging = request_.reductions;
    if (merging != nullptr && (merging->permutes() || merging->changes_model())) merging = nullptr;
    reduce::Renaming renaming;
    for (auto* cells : {&left, &right})
      if (merging != nullptr) merging->map(*cells, renaming);
    return left == right && have_same_clocks(a, b, request_.caps, scale_of(digits));
  }

  const model::Network& network_;
  const RunRequest& request_;
  const search::MaximalRun& run_;
  Staying staying_;
  const Watch& watch_;
};

}  // namespace

Made make_run(const model::Network& network, const RunRequest& request, const Watch& watch) {
  return RunMaker(network, request, watch).make();
}

}  // namespace zonda::trace
