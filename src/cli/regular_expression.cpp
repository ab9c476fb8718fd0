#include "cli/regular_expression.hpp"

#include <regex>

namespace zonda::cli {

std::function<bool(const std::string&)> matcher_of(const std::string& expression) {
  return [pattern = std::regex(expression, std::regex::ECMAScript)](const std::string& text) {
    return std::regex_search(text, pattern);
  };
}

}  // namespace zonda::cli
