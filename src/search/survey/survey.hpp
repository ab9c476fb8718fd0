// Everything that can be reached is explored once, and what is odd about it is noted (thesis 2.3.2 to 2.3.5):
// locations that are visited and edges that are taken, states without a way out, moves that an invariant of their
// target forbids, run-time errors, the values that variables get. Then, because it may take much longer, loops that
// take no time are looked for, so that a limit leaves the rest complete.
//
// Zones are extrapolated by maximal constants only, which keeps everything that is asked here: a valuation of an
// abstract zone is stuck, blocked, or in a loop exactly when a real one is (soundness rule 3). Included zones are left
// out: what can be seen in a part can be seen in the whole.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "search/path.hpp"
#include "step/move.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace zonda::search {

struct Incident {
  enum class Kind : std::uint8_t {
    Deadlock,       // no move, and time cannot pass for ever
    LiveLock,       // no move, but time can pass for ever
    Blocked,        // guards hold, and invariants after the move do not: in some valuations at least
    Failure,        // a run-time error
    ZenoLoop,       // moves that can be repeated for ever in no more than one unit of time; every edge of a template
                    // that is part of one, or of a CommittedLoop, is in one that is told
    CommittedLoop,  // the same, and all along some process is in a committed location
  };
  Kind kind = Kind::Deadlock;
  std::vector<std::int32_t> cells;   // where it happens
  std::vector<step::EdgeRef> edges;  // Blocked, Failure: of the move; empty for an error in a guard
  std::uint32_t process = 0;         // Blocked: whose invariant
  std::uint32_t location = 0;
  step::StepError error;  // Failure
  // How to get there, and what holds at the end. Loops: the path goes around once.
  Path path;
  std::string no_path;  // why there is no path; empty if there is one
  model::Formula goal;
  std::size_t cycle = 0;  // loops: moves before the first one of the loop
};

struct SurveyQuestion {
  bool finds_deadlocks = true;
  bool finds_committed_loops = true;
  bool finds_zeno_loops = true;     // those that are no committed ones
  std::size_t most_of_a_kind = 20;  // incidents; the others are counted
  // Neither noted nor counted; null: nothing. The error is that of a Failure.
  std::function<bool(Incident::Kind, const step::StepError*)> is_ignored;
};

struct Survey {
  Outcome outcome;  // NotReached: everything has been seen, and all loops
  // Everything that can be reached has been seen. Loops are looked for only then, from one stored state after another,
  // those of one kind and then those of the other.
  bool is_explored = false;
  std::size_t loops_looked_at = 0;  // so many of …
  std::size_t loops_in_all = 0;
  bool has_committed_loops = false;        // all of them
  std::vector<std::vector<bool>> visited;  // by process and location
  std::vector<std::vector<bool>> taken;    // by process and edge
  std::vector<bool> sent;                  // by channel
  std::vector<bool> received;
  std::vector<bool> met;                  // the guards of a sender and a receiver held
  std::vector<model::ValueRange> values;  // by cell: all values it has or gets, on the way through an update too
  std::vector<Incident> incidents;        // alike ones are noted once
  std::vector<std::size_t> more;          // by kind: so many others
  bool has_failures = false;              // run-time errors, those that are ignored too
};

template <typename B>
[[nodiscard]] Survey survey(const model::Network& network, const analysis::ClockBounds& bounds,
                            const SurveyQuestion& question, const Options& options);

}  // namespace zonda::search
