// A model as a reader of any language describes it: processes with locations and edges, variables with ranges, clocks,
// channels, and terms for everything that is computed. build() makes the Network from it. A language that is not like
// UPPAAL's is read into a blueprint and needs no syntax tree.
//
//   Blueprint model;
//   const ProcessId lamp = model.add(Blueprint::Process{"Lamp", range});
//   const LocationId off = model.add(lamp, Blueprint::Location{"off"});
//   const VariableId pressed = model.add(Blueprint::Variable{"pressed", {0, 3}});
//   Blueprint::Edge edge{off, on};
//   edge.guard.holds = model.apply(Operation::Less, model.value_of(pressed), model.number(3));
//   model.add(lamp, edge);
//
// Everything may be declared in any order. Ranges say where in the text something is; messages, traces and `info` show
// them. A reader is responsible for two things: ids must be those of this blueprint, and guards, invariants and updates
// must not depend on the location of a process (is_at), because analyses of the engine rely on that. For a language
// that allows it, the reader gives the process a variable for its location, which its edges set. Names that are used
// twice are reported by check().
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/code.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zonda::model {

// Ids count from 0 in the order of declaration; the id of a location counts within its process.
enum class VariableId : std::uint32_t {};
enum class ClockId : std::uint32_t {};
enum class ChannelId : std::uint32_t {};
enum class EventId : std::uint32_t {};
enum class ProcessId : std::uint32_t {};
enum class LocationId : std::uint32_t {};

// The operations of terms. Sums, products and the like that leave 32 bits wrap around; a division by 0 is an error when
// it happens. Divisions round towards 0. And, Or and Choice evaluate only the operands that they need. Every value
// except 0 is true.
enum class Operation : std::uint8_t {
  Not,
  Negate,
  Absolute,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor,
  Minimum,
  Maximum,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
};

// An integer that is known or must be computed. Terms are made by the functions of a blueprint.
class Term {
 public:
  Term() = default;  // the number 0

 private:
  friend class Blueprint;
  explicit Term(std::uint32_t node) : node_(node) {}
  std::uint32_t node_ = 0;
};

class Blueprint {
 public:
  struct Variable {
    std::string name;
    ValueRange values;
    // One value, or for an array one for each element; if empty, the value of the range that is nearest to 0.
    std::vector<std::int32_t> initial;
    std::optional<std::uint32_t> elements;  // of an array, whose indices count from 0
    std::optional<ProcessId> owner;         // if given, the variable is called 'P.x'
    // The variable is not part of a state: nothing may depend on the value that it had before a move.
    bool is_meta = false;
    SourceRange range;
  };
  struct Clock {
    std::string name;
    std::optional<ProcessId> owner;
    SourceRange range;
  };
  struct Channel {
    std::string name;
    bool is_urgent = false;
    bool is_broadcast = false;
    SourceRange range;
  };

  // If `premise` holds: left - right ~ bound. A missing clock counts as 0.
  struct ClockComparison {
    std::optional<ClockId> left;
    std::optional<ClockId> right;
    Operation relation = Operation::LessEqual;  // Less, LessEqual, Equal, GreaterEqual, Greater
    Term bound;
    std::optional<Term> premise;
    SourceRange range;
  };
  // All parts must hold.
  struct Condition {
    std::optional<Term> holds;
    std::vector<ClockComparison> clocks;
    SourceRange range;  // its text is shown in traces
  };

  struct Location {
    std::string name;
    Condition invariant;
    bool is_urgent = false;
    bool is_committed = false;
    std::vector<std::string> labels;  // for check --labels
    SourceRange range;
  };

  // Statements run one after the other. An assignment outside the range of its variable is an error when it happens.
  struct Statement {
    enum class Kind : std::uint8_t { Assign, SetClock, If, Assert };
    Kind kind = Kind::Assign;
    VariableId variable{};             // Assign: to this variable
    std::optional<Term> index;         // Assign: to this element of it
    ClockId clock{};                   // SetClock: to `source` + `value`, or to `value`
    std::optional<ClockId> source;     // SetClock
    Term value;                        // Assign, SetClock; If, Assert: the condition
    std::vector<Statement> yes;        // If
    std::vector<Statement> otherwise;  // If
    SourceRange range;
  };

  struct Edge {
    LocationId source{};
    LocationId target{};
    Condition guard;
    Sync sync = Sync::None;        // None, or Send or Receive on `channel`
    ChannelId channel{};           // of a move of two processes, the sender's update first, or of a broadcast
    std::optional<EventId> event;  // the name of the edge in joint moves
    std::vector<Statement> update;
    SourceRange range;
    SourceRange update_range;  // its text is shown in traces
  };

  struct Process {
    std::string name;
    SourceRange range;
    LocationId initial{};
    std::vector<Location> locations;
    std::vector<Edge> edges;
  };

  // A move of any number of processes: each takes an edge with this event. A weak part does not take part if its
  // location has no such edge. Edges whose event occurs in no joint move of their process are taken alone.
  struct JointPart {
    ProcessId process{};
    EventId event{};
    bool is_weak = false;
  };
  struct Joint {
    std::vector<JointPart> parts;
    SourceRange range;
  };

  // A query in the model's own text. Other queries are given separately, in UPPAAL's query language.
  struct Query {
    lang::QueryKind kind = lang::QueryKind::Possibly;  // Possibly, Invariantly, Potentially, Eventually, LeadsTo
    Term predicate;
    Term conclusion;  // LeadsTo
    std::string text;
    std::string comment;
    std::vector<lang::Expectation> expectations;
    SourceRange range;
  };

  Blueprint();

  std::string name;  // the name that the model gives itself; may be empty

  VariableId add(Variable variable);
  ClockId add(Clock clock);
  ChannelId add(Channel channel);
  EventId add_event(std::string event);
  ProcessId add(Process process);
  LocationId add(ProcessId process, Location location);
  void add(ProcessId process, Edge edge);
  void add(Joint joint);
  void add(Query query);
  // For details that are only known later.
  [[nodiscard]] Process& process(ProcessId id) { return processes_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] Location& location(ProcessId of, LocationId id) {
    return process(of).locations[static_cast<std::size_t>(id)];
  }

  // Terms. The range is where a message points if computing the term fails.
  [[nodiscard]] Term number(std::int32_t value, SourceRange range = {});
  [[nodiscard]] Term value_of(VariableId variable, SourceRange range = {});
  [[nodiscard]] Term element_of(VariableId array, Term index, SourceRange range = {});
  [[nodiscard]] Term is_at(ProcessId process, LocationId location, SourceRange range = {});  // in queries only
  [[nodiscard]] Term apply(Operation operation, Term a, SourceRange range = {});
  [[nodiscard]] Term apply(Operation operation, Term a, Term b, SourceRange range = {});
  [[nodiscard]] Term choose(Term condition, Term yes, Term no, SourceRange range = {});

  // The content of the blueprint, for code that builds something from it.
  struct Node {
    enum class Kind : std::uint8_t { Number, Value, Element, At, Unary, Binary, Choice };
    Kind kind = Kind::Number;
    Operation operation = Operation::Not;  // Unary, Binary
    std::int32_t number = 0;               // Number
    std::uint32_t id = 0;                  // Value, Element: the variable; At: the process
    std::uint32_t location = 0;            // At
    Term a;                                // Element: the index; Choice: the condition
    Term b;
    Term c;
    SourceRange range;
    std::uint32_t height = 1;
    bool asks_location = false;  // the term or a part of it is At
  };
  [[nodiscard]] const Node& node(Term term) const { return nodes_[term.node_]; }
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Clock>& clocks() const { return clocks_; }
  [[nodiscard]] const std::vector<Channel>& channels() const { return channels_; }
  [[nodiscard]] const std::vector<std::string>& events() const { return events_; }
  [[nodiscard]] const std::vector<Process>& processes() const { return processes_; }
  [[nodiscard]] const std::vector<Joint>& joints() const { return joints_; }
  [[nodiscard]] const std::vector<Query>& queries() const { return queries_; }

 private:
  Term add(Node node);

  std::vector<Variable> variables_;
  std::vector<Clock> clocks_;
  std::vector<Channel> channels_;
  std::vector<std::string> events_;
  std::vector<Process> processes_;
  std::vector<Joint> joints_;
  std::vector<Query> queries_;
  std::vector<Node> nodes_;
};

// Reports errors in the blueprint: names used twice, empty ranges, initial values outside their range, processes
// without locations, terms that nest too deeply. build() requires that there are none.
void check(const Blueprint& blueprint, lang::Diagnostics& diagnostics);

// The names of a model as a document, for queries in UPPAAL's language: variables, clocks, processes and their
// locations with labels. It has no edges.
[[nodiscard]] std::unique_ptr<lang::Document> outline(const Blueprint& blueprint);

}  // namespace zonda::model
