// Declares variables and instantiates templates.
#include "oracle/system.hpp"

#include "oracle/fault.hpp"

#include <algorithm>

namespace zonda::truth {

using lang::DeclKind;
using lang::Symbol;
using lang::TypeKind;

System::System(const lang::Document& document, const lang::Semantics& semantics)
    : document_(document), globals_(nullptr) {
  refuse_extensions(document);
  declare_globals();
  for (std::size_t i = 0; i < semantics.processes.size(); ++i) {
    has_priorities = has_priorities || document.system[i].priority > 0;
    instantiate(*semantics.processes[i], document.system[i].priority);
  }
  for (const std::size_t cell : variables) initial_values.push_back(interpreter.cells()[cell]);
  interpreter.end_of_declarations();
  interpreter.process_scope = [this](const Symbol& symbol, std::span<const std::int64_t> arguments) -> const Scope& {
    for (const Process& p : processes)
      if (p.symbol == &symbol && std::equal(arguments.begin(), arguments.end(), p.arguments.begin(), p.arguments.end()))
        return *p.scope;
    throw Fault("there is no such process");
  };
}

std::size_t System::process_at(const Scope& scope) const {
  const auto found =
      std::find_if(processes.begin(), processes.end(), [&](const Process& p) { return p.scope == &scope; });
  return static_cast<std::size_t>(found - processes.begin());
}

void System::declare_globals() {
  const lang::Declaration* priorities = nullptr;
  for (const lang::Item& item : document_.items) {
    if (item.is_template()) continue;
    const lang::Declaration& d = *item.declaration;
    if (d.kind == DeclKind::BeforeUpdate)
      before_update.insert(before_update.end(), d.arguments.begin(), d.arguments.end());
    if (d.kind == DeclKind::AfterUpdate)
      after_update.insert(after_update.end(), d.arguments.begin(), d.arguments.end());
    if (d.kind == DeclKind::ChanPriority) priorities = &d;
    declare(d, globals_);
  }
  if (priorities != nullptr) set_priorities(*priorities);
}

void System::declare(const lang::Declaration& d, Scope& scope) {
  if (d.kind != DeclKind::Variable) return;
  for (const lang::Declarator& v : d.declarators) {
    const Symbol& symbol = *v.symbol;
    const Place place = interpreter.declare(*symbol.type, v.init, scope, symbol.is_const);
    const bool is_meta = symbol.is_meta || symbol.type->is_meta;
    declaring_ = symbol.range;
    number_cells(place, !symbol.is_const && !symbol.type->is_const && !is_meta, is_meta);
    declaring_ = {};
    scope.add(&symbol, place);
  }
}

// Gives clocks and channels their numbers, and notes the cells that make up a state.
void System::number_cells(Place place, bool is_state, bool is_meta) {
  std::size_t address = place.address;
  switch (place.shape->kind) {
    case TypeKind::Struct:
      for (const Shape* field : place.shape->fields) {
        number_cells({field, address}, is_state, is_meta);
        address += field->cells;
      }
      return;
    case TypeKind::Array:
      for (std::int64_t i = place.shape->lower; i <= place.shape->upper; ++i) {
        number_cells({place.shape->element, address}, is_state, is_meta);
        address += place.shape->element->cells;
      }
      return;
    case TypeKind::Clock:
      clocks.push_back(interpreter.cells()[address]);
      interpreter.cells()[address] = static_cast<std::int64_t>(clocks.size()) - 1;
      return;
    case TypeKind::Chan:
      interpreter.cells()[address] = static_cast<std::int64_t>(channels.size());
      channels.push_back({place.shape->is_urgent, place.shape->is_broadcast, 0});
      return;
    default:
      if (is_state) variables.push_back(address);
      if (is_state) declared.push_back(declaring_);
      if (is_meta) meta.push_back(address);
  }
}

void System::set_priorities(const lang::Declaration& d) {
  has_priorities = true;
  const auto is_default = [](const lang::ChanPriorityItem& item) { return item.channel == nullptr; };
  const auto found = std::find_if(d.priorities.begin(), d.priorities.end(), is_default);
  if (found == d.priorities.end()) throw Refused("channel priorities that do not say where the default is");
  default_priority = found->level;
  for (Channel& c : channels) c.priority = default_priority;
  for (const lang::ChanPriorityItem& item : d.priorities) {
    if (item.channel == nullptr) continue;
    const Place place = interpreter.place_of(*item.channel, globals_);
    for (std::size_t i = 0; i < place.shape->cells; ++i) {
      const auto channel = static_cast<std::size_t>(interpreter.cells()[place.address + i]);
      channels[channel].priority = item.level;
    }
  }
}

// Makes one process for each combination of values of the free parameters; the last parameter changes fastest.
void System::instantiate(const Symbol& symbol, std::int64_t priority) {
  std::vector<std::vector<std::int64_t>> combinations{{}};
  for (const Symbol* parameter : symbol.instance->parameters) {
    const Shape* range = interpreter.shape(*parameter->type, globals_);
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& known : combinations) {
      for (std::int64_t i = range->lower; i <= range->upper; ++i) {
        longer.push_back(known);
        longer.back().push_back(i);
      }
    }
    combinations = std::move(longer);
  }
  for (const auto& arguments : combinations) instantiate(symbol, priority, arguments);
}

void System::instantiate(const Symbol& symbol, std::int64_t priority, const std::vector<std::int64_t>& arguments) {
  const lang::TemplateInfo& info = *symbol.instance;
  Scope& scope = scopes_.emplace_back(Scope::of_process(globals_));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Symbol& parameter = *info.parameters[i];
    const Place place = interpreter.declare(*parameter.type, nullptr, scope, parameter.is_const);
    interpreter.store(place, arguments[i]);
    number_cells(place, !parameter.is_const, false);
    scope.add(&parameter, place);
  }
  bind(info, scope);
  Process process{&symbol, arguments, document_.templates[info.template_index].get(), &scope, priority, {}};
  for (const lang::Declaration* d : process.source->declarations) declare(*d, scope);
  process.edges.resize(process.source->locations.size());
  for (std::size_t i = 0; i < process.source->edges.size(); ++i)
    process.edges[process.source->edges[i].source].push_back(i);
  processes.push_back(std::move(process));
}

// Binds the parameters of each template in the chain of instantiations to the arguments that are given for them.
void System::bind(const lang::TemplateInfo& info, Scope& scope) {
  for (const lang::TemplateInfo* at = &info; at->parent != nullptr; at = at->parent) {
    for (std::size_t i = 0; i < at->arguments.size(); ++i) {
      const Symbol& parameter = *at->parent->parameters[i];
      const lang::Expr& given = *at->arguments[i];
      if (parameter.is_reference && !lang::root_symbols(given).empty()) {
        scope.add(&parameter, interpreter.place_of(given, scope));
        continue;
      }
      const Place place = interpreter.declare(*parameter.type, nullptr, scope, parameter.is_const);
      if (place.shape->is_leaf())
        interpreter.store(place, interpreter.evaluate(given, scope));
      else
        interpreter.copy(place, interpreter.place_of(given, scope));
      number_cells(place, !parameter.is_const, false);
      scope.add(&parameter, place);
    }
  }
}

}  // namespace zonda::truth
