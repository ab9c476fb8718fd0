// Explores everything that can be reached once, and notes what is odd about it (thesis 2.3.2 to 2.3.5): locations that
// are visited and edges that are taken, states without a way out, moves that an invariant of their target forbids,
// run-time errors, the values that variables get. Loops that take no time are looked for last, because that may take
// much longer; so if a limit is reached then, the rest is complete.
//
// Zones are extrapolated by maximal constants only, which preserves everything that matters here: a valuation of an
// abstract zone is stuck, blocked, or in a loop exactly when a real one is (soundness rule 3). Included zones are left
// out: whatever can be seen in a part can be seen in the whole.
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
    Blocked,        // guards hold, and invariants after the move do not, at least in some valuations
    Failure,        // a run-time error
    ZenoLoop,       // moves that can be repeated for ever within one unit of time; every edge of a template
                    // that is part of such a loop, or of a CommittedLoop, is in a reported one
    CommittedLoop,  // the same, with some process in a committed location all the time
  };
  Kind kind = Kind::Deadlock;
  std::vector<std::int32_t> cells;   // where it happens
  std::vector<step::EdgeRef> edges;  // Blocked, Failure: of the move; empty for an error in a guard
  std::uint32_t process = 0;         // Blocked: whose invariant
  std::uint32_t location = 0;
  step::StepError error;  // Failure
  // How to get there, and a formula that holds at the end. For loops, the path goes around once.
  Path path;
  std::string no_path;  // why there is no path; empty if there is one
  model::Formula goal;
  std::size_t cycle = 0;  // loops: moves before the first one of the loop
};

struct SurveyQuestion {
  bool finds_deadlocks = true;
  bool finds_committed_loops = true;
  bool finds_zeno_loops = true;     // other than committed ones
  std::size_t most_of_a_kind = 20;  // incidents to note; further ones are only counted
  // Incidents for which this returns true are neither noted nor counted. The second argument is the error of a Failure,
  // else null.
  std::function<bool(Incident::Kind, const step::StepError*)> is_ignored;
};

struct Survey {
  Outcome outcome;  // NotReached: everything has been seen, including all loops
  // Whether everything that can be reached has been seen. Loops are looked for only after that, from one stored state
  // after another, first committed ones, then the others.
  bool is_explored = false;
  std::size_t loops_looked_at = 0;  // states from which loops were looked for …
  std::size_t loops_in_all = 0;
  bool has_committed_loops = false;        // the search for committed loops was complete
  std::vector<std::vector<bool>> visited;  // by process and location
  std::vector<std::vector<bool>> taken;    // by process and edge
  std::vector<bool> sent;                  // by channel
  std::vector<bool> received;
  std::vector<bool> met;  // the guards of a sender and a receiver held
  // By cell: all values that it has or gets, including those in the middle of an update.
  std::vector<model::ValueRange> values;
  std::vector<Incident> incidents;  // similar ones are noted once
  std::vector<std::size_t> more;    // by kind: how many others there were
  bool has_failures = false;        // there were run-time errors, perhaps ignored ones
};

template <typename B>
[[nodiscard]] Survey survey(const model::Network& network, const analysis::ClockBounds& bounds,
                            const SurveyQuestion& question, const Options& options);

}  // namespace zonda::search
