// Looking past comments in text that is copied rather than parsed.
#pragma once

#include <string>
#include <string_view>

namespace zonda::lang {

// Without white space at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

// The text on one line: comments and runs of white space become one blank, string literals stay as they are.
[[nodiscard]] std::string without_comments(std::string_view text);

// Nothing but closed comments and white space.
[[nodiscard]] bool is_only_comments(std::string_view text);

// Would text written behind this one on the same line become part of a '//' comment? Errs on the side of yes.
[[nodiscard]] bool may_end_in_line_comment(std::string_view text);

}  // namespace zonda::lang
