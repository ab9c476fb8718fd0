// Random programs do the same when they are compiled and when they are interpreted.
#include "unit/model/fixture.hpp"
#include "unit/model/interpreter.hpp"
#include "unit/model/random_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

namespace zonda::model {
namespace {

using oracle::Choices;
using oracle::Fault;
using oracle::Interpreter;
using oracle::Names;
using oracle::Value;

EvalErrorKind kind_of(Fault fault) {
  switch (fault) {
    case Fault::OutOfRange:
      return EvalErrorKind::OutOfRange;
    case Fault::IndexOutOfRange:
      return EvalErrorKind::IndexOutOfRange;
    case Fault::DivisionByZero:
      return EvalErrorKind::DivisionByZero;
    case Fault::ShiftCount:
      return EvalErrorKind::ShiftCount;
    case Fault::Overflow:
      return EvalErrorKind::Overflow;
    case Fault::NegativeExponent:
      return EvalErrorKind::NegativeExponent;
    case Fault::NegativeClock:
      return EvalErrorKind::NegativeClock;
    case Fault::AssertionFailed:
      return EvalErrorKind::AssertionFailed;
    case Fault::TooLong:
      return EvalErrorKind::Endless;
  }
  return EvalErrorKind::None;
}

// Counts what the random programs reached, so that a change of the generator that empties the test is noticed.
struct Reached {
  std::size_t models = 0;
  std::size_t updates = 0;
  std::size_t guards = 0;
  std::size_t formulas = 0;
  std::size_t errors = 0;
  std::size_t refused = 0;
};

class Comparison {
 public:
  Comparison(const oracle::RandomModel& model, Choices& choices, Reached& reached)
      : choices_(choices), reached_(reached), built_(build_text(model.text, model.queries)) {}

  // What differs, or nothing.
  std::string run() {
    ++reached_.models;
    std::optional<Interpreter> interpreter;
    try {
      if (built_->semantics != nullptr && !built_->diagnostics.has_model_errors())
        interpreter.emplace(*built_->document, *built_->semantics);
      else if (built_->semantics == nullptr || built_->network == nullptr)
        return failed_build();
    } catch (const oracle::Failure&) {
      return built_->network == nullptr ? "" : "an initial value fails when interpreted only";
    }
    if (built_->network == nullptr || built_->diagnostics.has_errors()) return "not built: " + built_->messages();
    if (!built_->network->limitations.empty()) {
      ++reached_.refused;
      return "limitation: " + built_->network->limitations[0].feature;
    }
    interpreter_ = &*interpreter;
    machine_.emplace(built_->network->code);
    variables_ = interpreter->variables();
    for (const auto& [name, value] : variables_) initial_[name] = value->number;
    clocks_ = interpreter->clocks();
    for (int round = 0; round < 3 && difference_.empty(); ++round) {
      for (std::size_t i = 0; i < built_->network->processes.size(); ++i) edges(i);
      for (std::size_t i = 0; i < built_->network->queries.size(); ++i) query(i);
    }
    return difference_;
  }

 private:
  // The model layer found an error: so must the interpreter, while it initialises.
  std::string failed_build() {
    if (built_->semantics == nullptr) return "not read: " + built_->messages();
    lang::Diagnostics again;
    auto document = lang::read_text(built_->sources, 0, lang::Dialect::New, again);
    const auto semantics = lang::check(*document, again);
    if (again.has_errors()) return "not checked: " + built_->messages();
    try {
      const Interpreter interpreter(*document, *semantics);
    } catch (const oracle::Failure&) {
      return "";
    }
    return "an initial value fails when compiled only: " + built_->messages();
  }

  void differ(const std::string& what) {
    if (difference_.empty()) difference_ = what;
  }

