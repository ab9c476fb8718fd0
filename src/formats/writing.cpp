#include "formats/writing.hpp"

#include "lang/charts.hpp"

#include <fmt/format.h>

namespace zonda::formats {

std::string left_out_charts(const lang::Document* tree) {
  if (tree == nullptr || !tree->has_lsc) return {};
  const auto charts = lang::chart_instances(*tree);
  return fmt::format("live sequence charts are left out{}{}", charts.empty() ? "" : ", and with them ",
                     fmt::join(charts, ", "));
}

std::string refusal_text(std::string_view feature, lang::SourceRange range, const lang::Sources& sources,
                         std::string_view format_title) {
  const std::string place = sources.place(range);
  return fmt::format("{}{}{} cannot be written in {}", place, place.empty() ? "" : ": ", feature, format_title);
}

}  // namespace zonda::formats
