#include "cli/usage.hpp"

#include "cli/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::cli {

std::string usage_error(const CommandLineDescription& line, const std::string& mistake, int argc,
                        const char* const* argv) {
  const bool is_command = argc > 1 && argv[1][0] != '-';
  const bool is_known =
      is_command && std::ranges::any_of(line.commands, [&](const CommandDescription& c) { return c.name == argv[1]; });
  std::string result =
      fmt::format("zonda: {}\n", is_command && !is_known ? fmt::format("there is no command '{}'", argv[1]) : mistake);
  const std::string hint = did_you_mean(line, argc, argv);
  if (!hint.empty()) result += fmt::format("    hint: {}\n", hint);
  return result + (is_known ? fmt::format("zonda {} --help lists its options.\n", argv[1])
                            : std::string("zonda --help lists the commands.\n"));
}

}  // namespace zonda::cli
