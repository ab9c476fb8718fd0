#include "model/blueprint.hpp"

#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace zonda::model {

namespace {

// The greatest height of a term; code that compiles a term recurses to this depth.
constexpr std::uint32_t kMaxHeight = 1500;

template <typename Id, typename List, typename Item>
Id append(List& list, Item&& item) {
  list.push_back(std::forward<Item>(item));
  return static_cast<Id>(list.size() - 1);
}

}  // namespace

// The first node is the number 0, which a default-constructed Term refers to.
Blueprint::Blueprint() : nodes_(1) {}

VariableId Blueprint::add(Variable variable) { return append<VariableId>(variables_, std::move(variable)); }
ClockId Blueprint::add(Clock clock) { return append<ClockId>(clocks_, std::move(clock)); }
ChannelId Blueprint::add(Channel channel) { return append<ChannelId>(channels_, std::move(channel)); }
EventId Blueprint::add_event(std::string event) { return append<EventId>(events_, std::move(event)); }
ProcessId Blueprint::add(Process process) { return append<ProcessId>(processes_, std::move(process)); }
LocationId Blueprint::add(ProcessId of, Location location) {
  return append<LocationId>(process(of).locations, std::move(location));
}
void Blueprint::add(ProcessId of, Edge edge) { process(of).edges.push_back(std::move(edge)); }
void Blueprint::add(Joint joint) { joints_.push_back(std::move(joint)); }
void Blueprint::add(Query query) { queries_.push_back(std::move(query)); }

Term Blueprint::add(Node node) {
  for (const Term part : {node.a, node.b, node.c}) {
    node.height = std::max(node.height, this->node(part).height + 1);
    node.asks_location = node.asks_location || this->node(part).asks_location;
  }
  nodes_.push_back(node);
  return Term(static_cast<std::uint32_t>(nodes_.size()) - 1);
}

Term Blueprint::number(std::int32_t value, SourceRange range) {
  Node n;
  n.number = value;
  n.range = range;
  return add(n);
}

Term Blueprint::value_of(VariableId variable, SourceRange range) {
  Node n;
  n.kind = Node::Kind::Value;
  n.id = static_cast<std::uint32_t>(variable);
  n.range = range;
  return add(n);
}

Term Blueprint::element_of(VariableId array, Term index, SourceRange range) {
  Node n;
  n.kind = Node::Kind::Element;
  n.id = static_cast<std::uint32_t>(array);
  n.a = index;
  n.range = range;
  return add(n);
}

Term Blueprint::is_at(ProcessId process, LocationId location, SourceRange range) {
  Node n;
  n.kind = Node::Kind::At;
  n.id = static_cast<std::uint32_t>(process);
  n.location = static_cast<std::uint32_t>(location);
  n.range = range;
  n.asks_location = true;
  return add(n);
}

Term Blueprint::apply(Operation operation, Term a, SourceRange range) {
  ZONDA_CHECK(operation <= Operation::Absolute, "an operation that needs two terms");
  Node n;
  n.kind = Node::Kind::Unary;
  n.operation = operation;
  n.a = a;
  n.range = range;
  return add(n);
}

Term Blueprint::apply(Operation operation, Term a, Term b, SourceRange range) {
  ZONDA_CHECK(operation > Operation::Absolute, "an operation that needs one term");
  Node n;
  n.kind = Node::Kind::Binary;
  n.operation = operation;
  n.a = a;
  n.b = b;
  n.range = range;
  return add(n);
}

Term Blueprint::choose(Term condition, Term yes, Term no, SourceRange range) {
  Node n;
  n.kind = Node::Kind::Choice;
  n.a = condition;
  n.b = yes;
  n.c = no;
  n.range = range;
  return add(n);
}

// ---------------------------------------------------------------------------------------------------------
// Checking

namespace {

class BlueprintCheck {
 public:
  BlueprintCheck(const Blueprint& blueprint, lang::Diagnostics& diagnostics)
      : blueprint_(blueprint), diagnostics_(diagnostics) {}

  void run() {
    for (const Blueprint::Variable& v : blueprint_.variables()) {
      declare(v.name, v.owner, v.range);
      variable(v);
    }
    for (const Blueprint::Clock& c : blueprint_.clocks()) declare(c.name, c.owner, c.range);
    for (const Blueprint::Channel& c : blueprint_.channels()) declare(c.name, std::nullopt, c.range);
    if (blueprint_.processes().empty()) diagnostics_.error({}, "the model has no process");
    for (std::size_t i = 0; i < blueprint_.processes().size(); ++i) {
      const Blueprint::Process& p = blueprint_.processes()[i];
      declare(p.name, std::nullopt, p.range);
      for (const Blueprint::Location& l : p.locations) declare(l.name, static_cast<ProcessId>(i), l.range);
      if (p.locations.empty()) diagnostics_.error(p.range, fmt::format("process '{}' has no location", p.name));
    }
    for (const Blueprint::Node& n : blueprint_.nodes()) {
      if (n.height <= kMaxHeight) continue;
      diagnostics_.error(n.range, "expression nests too deeply");
      break;
    }
  }

 private:
  void declare(const std::string& name, std::optional<ProcessId> owner, SourceRange range) {
    const std::int64_t scope = owner ? static_cast<std::int64_t>(*owner) : -1;
    if (!names_.try_emplace({scope, name}, range).second)
      diagnostics_.error(range, fmt::format("'{}' is declared twice", name));
  }

  void variable(const Blueprint::Variable& v) {
    if (v.values.lower > v.values.upper) {
      diagnostics_.error(v.range, fmt::format("the range [{},{}] is empty", v.values.lower, v.values.upper));
      return;
    }
    if (v.elements && *v.elements == 0) diagnostics_.error(v.range, fmt::format("array '{}' is empty", v.name));
    ZONDA_CHECK(v.initial.size() <= 1 || (v.elements && v.initial.size() == *v.elements),
                "one initial value, or one for each element");
    for (const std::int32_t value : v.initial) {
      if (value >= v.values.lower && value <= v.values.upper) continue;
      diagnostics_.error(v.range, fmt::format("the initial value {} of '{}' is outside [{},{}]", value, v.name,
                                              v.values.lower, v.values.upper));
      return;
    }
  }

  const Blueprint& blueprint_;
  lang::Diagnostics& diagnostics_;
  std::map<std::pair<std::int64_t, std::string>, SourceRange> names_;
};

}  // namespace

void check(const Blueprint& blueprint, lang::Diagnostics& diagnostics) { BlueprintCheck(blueprint, diagnostics).run(); }

}  // namespace zonda::model
