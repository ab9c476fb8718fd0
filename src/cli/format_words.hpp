// Lists of formats for help texts and messages.
#pragma once

#include "zonda/formats.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::cli {

// 'a', 'a or b', 'a, b or c'
[[nodiscard]] std::string listed(const std::vector<std::string>& words, std::string_view last = "or");

// Extensions of the formats for which `is_wanted`, as words.
template <typename Wanted>
[[nodiscard]] std::vector<std::string> extensions(Wanted&& is_wanted) {
  std::vector<std::string> result;
  for (const FormatInfo& f : all_formats())
    if (is_wanted(f)) result.insert(result.end(), f.extensions.begin(), f.extensions.end());
  return result;
}

// '.xml, .xta, .ta or .tck': the extensions of models.
[[nodiscard]] std::string model_extensions();
// "The model: .xml, … or .tck; '-' reads standard input"
[[nodiscard]] std::string model_help();
// 'xml, xta, … or svg': the formats that models can be converted to.
[[nodiscard]] std::string written_formats();

}  // namespace zonda::cli
