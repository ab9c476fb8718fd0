#include "cli/suggest.hpp"

#include "cli/format_words.hpp"
#include "util/edit_distance.hpp"
#include "zonda/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace zonda::cli {

namespace {

std::vector<std::string> option_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const OptionDescription& option : command.options)
    for (const std::string& name : option.long_names) names.push_back("--" + name);
  return names;
}

bool is_model_name(const std::string& word) {
  const std::vector<std::string> known = extensions([](const FormatInfo& f) { return f.is_read; });
  return std::any_of(known.begin(), known.end(),
                     [&](const std::string& extension) { return word.ends_with(extension); });
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  // If the word is the beginning of exactly one name, that name is suggested.
  std::string best;
  for (const std::string& name : names)
    if (word.size() >= 2 && name.starts_with(word)) best = best.empty() || best == name ? name : "?";
  if (best == "?") best.clear();
  if (!best.empty()) return best;
  std::size_t least = std::min<std::size_t>(3, word.size() / 2 + 1);
  for (const std::string& name : names) {
    const std::size_t d = edit_distance(word.substr(0, 64), name);
    if (d < least) {
      least = d;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(const CommandLineDescription& line, int argc, const char* const* argv) {
  const CommandDescription* command = nullptr;
  std::vector<std::string> commands;
  for (const CommandDescription& c : line.commands) {
    commands.push_back(c.name);
    if (argc > 1 && c.name == argv[1]) command = &c;
  }
  if (argc > 1 && command == nullptr && argv[1][0] != '-') {
    if (is_model_name(argv[1])) return fmt::format("did you mean 'zonda check {}'?", argv[1]);
    const std::string best = nearest(argv[1], commands);
    return best.empty() ? std::string() : "did you mean 'zonda " + best + "'?";
  }
  std::vector<std::string> known = option_names(line.program);
  if (command != nullptr)
    for (std::string& name : option_names(*command)) known.push_back(std::move(name));
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (word == "--") break;
    const bool is_letter = word.size() >= 2 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1])) != 0;
    if (is_letter && command != nullptr && command->name == "check" && word[1] != 'q')
      return fmt::format("verifyta's options belong to 'zonda verifyta'; here they are words, such as {} shortest",
                         flag_of(&CheckOptions::trace));
    if (!word.starts_with("--") || std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string best = nearest(word, known);
    if (!best.empty()) return "did you mean '" + best + "'?";
  }
  return {};
}

}  // namespace zonda::cli
