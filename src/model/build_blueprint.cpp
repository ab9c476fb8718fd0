// From a blueprint to a Network.
#include "model/build.hpp"
#include "model/document_builder.hpp"
#include "model/formulas.hpp"
#include "model/term_compiler.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <optional>

namespace zonda::model {

namespace {

using Node = Blueprint::Node;

class BlueprintBuilder {
 public:
  BlueprintBuilder(const Blueprint& blueprint, lang::Diagnostics& diagnostics, NetworkBuilder& base)
      : blueprint_(blueprint), diagnostics_(diagnostics), base_(base), network_(base.network()) {}

  // False if the model is too large, which has been reported.
  bool run(std::string_view spare) {
    network_.name = blueprint_.name;
    try {
      if (!processes()) return false;
      declarations();
      joints();
      base_.lay_out(spare);
      for (std::size_t i = 0; i < variables_.size(); ++i)
        variables_[i].address = base_.address(variables_[i].address, blueprint_.variables()[i].is_meta);
      compiler_.emplace(network_.code, blueprint_, variables_, clocks_);
      for (std::size_t p = 0; p < blueprint_.processes().size(); ++p) behaviour(p);
    } catch (const BuildError& error) {
      diagnostics_.error(error.range, error.message);
      return false;
    }
    base_.complete();
    return !base_.has_too_many();
  }

  void queries() {
    for (const Blueprint::Query& q : blueprint_.queries()) network_.queries.push_back(query(q));
  }

 private:
  // --- declarations

  bool processes() {
    for (std::size_t i = 0; i < blueprint_.processes().size(); ++i) {
      const Blueprint::Process& p = blueprint_.processes()[i];
      Process result;
      result.name = p.name;
      // Every process counts as a template of its own, so that locations of different processes are not counted as one.
      result.template_index = static_cast<std::uint32_t>(i);
      result.initial = static_cast<std::uint32_t>(p.initial);
      for (const Blueprint::Location& l : p.locations) result.locations.emplace_back().name = l.name;
      if (!base_.add_process(std::move(result), p.range)) return false;
    }
    return true;
  }

  static std::int32_t process_of(std::optional<ProcessId> owner) {
    return owner ? static_cast<std::int32_t>(*owner) : -1;
  }

  void declarations() {
    for (const Blueprint::Variable& v : blueprint_.variables()) variable(v);
    for (const Blueprint::Clock& c : blueprint_.clocks()) {
      Layout layout;
      layout.kind = LayoutKind::Clock;
      layout.size.clocks = 1;
      const std::int32_t start = 0;
      clocks_.push_back(
          base_
              .declare({c.name, base_.layouts().add(std::move(layout)), process_of(c.owner), false, c.range}, {},
                       {&start, 1})
              .clocks);
    }
    for (const Blueprint::Channel& c : blueprint_.channels()) {
      Layout layout;
      layout.kind = LayoutKind::Channel;
      layout.size.channels = 1;
      layout.is_urgent = c.is_urgent;
      layout.is_broadcast = c.is_broadcast;
      (void)base_.declare({c.name, base_.layouts().add(std::move(layout)), -1, false, c.range}, {}, {});
    }
  }

  void variable(const Blueprint::Variable& v) {
    Layout one;
    one.size.cells = 1;
    one.lower = v.values.lower;
    one.upper = v.values.upper;
    const Layout* element = base_.layouts().add(std::move(one));
    const Layout* whole = element;
    const std::uint32_t count = v.elements.value_or(1);
    if (v.elements) {
      Layout array;
      array.kind = LayoutKind::Array;
      array.element = element;
      array.count = count;
      array.size.cells = count;
      whole = base_.layouts().add(std::move(array));
    }
    std::vector<std::int32_t> initial = v.initial;
    if (initial.empty()) initial.push_back(std::clamp(0, v.values.lower, v.values.upper));
    if (initial.size() == 1) initial.assign(count, initial.front());
    const Size at = base_.declare({v.name, whole, process_of(v.owner), v.is_meta, v.range}, initial, {});
    variables_.push_back({at.cells, element, count});
  }

  void joints() {
    for (const std::string& event : blueprint_.events()) (void)base_.add_event(event);
    for (const Blueprint::Joint& j : blueprint_.joints()) {
      Joint result;
      result.range = j.range;
      for (const Blueprint::JointPart& part : j.parts)
        result.parts.push_back(
            {static_cast<std::uint32_t>(part.process), static_cast<std::uint32_t>(part.event), part.is_weak});
      base_.add_joint(std::move(result));
    }
  }

  // --- behaviour

  void behaviour(std::size_t process) {
    const Blueprint::Process& p = blueprint_.processes()[process];
    for (std::size_t i = 0; i < p.locations.size(); ++i) {
      const Blueprint::Location& l = p.locations[i];
      Location& result = base_.location(process, i);
      result.is_urgent = l.is_urgent;
      result.is_committed = l.is_committed;
      result.labels = l.labels;
      result.source_index = static_cast<std::uint32_t>(i);
      result.range = l.range;
      result.invariant = condition(l.invariant);
    }
    for (std::size_t i = 0; i < p.edges.size() && !base_.has_too_many(); ++i)
      base_.add_edge(process, edge(p.edges[i], process, i));
  }

