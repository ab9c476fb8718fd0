// Follows a path of the search again with exact zones over all clocks (thesis, algorithms 3 and 4): forwards, to find
// the zone of every state on it; and backwards, to find the part of it from which the end of the path can be reached.
//
// The search abstracts zones, leaves out clocks that are not active and clears dead variables. None of that happens
// here.
#pragma once

#include "model/network.hpp"
#include "search/path.hpp"
#include "step/moves.hpp"
#include "trace/zone_conditions.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace zonda::trace {

// A state on the path and the move that leads to it (none for the first).
struct Stage {
  search::PathMove move;
  std::vector<step::ClockCondition> conditions;  // what the move demands of the clocks
  std::vector<step::ClockSetting> settings;      // what the move sets clocks to
  std::vector<std::int32_t> state;
  step::Rest rest;
  // If urgent synchronisations split the delay, these say which piece of it was taken.
  bool may_delay = true;
  std::vector<step::ClockCondition> at_entry;
  std::vector<step::ClockCondition> while_in;
  Zone reached{1};  // the clocks after entry and any delay
};

// The demand that stage `to` is entered at least this long after stage `from`.
struct Gap {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t least = 0;
};

struct Track {
  std::vector<Stage> stages;
  std::vector<Gap> gaps;
  std::vector<step::ClockCondition> goal;  // what must hold of the clocks at the end of the last stage
  bool is_exact = true;                    // false if stopped clocks were over-approximated
};

struct Followed {
  std::optional<Track> track;
  std::string failure;   // why there is no track; this is an internal error
  std::string obstacle;  // why there is no track: it takes too much time, memory, or too large numbers
};

// Is called now and then. Returns why the work has to stop, or nothing.
using Watch = std::function<std::string()>;

// Follows a path that ends where the formula holds or, if `is_negated`, is violated. The moves can be followed in
// several ways if urgency splits a delay or the goal is not convex; with `is_fastest` one that takes the least time is
// chosen.
[[nodiscard]] Followed follow(const model::Network& network, const search::Path& path, const model::Formula& formula,
                              bool is_negated, bool is_fastest, const Watch& watch);

// Says that a formula, or its negation, holds along a path from some stage on. With an observer there is one more
// clock, behind those of the network (search/formulas/observer.hpp).
struct Staying {
  const model::Formula* formula = nullptr;
  bool is_negated = false;
  std::size_t from = 0;
  bool has_observer = false;
  const model::Formula* goal = nullptr;  // where a run that ends with Goal ends …
  bool is_goal_negated = false;          // … or the formula that is violated there
};
// Follows the path of a maximal run, whose last state must allow this end. For a Cycle any state does; then there may
// be several ways to follow the moves, of which `way` takes one. If there are not so many, there is no track, and no
// failure either.
[[nodiscard]] Followed follow_run(const model::Network& network, const search::Path& path, const Staying& staying,
                                  search::MaximalRun::End end, std::size_t way, const Watch& watch);

// For every stage, the part of `reached` from which the end of the path can be reached along it.
[[nodiscard]] std::vector<Zone> stable_zones(const Track& track);

}  // namespace zonda::trace
