// zonda convert MODEL -o FILE
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/format_words.hpp"
#include "cli/table_options.hpp"
#include "zonda/model.hpp"

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace zonda::cli {

namespace {

struct ConvertArguments {
  std::string path;
  std::string output = "-";
  std::string to;
  LoadOptions load;
};

// The first line of query files that this command writes.
constexpr std::string_view kOurs = "// Written by zonda convert.";

FormatInfo find_query_format() {
  for (FormatInfo& f : all_formats())
    if (f.is_of_queries && f.is_written) return f;
  return {};
}

// A textual model cannot contain queries: they go into the query file beside it.
bool write_queries_beside(const Model& model, const FormatInfo& format, const ConvertArguments& arguments) {
  const FormatInfo query_format = find_query_format();
  if (model.query_count() == 0 || query_format.name.empty()) return true;
  if (arguments.output == "-") {
    std::cerr << "zonda: the queries are not part of the " << format.extensions.front() << " text; '--to "
              << query_format.name << "' prints them\n";
    return true;
  }
  const std::string path =
      std::filesystem::path(arguments.output).replace_extension(query_format.extensions.front()).string();
  const std::string text = std::string(kOurs) + "\n\n" + model.convert(query_format.name).text;
  // The user did not name that file, so a file that zonda did not write stays.
  if (std::filesystem::exists(path)) {
    const std::optional<std::string> old = read_file(path);
    if (!old || !old->starts_with(kOurs)) {
      std::cerr << "zonda: " << path << " exists already and is not changed; '--to " << query_format.name
                << "' prints the queries\n";
      return old.has_value();
    }
  }
  std::cerr << "zonda: the queries are in " << path << '\n';
  return write_file(path, text);
}

int run_convert(const ConvertArguments& arguments) {
  const auto format = output_format(arguments.to.empty() ? arguments.output : arguments.to);
  if (!format) {
    const std::string given = arguments.to.empty() ? arguments.output : arguments.to;
    std::cerr << "zonda: " << (given == "-" ? "which format?" : "unknown format '" + given + "'")
              << "\n    hint: say --to " << written_formats() << ", or give -o a file name with such an extension\n";
    return 2;
  }
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  const Model::Converted converted = model.convert(format->name);
  if (!converted.error.empty()) {
    std::cerr << "zonda: " << converted.error << '\n';
    return 2;
  }
  if (!converted.warning.empty()) std::cerr << "zonda: " << converted.warning << '\n';
  if (!write_file(arguments.output, converted.text)) return 2;
  if (format->queries == FormatInfo::Queries::Nowhere && model.query_count() > 0)
    std::cerr << "zonda: the queries are not part of " << format->owner << " format\n";
  if (format->queries == FormatInfo::Queries::Beside && !write_queries_beside(model, *format, arguments)) return 2;
  return 0;
}

}  // namespace

void add_convert(CommandLine& line) {
  auto arguments = std::make_shared<ConvertArguments>();
  Command command = line.add_command("convert", "Write a model as " + written_formats());
  command.add_option("MODEL", arguments->path, model_help()).required();
  command.add_option("-o,--output", arguments->output, "Where to write; the extension says the format (default: -)");
  command.add_option("--to", arguments->to, "The format: " + written_formats());
  command.add_option("--queries", arguments->load.query_file, "A query file (default: those in the model, or MODEL.q)");
  add_no_warn(command, arguments->load.disabled_warnings);
  command.set_action([arguments] { set_exit_status(run_convert(*arguments)); });
}

}  // namespace zonda::cli
