// Reading models and queries: from bytes to a Document. Nothing is thrown for bad input; everything that is wrong
// goes to the diagnostics, and what could be read is in the document all the same. formats/registry.hpp knows which of
// the readers a file needs.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace zonda::lang {

// What a file may look like; the formats know.
struct LoadRules {
  bool may_be_empty = false;
  // Whether a text must be valid UTF-8. In a textual format bytes beyond ASCII can only stand in comments, so a file in
  // some 8-bit encoding is taken as it is.
  std::function<bool(std::string_view text)> must_be_utf8;
};

// Reads a file from disk into `sources` ('-' is standard input), decoded to UTF-8. Reports what is wrong (missing
// file, a directory, too large, unknown encoding) and returns nothing then.
[[nodiscard]] std::optional<Sources::FileId> load_file(const std::string& path, Sources& sources,
                                                       Diagnostics& diagnostics, const LoadRules& rules = {});
// The same for what has been read already.
[[nodiscard]] std::optional<Sources::FileId> load_bytes(const std::string& name, std::string bytes, Sources& sources,
                                                        Diagnostics& diagnostics, const LoadRules& rules = {});

// Queries embedded in a model become part of the document.
[[nodiscard]] std::unique_ptr<Document> read_xml(Sources& sources, Sources::FileId file, Diagnostics& diagnostics);
// `first` is the dialect that is tried first.
[[nodiscard]] std::unique_ptr<Document> read_text(const Sources& sources, Sources::FileId file, Dialect first,
                                                  Diagnostics& diagnostics);
[[nodiscard]] std::unique_ptr<Document> read_tck(const Sources& sources, Sources::FileId file,
                                                 Diagnostics& diagnostics);

// Reads a query file (or text of one) and appends its queries to the document.
void read_queries(const Sources& sources, Sources::FileId file, Document& document, Diagnostics& diagnostics);

}  // namespace zonda::lang
