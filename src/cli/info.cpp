// zonda info MODEL [QUERIES]
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/format_words.hpp"
#include "cli/table_options.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace zonda::cli {

namespace {

struct InfoArguments {
  std::string path;
  LoadOptions load;
  InfoOptions info;
  bool json = false;
  bool list_warnings = false;
};

void print_warning_names() {
  for (const Warning& w : warnings())
    std::cout << "  " << w.name << std::string(24 - std::min<std::size_t>(23, w.name.size()), ' ') << w.meaning << '\n';
}

int run_info(const InfoArguments& arguments) {
  if (arguments.list_warnings) {
    print_warning_names();
    return 0;
  }
  if (arguments.path.empty()) {
    std::cerr << "zonda info: which model?\nzonda info --help says how to call it.\n";
    return 2;
  }
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  if (const std::string error = model.info_error(arguments.info); !error.empty()) {
    std::cerr << "zonda: " << error << '\n';
    return 2;
  }
  std::cout << (arguments.json ? model.info_json(arguments.info) + "\n" : model.info(arguments.info));
  return !finish_output() || model.error_count() > 0 ? 2 : 0;
}

}  // namespace

void add_info(CommandLine& line) {
  auto arguments = std::make_shared<InfoArguments>();
  Command command = line.add_command("info", "Show what is in a model and which queries can be answered");
  command.add_option("MODEL", arguments->path, model_help());
  command.add_option("QUERIES", arguments->load.query_file, "A query file (default: those in the model, or MODEL.q)");
  command.add_option("-q", arguments->load.queries, "A query as text; may be repeated")
      .one_value_each_time()
      .group("Queries");
  command
      .add_flag(std::string(flag_of(&ProgramOptions::json)), arguments->json,
                option_help(option_of(&ProgramOptions::json)))
      .group("Output");
  command.add_flag("--all", arguments->info.all, "List everything, however long").group("Output");
  command
      .add_flag("--cover", arguments->info.cover,
                fmt::format("Show local cycles, which of them need others, and covering sets (for {} cover)",
                            flag_of(&CheckOptions::keep)))
      .group("Output");
  command
      .add_flag("--bounds", arguments->info.bounds,
                "Show the numbers that each clock is compared with, by location, and where they come from")
      .group("Output");
  command
      .add_option("--p-points", arguments->info.p_points,
                  "Show p-points as 'zonda partition' takes them; 'auto': those that it would choose")
      .group("Output");
  command
      .add_option(std::string(flag_of(&CheckOptions::seed)), arguments->info.seed,
                  "Seed of the random walks for --cover, --p-points (default: 1)")
      .group("Output");
  add_no_warn(command, arguments->load.disabled_warnings).group("Output");
  command.add_flag("--warnings", arguments->list_warnings, "List the names of all warnings").group("Output");
  command.set_action([arguments] { set_exit_status(run_info(*arguments)); });
}

}  // namespace zonda::cli
