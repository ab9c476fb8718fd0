// Regular expressions that users write. The header <regex> takes seconds to compile, so regular_expression.cpp alone
// includes it.
#pragma once

#include <functional>
#include <string>

namespace zonda::cli {

// A function that says whether some piece of a text matches the expression, which is in the syntax of ECMAScript.
// If the expression is wrong, or a search turns out to be too complex, std::runtime_error says why.
[[nodiscard]] std::function<bool(const std::string&)> matcher_of(const std::string& expression);

}  // namespace zonda::cli
