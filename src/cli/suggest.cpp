#include "cli/suggest.hpp"

#include "util/edit_distance.hpp"

#include <algorithm>
#include <vector>

namespace zonda::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// The nearest of the names, if it is near enough to be a slip.
std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  std::string best;
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

}  // namespace

std::string did_you_mean(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* command = nullptr;
  std::vector<std::string> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(sub->get_name());
    if (argc > 1 && sub->get_name() == argv[1]) command = sub;
  }
  if (argc > 1 && command == nullptr && argv[1][0] != '-') {
    const std::string best = nearest(argv[1], commands);
    return best.empty() ? std::string() : "did you mean 'zonda " + best + "'?";
  }
  std::vector<std::string> known = option_names(app);
  if (command != nullptr)
    for (std::string& name : option_names(*command)) known.push_back(std::move(name));
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (!word.starts_with("--") || std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string best = nearest(word, known);
    if (!best.empty()) return "did you mean '" + best + "'?";
  }
  return {};
}

}  // namespace zonda::cli
