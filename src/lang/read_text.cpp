// Reading .xta and .ta.
#include "lang/parser.hpp"
#include "lang/read.hpp"

#include <fmt/format.h>

namespace zonda::lang {

namespace {

std::unique_ptr<Document> parse(const Sources& sources, Sources::FileId file, Dialect dialect,
                                Diagnostics& diagnostics) {
  auto document = std::make_unique<Document>();
  document->dialect = dialect;
  parse_text_model(TextBlock::plain(sources, file), *document, diagnostics);
  return document;
}

}  // namespace

// The caller proposes a dialect; when the text does not parse in it but does in the other, the other is right.
std::unique_ptr<Document> read_text(const Sources& sources, Sources::FileId file, Dialect first,
                                    Diagnostics& diagnostics) {
  const Dialect second = first == Dialect::Old ? Dialect::New : Dialect::Old;
  Diagnostics found = diagnostics.fresh();
  auto document = parse(sources, file, first, found);
  if (found.has_model_errors() && !document->nests_too_deeply) {
    Diagnostics retry = diagnostics.fresh();
    auto other = parse(sources, file, second, retry);
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

}  // namespace zonda::lang
