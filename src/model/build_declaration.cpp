// Gives constants, variables, clocks and channels their values and addresses.
#include "model/document_builder.hpp"

namespace zonda::model {

std::span<const std::int32_t> DocumentBuilder::keep(std::vector<std::int32_t> values) {
  values_.push_back(std::move(values));
  return values_.back();
}

void DocumentBuilder::globals() {
  for (const lang::Item& item : document_.items)
    if (!item.is_template()) declaration(*item.declaration, globals_, -1);
}

void DocumentBuilder::declaration(const lang::Declaration& d, Environment& env, std::int32_t process) {
  if (d.kind == lang::DeclKind::ChanPriority) priorities_ = &d;
  if (d.kind != lang::DeclKind::Variable) return;
  for (const lang::Declarator& declarator : d.declarators)
    guarded("a declaration", [&] { variable(declarator, env, process); });
}

void DocumentBuilder::variable(const lang::Declarator& declarator, Environment& env, std::int32_t process) {
  const lang::Symbol* symbol = declarator.symbol;
  if (symbol == nullptr) return;
  const Layout* layout = nullptr;
  Compiler::InitialValues initial;
  try {
    layout = constants_.value_layout(*symbol->type, env, declarator.range);
    if (layout->kind != LayoutKind::Ghost) initial = constants_.initial_values(declarator.init, *layout, env);
  } catch (const Unsupported& reason) {
    if (symbol->is_const || layout == nullptr) {
      // The size is computed with doubles: uses of the declaration are unsupported, the rest of the model is fine.
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

void DocumentBuilder::allocate(const lang::Declarator& declarator, const Layout& layout,
                               const Compiler::InitialValues& initial, Environment& env, std::int32_t process) {
  const lang::Symbol* symbol = declarator.symbol;
  Storage storage;
  storage.layout = &layout;
  storage.is_meta = symbol->is_meta;
  storage.base = base_.declare({std::string(declarator.name), &layout, process, symbol->is_meta, declarator.range},
                               initial.cells, initial.clocks);
  env.set(symbol, storage);
}

// Storage was counted from 0; now that the number of processes is known, it gets its final addresses.
void DocumentBuilder::relocate() {
  const auto move = [&](Environment& env) {
    for (auto& [symbol, storage] : env.names())
      if (storage.kind == Storage::Kind::Memory)
        storage.base.cells = base_.address(storage.base.cells, storage.is_meta);
  };
  move(globals_);
  for (Environment& env : process_environments_) move(env);
}

void DocumentBuilder::channel_priorities() {
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
