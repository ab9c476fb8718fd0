// Query files: each formula becomes a query of the document.
#include "lang/parser.hpp"
#include "lang/query_lines.hpp"
#include "lang/read.hpp"

namespace zonda::lang {

void read_queries(const Sources& sources, Sources::FileId file, Document& document, Diagnostics& diagnostics) {
  const TextBlock all = TextBlock::plain(sources, file);
  for (QueryLine& line : split_queries(all, document.arena, diagnostics)) {
    Query query;
    query.text = std::move(line.text);
    query.range = line.range;
    query.comment = std::move(line.comment);
    if (!line.expectation.empty())
      query.expectations.push_back(parse_expectation(line.expectation, line.expectation_range, diagnostics));
    if (!query.text.is_blank()) parse_query(query, document, diagnostics);
    document.queries.push_back(std::move(query));
  }
}

}  // namespace zonda::lang
