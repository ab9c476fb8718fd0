// Synchronisations of TChecker's format. Each of its processes is a template with one instance.
#include "model/document_builder.hpp"
#include "util/invariant.hpp"

namespace zonda::model {

void DocumentBuilder::joints() {
  for (const std::string_view name : document_.events) event_numbers_.emplace(name, base_.add_event(std::string(name)));
  for (const lang::SyncVector& vector : document_.syncs) {
    Joint joint;
    joint.range = vector.range;
    for (const lang::SyncPart& part : vector.parts) {
      const auto process = static_cast<std::uint32_t>(part.template_index);
      ZONDA_CHECK(network_->processes[process].template_index == process, "processes stand in the order of templates");
      const std::uint32_t number = event_numbers_.at(part.event);
      joint.parts.push_back({process, number, part.is_weak});
    }
    base_.add_joint(std::move(joint));
  }
}

// An event that occurs in no synchronisation of the process is internal to it.
void DocumentBuilder::event(const lang::EdgeSyntax& syntax, std::size_t process, Edge& edge) const {
  edge.event = event_numbers_.at(syntax.event);
  if (base_.is_joint(static_cast<std::uint32_t>(process), edge.event)) edge.sync = Sync::Joint;
}

}  // namespace zonda::model