  Edge edge(const Blueprint::Edge& e, std::size_t process, std::size_t index) {
    Edge result;
    result.source = static_cast<std::uint32_t>(e.source);
    result.target = static_cast<std::uint32_t>(e.target);
    result.template_edge = static_cast<std::uint32_t>(index);
    result.range = e.range;
    result.update_range = e.update_range;
    result.guard = condition(e.guard);
    ZONDA_CHECK(e.sync != Sync::Joint, "an edge of a joint move says so with its event");
    result.sync = e.sync;
    if (e.sync != Sync::None) result.channel = IntExpr::constant(static_cast<std::int32_t>(e.channel));
    if (e.event) {
      result.event = static_cast<std::uint32_t>(*e.event);
      if (base_.is_joint(static_cast<std::uint32_t>(process), result.event)) {
        ZONDA_CHECK(e.sync == Sync::None, "an edge has a channel or an event of a joint move, not both");
        result.sync = Sync::Joint;
      }
    }
    require_no_locations(e.update);
    TermCompiler::Update update = compiler_->update(e.update);
    result.update = update.code;
    result.has_clock_code = update.sets_clocks;
    result.resets = std::move(update.resets);
    return result;
  }

  void require_no_locations(Term term) const {
    ZONDA_CHECK(!blueprint_.node(term).asks_location, "only a query asks where a process is");
  }

  void require_no_locations(std::span<const Blueprint::Statement> statements) const {
    for (const Blueprint::Statement& s : statements) {
      require_no_locations(s.value);
      if (s.index) require_no_locations(*s.index);
      require_no_locations(s.yes);
      require_no_locations(s.otherwise);
    }
  }

  Condition condition(const Blueprint::Condition& c) {
    Condition result;
    result.range = c.range;
    if (c.holds) {
      require_no_locations(*c.holds);
      result.integer = compiler_->integer(*c.holds);
    }
    for (const Blueprint::ClockComparison& one : c.clocks) comparison(one, result.clocks);
    return result;
  }

  void comparison(const Blueprint::ClockComparison& c, std::vector<ClockConstraint>& out) {
    require_no_locations(c.bound);
    if (c.premise) require_no_locations(*c.premise);
    const auto number = [&](std::optional<ClockId> clock) {
      return IntExpr::constant(clock ? static_cast<std::int32_t>(clocks_[static_cast<std::size_t>(*clock)]) : 0);
    };
    ClockConstraint result;
    if (c.premise) result.condition = compiler_->integer(*c.premise);
    if (result.condition.is_constant(0)) return;
    if (result.condition.is_constant()) result.condition = IntExpr::constant(1);
    result.range = c.range;
    result.is_strict = c.relation == Operation::Less || c.relation == Operation::Greater;
    if (c.relation == Operation::Less || c.relation == Operation::LessEqual || c.relation == Operation::Equal) {
      result.left = number(c.left);
      result.right = number(c.right);
      result.bound = compiler_->integer(c.bound);
      out.push_back(result);
    }
    if (c.relation == Operation::Greater || c.relation == Operation::GreaterEqual || c.relation == Operation::Equal) {
      result.left = number(c.right);
      result.right = number(c.left);
      result.bound = compiler_->negative(c.bound);
      out.push_back(result);
    }
    ZONDA_CHECK(c.relation >= Operation::Less && c.relation <= Operation::Equal, "clocks are compared otherwise");
  }

  // --- queries

  Query query(const Blueprint::Query& q) {
    using Kind = lang::QueryKind;
    ZONDA_CHECK(q.kind == Kind::Possibly || q.kind == Kind::Invariantly || q.kind == Kind::Potentially ||
                    q.kind == Kind::Eventually || q.kind == Kind::LeadsTo,
                "a query of another kind");
    Query result;
    result.kind = q.kind;
    result.text = q.text;
    result.comment = q.comment;
    result.expectations = q.expectations;
    result.range = q.range;
    result.conclusion = truth(1);
    result.predicate.integer = compiler_->integer(q.predicate);
    if (q.kind == Kind::LeadsTo) result.conclusion.integer = compiler_->integer(q.conclusion);
    if (q.kind == Kind::Possibly || q.kind == Kind::Invariantly) {
      parts_ = 0;
      result.guide = guide(q.predicate, q.kind == Kind::Invariantly);
    }
    result.refusal = base_.refusal();
    return result;
  }

  // Splits the predicate at 'and', 'or' and 'not', for orders that look for the goal. A predicate that is too large
  // stays whole.
  Formula guide(Term term, bool is_negative) {
    constexpr std::size_t kMaxParts = 1000;
    const Node& n = blueprint_.node(term);
    const bool is_small = ++parts_ <= kMaxParts;
    if (is_small && n.kind == Node::Kind::Unary && n.operation == Operation::Not) return guide(n.a, !is_negative);
    const bool is_and = n.operation == Operation::And;
    if (is_small && n.kind == Node::Kind::Binary && (is_and || n.operation == Operation::Or)) {
      std::vector<Formula> two;
      two.push_back(guide(n.a, is_negative));
      two.push_back(guide(n.b, is_negative));
      return join_formulas(is_and != is_negative, std::move(two));
    }
    Formula whole;
    whole.integer = is_negative ? compiler_->negation(term) : compiler_->integer(term);
    return whole;
  }

  const Blueprint& blueprint_;
  lang::Diagnostics& diagnostics_;
  NetworkBuilder& base_;
  Network& network_;
  std::vector<TermStorage> variables_;
  std::vector<std::uint32_t> clocks_;
  std::optional<TermCompiler> compiler_;
  std::size_t parts_ = 0;  // of the current guide
};

}  // namespace

std::unique_ptr<Network> build(const Blueprint& blueprint, const GivenQueries* given, lang::Diagnostics& diagnostics,
                               std::string_view spare) {
  NetworkBuilder base(diagnostics);
  BlueprintBuilder builder(blueprint, diagnostics, base);
  if (!builder.run(spare)) return nullptr;
  if (given == nullptr)
    builder.queries();
  else
    DocumentBuilder(given->names, given->semantics, diagnostics, base).run_queries();
  return base.finish();
}

}  // namespace zonda::model
