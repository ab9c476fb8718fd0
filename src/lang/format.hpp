// Puts the text of declarations and .xta files into a uniform layout: indentation by nesting, one blank around
// operators, at most one empty line. Line breaks and comments stay as they were written.
//
// It works on tokens, not on the syntax tree, so that text with mistakes in it can be formatted too; and it looks at
// its own result: where the tokens or comments were not the same as before, the text would be returned as it came.
#pragma once

#include <string>
#include <string_view>

namespace zonda::lang {

[[nodiscard]] std::string format_text(std::string_view text);

}  // namespace zonda::lang
