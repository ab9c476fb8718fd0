// The discrete side of the transition relation (U2): which edges can be taken together in a discrete state, what they
// do to locations and variables, and their conditions and effects on clocks. Zones are not used here: a move carries
// the constraints under which it is possible and the clock assignments that it makes.
//
// If the set of valuations of a move is not convex (a broadcast receiver that stays behind because of its clock guard,
// a move that a stronger one forbids), it is cut into convex pieces, each a move of its own.
#pragma once

#include "model/evaluator.hpp"
#include "model/network.hpp"
#include "step/combinations.hpp"
#include "step/edge_table.hpp"
#include "step/move.hpp"
#include "zone/dbm.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zonda::step {

// What holds in a discrete state, whatever the clocks.
struct Rest {
  bool is_possible = false;  // the integer parts of all invariants hold
  // There is no urgent or committed location, and no urgent synchronisation without clock guards.
  bool may_delay = false;
  std::vector<ClockCondition> invariant;
  std::vector<std::uint32_t> stopped;  // clocks with rate 0
  // Guards of urgent synchronisations, each a conjunction: time must not go on where one of them holds.
  std::vector<std::vector<ClockCondition>> urgent;
  // Conjunctions to avoid; filled in by searches with a formula to stay in.
  std::vector<std::vector<ClockCondition>> avoided;
};

// The error that a clock is compared with a number that zones cannot hold.
[[nodiscard]] StepError too_large(std::int32_t value, model::SourceRange range);

// Turns a condition on the clocks after the settings into one on the clocks before them.
[[nodiscard]] ClockCondition before(const ClockCondition& c, std::span<const ClockSetting> settings);

class Moves {
 public:
  explicit Moves(const model::Network& network);

  // The initial discrete states. There is one, unless processes may start in several locations.
  [[nodiscard]] std::vector<std::vector<std::int32_t>> initials() const;

  // Calls `visit` for every move that leaves the discrete state, in a fixed order. The spans in the move are valid
  // during the call only. False if a run-time error in a guard stopped it (error() says which) or `visit` returned
  // false.
  // `filter`, if given, is called first, with the conditions of each move; it returns false if the clocks make the move
  // impossible.
  using Visit = std::function<bool(const Move&)>;
  using Filter = std::function<bool(std::span<const ClockCondition>)>;
  bool expand(std::span<const std::int32_t> state, const Visit& visit, const Filter& filter = {});

  [[nodiscard]] const EdgeTable& edges() const { return edges_; }
  [[nodiscard]] const Combinations& combinations() const { return combinations_; }
  // Finds the facts that hold in a discrete state. Returns false on a run-time error.
  bool rest(std::span<const std::int32_t> state, Rest& out);

  [[nodiscard]] const std::optional<StepError>& error() const { return error_; }
  [[nodiscard]] model::Evaluator& evaluator() { return evaluator_; }
  // Called at intervals while moves are put together; false stops expand().
  void set_watch(std::function<bool()> watch) { watch_ = std::move(watch); }
  void fail(StepError error) {
    is_stopped_ = true;
    if (!error_) error_ = std::move(error);
  }
  // For code that runs expressions of its own on evaluator(): its last error becomes error().
  void note_error(std::string_view what) { fail_evaluation(what, SIZE_MAX); }
  void adopt_error(const Moves& other) { error_ = other.error_; }
  void clear_error() { error_.reset(); }
  // From now on, an edge whose guard cannot be evaluated counts as disabled, and its error is handed to `on_error`.
  void set_on_error(std::function<void(const StepError&)> on_error) { on_error_ = std::move(on_error); }
  // Loads `state` into the evaluator.
  void load(std::span<const std::int32_t> state);
  // What prevents exact semantics in this model; empty: nothing.
  [[nodiscard]] static std::string refusal(const model::Network& network);

 private:
  // An edge whose integer guard holds for one choice of its run-time selects.
  struct Enabled {
    EdgeNumber number = 0;
    std::uint32_t channel = 0;          // or the event of a joint move
    std::uint32_t first_condition = 0;  // its clock guard, in conditions_ unless it is fixed
    std::uint32_t condition_count = 0;
    std::uint32_t first_select = 0;  // values of its run-time selects, in selects_
  };
  // In a model with priorities, moves are collected until all are known.
  struct Pending {
    std::vector<EdgeRef> edges;
    std::vector<std::int32_t> selects;
    std::vector<ClockCondition> conditions;
    // Conditions, and what the target's invariants require of the clocks before the move.
    std::vector<ClockCondition> enabling;
    std::vector<ClockSetting> settings;
    std::vector<ClockCondition> required;
    std::vector<std::int32_t> target;
    std::int32_t channel_priority = 0;
    std::int32_t process_priority = 0;
    std::optional<StepError> error;  // the error that it ends in
  };