  // A random state, the same on both sides.
  void set_state(bool is_initial) {
    const Network& network = *built_->network;
    if (variables_.size() != network.variables + network.meta_variables) differ("different sets of variables");
    for (Address cell = static_cast<Address>(network.processes.size()); cell < network.cells.size(); ++cell) {
      const auto found = variables_.find(network.cell_name(cell));
      if (found == variables_.end()) {
        differ("no variable " + network.cell_name(cell));
        continue;
      }
      Value& value = *found->second;
      const Cell& range = network.cells[cell];
      if (value.lower != range.lower || value.upper != range.upper) differ("range of " + found->first);
      if (initial_.at(found->first) != range.initial) differ("initial value of " + found->first);
      if (is_initial) {
        value.number = range.initial;
      } else {
        const std::int64_t count = std::min<std::int64_t>(value.upper - value.lower + 1, 40);
        const std::int64_t first = std::clamp<std::int64_t>(-5, value.lower, value.upper - count + 1);
        value.number = first + choices_.below(static_cast<std::uint32_t>(count));
      }
      machine_->memory()[cell] = static_cast<std::int32_t>(value.number);
    }
    machine_->clear_clocks();
    for (auto& [name, clock] : clocks_) {
      clock->origin = clock;
      clock->number = 0;
      clock->now = choices_.below(9);
    }
  }

  std::vector<std::int64_t> readings() {
    std::vector<std::int64_t> result{0};
    for (std::uint32_t i = 1; i < built_->network->clocks.size(); ++i)
      result.push_back(clocks_.at(built_->network->clock_name(i))->now);
    return result;
  }

  bool holds(const ClockConstraint& c, bool& is_right) {
    std::int32_t condition = 0;
    std::int32_t left = 0;
    std::int32_t right = 0;
    std::int32_t bound = 0;
    is_right = is_right && machine_->run(c.condition, condition);
    if (!is_right || condition == 0) return true;
    is_right = machine_->run(c.left, left) && machine_->run(c.right, right) && machine_->run(c.bound, bound);
    if (!is_right) return true;
    if (bound < c.bound.lower || bound > c.bound.upper) differ("a bound leaves its range");
    const auto at = readings();
    const std::int64_t difference = at[static_cast<std::size_t>(left)] - at[static_cast<std::size_t>(right)];
    return c.is_strict ? difference < bound : difference <= bound;
  }

  // Nothing on an error.
  std::optional<bool> compiled(const Condition& condition) {
    std::int32_t integer = 0;
    if (!machine_->run(condition.integer, integer)) return std::nullopt;
    if (integer < condition.integer.lower || integer > condition.integer.upper) differ("a guard leaves its range");
    if (integer == 0) return false;
    bool is_right = true;
    bool result = true;
    for (const ClockConstraint& c : condition.clocks) result = holds(c, is_right) && result;
    return is_right ? std::optional(result) : std::nullopt;
  }

  std::optional<bool> compiled(const Formula& f) {
    bool is_right = true;
    switch (f.kind) {
      case Formula::Kind::Discrete: {
        std::int32_t value = 0;
        if (!machine_->run(f.integer, value)) return std::nullopt;
        return value != 0;
      }
      case Formula::Kind::Clock: {
        const bool result = holds(f.clock, is_right);
        return is_right ? std::optional(result) : std::nullopt;
      }
      case Formula::Kind::And:
      case Formula::Kind::Or:
        for (const Formula& child : f.children) {
          const auto one = compiled(child);
          if (!one || *one == (f.kind == Formula::Kind::Or)) return one;
        }
        return f.kind == Formula::Kind::And;
      default:
        return std::nullopt;
    }
  }

  std::optional<bool> interpreted(const lang::Expr& e, Names& names) {
    interpreter_->reset_steps();
    try {
      return interpreter_->truth(e, names);
    } catch (const oracle::Failure&) {
      return std::nullopt;
    }
  }

  void query(std::size_t index) {
    const Query& q = built_->network->queries[index];
    if (q.is_wrong) differ("query refused: " + built_->messages());
    if (!q.refusal.empty()) {
      differ("query refused: " + q.refusal);
      return;
    }
    set_state(false);
    const auto expected = interpreted(*built_->document->queries[index].predicate, interpreter_->globals());
    const auto found = compiled(q.predicate);
    // Negation turns the order of evaluation around in places, so which error comes first may differ.
    if (expected && found && *expected != *found) differ(fmt::format("query {} should be {}", q.text, *expected));
    if (expected && found) ++reached_.formulas;
  }

