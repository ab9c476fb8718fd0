// The Network: a model after instantiation, the one representation that all layers after the front end share. Templates
// are gone: every process has its own locations and edges, variables are flat cells with ranges, channels and clocks
// are numbers, guards are split into an integer condition and clock constraints, and everything that must be computed
// is compiled (model/code.hpp).
//
// Discrete state: cell i < processes.size() holds the location of process i (an index local to the process), the next
// `variables` cells hold the variables. The meta variables follow, which are not part of a state's identity.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/code.hpp"
#include "model/layout.hpp"
#include "util/memo.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::model {

using lang::SourceRange;

// Clocks may be compared with and set to numbers up to this; larger ones are refused, or are an error when they occur.
inline constexpr std::int32_t kLargestClockConstant = 1 << 26;

// If `condition` holds: left - right <= bound, or < bound when strict. Clock 0 is the constant 0; an unconditional
// constraint has the condition 1. Conditions are tested, and indices of clocks computed, only after the integer
// condition beside it is known to hold.
struct ClockConstraint {
  IntExpr condition = IntExpr::constant(1);
  IntExpr left;
  IntExpr right;
  IntExpr bound;
  bool is_strict = false;
  SourceRange range;
};

// A guard or an invariant.
struct Condition {
  IntExpr integer = IntExpr::constant(1);
  std::vector<ClockConstraint> clocks;
  SourceRange range;
};

// x' == rate in an invariant. Rates other than 0 and 1 make a clock unusable for symbolic verification.
struct ClockRate {
  IntExpr clock;
  IntExpr rate;
  SourceRange range;
};

struct Location {
  std::string name;
  bool is_urgent = false;
  bool is_committed = false;
  Condition invariant;
  std::vector<ClockRate> rates;
  std::vector<std::string> labels;  // names that check --labels asks for (TChecker)
  std::uint32_t source_index = 0;   // in the template
  SourceRange range;
};

// Joint: the edge is taken only as part of a Joint that names its event.
enum class Sync : std::uint8_t { None, Send, Receive, Joint };

// A clock assignment whose target and value are known: clock := source + offset (source 0: a number).
struct ClockReset {
  std::uint32_t clock = 0;
  std::uint32_t source = 0;
  std::int32_t offset = 0;
};

// A select variable that was not expanded: its cell takes every value of the range.
struct Select {
  Address cell = 0;
  ValueRange range;
};

struct Edge {
  std::uint32_t source = 0;  // locations of the process
  std::uint32_t target = 0;
  Condition guard;
  Sync sync = Sync::None;
  IntExpr channel;                        // Send, Receive: a channel's number
  std::uint32_t event = 0;                // Joint: an index into Network::events
  std::vector<Select> selects;            // run-time choices; empty when the selects were expanded
  IntExpr update = IntExpr::constant(0);  // run for its effects; a constant: there is nothing to run
  // The update sets clocks while it runs; if false, `resets` has all its effects on clocks.
  bool has_clock_code = false;
  std::vector<ClockReset> resets;  // in order
  bool is_controllable = true;
  // The origin of the edge in the model's text.
  std::uint32_t template_edge = 0;
  std::int32_t branch_edge = -1;            // the second part, after a branchpoint
  std::vector<std::int32_t> select_values;  // of expanded selects
  SourceRange range;
  SourceRange update_range;
};

struct Process {
  std::string name;  // 'P', 'P(0)', 'Q(1,2)'
  std::uint32_t template_index = 0;
  std::vector<std::int32_t> arguments;  // of its set; empty for a single process
  std::uint32_t initial = 0;
  std::vector<std::uint32_t> other_initials;  // the process may start in any of these as well
  std::int32_t priority = 0;                  // higher numbers have priority over lower ones
  std::vector<Location> locations;
  std::vector<Edge> edges;
};

// One declared variable, clock or channel, possibly an array or struct of them.
struct Group {
  std::string name;  // 'x', 'P(0).x'
  const Layout* layout = nullptr;
  std::uint32_t base = 0;  // first cell, clock or channel
  std::uint32_t count = 0;
  std::int32_t process = -1;
  bool is_meta = false;
  SourceRange range;
};

struct Cell {
  std::int32_t lower = 0;
  std::int32_t upper = 0;
  std::int32_t initial = 0;
};

struct Channel {
  bool is_urgent = false;
  bool is_broadcast = false;
  std::int32_t priority = 0;
};

