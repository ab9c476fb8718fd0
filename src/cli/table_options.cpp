#include "cli/table_options.hpp"

#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <unistd.h>
#include <variant>

namespace zonda::cli {

namespace {

using Slot =
    std::variant<bool ProgramOptions::*, std::string ProgramOptions::*, std::vector<std::string> ProgramOptions::*>;

struct NamedSlot {
  std::string_view flag;
  Slot slot;
};

Slot slot_of(const OptionInfo& option) {
  static const std::vector<NamedSlot> kSlots = {
#define ZONDA_PROGRAM_OPTION(field, kind, usual, flag, ...) {flag, &ProgramOptions::field},
#include "zonda/options.def"
  };
  return std::ranges::find(kSlots, option.flag, &NamedSlot::flag)->slot;
}

CommandOption add_program_option(Command& command, const OptionInfo& option, const std::string& help,
                                 ProgramOptions& to) {
  const std::string flag(option.flag);
  return std::visit(
      [&](auto field) -> CommandOption {
        if constexpr (std::is_same_v<decltype(field), bool ProgramOptions::*>)
          return command.add_flag(flag, to.*field, help);
        else
          return command.add_option(flag, to.*field, help);
      },
      slot_of(option));
}

CommandOption add_library_option(Command& command, const OptionInfo& option, const std::string& help,
                                 TableOptions& to) {
  const std::string flag(option.flag);
  const auto set = [&to, &option](const std::string& text) {
    to.given.insert(option.field);
    if (std::string error = set_option(to.check, option, text); !error.empty()) to.errors.push_back(std::move(error));
  };
  switch (option.kind) {
    case OptionKind::Flag:
    case OptionKind::NoFlag:
      return command.add_flag(
          flag, [set] { set({}); }, help);
    case OptionKind::Number:
    case OptionKind::MaybeNumber:
      return command.add_option(flag, set, help).takes_number();
    default:
      return command.add_option(flag, set, help);
  }
}

Commands bit_of(std::string_view command) {
  struct Named {
    std::string_view name;
    Commands bit;
  };
  constexpr Named kCommands[] = {{"check", kCheck},       {"partition", kPartition}, {"monitor", kMonitor},
                                 {"diagnose", kDiagnose}, {"verifyta", kVerifyta},   {"info", kInfo}};
  for (const Named& c : kCommands)
    if (c.name == command) return c.bit;
  return 0;
}

}  // namespace

void add_table_options(Command& command, Commands which, TableOptions& to,
                       std::initializer_list<std::string_view> groups) {
  for (const OptionInfo& option : option_table()) {
    if ((option.commands & which) == 0) continue;
    if (groups.size() > 0 && std::ranges::find(groups, option.group) == groups.end()) continue;
    const std::string help = option_help(option, which);
    CommandOption added = option.json.empty() ? add_program_option(command, option, help, to.program)
                                              : add_library_option(command, option, help, to);
    added.group(std::string(option.group));
    if (option.kind == OptionKind::Texts || option.kind == OptionKind::List) added.one_value_each_time();
    if (option.kind == OptionKind::List) added.delimiter(',');
  }
}

CommandOption add_no_warn(Command& command, std::vector<std::string>& names) {
  const OptionInfo& option = option_of(&ProgramOptions::disabled_warnings);
  return command.add_option(std::string(option.flag), names, option_help(option)).delimiter(',').one_value_each_time();
}

bool are_values_fine(const TableOptions& options) {
  std::vector<std::string> errors = options.errors;
  const ProgramOptions& p = options.program;
  errors.push_back(word_error(option_of(&ProgramOptions::progress), p.progress));
  if (!p.trace_format.empty()) errors.push_back(word_error(option_of(&ProgramOptions::trace_format), p.trace_format));
  if (p.json && p.trace_file == "-")
    errors.push_back(fmt::format("{} includes the traces in its object, so {} - is not possible",
                                 flag_of(&ProgramOptions::json), flag_of(&ProgramOptions::trace_file)));
  std::erase(errors, std::string());
  for (const std::string& error : errors) std::cerr << "zonda: " << error << '\n';
  return errors.empty();
}

bool shows_progress(const ProgramOptions& options) {
  return options.progress == "on" || (options.progress == kAuto && isatty(STDERR_FILENO) != 0 && !options.quiet);
}

std::vector<std::string> words_of_option(const std::string& command, const std::string& flag) {
  const Commands bit = bit_of(command);
  std::vector<std::string> result;
  for (const OptionInfo& option : option_table()) {
    if (option.flag != flag || (option.commands & bit) == 0 || option.kind == OptionKind::List) continue;
    for (const OptionValue& value : option_values(option, bit)) {
      const std::string text = value.text();
      const std::size_t mark = text.find_first_of(":=");
      result.push_back(mark == std::string::npos ? text : text.substr(0, mark + 1));
    }
  }
  return result;
}

}  // namespace zonda::cli
