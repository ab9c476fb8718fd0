// Compiles queries about a network that was not built from a document: the document only declares the names.
#include "model/document_builder.hpp"
#include "util/invariant.hpp"

#include <map>

namespace zonda::model {

void DocumentBuilder::run_queries() {
  bind_names();
  compiler_ = std::make_unique<Compiler>(network_->code, layouts_, static_cast<std::uint32_t>(network_->cells.size()));
  compiler_->set_processes(&process_table_);
  queries();
}

void DocumentBuilder::bind_names() {
  std::map<std::string_view, const Group*> groups;
  for (const std::vector<Group>* list : {&network_->variable_groups, &network_->clock_groups})
    for (const Group& group : *list) groups.emplace(group.name, &group);
  const auto bind = [&](const lang::Declaration& d, const std::string& prefix, Environment& env) {
    for (const lang::Declarator& declarator : d.declarators) {
      const auto found = groups.find(prefix + std::string(declarator.name));
      ZONDA_CHECK(found != groups.end(), "a name that the network does not have");
      const Group& group = *found->second;
      Storage storage;
      storage.layout = group.layout;
      storage.is_meta = group.is_meta;
      (group.layout->size.clocks > 0 ? storage.base.clocks : storage.base.cells) = group.base;
      env.set(declarator.symbol, storage);
    }
  };
  for (const lang::Item& item : document_.items)
    if (!item.is_template()) bind(*item.declaration, "", globals_);
  for (std::size_t i = 0; i < document_.templates.size(); ++i) {
    const lang::Template& t = *document_.templates[i];
    Environment& env = process_environments_.emplace_back(&globals_, static_cast<std::int32_t>(i));
    for (const lang::Declaration* d : t.declarations) bind(*d, std::string(t.name) + ".", env);
    instances_.push_back({&t, &env});
    process_table_[semantics_.processes[i]].push_back({static_cast<std::uint32_t>(i), {}, &env});
  }
}

}  // namespace zonda::model