  void edges(std::size_t process) {
    const Process& p = built_->network->processes[process];
    oracle::Process& q = interpreter_->processes()[process];
    if (p.name != q.name) differ("process " + p.name + " should be " + q.name);
    std::set<std::pair<std::size_t, std::vector<std::int32_t>>> seen;
    for (const Edge& e : p.edges) {
      if (!difference_.empty()) return;
      seen.emplace(e.template_edge, e.select_values);
      set_state(choices_.chance(20));
      edge(e, q);
    }
    // What was left out can never be taken.
    for (std::size_t i = 0; i < q.source->edges.size() && difference_.empty(); ++i) {
      const lang::EdgeSyntax& syntax = q.source->edges[i];
      std::vector<std::vector<std::int32_t>> combinations{{}};
      for (const lang::Binder& binder : syntax.selects) {
        const Value range = interpreter_->make(*binder.symbol->type, *q.names);
        std::vector<std::vector<std::int32_t>> longer;
        for (const auto& known : combinations)
          for (std::int64_t v = range.lower; v <= range.upper; ++v) {
            longer.push_back(known);
            longer.back().push_back(static_cast<std::int32_t>(v));
          }
        combinations = std::move(longer);
      }
      if (combinations.size() > 256) continue;
      for (const auto& values : combinations) {
        if (seen.contains({i, values})) continue;
        set_state(false);
        Names names(q.names);
        bind(syntax, values, names);
        if (interpreted(*syntax.guard, names).value_or(false)) differ("an edge is missing");
      }
    }
  }

  void bind(const lang::EdgeSyntax& syntax, const std::vector<std::int32_t>& values, Names& names) {
    for (std::size_t i = 0; i < syntax.selects.size(); ++i) {
      const lang::Symbol* symbol = syntax.selects[i].symbol;
      names.add(symbol, interpreter_->make(*symbol->type, names)).number = values[i];
    }
  }

  void edge(const Edge& e, oracle::Process& q) {
    const lang::EdgeSyntax& syntax = q.source->edges[e.template_edge];
    std::vector<std::int32_t> values = e.select_values;
    for (const Select& select : e.selects) {
      const auto count = static_cast<std::uint32_t>(select.range.upper - select.range.lower + 1);
      values.push_back(select.range.lower + static_cast<std::int32_t>(choices_.below(count)));
      machine_->memory()[select.cell] = values.back();
    }
    Names names(q.names);
    bind(syntax, values, names);
    const auto expected = interpreted(*syntax.guard, names);
    const auto found = compiled(e.guard);
    if (expected && found && *expected != *found)
      differ(fmt::format("guard {} should be {}", built_->at(syntax.guard->range), *expected));
    // The integer part comes first, so errors beside it may stay hidden; without clocks nothing may.
    if (e.guard.clocks.empty() && expected.has_value() != found.has_value() &&
        *&syntax.guard->type->kind != lang::TypeKind::Constraint)
      differ(fmt::format("guard {} {} fail", built_->at(syntax.guard->range), expected ? "should not" : "should"));
    if (expected && found) ++reached_.guards;
    update(e, syntax, names, values);
  }

