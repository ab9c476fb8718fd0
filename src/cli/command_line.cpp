#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>

namespace zonda::cli {

namespace {

constexpr std::size_t kColumnsOfNames = 28;

// Empty if the text is a number that fits. CLI11 itself would turn '-1' and numbers that are too large into others.
std::string number_error(const std::string& text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) return fmt::format("'{}' is too large", text);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return fmt::format("'{}' is not a number; write one such as 0, 1 or 25", text);
  return {};
}

// Rewords some of CLI11's messages.
std::string mistake_of(const CLI::ParseError& error) {
  std::string text = error.what();
  const std::string option = text.substr(0, text.find(": "));
  if (text.find(": At Most 1 required") != std::string::npos) return option + " can be given only once";
  if (text.ends_with(" missing") && text.find(": 1 required ") != std::string::npos) return option + " needs a value";
  return text;
}

OptionDescription description_of(const CLI::Option& option) {
  return {.short_names = option.get_snames(),
          .long_names = option.get_lnames(),
          .position_name = option.get_positional() ? option.get_name(true) : std::string(),
          .help = option.get_description(),
          .group = option.get_group(),
          .type_name = option.get_type_name(),
          .takes_value = option.get_items_expected_max() > 0,
          .is_required = option.get_required()};
}

CommandDescription description_of(const CLI::App& app) {
  CommandDescription result{.name = app.get_name(),
                            .description = app.get_description(),
                            .footer = app.get_footer(),
                            .groups = app.get_groups(),
                            .options = {}};
  for (const CLI::Option* option : app.get_options()) result.options.push_back(description_of(*option));
  return result;
}

}  // namespace

CommandOption& CommandOption::required() {
  option_->required();
  return *this;
}

CommandOption& CommandOption::group(const std::string& heading) {
  option_->group(heading);
  return *this;
}

CommandOption& CommandOption::delimiter(char separator) {
  option_->delimiter(separator);
  return *this;
}

CommandOption& CommandOption::one_value_each_time() {
  option_->allow_extra_args(false);
  return *this;
}

CommandOption& CommandOption::one_value_in_all() {
  option_->expected(1);
  return *this;
}

CommandOption& CommandOption::takes_number() {
  option_->type_name("UINT")->check(number_error);
  return *this;
}

void Command::set_footer(const std::string& text) { app_->footer(text); }

void Command::set_action(std::function<void()> action) { app_->callback(std::move(action)); }

void Command::leave_arguments_alone() {
  app_->prefix_command();
  app_->set_help_flag();
}

CommandOption Command::add_option(const std::string& names, std::string& to, const std::string& help) {
  return CommandOption(*app_->add_option(names, to, help));
}

CommandOption Command::add_option(const std::string& names, std::vector<std::string>& to, const std::string& help) {
  return CommandOption(*app_->add_option(names, to, help));
}

CommandOption Command::add_option(const std::string& names, std::uint64_t& to, const std::string& help) {
  return CommandOption(*app_->add_option(names, to, help)).takes_number();
}

CommandOption Command::add_option(const std::string& names, std::optional<std::string>& to, const std::string& help) {
  return CommandOption(*app_->add_option(names, to, help));
}

CommandOption Command::add_option(const std::string& names, std::optional<std::uint64_t>& to, const std::string& help) {
  return CommandOption(*app_->add_option(names, to, help)).takes_number();
}

CommandOption Command::add_option(const std::string& names, const std::function<void(const std::string&)>& set,
                                  const std::string& help) {
  return CommandOption(*app_->add_option_function<std::string>(names, set, help));
}

CommandOption Command::add_flag(const std::string& names, bool& to, const std::string& help) {
  return CommandOption(*app_->add_flag(names, to, help));
}

CommandOption Command::add_flag(const std::string& names, const std::function<void()>& set, const std::string& help) {
  return CommandOption(*app_->add_flag_callback(names, set, help));
}

// Commands inherit the footer and the layout of help that the program has when they are added, so these come first.
CommandLine::CommandLine(const Program& program) : app_(std::make_unique<CLI::App>(program.description, program.name)) {
  app_->set_version_flag("--version", program.version, "Print the version and stop");
  app_->require_subcommand(0, 1);
  app_->get_formatter()->column_width(kColumnsOfNames);
  app_->footer(program.footer);
}

CommandLine::~CommandLine() = default;

Command CommandLine::add_command(const std::string& name, const std::string& description) {
  return Command(*app_->add_subcommand(name, description));
}

CommandLine::Result CommandLine::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return {Outcome::Mistake, mistake_of(error)};
    app_->exit(error);
    return {Outcome::Shown, {}};
  }
  return {app_->get_subcommands().empty() ? Outcome::Nothing : Outcome::Ran, {}};
}

std::string CommandLine::help() const { return app_->help(); }

std::string CommandLine::command_help(const std::string& name) const {
  return app_->get_subcommand(name)->help(app_->get_name());
}

CommandLineDescription CommandLine::describe() const {
  CommandLineDescription result{description_of(*app_), {}};
  const CLI::App& app = *app_;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    result.commands.push_back(description_of(*command));
  return result;
}

}  // namespace zonda::cli
