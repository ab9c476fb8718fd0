#include "cli/usage.hpp"

#include "cli/suggest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace zonda::cli {

namespace {

// Empty when the text is a number that fits.
std::string number_error(const std::string& text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) return fmt::format("'{}' is too large", text);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return fmt::format("'{}' is not a number; write one such as 0, 1 or 25", text);
  return {};
}

std::string in_our_words(const CLI::ParseError& error) {
  std::string text = error.what();
  const std::string option = text.substr(0, text.find(": "));
  if (text.find(": At Most 1 required") != std::string::npos) return option + " can be given only once";
  if (text.ends_with(" missing") && text.find(": 1 required ") != std::string::npos) return option + " needs a value";
  return text;
}

}  // namespace

void check_numbers(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    for (CLI::Option* option : command->get_options())
      if (option->get_type_name() == "UINT") option->check(number_error);
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  const bool is_command = argc > 1 && argv[1][0] != '-';
  const bool is_known =
      is_command && !app.get_subcommands([&](const CLI::App* c) { return c->check_name(argv[1]); }).empty();
  std::string result = fmt::format(
      "zonda: {}\n", is_command && !is_known ? fmt::format("there is no command '{}'", argv[1]) : in_our_words(error));
  const std::string hint = did_you_mean(app, argc, argv);
  if (!hint.empty()) result += fmt::format("    hint: {}\n", hint);
  return result + (is_known ? fmt::format("zonda {} --help lists its options.\n", argv[1])
                            : std::string("zonda --help lists the commands.\n"));
}

}  // namespace zonda::cli
