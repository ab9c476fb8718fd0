// Constants, variables, clocks and channels get their values and places.
#include "model/builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

namespace {

constexpr std::size_t kMaxCells = std::size_t{1} << 22U;
constexpr std::size_t kMaxClocks = 65'535;
constexpr std::size_t kMaxChannels = std::size_t{1} << 20U;

}  // namespace

std::span<const std::int32_t> Builder::keep(std::vector<std::int32_t> values) {
  values_.push_back(std::move(values));
  return values_.back();
}

void Builder::globals() {
  network_->clocks.emplace_back();  // the reference clock
  for (const lang::Item& item : document_.items)
    if (!item.is_template()) declaration(*item.declaration, globals_, -1);
}

void Builder::declaration(const lang::Declaration& d, Environment& env, std::int32_t process) {
  if (d.kind == lang::DeclKind::ChanPriority) priorities_ = &d;
  if (d.kind != lang::DeclKind::Variable) return;
  for (const lang::Declarator& declarator : d.declarators)
    guarded("a declaration", [&] { variable(declarator, env, process); });
}

void Builder::variable(const lang::Declarator& declarator, Environment& env, std::int32_t process) {
  const lang::Symbol* symbol = declarator.symbol;
  if (symbol == nullptr) return;
  const Layout* layout = nullptr;
  Compiler::InitialValues initial;
  try {
    layout = constants_.value_layout(*symbol->type, env, declarator.range);
    if (layout->kind != LayoutKind::Ghost) initial = constants_.initial_values(declarator.init, *layout, env);
  } catch (const Unsupported& reason) {
    if (symbol->is_const || layout == nullptr) {
      // Computed with doubles: whoever uses it is unsupported, the rest of the model is not.
      layout = constants_.ghost_layout();
    } else {
      limitation(reason, "a declaration");
      initial = constants_.initial_values(nullptr, *layout, env);
    }
  }
  if (layout->kind == LayoutKind::Ghost)
    env.set(symbol, Storage::ghost(layout));
  else if (symbol->is_const && layout->size.cells > 0)
    env.set(symbol, Storage::constant(layout, keep(std::move(initial.cells))));
  else
    allocate(declarator, *layout, initial, env, process);
}

void Builder::allocate(const lang::Declarator& declarator, const Layout& layout, const Compiler::InitialValues& initial,
                       Environment& env, std::int32_t process) {
  const lang::Symbol* symbol = declarator.symbol;
  const Size size = layout.size;
  if (network_->clocks.size() + size.clocks > kMaxClocks)
    throw BuildError{fmt::format("the model has more than {} clocks", kMaxClocks), declarator.range};
  if (network_->channels.size() + size.channels > kMaxChannels)
    throw BuildError{fmt::format("the model has more than {} channels", kMaxChannels), declarator.range};
  const std::vector<Cell>& cells = symbol->is_meta ? meta_cells_ : variable_cells_;
  Storage storage;
  storage.layout = &layout;
  storage.is_meta = symbol->is_meta;
  storage.base = {static_cast<std::uint32_t>(cells.size()), static_cast<std::uint32_t>(network_->clocks.size()),
                  static_cast<std::uint32_t>(network_->channels.size())};
  env.set(symbol, storage);

  std::string name(declarator.name);
  if (process >= 0) name = network_->processes[static_cast<std::size_t>(process)].name + "." + name;
  const auto group = [&](std::uint32_t base, std::uint32_t count) {
    return Group{name, &layout, base, count, process, symbol->is_meta, declarator.range};
  };
  if (size.cells > 0) {
    add_cells(initial.cells, layout, symbol->is_meta, declarator.range);
    (symbol->is_meta ? meta_groups_ : network_->variable_groups).push_back(group(storage.base.cells, size.cells));
  }
  if (size.clocks > 0) {
    for (const std::int32_t value : initial.clocks) network_->clocks.emplace_back().initial = value;
    network_->clock_groups.push_back(group(storage.base.clocks, size.clocks));
  }
  if (size.channels > 0) {
    for (std::uint32_t i = 0; i < size.channels; ++i) {
      const Layout& one = leaf(layout, Space::Channels, i);
      network_->channels.push_back({one.is_urgent, one.is_broadcast, 0});
    }
    network_->channel_groups.push_back(group(storage.base.channels, size.channels));
  }
}

void Builder::add_cells(std::span<const std::int32_t> values, const Layout& layout, bool is_meta, SourceRange range) {
  if (variable_cells_.size() + meta_cells_.size() + values.size() > kMaxCells)
    throw BuildError{fmt::format("the model has more than {} variables", kMaxCells), range};
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const Layout& one = leaf(layout, Space::Cells, i);
    (is_meta ? meta_cells_ : variable_cells_).push_back({one.lower, one.upper, values[i]});
  }
}

void Builder::add_spare(std::string_view name) {
  Layout number;
  number.size.cells = 1;
  const Layout* layout = layouts_.add(std::move(number));
  network_->variable_groups.push_back(
      {std::string(name), layout, static_cast<std::uint32_t>(variable_cells_.size()), 1, -1, false, {}});
  variable_cells_.push_back({0, 0, 0});
}

// Cells were numbered from 0, variables and meta variables apart; now that the number of processes is known they get
// their final addresses: locations, variables, meta variables.
void Builder::relocate() {
  const auto locations = static_cast<std::uint32_t>(network_->processes.size());
  const auto variables = static_cast<std::uint32_t>(variable_cells_.size());
  network_->variables = variables;
  network_->meta_variables = static_cast<std::uint32_t>(meta_cells_.size());
  for (const Process& p : network_->processes) {
    const auto count = static_cast<std::int32_t>(p.locations.size());
    network_->cells.push_back({0, std::max(0, count - 1), static_cast<std::int32_t>(p.initial)});
  }
  network_->cells.insert(network_->cells.end(), variable_cells_.begin(), variable_cells_.end());
  network_->cells.insert(network_->cells.end(), meta_cells_.begin(), meta_cells_.end());
  for (Group& group : network_->variable_groups) group.base += locations;
  for (Group& group : meta_groups_) group.base += locations + variables;
  network_->variable_groups.insert(network_->variable_groups.end(), meta_groups_.begin(), meta_groups_.end());
  const auto move = [&](Environment& env) {
    for (auto& [symbol, storage] : env.names())
      if (storage.kind == Storage::Kind::Memory) storage.base.cells += locations + (storage.is_meta ? variables : 0);
  };
  move(globals_);
  for (Environment& env : process_environments_) move(env);
}

void Builder::channel_priorities() {
  if (priorities_ == nullptr) return;
  std::int32_t default_level = 0;
  bool has_default = false;
  for (const lang::ChanPriorityItem& item : priorities_->priorities) {
    if (item.channel == nullptr) {
      default_level = item.level;
      has_default = true;
    }
  }
  // Without 'default' in the list, unlisted channels and internal edges share the lowest level.
  network_->default_priority = has_default ? default_level : 0;
  for (Channel& channel : network_->channels) channel.priority = network_->default_priority;
  for (const lang::ChanPriorityItem& item : priorities_->priorities) {
    if (item.channel == nullptr) continue;
    guarded("a channel priority", [&] {
      const Storage storage = constants_.static_storage(*item.channel, globals_);
      for (std::uint32_t i = 0; i < storage.layout->size.channels; ++i)
        network_->channels[storage.base.channels + i].priority = item.level;
    });
  }
}

}  // namespace zonda::model