  void update(const Edge& e, const lang::EdgeSyntax& syntax, Names& names, const std::vector<std::int32_t>& values) {
    std::optional<oracle::Failure> failure;
    interpreter_->reset_steps();
    try {
      for (const lang::Expr* one : syntax.updates) interpreter_->effect(*one, names);
    } catch (const oracle::Failure& f) {
      failure = f;
    }
    machine_->set_budget(200'000);
    std::int32_t ignored = 0;
    const bool is_right = machine_->run(e.update, ignored);
    ++reached_.updates;
    const std::string text = built_->at(lang::join(syntax.updates.front()->range, syntax.updates.back()->range));
    const auto complain = [&](const std::string& what) {
      differ(fmt::format("{}: update {} of {} (selects {})", what, text, built_->at(syntax.range),
                         fmt::join(values, ",")));
    };
    if (failure && failure->fault == Fault::TooLong) return;
    if (failure || !is_right) {
      ++reached_.errors;
      const EvalErrorKind found = is_right ? EvalErrorKind::None : machine_->error().kind;
      const EvalErrorKind expected = failure ? kind_of(failure->fault) : EvalErrorKind::None;
      if (found != expected)
        complain(fmt::format("error {} instead of {}", static_cast<int>(found), static_cast<int>(expected)));
      else if (!(machine_->error().range == failure->range))
        complain(fmt::format("error at '{}' instead of '{}'", built_->at(machine_->error().range),
                             built_->at(failure->range)));
      return;
    }
    for (Address cell = static_cast<Address>(built_->network->processes.size()); cell < built_->network->cells.size();
         ++cell) {
      const std::string name = built_->network->cell_name(cell);
      if (machine_->memory()[cell] != variables_.at(name)->number)
        complain(fmt::format("{} is {} and should be {}", name, machine_->memory()[cell], variables_.at(name)->number));
    }
    compare_clocks(e, complain);
  }

  template <typename F>
  void compare_clocks(const Edge& e, F&& complain) {
    const Network& network = *built_->network;
    if (e.has_clock_code && !e.resets.empty()) complain("clocks are set in two ways");
    if (!e.has_clock_code && !machine_->changed_clocks().empty()) complain("clock code is not announced");
    std::vector<ClockValue> values;
    for (std::uint32_t i = 0; i < network.clocks.size(); ++i) values.push_back(machine_->clock_value(i));
    for (const ClockReset& reset : e.resets)
      values[reset.clock] = {values[reset.source].source, values[reset.source].offset + reset.offset};
    for (std::uint32_t i = 1; i < network.clocks.size(); ++i) {
      const Value& expected = *clocks_.at(network.clock_name(i));
      const Value* origin =
          values[i].source == ClockValue::kNumber ? nullptr : clocks_.at(network.clock_name(values[i].source));
      if (expected.origin != origin || expected.number != values[i].offset) complain("clock " + network.clock_name(i));
    }
  }

  Choices& choices_;
  Reached& reached_;
  std::unique_ptr<Built> built_;
  Interpreter* interpreter_ = nullptr;
  std::optional<Evaluator> machine_;
  std::map<std::string, Value*> variables_;
  std::map<std::string, Value*> clocks_;
  std::map<std::string, std::int64_t> initial_;
  std::string difference_;
};

TEST(Oracle, CompiledProgramsDoWhatTheLanguageSays) {
  Reached reached;
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  // RC_PARAMS in the environment asks for more cases, or for another seed: max_success=100000 seed=…
  if (std::getenv("RC_PARAMS") == nullptr) {
    params.maxSuccess = 1500;
    params.seed = 20240611;
  }
  const auto result = rc::detail::checkTestable(
      [&] {
        const auto size = *rc::gen::inRange<std::size_t>(20, 2500);
        const auto list =
            *rc::gen::container<std::vector<std::uint16_t>>(size, rc::gen::inRange<std::uint16_t>(0, 60000));
        Choices choices(list);
        const oracle::RandomModel model = oracle::random_model(choices);
        const std::string difference = Comparison(model, choices, reached).run();
        if (!difference.empty()) RC_FAIL(model.text + "\n" + model.queries + "\n" + difference);
      },
      rc::detail::TestMetadata{}, params);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream message;
    rc::detail::printResultMessage(result, message);
    FAIL() << message.str();
  }
  fmt::print("{} models: {} updates ({} with errors), {} guards, {} formulas compared; {} refused\n", reached.models,
             reached.updates, reached.errors, reached.guards, reached.formulas, reached.refused);
  EXPECT_GT(reached.updates, reached.models);
  EXPECT_LT(reached.errors, reached.updates / 2);
  EXPECT_LT(reached.refused, reached.models / 4);
}

}  // namespace
}  // namespace zonda::model
