// Queries. Symbolic ones are parsed in full; those of the statistical, game, learning and scenario extensions are
// recognised by their first words and named, so that they are refused alone and the others still run.
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace zonda::lang {

namespace {

struct ExtensionWord {
  std::string_view word;
  std::string_view feature;
};

constexpr std::array kExtensionWords = {
    ExtensionWord{"Pr", "a statistical query (Pr)"},
    ExtensionWord{"simulate", "a statistical query (simulate)"},
    ExtensionWord{"simulation", "a statistical query (simulation)"},
    ExtensionWord{"control", "a game query (control)"},
    ExtensionWord{"control_t", "a game query (control_t)"},
    ExtensionWord{"strategy", "a strategy definition"},
    ExtensionWord{"minE", "a learning query (minE)"},
    ExtensionWord{"maxE", "a learning query (maxE)"},
    ExtensionWord{"minPr", "a learning query (minPr)"},
    ExtensionWord{"maxPr", "a learning query (maxPr)"},
    ExtensionWord{"loadStrategy", "a strategy query (loadStrategy)"},
    ExtensionWord{"saveStrategy", "a strategy query (saveStrategy)"},
    ExtensionWord{"sat", "a scenario query (sat, live sequence charts)"},
};

}  // namespace

// True when the query belongs to an extension; then all its tokens are taken.
bool Parser::refuse_extension(Query& query) {
  std::string_view feature;
  const auto follows = [&](Tok kind) { return peek(1).kind == kind; };
  if (at(Tok::Identifier)) {
    for (const ExtensionWord& e : kExtensionWords) {
      // These words are also plain names: 'strategy == 1 --> …' is a formula.
      if (peek().text != e.word) continue;
      const bool is_query = follows(Tok::LeftBracket) || follows(Tok::LeftParen) || follows(Tok::Colon) ||
                            follows(Tok::Identifier) || follows(Tok::Integer) || follows(Tok::Multiply) ||
                            follows(Tok::Diamond) || follows(Tok::Box) || follows(Tok::Less) || follows(Tok::LeftBrace);
      if (is_query) feature = e.feature;
    }
    if (peek().text == "E" && follows(Tok::LeftBracket)) feature = "a statistical query (E[…])";
    if ((peek().text == "A" || peek().text == "E") && follows(Tok::LeftBracket) && peek(2).kind == Tok::RightBracket)
      return false;  // 'A[ ] p': a blank too many
    if (peek().text == "A" && follows(Tok::LeftBracket)) feature = "an until or weak-until formula (A[p U q])";
  }
  for (std::size_t i = 0; feature.empty() && peek(i).kind != Tok::End; ++i) {
    const std::string_view word = peek(i).kind == Tok::Identifier ? peek(i).text : std::string_view();
    if (word == "control" && peek(i + 1).kind == Tok::Colon)
      feature = at(Tok::LeftBrace) ? "a game query with partial observation ({…} control)" : "a game query (control)";
    if (i > 0 && (word == "under" || word == "imitate") && peek(i + 1).kind == Tok::Identifier &&
        peek(i + 2).kind == Tok::End)
      feature = "a query under a strategy";
  }
  if (feature.empty()) return false;
  query.kind = QueryKind::Unsupported;
  query.feature = feature;
  at_ = tokens_.finish() - 1;
  return true;
}

// What stands at the start of a formula that has no path quantifier: a slip, or the notation of another tool?
void Parser::refuse_odd_quantifier() {
  bool is_leads_to = false;
  for (std::size_t i = 0; tokens_[i].kind != Tok::End; ++i) is_leads_to |= tokens_[i].kind == Tok::LeadsTo;
  if (!at(Tok::Identifier) || is_leads_to) return;
  const std::string_view word = peek().text;
  const Tok next = peek(1).kind;
  for (const auto& [other, ours] : {std::pair{"AG", "A[]"}, {"AF", "A<>"}, {"EF", "E<>"}, {"EG", "E[]"}})
    if (word == other) fail(fmt::format("'{}' is not a path quantifier", word), fmt::format("write {}", ours));
  if (word != "A" && word != "E" && word != "a" && word != "e") return;
  const bool is_box = next == Tok::Box || (next == Tok::LeftBracket && peek(2).kind == Tok::RightBracket);
  const bool is_diamond = next == Tok::Diamond || (next == Tok::Less && peek(2).kind == Tok::Greater);
  if (!is_box && !is_diamond) return;
  const char letter = word == "a" ? 'A' : word == "e" ? 'E' : word[0];
  const std::string right = fmt::format("{}{}", letter, is_box ? "[]" : "<>");
  fail(letter == word[0] ? fmt::format("a blank inside '{}'", right) : "a path quantifier has a capital letter",
       fmt::format("write {}", right));
}

// The patterns of monitors, behind their first formula.
bool Parser::pattern(Query& query) {
  const auto word = [&](std::string_view text) {
    if (!at_word(text)) fail_expecting(fmt::format("'{}'", text));
    take();
  };
  if (at_word("within")) {
    take();
    query.kind = QueryKind::Within;
    query.bound = expression();
    if (!at_word("of")) return true;
    take();
    query.kind = QueryKind::LeadsTo;
    query.conclusion = query.predicate;
    query.predicate = expression();
    return true;
  }
  if (at_word("every")) {
    take();
    query.kind = QueryKind::Every;
    query.bound = expression();
    return true;
  }
  if (at(Tok::KwFor) || at_word("for")) {
    take();
    if (at_word("at") && (peek(1).text == "least" || peek(1).text == "most")) {
      take();
      query.kind = at_word("least") ? QueryKind::AtLeast : QueryKind::AtMost;
      take();
      query.bound = expression();
      return true;
    }
    query.kind = QueryKind::HoldsAfter;
    query.bound = expression();
    word("after");
    query.conclusion = expression();
    return true;
  }
  if (at_word("precedes")) {
    take();
    query.kind = QueryKind::Precedes;
    query.conclusion = expression();
    return true;
  }
  if (at_word("never")) {
    take();
    word("follows");
    query.kind = QueryKind::NeverFollows;
    query.conclusion = expression();
    word("within");
    query.bound = expression();
    return true;
  }
  return false;
}

void Parser::query(Query& query) {
  if (at(Tok::End)) {
    query.kind = QueryKind::Empty;
    return;
  }
  if (refuse_extension(query)) return;
  const Token& first = peek();
  const auto path = [&](QueryKind kind) {
    take();
    query.kind = kind;
    query.predicate = expression();
  };
  switch (first.kind) {
    case Tok::ExistsFinally:
      path(QueryKind::Possibly);
      break;
    case Tok::AlwaysGlobally:
      path(QueryKind::Invariantly);
      break;
    case Tok::ExistsGlobally:
      path(QueryKind::Potentially);
      break;
    case Tok::AlwaysFinally:
      path(QueryKind::Eventually);
      break;
    default: {
      const bool is_bound = at_word("sup") || at_word("inf") || at_word("bounds");
      if (is_bound && (peek(1).kind == Tok::Colon || peek(1).kind == Tok::LeftBrace)) {
        take();
        query.kind = first.text == "sup"   ? QueryKind::Supremum
                     : first.text == "inf" ? QueryKind::Infimum
                                           : QueryKind::Bounds;
        if (accept(Tok::LeftBrace)) {
          query.predicate = expression();
          expect(Tok::RightBrace, "after the condition");
        }
        expect(Tok::Colon, "before the expressions");
        query.values = arena_.copy(expression_list());
        break;
      }
      refuse_odd_quantifier();
      query.predicate = expression();
      if (pattern(query)) break;
      if (at(Tok::End))
        fail_at(first, "a path quantifier is missing", "start with E<>, A[], E[], A<>, sup:, inf: or write p --> q");
      expect(Tok::LeadsTo, "");
      query.kind = QueryKind::LeadsTo;
      if (accept(Tok::LeftBracket)) {
        query.is_bound_strict = at(Tok::Less);
        if (!accept(Tok::Less)) expect(Tok::LessEqual, "after '-->['");
        query.bound = expression();
        expect(Tok::RightBracket, "after the bound");
      }
      query.conclusion = expression();
    }
  }
  if (!at(Tok::Semicolon)) return;
  const std::string_view last = at_ > 1 && tokens_[at_ - 2].kind == Tok::Ampersand ? tokens_[at_ - 1].text : "";
  if (last == "lt" || last == "gt" || last == "amp")
    fail_at(tokens_[at_ - 2], fmt::format("'&{};' is XML", last),
            fmt::format("write '{}'", last == "lt"   ? "<"
                                      : last == "gt" ? ">"
                                                     : "&"));
  fail("a query does not end with ';'", "remove it");
}

}  // namespace zonda::lang
