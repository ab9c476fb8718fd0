// Token handling, recovery, and the entry points for the text blocks of an XML file.
#include "lang/parser.hpp"

#include "lang/parser_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace zonda::lang {

namespace {

LexMode mode_of(const Document& document) { return document.dialect == Dialect::Old ? LexMode::Old : LexMode::New; }

}  // namespace

Parser::Parser(TextBlock block, LexMode mode, Document& document, Diagnostics& diagnostics)
    : block_(std::move(block)),
      mode_(mode),
      document_(document),
      arena_(document.arena),
      diagnostics_(diagnostics),
      tokens_(block_, mode, diagnostics) {}

const Token& Parser::take() {
  const Token& token = peek();
  if (token.kind != Tok::End) ++at_;
  return token;
}

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

const Token& Parser::expect(Tok kind, std::string_view where) {
  if (!at(kind)) {
    const std::string what = kind == Tok::Identifier || kind == Tok::Integer ? std::string(spelling(kind))
                                                                             : fmt::format("'{}'", spelling(kind));
    fail_expecting(where.empty() ? what : fmt::format("{} {}", what, where));
  }
  return take();
}

const Token& Parser::expect_name(std::string_view what) {
  if (!at(Tok::Identifier)) {
    if (keyword(peek().text, LexMode::New) != Tok::Identifier || keyword(peek().text, mode_) != Tok::Identifier)
      fail(fmt::format("'{}' is a reserved word and cannot be {}", peek().text, what));
    fail_expecting(what);
  }
  return take();
}

bool Parser::is_new_line() const {
  if (at_ == 0) return false;
  const std::size_t begin = tokens_[at_ - 1].begin;
  return block_.text.substr(begin, peek().begin - begin).find_first_of("\r\n") != std::string_view::npos;
}

// Where the text goes on in a way that only makes sense behind a ';', it was forgotten: that is reported at the end of
// what it should have closed, and nothing is skipped.
void Parser::expect_semicolon(std::string_view where) {
  if (accept(Tok::Semicolon)) return;
  const bool starts_anew = is_new_line() && (at(Tok::Identifier) || peek().kind >= Tok::KwConst);
  if (at_ == 0 || !(starts_anew || at_end_of_block())) fail_expecting(fmt::format("';' {}", where));
  report_missing(fmt::format("';' is missing {}", where));
}

// Nothing is missing from the tree then, so the checker still has its say.
void Parser::report_missing(std::string_view what) {
  if (is_stopped_) return;
  const std::uint32_t end = tokens_[at_ - 1].range.end;
  diagnostics_.error({end, end + 1}, fmt::format("syntax error: {}", what));
}

void Parser::fail_at(const Token& token, std::string_view message, std::string hint) {
  if (is_stopped_) throw SyntaxError{};
  SourceRange range = token.range;
  if (range.end == range.begin) ++range.end;
  if (mode_ != LexMode::Query) document_.has_syntax_errors = true;
  // Junk has been reported by the lexer; a second message on the same spot would say nothing new.
  diagnostics_.error(range, fmt::format("syntax error: {}", message), std::move(hint));
  throw SyntaxError{};
}

// Whatever stands behind it is most likely inside of it: nothing more is read.
void Parser::fail_too_deep() {
  document_.nests_too_deeply = true;
  try {
    fail("text nests too deeply", "split it with functions or variables");
  } catch (const SyntaxError&) {
    is_stopped_ = true;
    throw;
  }
}

void Parser::fail(std::string_view message, std::string hint) { fail_at(peek(), message, std::move(hint)); }

void Parser::fail_expecting(std::string_view what) {
  std::string hint;
  if (at(Tok::LeadsTo) && mode_ != LexMode::Query) hint = "'-->' is one word; write '-- >'";
  if (at(Tok::Diamond)) hint = "write '!=' for 'not equal'";
  fail(fmt::format("unexpected {}, expecting {}", describe(peek()), what), std::move(hint));
}

