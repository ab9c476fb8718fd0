// Live sequence charts are read over and never written. What names one must go with it, or the text that is written
// could not be read again.
#pragma once

#include "lang/syntax.hpp"

#include <set>
#include <string_view>

namespace zonda::lang {

// Instantiations of charts: 'Scenario' of 'Scenario = Chart(2, 3);'.
[[nodiscard]] std::set<std::string_view> chart_instances(const Document& document);
[[nodiscard]] inline bool is_one_of(const std::set<std::string_view>& charts, const Item& item) {
  return !item.is_template() && item.declaration->kind == DeclKind::Instantiation &&
         charts.contains(item.declaration->name);
}

}  // namespace zonda::lang
