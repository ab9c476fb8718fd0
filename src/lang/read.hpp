// Reading models and queries: from bytes to a Document. Nothing is thrown for bad input; everything that is wrong
// goes to the diagnostics, and what could be read is in the document all the same.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace zonda::lang {

// What a file is, judged by its content first and its extension second.
enum class FileKind : std::uint8_t { Xml, Xta, Ta, Queries, Tck, Unknown };
[[nodiscard]] FileKind guess_kind(std::string_view name, std::string_view content);

// Reads a file from disk into `sources` ('-' is standard input), decoded to UTF-8. Reports what is wrong (missing
// file, a directory, too large, unknown encoding) and returns nothing then.
[[nodiscard]] std::optional<Sources::FileId> load_file(const std::string& path, Sources& sources,
                                                       Diagnostics& diagnostics);
// The same for what has been read already.
[[nodiscard]] std::optional<Sources::FileId> load_bytes(const std::string& name, std::string bytes, Sources& sources,
                                                        Diagnostics& diagnostics);

// Reads a model of any supported format. Queries embedded in it are part of the document.
[[nodiscard]] std::unique_ptr<Document> read_model(Sources& sources, Sources::FileId file, Diagnostics& diagnostics);

// The readers behind read_model.
[[nodiscard]] std::unique_ptr<Document> read_xml(Sources& sources, Sources::FileId file, Diagnostics& diagnostics);
[[nodiscard]] std::unique_ptr<Document> read_text(const Sources& sources, Sources::FileId file, Format format,
                                                  Diagnostics& diagnostics);

[[nodiscard]] std::unique_ptr<Document> read_tck(const Sources& sources, Sources::FileId file,
                                                 Diagnostics& diagnostics);

// Reads a query file (or text of one) and appends its queries to the document.
void read_queries(const Sources& sources, Sources::FileId file, Document& document, Diagnostics& diagnostics);

}  // namespace zonda::lang