// A synchronisation of any number of processes (TChecker's format): each takes one of its edges with this event. A weak
// part does not take part if its location has no such edge, whatever the guards.
struct JointPart {
  std::uint32_t process = 0;
  std::uint32_t event = 0;
  bool is_weak = false;
};
struct Joint {
  std::vector<JointPart> parts;
  SourceRange range;
};

struct Clock {
  std::int32_t initial = 0;
  bool is_tested = false;       // in some guard or invariant, or copied to another clock
  bool is_stopwatch = false;    // some invariant may stop it
  bool has_other_rate = false;  // some invariant gives it a rate that is not 0 or 1
  SourceRange rate_range;
};

// What runs before or after the updates of every move.
struct UpdateHook {
  IntExpr code;
  bool has_clock_code = false;
};

// A construct that symbolic verification does not support and that the model's behaviour depends on.
struct Limitation {
  std::string feature;  // 'a double in a guard'
  SourceRange range;
};

// A state formula in negation normal form.
struct Formula {
  enum class Kind : std::uint8_t { Discrete, Clock, Deadlock, NoDeadlock, And, Or };
  Kind kind = Kind::Discrete;
  IntExpr integer;        // Discrete
  ClockConstraint clock;  // Clock
  std::vector<Formula> children;
};

// An expression of sup, inf or bounds: a number, or left - right + offset of clocks.
struct ValueExpr {
  std::string text;
  bool is_clock = false;
  IntExpr integer;  // the number, or the offset
  IntExpr left;
  IntExpr right;
};

struct Query {
  lang::QueryKind kind = lang::QueryKind::Empty;
  std::string text;
  SourceRange range;
  std::string refusal;     // what in the model or the formula prevents an answer; why_refused() gives all reasons
  bool is_wrong = false;   // the formula has an error, which has been reported
  Formula predicate;       // true for sup, inf and bounds without a condition
  Formula conclusion;      // --> and patterns with two formulas
  bool has_bound = false;  // -->[<=t], patterns
  bool is_bound_strict = false;
  std::int32_t bound = 0;
  std::string predicate_text;  // -->[<=t], patterns
  std::string conclusion_text;
  Formula guide;  // E<>, A[]: the states that are looked for, split at 'and', 'or' and 'not'
  std::vector<ValueExpr> values;
  std::vector<lang::Expectation> expectations;
  std::string comment;
  bool has_deadlock = false;
};

// Why zonda cannot answer the query, because of the model, the formula, or the kind of query; empty if it can.
[[nodiscard]] std::string why_refused(const Query& query);

struct Network {
  std::string name;  // the name that the model gives itself; empty if its language has none
  std::vector<Process> processes;
  std::vector<Cell> cells;      // locations, variables, meta variables
  std::uint32_t variables = 0;  // cells that are variables
  std::uint32_t meta_variables = 0;
  std::vector<Group> variable_groups;  // ascending by base
  std::vector<Clock> clocks;           // clock 0 is the reference
  std::vector<Group> clock_groups;
  std::vector<Channel> channels;
  std::vector<Group> channel_groups;
  std::vector<std::string> events;
  std::vector<Joint> joints;
  std::int32_t default_priority = 0;  // of edges without synchronisation
  bool has_priorities = false;
  SourceRange priority_range;  // where priorities are declared
  bool has_urgent_channels = false;
  bool has_stopwatches = false;
  bool has_clock_guarded_receivers = false;  // on broadcast channels
  std::vector<UpdateHook> before_update;
  std::vector<UpdateHook> after_update;
  std::vector<Limitation> limitations;
  std::vector<Query> queries;
  Code code;
  std::vector<std::unique_ptr<Layout>> layouts;
  Memo values;  // the result of the value analysis (analysis/values.hpp), once it has been computed

  [[nodiscard]] std::uint32_t state_cells() const { return static_cast<std::uint32_t>(processes.size()) + variables; }
  [[nodiscard]] std::string cell_name(Address cell) const;
  [[nodiscard]] std::string clock_name(std::uint32_t clock) const;
  [[nodiscard]] std::string channel_name(std::uint32_t channel) const;
  [[nodiscard]] const Location& location(std::size_t process, std::int32_t index) const {
    return processes[process].locations[static_cast<std::size_t>(index)];
  }

  Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
};

// Whether the edge may synchronise on an urgent channel, on a broadcast channel.
[[nodiscard]] bool may_be_urgent(const Network& network, const Edge& edge);
[[nodiscard]] bool may_be_broadcast(const Network& network, const Edge& edge);

}  // namespace zonda::model
