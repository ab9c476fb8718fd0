// How texts in the formats of this layer begin. Each function says where in a text it found what only its own format
// has; nothing: it found no such thing. formats/registry.hpp weighs what they say.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace zonda::lang {

// A line that starts with '<', before anything that belongs to a textual model or to a query.
[[nodiscard]] std::optional<std::size_t> find_xml(std::string_view text);
// 'process' or 'system' where a declaration begins.
[[nodiscard]] std::optional<std::size_t> find_text_model(std::string_view text);
// A path quantifier or another word that queries begin with.
[[nodiscard]] std::optional<std::size_t> find_query(std::string_view text);

// TChecker's line 'system:NAME', and whether another of its lines is there too.
struct TckBeginning {
  std::size_t at = 0;
  bool has_other_line = false;
};
[[nodiscard]] std::optional<TckBeginning> find_tck(std::string_view text);

}  // namespace zonda::lang
