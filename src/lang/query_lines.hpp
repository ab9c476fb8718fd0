// Cuts the text of a query file, or of a <formula>, into formulas: one a line, with comments and line continuation.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "util/arena.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

struct QueryLine {
  TextBlock text;  // from the first character of the formula to its last; blank for '//NO_QUERY'
  SourceRange range;
  std::string comment;      // the last block comment before it
  std::string expectation;  // the list behind 'EXPECT:' in a comment
  SourceRange expectation_range;
};

// A continued line has the line break cut out; such text lives in the arena, all other is a view of `block`.
[[nodiscard]] std::vector<QueryLine> split_queries(const TextBlock& block, Arena& arena, Diagnostics& diagnostics);

// The characters from `begin` to `end` of the block.
[[nodiscard]] TextBlock part_of(const TextBlock& block, std::size_t begin, std::size_t end);

// 'T,3MB,10S' as the expectation of a query. Tokens that say nothing are reported as warnings.
[[nodiscard]] Expectation parse_expectation(std::string_view list, SourceRange range, Diagnostics& diagnostics);

}  // namespace zonda::lang
