#include "unit/model/fixture.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace zonda::model {

std::string Built::at(lang::SourceRange range) const {
  for (lang::Sources::FileId file = 0; file < sources.file_count(); ++file) {
    const std::uint32_t base = sources.base(file);
    const std::string_view text = sources.text(file);
    if (range.begin >= base && range.end <= base + text.size())
      return std::string(text.substr(range.begin - base, range.end - range.begin));
  }
  return "?";
}

std::unique_ptr<Built> build_text(std::string_view text, std::string_view queries) {
  auto built = std::make_unique<Built>();
  const auto file = built->sources.add("model.xta", std::string(text));
  built->document = lang::read_text(built->sources, file, lang::Dialect::New, built->diagnostics);
  if (built->document == nullptr) return built;
  if (!queries.empty()) {
    const auto query_file = built->sources.add("model.q", std::string(queries));
    lang::read_queries(built->sources, query_file, *built->document, built->diagnostics);
  }
  if (built->diagnostics.has_model_errors()) return built;
  built->semantics = lang::check(*built->document, built->diagnostics);
  if (built->diagnostics.has_model_errors()) return built;
  built->network = build(*built->document, *built->semantics, built->diagnostics);
  return built;
}

std::unique_ptr<Built> build_right(std::string_view text, std::string_view queries) {
  auto built = build_text(text, queries);
  if (built->network == nullptr || built->diagnostics.has_errors()) throw std::runtime_error(built->messages());
  return built;
}

std::string with_edge(std::string_view declarations, std::string_view labels) {
  return fmt::format("{}\nprocess P() {{ state A; init A; trans A -> A {{ {} }}; }}\nsystem P;\n", declarations,
                     labels);
}

std::string show(const Network& network, const IntExpr& e) {
  switch (e.kind) {
    case IntExpr::Kind::Constant:
      return std::to_string(e.value);
    case IntExpr::Kind::Cell: {
      const auto cell = static_cast<Address>(e.value);
      return cell < network.cells.size() ? network.cell_name(cell) : "$";
    }
    case IntExpr::Kind::Program:
      return "…";
  }
  return "?";
}

std::string show(const Network& network, const ClockConstraint& c) {
  const auto clock = [&](const IntExpr& e) {
    return e.is_constant() ? network.clock_name(static_cast<std::uint32_t>(e.value)) : std::string("…");
  };
  const std::string condition = c.condition.is_constant(1) ? "" : show(network, c.condition) + " -> ";
  return fmt::format("{}{} - {} {} {}", condition, clock(c.left), clock(c.right),
                     c.is_strict ? "<" : "<=", show(network, c.bound));
}

std::string show(const Network& network, const Condition& c) {
  std::string result = show(network, c.integer);
  for (const ClockConstraint& one : c.clocks) result += "; " + show(network, one);
  return result;
}

std::string show(const Network& network, const Formula& f) {
  switch (f.kind) {
    case Formula::Kind::Discrete:
      return show(network, f.integer);
    case Formula::Kind::Clock:
      return show(network, f.clock);
    case Formula::Kind::Deadlock:
      return "deadlock";
    case Formula::Kind::NoDeadlock:
      return "no deadlock";
    case Formula::Kind::And:
    case Formula::Kind::Or:
      break;
  }
  std::string result;
  for (const Formula& child : f.children)
    result += fmt::format("{}{}",
                          result.empty()                 ? ""
                          : f.kind == Formula::Kind::And ? " && "
                                                         : " || ",
                          show(network, child));
  return "(" + result + ")";
}

std::int32_t Trial::value(IntExpr e) {
  std::int32_t result = -999;
  has_failed_ = !evaluator_.run(e, result);
  return has_failed_ ? -999 : result;
}

Trial& Trial::update(std::size_t process, std::size_t edge) {
  const Edge& e = network_.processes[process].edges[edge];
  std::int32_t ignored = 0;
  has_failed_ = !evaluator_.run(e.update, ignored);
  resets_ = e.resets;
  return *this;
}

Address Trial::find(std::string_view name) const {
  for (Address cell = 0; cell < network_.cells.size(); ++cell)
    if (network_.cell_name(cell) == name) return cell;
  throw std::runtime_error(fmt::format("no variable '{}'", name));
}

std::int32_t Trial::cell(std::string_view name) const { return evaluator_.memory()[find(name)]; }

void Trial::set(std::string_view name, std::int32_t value) { evaluator_.memory()[find(name)] = value; }

std::string Trial::clocks() const {
  // The list of known resets is applied in order, as the update's code is.
  std::vector<ClockValue> values;
  for (std::uint32_t i = 0; i < network_.clocks.size(); ++i) values.push_back(evaluator_.clock_value(i));
  for (const ClockReset& reset : resets_) {
    const ClockValue source = values[reset.source];
    values[reset.clock] = {source.source, source.offset + reset.offset};
  }
  std::string result;
  for (std::uint32_t i = 1; i < network_.clocks.size(); ++i) {
    const ClockValue& v = values[i];
    if (v == ClockValue{i, 0}) continue;
    if (!result.empty()) result += ", ";
    result += network_.clock_name(i) + " = ";
    if (v.source == ClockValue::kNumber)
      result += std::to_string(v.offset);
    else
      result += network_.clock_name(v.source) + (v.offset == 0 ? "" : fmt::format(" + {}", v.offset));
  }
  return result;
}

}  // namespace zonda::model
