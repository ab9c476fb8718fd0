// The concrete semantics of the language (U2) with exact numbers: one state, one delay, one move at a
// time.
//
// The Replayer judges every trace, so it shares nothing with the search but the Network and its compiled expressions:
// no zones, no tables of moves, no analyses. Guards are tested on numbers; the delays after which something is possible
// are an interval of the real line. The code is written to be read next to the reference.
#pragma once

#include "model/evaluator.hpp"
#include "model/network.hpp"
#include "trace/run.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zonda::trace {

// The delays d with low <= d <= high, in units; an end may be excluded.
struct Delays {
  Units low = 0;
  bool is_low_open = false;
  Units high = 0;
  bool is_high_open = false;
  bool has_high = false;  // there is an upper end
  bool is_empty = false;

  // Intersects with d >= to or d <= to; with > or < if the end is open.
  void raise(Units to, bool is_open);
  void lower(Units to, bool is_open);
  // Intersects with other delays. Returns whether some are left.
  bool intersect(const Delays& other);
};

class Replayer {
 public:
  // `scale` units make one unit of time. With an observer there is one more clock, behind those of the network.
  Replayer(const model::Network& network, Units scale, bool has_observer = false);

  // These return false when the model does not allow it; why() then says what is in the way.
  bool start(std::span<const std::int32_t> initial);
  // Goes on from a state that was reached before.
  void resume(const ConcreteState& at) { now_ = at; }
  bool delay(Units units);
  bool take(std::span<const MoveEdge> edges);
  // Sets the observer's clock to 0.
  void start_observer() { now_.clocks.back() = 0; }
  // Whether the edge leaves the current location and its guard holds.
  bool is_open(const MoveEdge& e);
  // Whether the formula holds in the current state; nothing if evaluating it is a run-time error.
  std::optional<bool> holds(const model::Formula& formula);
  // Whether the formula, or its negation, holds from now until `units` have passed.
  std::optional<bool> holds_during(const model::Formula& formula, bool is_negated, Units units);
  // Whether time can pass for ever from here while the formula, or its negation, holds.
  std::optional<bool> rests(const model::Formula& formula, bool is_negated);
  // Whether no move is possible, now or later, and the formula, or its negation, holds as long as time can pass.
  std::optional<bool> is_stuck(const model::Formula& formula, bool is_negated);

  [[nodiscard]] const ConcreteState& now() const { return now_; }
  [[nodiscard]] Units scale() const { return scale_; }
  [[nodiscard]] const std::string& why() const { return why_; }

  // Visits every move that can be made here without delay, until `visit` returns false. Returns false then, or on an
  // error.
  bool for_each_move(const std::function<bool(std::span<const MoveEdge>)>& visit);

 private:
  // An edge whose integer guard holds, with one choice of select values.
  struct Candidate {
    MoveEdge edge;
    std::uint32_t channel = 0;
    Delays open;  // the delays after which the clock guard holds
  };
  // The priority of a move: that of its channel counts first.
  struct Rank {
    std::int32_t channel = 0;
    std::int32_t process = 0;
    friend auto operator<=>(const Rank&, const Rank&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
  };

  // conditions (conditions.cpp)
  bool fail(std::string why);
  bool fail_evaluation(const std::string& what);
  void load(const ConcreteState& s);
  bool number(model::IntExpr e, std::int32_t& value, const std::string& what);
  bool find_rates();
  bool delays_of(std::span<const model::ClockConstraint> constraints, Delays& out, const std::string& what);
  bool within_invariants(Delays& out);
  bool within_urgency(Delays& out);
  std::optional<bool> is_deadlocked();
  std::optional<bool> holds_clock(const model::ClockConstraint& c);
  bool violations(const model::Formula& f, bool is_negated, std::vector<Delays>& out);
  std::optional<bool> holds_within(const model::Formula& formula, bool is_negated, const Delays& allowed);

  // candidates and moves (replay.cpp)
  [[nodiscard]] const model::Edge& model_edge(const MoveEdge& e) const {
    return network_.processes[e.process].edges[e.edge];
  }
  [[nodiscard]] const model::Location& location(std::size_t process) const {
    return network_.location(process, now_.cells[process]);
  }
  [[nodiscard]] bool some_committed() const;
  [[nodiscard]] std::string name_of(const MoveEdge& e) const;
  void candidates(std::size_t process, std::vector<Candidate>& out);
  void add_candidate(const MoveEdge& e, std::vector<Candidate>& out);
  void choose_selects(MoveEdge& e, std::vector<Candidate>& out);
  bool all_candidates();
  bool is_synchronised(std::span<const Candidate> chosen);
  bool is_joint(std::span<const Candidate> chosen);
  bool is_complete_broadcast(std::span<const Candidate> chosen);
  bool is_allowed_by_committed(std::span<const Candidate> chosen) const;
  bool execute(std::span<const MoveEdge> edges, ConcreteState& target);
  bool run_update(const model::IntExpr& code, bool sets_clocks, ConcreteState& target, const std::string& what);
  bool set_clock(ConcreteState& target, std::uint32_t clock, Units value, int growth);
  bool is_not_negative(Units value, int growth);
  [[nodiscard]] Rank rank(std::span<const Candidate> chosen) const;
  bool is_overruled(std::span<const Candidate> chosen);
  // Finds out whether the invariants allow the target state. Returns false on an error.
  bool enters(ConcreteState& target, bool& is_possible);

  // enumeration (enumerate.cpp): the synchronisations of the candidates in all_ whose guards hold after some delay
  using Visit = std::function<bool(std::span<const Candidate>)>;
  bool enumerate(const Visit& visit);
  bool broadcasts(std::vector<Candidate>& chosen, std::size_t process, const Visit& visit);
  bool joints(const model::Joint& joint, std::size_t part, std::vector<Candidate>& chosen, const Visit& visit);

  const model::Network& network_;
  Units scale_;
  bool has_observer_;
  model::Evaluator evaluator_;
  ConcreteState now_;
  std::vector<int> rates_;   // by clock, 0 or 1
  std::vector<int> growth_;  // by clock, after execute(): how fast its new value grows with the delay before the move
  std::vector<std::vector<Candidate>> all_;  // by process
  Delays* when_ = nullptr;           // if set, execute() narrows it to the delays after which no clock becomes negative
  std::vector<Delays> left_behind_;  // after these delays, some process that enumerate() leaves behind would receive
  bool at_once_ = true;              // enumerate() looks only at what is possible without delay
  std::string why_;
};

}  // namespace zonda::trace
