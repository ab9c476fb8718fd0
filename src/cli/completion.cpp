// Completion scripts for shells, made from the commands and options that the command line itself knows. Values come
// from the table of options or, for options that are not in it, from descriptions that are lists of words: 'xml, xta,
// json'.
#include "cli/manual.hpp"
#include "cli/table_options.hpp"
#include "cli/verifyta_options.hpp"

#include <fmt/format.h>

#include <utility>

namespace zonda::cli {

namespace {

struct Choice {
  std::string name;  // with its dashes
  std::string description;
  bool has_value = false;
  std::vector<std::string> values;
};

struct CommandChoices {
  std::string name;
  std::string description;
  std::vector<Choice> options;
};

// The words of 'auto, bfs, dfs and random', alone or beside a colon; 'distance:k' gives 'distance:', 'junit=FILE'
// 'junit='.
std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> result;
  while (!list.empty()) {
    std::size_t end = list.size();
    std::size_t next = list.size();
    for (const std::string_view separator : {", and ", ", or ", ", ", " and ", " or "})
      if (const std::size_t at = list.find(separator); at < end) {
        end = at;
        next = at + separator.size();
      }
    std::string word(list.substr(0, end));
    list.remove_prefix(next);
    if (const std::size_t mark = word.find_first_of(":="); mark != std::string::npos) word.resize(mark + 1);
    const bool is_word =
        !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-:=") == std::string::npos;
    if (!is_word) return {};
    result.push_back(std::move(word));
  }
  return result.size() > 1 ? result : std::vector<std::string>();
}

std::vector<std::string> values_in(std::string_view description) {
  const std::size_t colon = description.find(": ");
  if (colon == std::string_view::npos) return words_of(description);
  std::vector<std::string> result = words_of(description.substr(0, colon));
  return result.empty() ? words_of(description.substr(colon + 2)) : result;
}

std::vector<CommandChoices> commands_of(const CommandLineDescription& line) {
  std::vector<CommandChoices> result;
  for (const CommandDescription& described : line.commands) {
    CommandChoices& command = result.emplace_back(CommandChoices{described.name, described.description, {}});
    for (const OptionDescription& o : described.options) {
      const auto add = [&](const std::string& name) {
        std::vector<std::string> values = words_of_option(command.name, name);
        if (values.empty()) values = values_in(o.help);
        command.options.push_back({name, o.help, o.takes_value, std::move(values)});
      };
      for (const std::string& name : o.short_names) add("-" + name);
      for (const std::string& name : o.long_names) add("--" + name);
    }
    // The command line of verifyta is parsed elsewhere.
    if (command.name == "verifyta")
      for (const VerifytaOption& o : verifyta_options())
        for (const std::string& name : o.names) command.options.push_back({name, o.meaning, o.has_value, {}});
  }
  return result;
}

template <typename List, typename Text>
std::string joined(const List& list, Text text) {
  std::string result;
  for (const auto& item : list) result += (result.empty() ? "" : " ") + text(item);
  return result;
}

std::string topics() {
  return joined(manual_pages(), [](const ManualPage& p) { return std::string(p.name); });
}

std::string bash(const std::vector<CommandChoices>& commands) {
  std::string result =
      "# bash completion for zonda; made by 'zonda completion bash'\n"
      "_zonda_values() {\n"
      "  COMPREPLY=($(compgen -W \"$1\" -- \"$current\"))\n"
      "  if [[ ${COMPREPLY[0]} == *[:=] ]]; then compopt -o nospace 2>/dev/null; fi\n"
      "}\n"
      "_zonda() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n";
  const std::string names = joined(commands, [](const CommandChoices& c) { return c.name; });
  result +=
      fmt::format("    COMPREPLY=($(compgen -W '{} --help --version' -- \"$current\"))\n    return\n  fi\n", names);
  result += "  case $command,$previous in\n";
  for (const CommandChoices& c : commands)
    for (const Choice& o : c.options)
      if (!o.values.empty() && o.has_value)
        result += fmt::format("    {},{}) _zonda_values '{}'; return ;;\n", c.name, o.name,
                              joined(o.values, [](const std::string& v) { return v; }));
  result +=
      fmt::format("    help,help) COMPREPLY=($(compgen -W '{} {}' -- \"$current\")); return ;;\n", names, topics());
  result += "    completion,completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$current\")); return ;;\n  esac\n";
  result += "  if [[ $current == -* ]]; then\n    case $command in\n";
  for (const CommandChoices& c : commands)
    result += fmt::format("      {}) COMPREPLY=($(compgen -W '{}' -- \"$current\")) ;;\n", c.name,
                          joined(c.options, [](const Choice& o) { return o.name; }));
  return result +
         "    esac\n    return\n  fi\n  compopt -o filenames 2>/dev/null\n"
         "  mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n}\ncomplete -F _zonda zonda\n";
}

std::string quoted(std::string text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string zsh(const std::vector<CommandChoices>& commands) {
  std::string result =
      "#compdef zonda\n# zsh completion for zonda; made by 'zonda completion zsh'\n_zonda() {\n"
      "  local -a commands\n  commands=(\n";
  for (const CommandChoices& c : commands) result += fmt::format("    '{}:{}'\n", c.name, quoted(c.description, ""));
  result += "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n  case $words[2] in\n";
  for (const CommandChoices& c : commands) {
    result += fmt::format("    {})\n      _arguments \\\n", c.name);
    for (const Choice& o : c.options) {
      std::string action;
      if (o.has_value)
        action = o.values.empty()
                     ? ":value:_files"
                     : fmt::format(":value:({})", joined(o.values, [](const std::string& v) { return v; }));
      result += fmt::format("        '{}[{}]{}' \\\n", o.name, quoted(o.description, "[]:\\"), action);
    }
    const std::string names = joined(commands, [](const CommandChoices& other) { return other.name; });
    const std::string last = c.name == "help"         ? fmt::format("*:topic:({} {})", names, topics())
                             : c.name == "completion" ? std::string("*:shell:(bash zsh fish)")
                                                      : std::string("*:file:_files");
    result += fmt::format("        '{}'\n      ;;\n", last);
  }
  return result + "  esac\n}\n_zonda \"$@\"\n";
}

std::string fish(const std::vector<CommandChoices>& commands) {
  std::string result = "# fish completion for zonda; made by 'zonda completion fish'\n";
  for (const CommandChoices& c : commands)
    result +=
        fmt::format("complete -c zonda -n __fish_use_subcommand -f -a {} -d '{}'\n", c.name, quoted(c.description, ""));
  for (const CommandChoices& c : commands)
    for (const Choice& o : c.options) {
      const bool is_long = o.name.starts_with("--");
      std::string values;
      if (o.has_value && !o.values.empty())
        values = fmt::format(" -x -a '{}'", joined(o.values, [](const std::string& v) { return v; }));
      else if (o.has_value)
        values = " -r";
      result += fmt::format("complete -c zonda -n '__fish_seen_subcommand_from {}' -{} {} -d '{}'{}\n", c.name,
                            is_long ? 'l' : 's', o.name.substr(is_long ? 2 : 1), quoted(o.description, ""), values);
    }
  const std::string names = joined(commands, [](const CommandChoices& c) { return c.name; });
  return result +
         fmt::format("complete -c zonda -n '__fish_seen_subcommand_from help' -f -a '{} {}'\n", names, topics()) +
         "complete -c zonda -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n";
}

}  // namespace

std::string completion_script(const CommandLineDescription& line, std::string_view shell) {
  const std::vector<CommandChoices> commands = commands_of(line);
  if (shell == "bash") return bash(commands);
  if (shell == "zsh") return zsh(commands);
  if (shell == "fish") return fish(commands);
  return {};
}

}  // namespace zonda::cli