SourceRange Parser::range_from(const Token& first) const {
  const Token& last = at_ > 0 ? tokens_[at_ - 1] : first;
  return {first.range.begin, std::max(first.range.end, last.range.end)};
}

void Parser::skip_to(Tok a, Tok b) {
  int depth = 0;
  while (!at(Tok::End)) {
    const Tok kind = peek().kind;
    if (kind == Tok::KwProcess || kind == Tok::KwSystem) return;
    if (depth == 0 && (kind == a || kind == b || kind == Tok::RightBrace)) return;
    if (kind == Tok::LeftBrace || kind == Tok::LeftParen || kind == Tok::LeftBracket) ++depth;
    if (kind == Tok::RightBrace || kind == Tok::RightParen || kind == Tok::RightBracket) depth = std::max(0, depth - 1);
    take();
  }
}

void Parser::expect_end(std::string_view what) {
  if (!at(Tok::End)) fail_expecting(fmt::format("the end of {}", what));
}

bool is_reserved_word(std::string_view word, Dialect dialect) {
  const LexMode mode = dialect == Dialect::Old ? LexMode::Old : LexMode::New;
  return keyword(word, mode) != Tok::Identifier;
}

bool is_reserved_name(std::string_view word) {
  return keyword(word, LexMode::Old) != Tok::Identifier || keyword(word, LexMode::Query) != Tok::Identifier;
}

// ---------------------------------------------------------------------------------------------------------
// Entry points

std::vector<Declaration*> parse_declarations(const TextBlock& text, Document& document, Diagnostics& diagnostics) {
  std::vector<Declaration*> result;
  Parser(text, mode_of(document), document, diagnostics).declarations_to_end(result);
  return result;
}

std::span<Parameter> parse_parameters(const TextBlock& text, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  std::vector<Parameter> result;
  parser.recover([&] {
    result = parser.parameters();
    parser.expect_end("the parameters");
  });
  return document.arena.copy(result);
}

Expr* parse_invariant(const TextBlock& text, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  Expr* result = nullptr;
  parser.recover([&] {
    result = parser.condition();
    parser.expect_end("the invariant");
  });
  return result;
}

void parse_exponential_rate(const TextBlock& text, LocationSyntax& location, Document& document,
                            Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.recover([&] {
    parser.exponential_rate(location);
    parser.expect_end("the exponential rate");
  });
}

void parse_select(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.recover([&] {
    edge.selects = document.arena.copy(parser.binders());
    parser.expect_end("the select label");
  });
}

void parse_guard(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.recover([&] {
    edge.guard = parser.condition();
    parser.expect_end("the guard");
  });
}

void parse_synchronisation(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.recover([&] {
    parser.synchronisation(edge);
    parser.expect_end("the synchronisation");
  });
}

void parse_update(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.recover([&] {
    edge.updates = document.arena.copy(parser.updates());
    parser.expect_end("the update");
  });
}

void parse_probability(const TextBlock& text, EdgeSyntax& edge, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.recover([&] {
    edge.probability = parser.expression();
    parser.expect_end("the probability");
  });
}

void parse_system(const TextBlock& text, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  const std::size_t templates = document.templates.size();
  parser.declarations_and_system(Section::System);
  // A process written here has no element of its own, so the file cannot be written back as it stood.
  if (document.templates.size() > templates) document.is_all_in_texts = false;
}

void parse_text_model(const TextBlock& text, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, mode_of(document), document, diagnostics);
  parser.declarations_and_system(Section::Declaration);
}

void parse_query(Query& query, Document& document, Diagnostics& diagnostics) {
  const Diagnostics::QueryContext context(diagnostics);
  // A number that is too large is read as another one: what parses may be wrong nevertheless.
  const std::size_t errors_before = diagnostics.error_count();
  Parser parser(query.text, LexMode::Query, document, diagnostics);
  const bool is_read = parser.recover([&] {
    parser.query(query);
    parser.expect_end("the formula");
  });
  if (!is_read || diagnostics.error_count() > errors_before) query.kind = QueryKind::Malformed;
}

}  // namespace zonda::lang
