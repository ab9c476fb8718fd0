// The public C++ interface, traces: one concrete run from the initial state to the state that a query asks about, with
// all that is needed to say what every location, variable and clock is at every moment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zonda {

// left - right <= value, or < value. Clocks count from 1 in the order of Trace::clocks; 0 is the constant 0.
struct TraceBound {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::int32_t value = 0;
  bool is_strict = false;
};

// The state right after a move, before time passes.
struct TraceState {
  std::vector<std::uint32_t> locations;  // by process, indices into TraceProcess::locations
  std::vector<std::int32_t> variables;
  std::vector<std::int64_t> clocks;  // in units of 10^-digits; empty in a trace without times
  // All clock values, reached by these moves and a delay, from which the rest of the trace is possible.
  std::vector<TraceBound> zone;
};

struct TraceEdge {
  std::uint32_t process = 0;
  std::uint32_t edge = 0;    // of the template, from 0, in the order of the file
  std::int32_t branch = -1;  // the edge after a branchpoint
  std::uint32_t source = 0;  // locations
  std::uint32_t target = 0;
  std::vector<std::string> select_names;
  std::vector<std::int32_t> selects;
  std::string guard;  // as in the model; empty if there is none
  std::string sync;
  std::string update;
  std::string position;  // file:line:column
};

struct TraceStep {
  std::int64_t delay = 0;        // before the move, in units of 10^-digits
  std::vector<TraceEdge> edges;  // sender first, receivers in the order of the system
  TraceState state;
};

struct TraceProcess {
  std::string name;
  std::vector<std::string> locations;
};

struct Trace {
  std::string kind;       // some, shortest, fastest
  std::string formula;    // the query that it answers
  bool has_times = true;  // false: stopped clocks were over-approximated, so there may be no such run
  std::uint32_t digits = 0;
  std::vector<TraceProcess> processes;
  std::vector<std::string> variables;
  std::vector<std::string> clocks;
  TraceState initial;
  std::vector<TraceStep> steps;
  std::int64_t last_delay = 0;  // after the last move
  // What comes after the steps. Goal: nothing, the last state is the one that was looked for; `end_note` may say why. A
  // maximal run goes on: Cycle: the steps after the first `cycle` ones repeat for ever; Rest: time passes for ever;
  // Stuck: nothing can happen any more, once the remaining time has passed.
  enum class End { Goal, Cycle, Rest, Stuck };
  End end = End::Goal;
  std::size_t cycle = 0;
  bool repeats = true;  // Cycle: the delays repeat, too; if false, the clocks have other values after one round
  std::string end_note;
  // For a leads-to query or a pattern, the moment that the query is about: `moment_delay` after the first `moment_step`
  // steps. `moment_note` says what holds then.
  bool has_moment = false;
  std::string moment_note;
  std::size_t moment_step = 0;
  std::int64_t moment_delay = 0;
  // Greatest lower bound of the total time of all runs with these moves; if not reached, runs come arbitrarily close.
  std::int64_t least_time = 0;
  bool is_least_reached = true;
};

// How UPPAAL's formats are written.
struct UppaalStyle {
  int version = 5;           // 4: the keywords of 4.1; 5: those of 5.0, and a clock for the time in .xtr files
  bool is_symbolic = false;  // text: zones in place of delays and clock values
  bool has_depth = false;    // text: the number of moves beside the values
};

// 12 units of 10^-1: '1.2'.
[[nodiscard]] std::string decimal(std::int64_t units, std::uint32_t digits);

}  // namespace zonda
