#include "lang/token.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {
namespace {

struct Lexed {
  Sources sources;
  Diagnostics diagnostics;
  std::vector<Token> tokens;

  explicit Lexed(std::string text, LexMode mode = LexMode::New) {
    tokens = tokenize(TextBlock::plain(sources, sources.add("t", std::move(text))), mode, diagnostics);
  }
  // The texts of all tokens but the last, End.
  [[nodiscard]] std::string texts() const {
    std::string result;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
      result += fmt::format("{}{}", i == 0 ? "" : " ", tokens[i].text);
    return result;
  }
  // 'marked text | message' of each error.
  [[nodiscard]] std::string errors() const {
    std::string result;
    for (const Diagnostic& d : diagnostics.items())
      result += fmt::format("{}{} | {}", result.empty() ? "" : "; ", sources.slice(d.range), d.message);
    return result;
  }
};

TEST(Lexer, LongestTokenWins) {
  EXPECT_EQ(Lexed("a<<=b>>=c<?d>?e").texts(), "a <<= b >>= c <? d >? e");
  EXPECT_EQ(Lexed("a:=b==c!=d<=e>=f").texts(), "a := b == c != d <= e >= f");
  EXPECT_EQ(Lexed("i++ + ++j---k").texts(), "i ++ + ++ j -- - k");
  EXPECT_EQ(Lexed("a**b*c&&d&e||f|g").texts(), "a ** b * c && d & e || f | g");
  EXPECT_EQ(Lexed("S->T -u->U").texts(), "S -> T -u-> U");
  EXPECT_EQ(Lexed("n-->0").texts(), "n --> 0");
  EXPECT_EQ(Lexed("a[]b<>c").texts(), "a [] b <> c");
  EXPECT_EQ(Lexed("a+=1-=2*=3/=4%=5&=6|=7^=8").texts(), "a += 1 -= 2 *= 3 /= 4 %= 5 &= 6 |= 7 ^= 8");
  EXPECT_EQ(Lexed("x'==c?b:a.d").texts(), "x ' == c ? b : a . d");
}

TEST(Lexer, PathQuantifiersAreOneToken) {
  const Lexed lexed("A[] E<> A<> E[] A [] A[ ] A1[] x", LexMode::Query);
  EXPECT_EQ(lexed.texts(), "A[] E<> A<> E[] A [] A [ ] A1 [] x");
  EXPECT_EQ(lexed.tokens[0].kind, Tok::AlwaysGlobally);
  EXPECT_EQ(lexed.tokens[1].kind, Tok::ExistsFinally);
  EXPECT_EQ(lexed.tokens[2].kind, Tok::AlwaysFinally);
  EXPECT_EQ(lexed.tokens[3].kind, Tok::ExistsGlobally);
  EXPECT_EQ(lexed.tokens[4].kind, Tok::Identifier);
  EXPECT_EQ(Lexed("AA[]").tokens[0].kind, Tok::Identifier);
}

TEST(Lexer, Numbers) {
  const Lexed lexed("0 007 2147483647 -2147483648 1.5 2e3 1.5E-2 2E+3");
  EXPECT_EQ(lexed.errors(), "");
  EXPECT_EQ(lexed.tokens[1].value, 7);
  EXPECT_EQ(lexed.tokens[2].value, 2147483647);
  EXPECT_EQ(lexed.tokens[4].value, std::numeric_limits<std::int32_t>::min());
  for (std::size_t i = 5; i < 9; ++i) EXPECT_EQ(lexed.tokens[i].kind, Tok::Real);
  EXPECT_EQ(Lexed("1.5 .5 1. 1e 1e+ 0x10").texts(), "1.5 . 5 1 . 1 e 1 e + 0 x10");
}

TEST(Lexer, NumbersHaveALimit) {
  EXPECT_EQ(Lexed("2147483648").errors(), "2147483648 | number 2147483648 is too large");
  EXPECT_EQ(Lexed("-2147483649").errors(), "2147483649 | number 2147483649 is too large");
  EXPECT_EQ(Lexed("99999999999999999999").errors(), "99999999999999999999 | number 99999999999999999999 is too large");
  EXPECT_EQ(Lexed("00000000000000000000001").errors(), "");
}

TEST(Lexer, Identifiers) {
  EXPECT_EQ(Lexed("_a a_1 a$b a#b A E U").texts(), "_a a_1 a$b a#b A E U");
  EXPECT_EQ(Lexed("$a").errors(), "$ | unexpected character '$'");
  EXPECT_EQ(Lexed("#a").texts(), "# a");
  EXPECT_EQ(Lexed(std::string(4000, 'a')).errors(), "");
  EXPECT_EQ(Lexed(std::string(4001, 'a')).diagnostics.items().at(0).message,
            "identifier is longer than 4000 characters");
}

TEST(Lexer, CommentsAndBlanks) {
  EXPECT_EQ(Lexed("a // b \n c /* d \n // */ e /**/ f").texts(), "a c e f");
  EXPECT_EQ(Lexed("a // b \r\nc // d\re").texts(), "a c e");
  EXPECT_EQ(Lexed("// é ≤\na /* é */").errors(), "");
  EXPECT_EQ(Lexed("/* /* */ a").texts(), "a");
  EXPECT_EQ(Lexed("a \\\n b \\  \r\n c \\").texts(), "a b c");
  EXPECT_EQ(Lexed("\xEF\xBB\xBF"
                  "a\xC2\xA0"
                  "b\t\f\v\r\nc")
                .texts(),
            "a b c");
  EXPECT_EQ(Lexed("a /* b").errors(), "/* | comment is not closed");
  EXPECT_EQ(Lexed("a \\ b").errors(), "\\ | unexpected character '\\'");
}

TEST(Lexer, Strings) {
  const Lexed lexed("import \"lib.so\" x");
  EXPECT_EQ(lexed.tokens[1].kind, Tok::String);
  EXPECT_EQ(lexed.tokens[1].text, "lib.so");
  EXPECT_EQ(Lexed("\"abc\nd").errors(), "\" | string is not closed");
  EXPECT_EQ(Lexed("\"\"").errors(), "\"\" | a string cannot be empty");
}

TEST(Lexer, JunkIsOneMistake) {
  EXPECT_EQ(Lexed("a @@@ b").errors(), "@ | unexpected character '@'");
  EXPECT_EQ(Lexed("a @ @ b").errors(), "@ | unexpected character '@'; @ | unexpected character '@'");
  EXPECT_EQ(Lexed("a \x01 b").diagnostics.items().at(0).message, "control character 0x01 is not allowed");
  EXPECT_EQ(Lexed(std::string("a\0b", 3)).diagnostics.items().at(0).message, "control character 0x00 is not allowed");
  EXPECT_EQ(Lexed("a é b").errors(), "é | character is not allowed here");
  EXPECT_EQ(Lexed("a \xFF b").errors(), "\xFF | character is not allowed here");
  EXPECT_EQ(Lexed("a @ b").tokens[1].kind, Tok::Invalid);
}

TEST(Lexer, SignsOfPapersHaveAHint) {
  EXPECT_EQ(Lexed("x ≤ 3").diagnostics.items().at(0).hint, "write '<='");
  EXPECT_EQ(Lexed("x ≠ 3").diagnostics.items().at(0).hint, "write '!='");
  EXPECT_EQ(Lexed("a ∧ b").diagnostics.items().at(0).hint, "write '&&'");
  EXPECT_EQ(Lexed("a – b").diagnostics.items().at(0).hint, "write '-'");
  EXPECT_EQ(Lexed("ü").diagnostics.items().at(0).hint, "only ASCII may stand outside comments");
}

TEST(Lexer, OldComparisons) {
  EXPECT_EQ(Lexed("x=<3=>y", LexMode::Old).texts(), "x =< 3 => y");
  EXPECT_EQ(Lexed("x=<3", LexMode::Old).tokens[1].kind, Tok::LessEqual);
  EXPECT_EQ(Lexed("x=>3", LexMode::Old).tokens[1].kind, Tok::GreaterEqual);
  EXPECT_EQ(Lexed("x=<3").texts(), "x = < 3");
}

struct KeywordCase {
  std::string_view words;
  bool in_new;
  bool in_old;
  bool in_query;
};

TEST(Lexer, KeywordsOfEachMode) {
  const std::vector<KeywordCase> cases = {
      {"const guard sync assign probability process state branchpoint init trans urgent commit broadcast priority bool "
       "chan clock void",
       true, true, false},
      {"system true false and or not imply int scalar", true, true, true},
      {"select xor for while do if else default return typedef struct meta", true, false, false},
      {"forall exists", true, false, true},
      {"deadlock", false, false, true},
      {"double string hybrid import before_update after_update progress gantt assert IO dynamic spawn exit query "
       "location "
       "sum abs log round random sup inf bounds simulate Pr control strategy under U W R X switch case break continue",
       false, false, false},
  };
  for (const KeywordCase& each : cases) {
    for (const Token& token : Lexed(std::string(each.words), LexMode::Query).tokens) {
      if (token.kind == Tok::End) continue;
      EXPECT_EQ(keyword(token.text, LexMode::New) != Tok::Identifier, each.in_new) << token.text;
      EXPECT_EQ(keyword(token.text, LexMode::Old) != Tok::Identifier, each.in_old) << token.text;
      EXPECT_EQ(keyword(token.text, LexMode::Query) != Tok::Identifier, each.in_query) << token.text;
    }
  }
}

TEST(Lexer, DescribesTokens) {
  const Lexed lexed("abc 12 1.5 \"s\" && while @");
  std::vector<std::string> found;
  for (const Token& token : lexed.tokens) found.push_back(describe(token));
  EXPECT_EQ(found, (std::vector<std::string>{"'abc'", "number 12", "number 1.5", "a string", "'&&'", "'while'",
                                             "unreadable text", "end of text"}));
  EXPECT_EQ(spelling(Tok::AndAnd), "&&");
  EXPECT_EQ(spelling(Tok::AlwaysGlobally), "A[]");
  EXPECT_EQ(spelling(Tok::KwBranchpoint), "branchpoint");
  EXPECT_EQ(spelling(Tok::Identifier), "an identifier");
  EXPECT_EQ(spelling(Tok::Integer), "a number");
  EXPECT_EQ(spelling(Tok::Real), "a real number");
  EXPECT_EQ(spelling(Tok::String), "a string");
  EXPECT_EQ(spelling(Tok::End), "end of text");
  EXPECT_EQ(spelling(Tok::Invalid), "unreadable text");
}

// Text that was decoded from '&lt;' is shorter than its source: ranges speak of the source.
TEST(Lexer, RangesFollowTheSegments) {
  Sources sources;
  const auto file = sources.add("m.xml", "x &lt;= 3");
  Diagnostics diagnostics;
  const std::uint32_t base = sources.base(file);
  const TextBlock block{"x <= 3", {{0, base}, {2, base + 2}, {3, base + 6}}};
  const auto tokens = tokenize(block, LexMode::New, diagnostics);
  ASSERT_EQ(tokens.size(), 4U);
  EXPECT_EQ(sources.slice(tokens[0].range), "x");
  EXPECT_EQ(sources.slice(tokens[1].range), "&lt;=");
  EXPECT_EQ(sources.slice(tokens[2].range), "3");
}

}  // namespace
}  // namespace zonda::lang
