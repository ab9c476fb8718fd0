// The outermost level of textual models and the <system> section of XML: declarations, instantiations, the system
// line, progress measures, gantt charts and query blocks.
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

namespace zonda::lang {

void Parser::declarations_and_system(Section section) {
  while (!at(Tok::KwSystem) && !at(Tok::End) && !gave_up()) {
    if (accept(Tok::Semicolon)) continue;
    const bool is_read = recover([&] {
      if (at(Tok::KwProcess)) return process();
      std::vector<Declaration*> found;
      if (at_word("import") && peek(1).kind == Tok::String)
        import_declaration(found);
      else
        found.push_back(declaration());
      for (Declaration* declaration : found) {
        const bool is_instance = declaration->kind == DeclKind::Instantiation;
        document_.items.push_back({is_instance ? Section::System : section, declaration, 0});
      }
    });
    if (!is_read) skip_declaration();
  }
  if (gave_up()) return;
  recover([&] {
    system_line();
    if (at_word("progress") && peek(1).kind == Tok::LeftBrace) progress();
    if (at_word("gantt") && peek(1).kind == Tok::LeftBrace) gantt();
    query_blocks();
    foreign_blocks();
    expect_end("the system section");
  });
}

void Parser::system_line() {
  if (!at(Tok::KwSystem)) {
    if (diagnostics_.has_errors()) throw SyntaxError{};
    fail("the system line is missing", "end with 'system P1, P2;'");
  }
  const Token& first = take();
  std::int32_t priority = 0;
  for (;;) {
    const Token& name = expect_name("the name of a process or template");
    SystemItem item;
    item.name = arena_.copy(name.text);
    item.range = name.range;
    item.priority = priority;
    document_.system.push_back(item);
    if (at(Tok::LeftParen))
      fail("arguments cannot stand in the system line",
           fmt::format("write '{0}1 = {0}(…);' before it and list {0}1", name.text));
    if (accept(Tok::Less))
      ++priority;
    else if (!accept(Tok::Comma))
      break;
  }
  expect_semicolon("after the system line");
  document_.system_range = range_from(first);
}

void Parser::progress() {
  take();
  take();
  while (!at(Tok::RightBrace)) {
    ProgressItem item;
    item.value = expression();
    if (accept(Tok::Colon)) {
      item.guard = item.value;
      item.value = expression();
    }
    expect_semicolon("after the progress measure");
    document_.progress.push_back(item);
  }
  take();
}

void Parser::gantt() {
  take();
  take();
  while (!at(Tok::RightBrace)) {
    GanttRow row;
    const Token& name = expect_name("the name of a row");
    row.name = arena_.copy(name.text);
    row.range = name.range;
    if (accept(Tok::LeftParen)) {
      row.binders = arena_.copy(binders());
      expect(Tok::RightParen, "after the row's parameters");
    }
    expect(Tok::Colon, "after the row's name");
    std::vector<GanttEntry> entries;
    do {
      GanttEntry entry;
      if (accept(Tok::KwFor)) {
        expect(Tok::LeftParen, "after 'for'");
        entry.binders = arena_.copy(binders());
        expect(Tok::RightParen, "after the ranges");
      }
      entry.condition = expression();
      expect(Tok::Arrow, "between condition and colour");
      entry.value = expression();
      entries.push_back(entry);
    } while (accept(Tok::Comma));
    expect_semicolon("after the row");
    row.entries = arena_.copy(entries);
    document_.gantt.push_back(row);
  }
  take();
}

// Blocks that other tools put behind the system line: interfaces of Ecdar ('IO P { a! }') and properties of Theta
// ('prop { … }'). Neither says anything about how the model behaves.
void Parser::foreign_blocks() {
  for (;;) {
    const Token& first = peek();
    const bool is_io = at_word("IO") && peek(1).kind == Tok::Identifier;
    const bool is_prop = at_word("prop") && peek(1).kind == Tok::LeftBrace;
    if (!is_io && !is_prop) return;
    diagnostics_.warning("extension", first.range,
                         is_io ? "an IO declaration (Ecdar) is left out" : "a property of Theta's dialect is left out");
    while (!at(Tok::LeftBrace) && !at(Tok::End)) take();
    expect(Tok::LeftBrace, "");
    skip_to(Tok::RightBrace);
    expect(Tok::RightBrace, "to close the block");
  }
}

// 'query { formula }' behind the system line. Formulas have other keywords than models, so the text between the
// braces is cut out and read again.
void Parser::query_blocks() {
  while (at_word("query") && peek(1).kind == Tok::LeftBrace) {
    take();
    take();
    const std::size_t begin = peek().begin;
    skip_to(Tok::RightBrace);
    if (!at(Tok::RightBrace)) fail_expecting("'}' to close the query");
    const std::size_t end = peek().begin;
    take();
    Query query;
    query.text.text = block_.text.substr(begin, end - begin);
    query.text.segments.push_back({0, block_.source_offset(static_cast<std::uint32_t>(begin))});
    for (const TextBlock::Segment& s : block_.segments)
      if (s.text_offset > begin && s.text_offset < end)
        query.text.segments.push_back({static_cast<std::uint32_t>(s.text_offset - begin), s.source_offset});
    query.range = query.text.range();
    parse_query(query, document_, diagnostics_);
    document_.queries.push_back(std::move(query));
  }
}

}  // namespace zonda::lang
