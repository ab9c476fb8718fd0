#include "cli/format_words.hpp"

namespace zonda::cli {

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    result += words[i];
  }
  return result;
}

std::string model_extensions() {
  return listed(extensions([](const FormatInfo& f) { return f.is_read; }));
}

std::string model_help() { return "The model: " + model_extensions() + "; '-' reads standard input"; }

std::string written_formats() {
  std::vector<std::string> names;
  for (const FormatInfo& f : all_formats())
    if (f.is_written) names.push_back(f.name);
  return listed(names);
}

}  // namespace zonda::cli
