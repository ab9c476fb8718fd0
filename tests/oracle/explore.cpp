// Explores all reachable states and keeps them as a graph.
#include "oracle/explorer.hpp"
#include "oracle/fault.hpp"

namespace zonda::truth {

namespace {

struct HashOfVector {
  template <typename T>
  std::size_t operator()(const std::vector<T>& values) const {
    std::uint64_t hash = std::uint64_t{14695981039346656037ULL};
    for (const T& value : values) hash = (hash ^ static_cast<std::uint64_t>(value)) * std::uint64_t{1099511628211};
    return hash;
  }
};

class Exploration {
 public:
  Exploration(System& system, Caps& caps, std::size_t most, std::size_t time, std::size_t tick)
      : steps_(system, caps), caps_(caps), most_(most), time_(time), tick_(tick) {}

  Graph run() {
    if (const auto first = steps_.initial(graph_.failures)) graph_.starts.push_back(add(*first, 0));
    return go();
  }

  Graph run_from(const std::vector<State>& starts, std::size_t clock) {
    last_clock_ = clock;
    for (const State& s : starts) graph_.starts.push_back(add(s, 0));
    return go();
  }

 private:
  // Explores breadth-first by the number of actions: a delay leads to a state with the same number.
  Graph go() {
    for (; !next_.empty() && !graph_.is_too_large; ++level_) {
      is_started_ = true;
      now_ = std::move(next_);
      next_.clear();
      while (!now_.empty()) {
        graph_.is_too_large = graph_.nodes.size() > most_;
        if (graph_.is_too_large) break;
        const std::size_t at = now_.back();
        now_.pop_back();
        if (is_expanded_[at]) continue;
        is_expanded_[at] = true;
        expand(at);
      }
    }
    return std::move(graph_);
  }

  void expand(std::size_t at) {
    const State state = graph_.state(at);
    if (last_clock_ != 0 && state.region.is_beyond(last_clock_)) return;
    const std::int64_t moves = graph_.nodes[at].moves;
    const bool is_full = tick_ != 0 && state.region.compared(tick_, 1) == 0;
    graph_.nodes[at].is_open = caps_.is_grid() && state.region.is_far(caps_);
    if (is_full) {
      const std::size_t to = add({state.discrete, state.region.after(tick_settings(), caps_)}, moves);
      graph_.nodes[at].after_tick = to;
    } else if (graph_.nodes[at].is_open) {
      // What time leads to is not looked at.
    } else if (const auto later = steps_.delay(state, graph_.failures)) {
      const std::size_t to = add(*later, moves);
      graph_.nodes[at].after_delay = to;
    } else {
      graph_.nodes[at].rests = steps_.rests(state, graph_.failures);
    }
    const Steps::Actions actions = steps_.actions(state, graph_.failures);
    graph_.nodes[at].can_act = !actions.targets.empty();
    graph_.nodes[at].can_fail = actions.is_fault_possible;
    for (const std::vector<Taken>& taken : actions.taken) graph_.taken.insert(taken.begin(), taken.end());
    graph_.written.insert(actions.written.begin(), actions.written.end());
    graph_.maybe_written.insert(actions.maybe_written.begin(), actions.maybe_written.end());
    if (time_ != 0 && state.region.is_beyond(time_)) return;
    // On a grid, actions happen at its own moments only. What could happen halfway is known, but not followed.
    if (caps_.is_grid() && state.region.is_halfway()) return;
    for (std::size_t i = 0; i < actions.targets.size(); ++i) {
      const std::size_t to = add(actions.targets[i], moves + 1);
      graph_.nodes[at].after_action.push_back(to);
      const auto [move, is_new] = moves_.emplace(actions.taken[i], graph_.moves.size());
      if (is_new) graph_.moves.push_back(actions.taken[i]);
      graph_.nodes[at].by_move.push_back(move->second);
    }
  }

  // Sets the tick clock to 0 and leaves all others as they are.
  [[nodiscard]] Settings tick_settings() const {
    Settings result;
    for (std::size_t i = 0; i <= caps_.clocks(); ++i) result.push_back({i == tick_ ? 0 : i, 0});
    return result;
  }

  std::size_t add(const State& state, std::int64_t moves) {
    const auto [discrete, is_new_discrete] = discretes_.emplace(state.discrete, graph_.discretes.size());
    if (is_new_discrete) graph_.discretes.push_back(state.discrete);
    const auto [region, is_new_region] = regions_.emplace(state.region.classes(), graph_.regions.size());
    if (is_new_region) graph_.regions.push_back(state.region);
    const std::vector<std::size_t> key{discrete->second, region->second};
    const auto [node, is_new] = nodes_.emplace(key, graph_.nodes.size());
    if (is_new) {
      Graph::Node node_of;
      node_of.discrete = key[0];
      node_of.region = key[1];
      node_of.moves = moves;
      graph_.nodes.push_back(node_of);
      is_expanded_.push_back(false);
    } else if (is_expanded_[node->second] || graph_.nodes[node->second].moves <= moves) {
      return node->second;
    }
    graph_.nodes[node->second].moves = moves;
    (moves == level_ && is_started_ ? now_ : next_).push_back(node->second);
    return node->second;
  }

  Steps steps_;
  Caps& caps_;
  std::size_t most_;
  std::size_t time_;
  std::size_t tick_;
  std::size_t last_clock_ = 0;
  Graph graph_;
  std::unordered_map<Discrete, std::size_t, HashOfVector> discretes_;
  std::unordered_map<std::vector<std::int32_t>, std::size_t, HashOfVector> regions_;
  std::unordered_map<std::vector<std::size_t>, std::size_t, HashOfVector> nodes_;
  std::map<std::vector<Taken>, std::size_t> moves_;
  bool is_started_ = false;
  std::int64_t level_ = 0;         // the number of actions to the states that are being expanded
  std::vector<std::size_t> now_;   // states to expand that take this many actions
  std::vector<std::size_t> next_;  // states to expand that take one action more
  std::vector<bool> is_expanded_;
};

}  // namespace

Graph explore(System& system, Caps& caps, std::size_t most, std::size_t time, std::size_t tick) {
  return Exploration(system, caps, most, time, tick).run();
}

Graph explore_from(System& system, Caps& caps, std::size_t most, const std::vector<State>& starts, std::size_t clock) {
  return Exploration(system, caps, most, 0, 0).run_from(starts, clock);
}

}  // namespace zonda::truth