  // enabled edges (enabled_edges.cpp). is_open(): whether the integer guard holds with the select values that are in
  // memory now.
  void note_locations();
  void collect_enabled(bool wants_all);
  void enable(EdgeNumber edge, std::vector<Enabled>& out);
  void enable_choice(const EdgeCode& code, EdgeNumber edge, std::vector<Enabled>& out);
  void choose_selects(const EdgeCode& code, EdgeNumber edge, std::size_t next, std::vector<Enabled>& out);
  bool is_open(const EdgeCode& code) {
    const auto memory = evaluator_.memory();
    switch (code.guard) {
      case EdgeCode::Guard::Always:
        return true;
      case EdgeCode::Guard::Never:
        return false;
      case EdgeCode::Guard::Compare: {
        const std::int32_t left = memory[code.left];
        const std::int32_t right = memory[code.right];
        if (code.compare == model::Opcode::Equal) return left == right;
        if (code.compare == model::Opcode::NotEqual) return left != right;
        return code.compare == model::Opcode::Less ? left < right : left <= right;
      }
      case EdgeCode::Guard::Program:
        break;
    }
    return run_guard(code);
  }
  bool run_guard(const EdgeCode& code);
  bool add_conditions(std::span<const model::ClockConstraint> constraints, std::vector<ClockCondition>& out,
                      std::string_view what);
  bool evaluate(model::IntExpr e, std::int32_t& value, std::string_view what);
  void fail_evaluation(std::string_view what, std::size_t process);
  void forgive();
  bool add_invariant(std::size_t process, Rest& out, bool& holds);
  bool add_rates(std::size_t process, Rest& out);
  void find_urgent_synchronisations(Rest& out);
  void add_urgent_guard(const Enabled& sender, const Enabled* receiver, Rest& out) const;
  // Finds the cells after the move by running its updates on the evaluator's memory.
  [[nodiscard]] std::span<const std::int32_t> target() const { return evaluator_.memory().first(state_.size()); }
  void enter_targets();
  [[nodiscard]] std::uint32_t process_of(const Enabled& e) const { return edges_[e.number].ref.process; }
  [[nodiscard]] const model::Edge& model_edge(const EdgeRef& ref) const {
    return network_.processes[ref.process].edges[ref.edge];
  }
  [[nodiscard]] std::span<const ClockCondition> guard_of(const Enabled& e) const {
    const EdgeCode& code = edges_[e.number];
    if (code.has_fixed_conditions) return edges_.conditions(code);
    return std::span<const ClockCondition>(conditions_).subspan(e.first_condition, e.condition_count);
  }

  // moves (moves.cpp)
  void binary(const Enabled& sender);
  void broadcast(const Enabled& sender, std::size_t from_process);
  void leave_behind(const Enabled& sender, std::size_t process, std::span<const std::uint32_t> candidates,
                    std::size_t next);
  void joints();
  void joint(std::span<const PartCode> parts);
  void pair(const PartCode& first, const PartCode& second);
  void propose_pair(EdgeNumber a, EdgeNumber b);
  bool keeps_going();
  void propose();
  CombinationId combination();
  std::span<const ClockCondition> gather_conditions();
  void take(Combination& c);
  void take_chosen(std::span<const ClockCondition> conditions);
  void hand_on(std::span<const ClockCondition> conditions);
  void hand_on_error(std::span<const ClockCondition> conditions);
  bool execute();
  void list_chosen();
  bool run_update(const Enabled& e);
  bool run_effects(const model::IntExpr& code, bool sets_clocks);
  void set_clock(std::uint32_t clock, model::ClockValue value);
  void require(model::ClockValue value);
  void restore();

  // priorities (priorities.cpp)
  void postpone(std::span<const ClockCondition> conditions);
  bool emit_pending();
  using Region = zone::Dbm<std::int32_t>;  // over all clocks
  static bool narrow(Region& where, std::span<const ClockCondition> conditions, bool& is_exact);
  bool emit_beyond(const Pending& move, const Region& where, std::span<const Pending* const> stronger);

  const model::Network& network_;
  EdgeTable edges_;
  Combinations combinations_;
  bool may_combine_;  // a move's edges alone decide its effects
  model::Evaluator evaluator_;
  std::optional<StepError> error_;
  bool is_stopped_ = false;  // by an error or by the visitor
  const Visit* visit_ = nullptr;
  const Filter* filter_ = nullptr;
  std::vector<std::int32_t> state_;
  std::vector<LocationNumber> at_;  // by process
  bool any_committed_ = false;
  std::vector<ClockCondition> conditions_;
  std::vector<std::int32_t> selects_;
  std::vector<Enabled> internal_;
  std::vector<Enabled> senders_;
  std::vector<Enabled> receivers_;
  std::vector<Enabled> joint_;  // edges that the parts of a joint move may take
  std::vector<std::vector<std::uint32_t>> receivers_by_channel_;
  std::vector<std::uint32_t> used_channels_;
  // the move that is being put together
  std::vector<Enabled> chosen_;
  bool has_code_ = false;                 // some part of it runs code
  std::vector<ClockCondition> left_out_;  // why receivers stay behind
  std::vector<ClockCondition> asked_;
  std::vector<EdgeRef> refs_;
  std::vector<model::Address> changes_;
  std::vector<std::int32_t> values_chosen_;
  std::vector<model::ClockValue> values_;
  std::vector<bool> is_set_;
  std::vector<std::uint32_t> set_clocks_;
  std::vector<ClockSetting> settings_;
  std::vector<ClockSetting> composed_;
  std::vector<ClockCondition> required_;
  std::function<bool()> watch_;
  std::function<void(const StepError&)> on_error_;
  std::uint32_t since_watch_ = 0;
  std::vector<Pending> pending_;
  Rest rest_;
};

}  // namespace zonda::step
