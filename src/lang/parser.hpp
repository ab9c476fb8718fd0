// The parser: recursive descent over one block of text. Each entry point reads one block to its end, reports what
// is wrong and recovers at the next ';', ',' or '}' so that several errors are found in one run. Nothing here
// knows types or scopes: the checker does.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <string_view>
#include <vector>

namespace zonda::lang {

class Parser;

// Entry points for the text blocks of an XML file (uppaal-style start symbols). `document` owns the nodes and
// says which dialect the text is in.
std::vector<Declaration*> parse_declarations(const TextBlock& text, Document& document, Diagnostics& diagnostics);
std::span<Parameter> parse_parameters(const TextBlock& text, Document& document, Diagnostics& diagnostics);
Expr* parse_invariant(const TextBlock& text, Document& document, Diagnostics& diagnostics);
void parse_exponential_rate(const TextBlock& text, LocationSyntax& location, Document& document,
                            Diagnostics& diagnostics);
void parse_select(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics);
void parse_guard(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics);
void parse_synchronisation(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics);
void parse_update(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics);
void parse_probability(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics);
// The <system> section: declarations and instantiations (appended to document.items), system line, progress, gantt.
void parse_system(const TextBlock& text, Document& document, Diagnostics& diagnostics);

// A whole .xta or .ta text: declarations, processes, instantiations, system line, query blocks.
void parse_text_model(const TextBlock& text, Document& document, Diagnostics& diagnostics);

// Attributes of TChecker's format: a 'provided' or 'invariant' (null when it is wrong), and a 'do'.
Expr* parse_tck_condition(const TextBlock& text, Document& document, Diagnostics& diagnostics);
struct TckProgram {
  std::vector<Statement*> statements;
  std::vector<Declaration*> locals;
  bool is_plain = true;  // nothing but assignments
};
void parse_tck_program(const TextBlock& text, TckProgram& program, Document& document, Diagnostics& diagnostics);

// One formula. Fills kind, feature, predicate, conclusion and values of the query from `query.text`.
void parse_query(Query& query, Document& document, Diagnostics& diagnostics);

// True for words that cannot name anything declared in a model.
[[nodiscard]] bool is_reserved_word(std::string_view word, Dialect dialect);
// The same for the names of templates and locations in an XML file: these are fewer, 'for' and 'select' pass.
[[nodiscard]] bool is_reserved_name(std::string_view word);

}  // namespace zonda::lang
