// The formats that zonda reads and writes, as values: the source of all lists of formats in help texts and messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda {

struct FormatInfo {
  std::string name;                     // one word, as Model::convert and --to take it
  std::string owner;                    // the tool that it belongs to: "TChecker's"; may be empty
  std::vector<std::string> extensions;  // with the dot; the first is the usual one
  bool is_read = false;                 // models can be read from it
  bool is_written = false;              // models can be converted to it
  bool is_of_queries = false;           // it holds queries, not a model
  bool has_labels = false;              // LoadOptions::labels applies to its models
  // Where the queries of a converted model go: into the text, into a query file beside it, or nowhere; or the question
  // does not apply to the format.
  enum class Queries { Inside, Beside, Nowhere, NotApplicable };
  Queries queries = Queries::NotApplicable;
  // What `zonda fmt` puts into uniform layout.
  enum class Tidying { None, WholeText, Declarations };
  Tidying tidying = Tidying::None;
};

// All formats, in the order in which lists name them.
[[nodiscard]] std::vector<FormatInfo> all_formats();

// The format to convert to, from the extension of a file name or from the name of a format; nothing: there is none.
[[nodiscard]] std::optional<FormatInfo> output_format(std::string_view name);

}  // namespace zonda
