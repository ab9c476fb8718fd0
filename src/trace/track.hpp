// A path of the search, followed again with exact zones over all clocks (thesis, algorithms 3 and 4): what every state
// on it can be (forward), and from where the end can be reached along it (backward).
//
// The search works with abstract zones over active clocks and clears dead variables; nothing of that is here.
#pragma once

#include "model/network.hpp"
#include "search/path.hpp"
#include "step/moves.hpp"
#include "zone/dbm.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace zonda::trace {

using Zone = zone::Dbm<std::int32_t>;

// A state on the path and the move that leads to it (none for the first).
struct Stage {
  search::PathMove move;
  std::vector<step::ClockCondition> conditions;  // of the piece of the move that was taken
  std::vector<step::ClockSetting> settings;
  std::vector<std::int32_t> state;
  step::Rest rest;
  // Where urgent synchronisations cut up the delay: the piece that was taken.
  bool may_delay = true;
  std::vector<step::ClockCondition> at_entry;
  std::vector<step::ClockCondition> while_in;
  Zone reached{1};  // after entry and any delay
};

// Moments of a track, by number of their stages, of which the second comes so much later than the first.
struct Gap {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t least = 0;
};

struct Track {
  std::vector<Stage> stages;
  std::vector<Gap> gaps;
  std::vector<step::ClockCondition> goal;  // on the clocks in the last state, at its end
  bool is_exact = true;                    // false: stopped clocks were over-approximated
};

struct Followed {
  std::optional<Track> track;
  std::string failure;   // why there is none
  std::string obstacle;  // or this: it takes too much time, memory, or room for numbers
};

// Called now and then; what stops the work, or nothing.
using Watch = std::function<std::string()>;

// `is_negated`: the path ends where the formula is violated. The moves can be followed in several ways where urgency
// cuts up a delay or the goal is not convex; `is_fastest` asks for one that takes the least time.
[[nodiscard]] Followed follow(const model::Network& network, const search::Path& path, const model::Formula& formula,
                              bool is_negated, bool is_fastest, const Watch& watch);

// A path along which a run stays inside a formula, or outside of it, from some stage on. With an observer there is one
// more clock, behind those of the network (search/observer.hpp).
struct Staying {
  const model::Formula* formula = nullptr;
  bool is_negated = false;
  std::size_t from = 0;
  bool has_observer = false;
  const model::Formula* goal = nullptr;  // what a run that ends with Goal comes to
  bool is_goal_negated = false;
};
// `end`: what the last state must allow; nothing in particular for Cycle. Then the moves can perhaps be followed in
// several ways, of which `way` takes one; nothing, and no failure, when there are not so many.
[[nodiscard]] Followed follow_run(const model::Network& network, const search::Path& path, const Staying& staying,
                                  search::MaximalRun::End end, std::size_t way, const Watch& watch);

// For every stage, the part of `reached` from which the end of the path can be reached along it.
[[nodiscard]] std::vector<Zone> stable_zones(const Track& track);

}  // namespace zonda::trace
