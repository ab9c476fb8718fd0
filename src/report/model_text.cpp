#include "report/model_text.hpp"

#include "lang/print.hpp"
#include "model/names.hpp"

namespace zonda::report {

const lang::Template& ModelText::template_of(std::size_t process) const {
  return *tree_->templates[network_.processes[process].template_index];
}

// On one line.
std::string ModelText::cut(lang::SourceRange range) const {
  if (!range.is_known()) return {};
  std::string result;
  for (const char c : sources_.slice(range)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!is_space)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::string ModelText::template_name(std::size_t process) const {
  return tree_ == nullptr ? network_.processes[process].name : std::string(template_of(process).name);
}

std::size_t ModelText::template_count() const {
  return tree_ == nullptr ? network_.processes.size() : tree_->templates.size();
}

std::size_t ModelText::edge_count(std::size_t process) const {
  return tree_ == nullptr ? network_.processes[process].edges.size() : template_of(process).edges.size();
}

std::string ModelText::invariant(std::size_t process, std::size_t location) const {
  const model::Location& l = network_.processes[process].locations[location];
  if (tree_ == nullptr) return cut(l.invariant.range);
  const auto& locations = template_of(process).locations;
  // A process without locations was given one.
  if (l.source_index >= locations.size() || locations[l.source_index].invariant == nullptr) return {};
  return lang::print(*locations[l.source_index].invariant);
}

EdgeText ModelText::edge(std::size_t process, std::size_t number) const {
  EdgeText result;
  if (tree_ == nullptr) {
    const auto p = static_cast<std::uint32_t>(process);
    const model::Edge& e = network_.processes[process].edges[number];
    result.source = e.source;
    result.target = e.target;
    result.source_name = model::location_name(network_, p, e.source);
    result.target_name = model::location_name(network_, p, e.target);
    result.guard = cut(e.guard.range);
    (e.sync == model::Sync::Joint ? result.event : result.channel) = model::sync_text(network_, e);
    result.update = cut(e.update_range);
    result.range = e.range;
    return result;
  }
  const lang::Template& t = template_of(process);
  const lang::EdgeSyntax& e = t.edges[number];
  result.source = e.source;
  result.target = e.target;
  result.source_name = t.locations[e.source].name;
  result.target_name = t.locations[e.target].name;
  if (e.guard != nullptr) result.guard = lang::print(*e.guard);
  if (e.channel != nullptr) result.channel = lang::print(*e.channel) + (e.sync == lang::SyncMark::Send ? "!" : "?");
  result.event = e.event;
  result.update = lang::print_list(e.updates);
  for (const lang::Binder& binder : e.selects) result.selects.emplace_back(binder.name);
  result.range = e.range;
  return result;
}

}  // namespace zonda::report
