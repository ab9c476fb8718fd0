// Instantiation: from the system line to processes.
#include "model/document_builder.hpp"

#include <fmt/format.h>

namespace zonda::model {

void DocumentBuilder::processes() {
  for (const lang::SystemItem& item : document_.system) {
    if (item.symbol == nullptr) continue;
    if (item.symbol->kind == lang::SymbolKind::Dynamic) {
      limitation({fmt::format("the dynamic template '{}'", item.name), item.range}, "the system line");
      continue;
    }
    if (item.symbol->instance == nullptr) {
      limitation({fmt::format("the live sequence chart '{}'", item.name), item.range}, "the system line");
      continue;
    }
    process_set(*item.symbol, item.priority);
    if (base_.has_too_many()) return;
  }
}

void DocumentBuilder::process_set(const lang::Symbol& symbol, std::int32_t priority) {
  guarded("the system line", [&] {
    std::vector<std::int32_t> arguments;
    enumerate(symbol, 0, arguments, priority);
  });
}

// One process for each combination of the free parameters; the last one varies fastest.
void DocumentBuilder::enumerate(const lang::Symbol& symbol, std::size_t parameter, std::vector<std::int32_t>& arguments,
                                std::int32_t priority) {
  if (base_.has_too_many()) return;
  const std::span<lang::Symbol*> parameters = symbol.instance->parameters;
  if (parameter == parameters.size()) {
    process(symbol, arguments, priority);
    return;
  }
  // Ranges may depend on the parameters before.
  Environment env(&globals_);
  const std::span<const std::int32_t> kept = keep(arguments);
  for (std::size_t i = 0; i < parameter; ++i)
    env.set(parameters[i], Storage::constant(constants_.layout(*parameters[i]->type, env), kept.subspan(i, 1)));
  const Layout* range = constants_.value_layout(*parameters[parameter]->type, env, parameters[parameter]->range);
  for (std::int64_t value = range->lower; value <= range->upper && !base_.has_too_many(); ++value) {
    arguments.push_back(static_cast<std::int32_t>(value));
    enumerate(symbol, parameter + 1, arguments, priority);
    arguments.pop_back();
  }
}

void DocumentBuilder::process(const lang::Symbol& symbol, const std::vector<std::int32_t>& arguments,
                              std::int32_t priority) {
  const lang::TemplateInfo& info = *symbol.instance;
  const lang::Template& source = *document_.templates[info.template_index];
  const auto index = network_->processes.size();
  Process result;
  result.name =
      arguments.empty() ? std::string(symbol.name) : fmt::format("{}({})", symbol.name, fmt::join(arguments, ","));
  result.template_index = static_cast<std::uint32_t>(info.template_index);
  result.arguments = arguments;
  result.priority = priority;
  result.initial = static_cast<std::uint32_t>(source.initial.value_or(0));
  for (const std::size_t i : source.other_initials) result.other_initials.push_back(static_cast<std::uint32_t>(i));
  // Branchpoints come after all locations, and no process can be in one.
  for (const lang::LocationSyntax& l : source.locations)
    if (!l.is_branchpoint) result.locations.emplace_back().name = l.name;
  // A process without locations does nothing, for ever.
  if (result.locations.empty()) result.locations.emplace_back();
  if (!base_.add_process(std::move(result), symbol.range)) return;

  Environment& env = process_environments_.emplace_back(&globals_, static_cast<std::int32_t>(info.template_index));
  const std::span<const std::int32_t> kept = keep(arguments);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    env.set(info.parameters[i],
            Storage::constant(constants_.layout(*info.parameters[i]->type, env), kept.subspan(i, 1)));
  instances_.push_back({&source, &env});
  process_table_[&symbol].push_back({static_cast<std::uint32_t>(index), arguments, &env});
  bind_arguments(info, env);
  mutable_parameters(info, env, static_cast<std::int32_t>(index));
  for (const lang::Declaration* d : source.declarations) declaration(*d, env, static_cast<std::int32_t>(index));
}

// Goes from the instantiation up to the process itself; the arguments of each step may use the parameters of the
// previous one.
void DocumentBuilder::bind_arguments(const lang::TemplateInfo& instance, Environment& env) {
  for (const lang::TemplateInfo* at = &instance; at->parent != nullptr; at = at->parent) {
    const std::span<lang::Symbol*> parameters = at->parent->parameters;
    for (std::size_t i = 0; i < parameters.size() && i < at->arguments.size(); ++i)
      bind_argument(*parameters[i], *at->arguments[i], env);
  }
}

// A parameter passed by value that the template changes is a variable of the process.
void DocumentBuilder::mutable_parameters(const lang::TemplateInfo& instance, Environment& env, std::int32_t process) {
  for (const lang::TemplateInfo* at = &instance; at != nullptr; at = at->parent) {
    for (const lang::Symbol* parameter : at->parameters) {
      Storage* storage = env.find_here(parameter);
      if (!parameter->is_assigned || parameter->is_reference || storage == nullptr ||
          storage->kind != Storage::Kind::Constant)
        continue;
      const Size base = base_.declare({std::string(parameter->name), storage->layout, process, false, parameter->range},
                                      storage->values.first(storage->layout->size.cells), {});
      *storage = Storage::cell(storage->layout, base.cells);
    }
  }
}

void DocumentBuilder::bind_argument(const lang::Symbol& parameter, const lang::Expr& argument, Environment& env) {
  const Layout* layout = constants_.value_layout(*parameter.type, env, parameter.range);
  if (layout->kind == LayoutKind::Ghost) {
    env.set(&parameter, Storage::ghost(layout));
    return;
  }
  if (parameter.is_reference && !lang::root_symbols(argument).empty()) {
    const Storage storage = constants_.static_storage(argument, env);
    if (storage.kind != Storage::Kind::Constant) {
      const bool is_same = storage.layout == layout || (parameter.is_const && fits(*storage.layout, *layout));
      if (!is_same && storage.kind == Storage::Kind::Memory && layout->size.channels == 0)
        throw BuildError{"the variable's type is not that of the parameter", argument.range};
      env.set(&parameter, storage);
      return;
    }
  }
  env.set(&parameter, bound_value(*layout, argument, env));
}

Storage DocumentBuilder::bound_value(const Layout& layout, const lang::Expr& argument, const Environment& env) {
  lang::Initializer init;
  init.range = argument.range;
  init.expr = const_cast<lang::Expr*>(&argument);
  try {
    return Storage::constant(&layout, keep(constants_.initial_values(&init, layout, env).cells));
  } catch (const Unsupported&) {
    return Storage::ghost(constants_.ghost_layout());
  }
}

}  // namespace zonda::model
