// Explores all reachable states, one by one (U2).
//
// A state consists of discrete values and a region. A step is an action, or a delay into the next region.
#pragma once

#include "oracle/system.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace zonda::truth {

// The locations of all processes, then the values of all variables.
using Discrete = std::vector<std::int64_t>;

struct State {
  Discrete discrete;
  Region region;
};

// Run-time errors that were met. An error is certain, or only possible because it depends on how much of a condition is
// evaluated: 'x > 3 && 1/n > 0' may fail or not if n is 0 and x is not above 3.
struct Failures {
  bool is_certain = false;
  bool is_possible = false;
  std::string message;
  void certain(const std::string& text) {
    if (!is_certain) message = text;
    is_certain = true;
    is_possible = true;
  }
  void possible(const std::string& text) {
    if (!is_possible) message = text;
    is_possible = true;
  }
};

// A process, and the edge that it took; the second part of the edge if a branchpoint divides it.
struct Taken {
  std::size_t process = 0;
  const lang::EdgeSyntax* edge = nullptr;
  const lang::EdgeSyntax* branch = nullptr;
  auto operator<=>(const Taken&) const = default;
};
// A cell, and a value that was written to it.
using Written = std::pair<std::size_t, std::int64_t>;

class Steps {
 public:
  explicit Steps(System& system, Caps& caps) : system_(system), caps_(caps) {}

  [[nodiscard]] std::optional<State> initial(Failures& failures);
  struct Actions {
    std::vector<State> targets;
    bool is_fault_possible = false;
    std::vector<std::vector<Taken>> taken;  // by target
    // The values that the actions write, including intermediate ones; and those of all moves whose guards hold, even if
    // an invariant or a priority forbids them.
    std::vector<Written> written;
    std::vector<Written> maybe_written;
  };
  [[nodiscard]] Actions actions(const State& state, Failures& failures);
  // The next state that time leads to, if time may pass.
  [[nodiscard]] std::optional<State> delay(const State& state, Failures& failures);
  // Whether time can pass for ever and changes nothing any more.
  [[nodiscard]] bool rests(const State& state, Failures& failures);
  // The second parts of an edge that leads to a branchpoint; only null for any other edge.
  [[nodiscard]] std::vector<const lang::EdgeSyntax*> branches(std::size_t process, const lang::EdgeSyntax& edge);
  // Makes the interpreter see this state from now on.
  void load(const State& state);

 private:
  struct Enabled {
    std::size_t process = 0;
    const lang::EdgeSyntax* edge = nullptr;
    const lang::EdgeSyntax* branch = nullptr;  // the second part, if a branchpoint divides the edge
    std::vector<std::int64_t> selected;
    lang::SyncMark sync = lang::SyncMark::None;
    std::size_t channel = 0;
  };
  using Combination = std::vector<const Enabled*>;  // edges that are taken together, the sender first
  struct Rank {
    std::int64_t channel = 0;
    std::int64_t process = 0;
    auto operator<=>(const Rank&) const = default;
  };
  struct Action {
    Rank rank;
    std::optional<State> target;
    std::string fault;
    Combination edges;
    std::vector<Written> written;
  };

  // enabled.cpp
  [[nodiscard]] std::vector<Enabled> enabled(const State& state, Failures& failures);
  void choose(const State& state, Enabled candidate, std::vector<Enabled>& out, Failures& failures);
  [[nodiscard]] Scope with_selected(const Enabled& e);
  [[nodiscard]] bool is_committed(const State& state, std::size_t process) const;
  [[nodiscard]] bool any_committed(const State& state) const;
  // steps.cpp
  [[nodiscard]] std::vector<Combination> combinations(const State& state, const std::vector<Enabled>& enabled) const;
  void receivers(const std::vector<Enabled>& enabled, std::size_t process, Combination& chosen,
                 std::vector<Combination>& out) const;
  [[nodiscard]] std::optional<Action> take(const State& state, const Combination& edges, Actions& all,
                                           Failures& failures);
  [[nodiscard]] Rank rank_of(const Combination& edges) const;
  [[nodiscard]] bool invariants_hold(const State& state, Failures& failures);
  [[nodiscard]] bool is_urgent(const State& state, Failures& failures);
  [[nodiscard]] bool may_delay(const State& state, Failures& failures);
  [[nodiscard]] std::set<std::size_t> stopped(const State& state);
  [[nodiscard]] std::optional<Region> later(const State& state);
  [[nodiscard]] const lang::LocationSyntax& location(const State& state, std::size_t process) const;

  System& system_;
  Caps& caps_;
};

// The reachable states, as a graph.
struct Graph {
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Node {
    std::size_t discrete = 0;  // an index of `discretes`
    std::size_t region = 0;    // an index of `regions`
    std::int64_t moves = 0;    // the fewest actions from the start
    std::size_t after_delay = kNone;
    bool can_act = false;
    bool can_fail = false;  // some action ends in an error
    bool rests = false;     // time can pass for ever and changes nothing
    bool is_open = true;    // not all that can happen here was looked at
    std::vector<std::size_t> after_action;
    std::vector<std::size_t> by_move;  // for each of these actions, an index of `moves`
    std::size_t after_tick = kNone;
  };
  std::vector<Discrete> discretes;
  std::vector<Region> regions;
  std::vector<Node> nodes;  // the first one is initial
  std::vector<std::size_t> starts;
  std::set<Taken> taken;
  std::vector<std::vector<Taken>> moves;  // sets of edges that are taken together
  std::set<Written> written;
  std::set<Written> maybe_written;
  Failures failures;
  bool is_too_large = false;

  [[nodiscard]] State state(std::size_t node) const {
    return {discretes[nodes[node].discrete], regions[nodes[node].region]};
  }
};

// Gives up beyond `most` states. If there is a clock `time`, no action is followed from states where it is beyond its
// cap. If there is a clock `tick`, a step of its own sets it back to 0 whenever it reaches 1, so that it never goes
// beyond.
[[nodiscard]] Graph explore(System& system, Caps& caps, std::size_t most, std::size_t time = 0, std::size_t tick = 0);
// Explores what is reachable from these states, up to states where the clock is beyond its cap.
[[nodiscard]] Graph explore_from(System& system, Caps& caps, std::size_t most, const std::vector<State>& starts,
                                 std::size_t clock);

}  // namespace zonda::truth
