// Reading .xta and .ta, and choosing the reader for a model.
#include "lang/parser.hpp"
#include "lang/read.hpp"

#include <fmt/format.h>

namespace zonda::lang {

namespace {

std::unique_ptr<Document> parse(const Sources& sources, Sources::FileId file, Format format, Dialect dialect,
                                Diagnostics& diagnostics) {
  auto document = std::make_unique<Document>();
  document->format = format;
  document->dialect = dialect;
  parse_text_model(TextBlock::plain(sources, file), *document, diagnostics);
  return document;
}

}  // namespace

// The extension proposes a dialect; when the text does not parse in it but does in the other, the other is right.
std::unique_ptr<Document> read_text(const Sources& sources, Sources::FileId file, Format format,
                                    Diagnostics& diagnostics) {
  const Dialect first = format == Format::Ta ? Dialect::Old : Dialect::New;
  const Dialect second = first == Dialect::Old ? Dialect::New : Dialect::Old;
  Diagnostics found = diagnostics.fresh();
  auto document = parse(sources, file, format, first, found);
  if (found.has_model_errors() && !document->nests_too_deeply) {
    Diagnostics retry = diagnostics.fresh();
    auto other = parse(sources, file, format, second, retry);
    if (!retry.has_model_errors()) {
      document = std::move(other);
      found = std::move(retry);
      if (second == Dialect::Old)
        found.warning("old-syntax", {}, fmt::format("{}: read in the syntax of UPPAAL 3.4", sources.name(file)));
    }
  }
  diagnostics.append(found);
  return document;
}

std::unique_ptr<Document> read_model(Sources& sources, Sources::FileId file, Diagnostics& diagnostics) {
  const std::string& name = sources.name(file);
  switch (guess_kind(name, sources.text(file))) {
    case FileKind::Xml:
      return read_xml(sources, file, diagnostics);
    case FileKind::Xta:
      return read_text(sources, file, Format::Xta, diagnostics);
    case FileKind::Ta:
      return read_text(sources, file, Format::Ta, diagnostics);
    case FileKind::Queries:
      diagnostics.error({}, fmt::format("'{}' is a query file, not a model", name),
                        "give the model first, the query file second");
      return nullptr;
    case FileKind::Tck:
      return read_tck(sources, file, diagnostics);
    case FileKind::Unknown:
      break;
  }
  diagnostics.error({}, fmt::format("'{}' is not a model", name),
                    "zonda reads UPPAAL's .xml, .xta and .ta files and TChecker's .tck files");
  return nullptr;
}

}  // namespace zonda::lang
