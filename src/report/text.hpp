// Text for pictures and JSON: escaping, line breaking and an estimate of how wide it is drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zonda::report {

// Valid UTF-8: bytes that are not part of a character, and control characters other than tab and line feed,
// become U+FFFD.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// For text and attribute values of XML.
[[nodiscard]] std::string escape_xml(std::string_view text);

// At line breaks; a tab becomes four blanks, blanks at the end of a line are dropped.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

// Breaks lines longer than `columns`, preferably behind && || and commas.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t columns);

// The width of one line in the font of our pictures, in the unit of `font_size`.
[[nodiscard]] double text_width(std::string_view line, double font_size, bool is_bold = false);

}  // namespace zonda::report
