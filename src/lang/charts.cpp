#include "lang/charts.hpp"

namespace zonda::lang {

std::set<std::string_view> chart_instances(const Document& document) {
  std::set<std::string_view> charts;
  if (!document.has_lsc) return charts;
  std::set<std::string_view> templates;
  for (const Item& item : document.items) {
    if (item.is_template()) {
      templates.insert(document.templates[item.template_index]->name);
    } else if (item.declaration->kind == DeclKind::Instantiation && item.declaration->callee != nullptr) {
      const bool is_chart = !templates.contains(item.declaration->callee->text);
      (is_chart ? charts : templates).insert(item.declaration->name);
    }
  }
  return charts;
}

}  // namespace zonda::lang
