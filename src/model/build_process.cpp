// Instantiation: from the system line to processes.
#include <fmt/format.h>

#include <algorithm>

#include "model/builder.hpp"

namespace zonda::model {

namespace {

constexpr std::size_t kMaxProcesses = 65'536;

}  // namespace

void Builder::processes() {
  for (const lang::SystemItem& item : document_.system) {
    if (item.symbol == nullptr) continue;
    if (item.symbol->kind == lang::SymbolKind::Dynamic) {
      limitation({fmt::format("the dynamic template '{}'", item.name), item.range}, "the system line");
      continue;
    }
    if (item.symbol->instance == nullptr) continue;
    process_set(*item.symbol, item.priority);
    if (has_too_many_) return;
  }
}

void Builder::process_set(const lang::Symbol& symbol, std::int32_t priority) {
  guarded("the system line", [&] {
    std::vector<std::int32_t> arguments;
    enumerate(symbol, 0, arguments, priority);
  });
}

// One process for each combination of the free parameters; the last one varies fastest.
void Builder::enumerate(const lang::Symbol& symbol, std::size_t parameter, std::vector<std::int32_t>& arguments,
                        std::int32_t priority) {
  if (has_too_many_) return;
  const std::span<lang::Symbol*> parameters = symbol.instance->parameters;
  if (parameter == parameters.size()) {
    process(symbol, arguments, priority);
    return;
  }
  // Ranges may depend on the parameters before.
  Environment env;
  env.parent = &globals_;
  for (std::size_t i = 0; i < parameter; ++i)
    env.names[parameters[i]] = {Storage::Kind::Constant, constants_.layout(*parameters[i]->type, env), {},
                                std::span<const std::int32_t>(&arguments[i], 1)};
  const Layout* range = constants_.layout(*parameters[parameter]->type, env);
  for (std::int64_t value = range->lower; value <= range->upper && !has_too_many_; ++value) {
    arguments.push_back(static_cast<std::int32_t>(value));
    enumerate(symbol, parameter + 1, arguments, priority);
    arguments.pop_back();
  }
}

void Builder::process(const lang::Symbol& symbol, const std::vector<std::int32_t>& arguments, std::int32_t priority) {
  if (network_->processes.size() >= kMaxProcesses) {
    diagnostics_.error(symbol.range, fmt::format("the system has more than {} processes", kMaxProcesses));
    has_too_many_ = true;
    return;
  }
  const lang::TemplateInfo& info = *symbol.instance;
  const lang::Template& source = *document_.templates[info.template_index];
  const auto index = network_->processes.size();
  Process result;
  result.name = arguments.empty() ? std::string(symbol.name)
                                  : fmt::format("{}({})", symbol.name, fmt::join(arguments, ","));
  result.template_index = static_cast<std::uint32_t>(info.template_index);
  result.arguments = arguments;
  result.priority = priority;
  result.initial = static_cast<std::uint32_t>(source.initial.value_or(0));
  // Branchpoints stand behind all locations and are no places to be in.
  for (const lang::LocationSyntax& l : source.locations)
    if (!l.is_branchpoint) result.locations.emplace_back().name = l.name;
  network_->processes.push_back(std::move(result));

  process_environments_.emplace_back();
  Environment& env = process_environments_.back();
  env.parent = &globals_;
  env.owner = static_cast<std::int32_t>(info.template_index);
  const std::span<const std::int32_t> kept = keep(arguments);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    env.names[info.parameters[i]] = {Storage::Kind::Constant, constants_.layout(*info.parameters[i]->type, env), {},
                                     kept.subspan(i, 1)};
  instances_.push_back({&source, &env});
  process_table_[&symbol].push_back({static_cast<std::uint32_t>(index), arguments, &env});
  bind_arguments(info, env);
  mutable_parameters(info, env, static_cast<std::int32_t>(index));
  for (const lang::Declaration* d : source.declarations) declaration(*d, env, static_cast<std::int32_t>(index));
}

// Walks from the instantiation up to the process itself; each step's arguments may use the parameters of the step
// before.
void Builder::bind_arguments(const lang::TemplateInfo& instance, Environment& env) {
  for (const lang::TemplateInfo* at = &instance; at->parent != nullptr; at = at->parent) {
    const std::span<lang::Symbol*> parameters = at->parent->parameters;
    for (std::size_t i = 0; i < parameters.size() && i < at->arguments.size(); ++i)
      bind_value(*parameters[i], *at->arguments[i], env);
  }
}

// A parameter passed by value that the template changes is a variable of the process.
void Builder::mutable_parameters(const lang::TemplateInfo& instance, Environment& env, std::int32_t process) {
  for (const lang::TemplateInfo* at = &instance; at != nullptr; at = at->parent) {
    for (const lang::Symbol* parameter : at->parameters) {
      if (!parameter->is_assigned || parameter->is_reference) continue;
      const auto found = env.names.find(parameter);
      if (found == env.names.end() || found->second.kind != Storage::Kind::Constant) continue;
      Storage& storage = found->second;
      const auto base = static_cast<std::uint32_t>(variable_cells_.size());
      for (std::uint32_t i = 0; i < storage.layout->size.cells; ++i) {
        const Layout& one = leaf(*storage.layout, Space::Cells, i);
        variable_cells_.push_back({one.lower, one.upper, storage.values[i]});
      }
      network_->variable_groups.push_back(
          {network_->processes[static_cast<std::size_t>(process)].name + "." + std::string(parameter->name),
           storage.layout, base, storage.layout->size.cells, process, false, parameter->range});
      storage.kind = Storage::Kind::Memory;
      storage.base = {base, 0, 0};
      storage.values = {};
    }
  }
}

void Builder::bind_value(const lang::Symbol& parameter, const lang::Expr& argument, Environment& env) {
  const bool is_place = lang::root_symbol(argument) != nullptr;
  if (parameter.is_reference && is_place) {
    env.names[&parameter] = constants_.static_storage(argument, env);
    return;
  }
  const Layout* layout = constants_.layout(*parameter.type, env);
  if (layout->kind == LayoutKind::Ghost) {
    env.names[&parameter] = {Storage::Kind::Ghost, layout, {}, {}};
    return;
  }
  lang::Initializer init;
  init.range = argument.range;
  init.expr = const_cast<lang::Expr*>(&argument);
  try {
    env.names[&parameter] = {Storage::Kind::Constant, layout, {}, keep(constants_.constant_values(&init, *layout, env))};
  } catch (const Unsupported&) {
    env.names[&parameter] = {Storage::Kind::Ghost,
                             layouts_.add({LayoutKind::Ghost, {}, 0, 0, 0, nullptr, {}, false, false}), {}, {}};
  }
}

}  // namespace zonda::model
