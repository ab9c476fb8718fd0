// Tokens of the UPPAAL languages.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

namespace zonda::lang {

enum class Tok : std::uint8_t {
  End,
  Identifier,
  Integer,
  Real,
  String,
  Invalid,
  // punctuation
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Semicolon,
  Colon,
  Question,
  Dot,
  Prime,
  Exclamation,
  Ampersand,
  Hash,
  Arrow,                // ->
  UncontrollableArrow,  // -u->
  LeadsTo,              // -->
  // path quantifiers
  AlwaysGlobally,  // A[]
  AlwaysFinally,   // A<>
  ExistsGlobally,  // E[]
  ExistsFinally,   // E<>
  Box,             // []
  Diamond,         // <>
  // operators
  Assign,
  AssignPlus,
  AssignMinus,
  AssignMultiply,
  AssignDivide,
  AssignModulo,
  AssignAnd,
  AssignOr,
  AssignXor,
  AssignShiftLeft,
  AssignShiftRight,
  Increment,
  Decrement,
  Plus,
  Minus,
  Multiply,
  Divide,
  Modulo,
  Power,
  ShiftLeft,
  ShiftRight,
  Minimum,
  Maximum,
  Less,
  LessEqual,
  GreaterEqual,
  Greater,
  Equal,
  NotEqual,
  BitXor,
  BitOr,
  AndAnd,
  OrOr,
  // keywords of every dialect
  KwAnd,
  KwOr,
  KwNot,
  KwImply,
  KwXor,
  KwTrue,
  KwFalse,
  KwConst,
  KwUrgent,
  KwBroadcast,
  KwMeta,
  KwBool,
  KwInt,
  KwChan,
  KwClock,
  KwVoid,
  KwScalar,
  KwStruct,
  KwTypedef,
  KwProcess,
  KwState,
  KwInit,
  KwTrans,
  KwCommit,
  KwBranchpoint,
  KwSelect,
  KwGuard,
  KwSync,
  KwAssign,
  KwProbability,
  KwPriority,
  KwDefault,
  KwSystem,
  KwFor,
  KwWhile,
  KwDo,
  KwIf,
  KwElse,
  KwReturn,
  KwForall,
  KwExists,
  KwDeadlock,
};

struct Token {
  Tok kind = Tok::End;
  std::int32_t value = 0;   // Integer
  std::uint32_t begin = 0;  // offset in the block's text
  SourceRange range;
  std::string_view text;  // as written; a String without its quotes
};

// What the text is: a model in one of the dialects, a query, or a formula or statement of TChecker's format.
enum class LexMode : std::uint8_t { New, Old, Query, Tck };

class Lexer;

// The tokens of a block, which must outlive it; the last one is End. Wrong characters are reported and become Invalid
// tokens. Text is cut only as far as it is looked at: a reader that gives up on megabytes has not paid for them.
// References to tokens stay valid.
class TokenStream {
 public:
  TokenStream(const TextBlock& block, LexMode mode, Diagnostics& diagnostics);
  ~TokenStream();
  TokenStream(const TokenStream&) = delete;
  TokenStream& operator=(const TokenStream&) = delete;

  // Beyond the last one: End.
  [[nodiscard]] const Token& operator[](std::size_t index) const {
    return index < tokens_.size() ? tokens_[index] : more(index);
  }
  // Cuts what is left, so that all wrong characters are reported; gives the number of tokens.
  std::size_t finish();

 private:
  [[nodiscard]] const Token& more(std::size_t index) const;

  mutable std::deque<Token> tokens_;
  std::unique_ptr<Lexer> lexer_;
};

// All of them at once.
[[nodiscard]] std::vector<Token> tokenize(const TextBlock& block, LexMode mode, Diagnostics& diagnostics);

// 'identifier x', "'&&'", 'end of text': for messages.
[[nodiscard]] std::string describe(const Token& token);
[[nodiscard]] std::string_view spelling(Tok kind);
// The keyword of this spelling in this mode, or Identifier.
[[nodiscard]] Tok keyword(std::string_view word, LexMode mode);

}  // namespace zonda::lang
