// The lexer. Three rules of UPPAAL's own lexer that surprise are kept: '-->' is one token everywhere, 'A[]' and its
// kin are one token, '<?' is the minimum. Names of built-in functions and the words of later extensions are plain
// identifiers here, because models written for UPPAAL 4.0 use them as names; the parser knows them by context.
#include "lang/token.hpp"
#include "util/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace zonda::lang {

namespace {

constexpr std::size_t kMaxIdentifier = 4000;

struct Spelling {
  std::string_view text;
  Tok kind;
};

// Longest first among those with one first character.
constexpr std::array kPunctuation = {
    Spelling{"-->", Tok::LeadsTo},
    Spelling{"-u->", Tok::UncontrollableArrow},
    Spelling{"<<=", Tok::AssignShiftLeft},
    Spelling{">>=", Tok::AssignShiftRight},
    Spelling{"->", Tok::Arrow},
    Spelling{":=", Tok::Assign},
    Spelling{"+=", Tok::AssignPlus},
    Spelling{"-=", Tok::AssignMinus},
    Spelling{"*=", Tok::AssignMultiply},
    Spelling{"/=", Tok::AssignDivide},
    Spelling{"%=", Tok::AssignModulo},
    Spelling{"&=", Tok::AssignAnd},
    Spelling{"|=", Tok::AssignOr},
    Spelling{"^=", Tok::AssignXor},
    Spelling{"++", Tok::Increment},
    Spelling{"--", Tok::Decrement},
    Spelling{"**", Tok::Power},
    Spelling{"<<", Tok::ShiftLeft},
    Spelling{">>", Tok::ShiftRight},
    Spelling{"<?", Tok::Minimum},
    Spelling{">?", Tok::Maximum},
    Spelling{"<=", Tok::LessEqual},
    Spelling{">=", Tok::GreaterEqual},
    Spelling{"==", Tok::Equal},
    Spelling{"!=", Tok::NotEqual},
    Spelling{"&&", Tok::AndAnd},
    Spelling{"||", Tok::OrOr},
    Spelling{"[]", Tok::Box},
    Spelling{"<>", Tok::Diamond},
    Spelling{"(", Tok::LeftParen},
    Spelling{")", Tok::RightParen},
    Spelling{"[", Tok::LeftBracket},
    Spelling{"]", Tok::RightBracket},
    Spelling{"{", Tok::LeftBrace},
    Spelling{"}", Tok::RightBrace},
    Spelling{",", Tok::Comma},
    Spelling{";", Tok::Semicolon},
    Spelling{":", Tok::Colon},
    Spelling{"?", Tok::Question},
    Spelling{".", Tok::Dot},
    Spelling{"'", Tok::Prime},
    Spelling{"!", Tok::Exclamation},
    Spelling{"&", Tok::Ampersand},
    Spelling{"#", Tok::Hash},
    Spelling{"=", Tok::Assign},
    Spelling{"+", Tok::Plus},
    Spelling{"-", Tok::Minus},
    Spelling{"*", Tok::Multiply},
    Spelling{"/", Tok::Divide},
    Spelling{"%", Tok::Modulo},
    Spelling{"<", Tok::Less},
    Spelling{">", Tok::Greater},
    Spelling{"^", Tok::BitXor},
    Spelling{"|", Tok::BitOr},
};

constexpr std::array kPathQuantifiers = {
    Spelling{"A[]", Tok::AlwaysGlobally},
    Spelling{"A<>", Tok::AlwaysFinally},
    Spelling{"E[]", Tok::ExistsGlobally},
    Spelling{"E<>", Tok::ExistsFinally},
};

// What word processors and papers make of operators.
struct Sign {
  std::string_view sign;
  std::string_view ascii;
};
constexpr std::array kSigns = {Sign{"≤", "<="}, Sign{"≥", ">="},     Sign{"≠", "!="},     Sign{"∧", "&&"},
                               Sign{"∨", "||"}, Sign{"¬", "!"},      Sign{"→", "->"},     Sign{"⇒", "imply"},
                               Sign{"−", "-"},  Sign{"–", "-"},      Sign{"—", "-"},      Sign{"×", "*"},
                               Sign{"·", "*"},  Sign{"∀", "forall"}, Sign{"∃", "exists"}, Sign{"“", "\""},
                               Sign{"”", "\""}, Sign{"‘", "'"},      Sign{"’", "'"}};

constexpr unsigned kInNew = 1;
constexpr unsigned kInOld = 2;
constexpr unsigned kInQuery = 4;
constexpr unsigned kInTck = 8;

struct KeywordEntry {
  Tok kind;
  unsigned modes;
};

const std::unordered_map<std::string_view, KeywordEntry>& keywords() {
  constexpr unsigned kModels = kInNew | kInOld;
  constexpr unsigned kAll = kModels | kInQuery;
  static const std::unordered_map<std::string_view, KeywordEntry> kTable = {
      {"and", {Tok::KwAnd, kAll}},
      {"or", {Tok::KwOr, kAll}},
      {"not", {Tok::KwNot, kAll}},
      {"imply", {Tok::KwImply, kAll}},
      {"true", {Tok::KwTrue, kAll}},
      {"false", {Tok::KwFalse, kAll}},
      {"xor", {Tok::KwXor, kInNew}},
      {"const", {Tok::KwConst, kModels}},
      {"urgent", {Tok::KwUrgent, kModels}},
      {"broadcast", {Tok::KwBroadcast, kModels}},
      {"meta", {Tok::KwMeta, kInNew}},
      {"bool", {Tok::KwBool, kModels}},
      {"int", {Tok::KwInt, kAll}},
      {"chan", {Tok::KwChan, kModels}},
      {"clock", {Tok::KwClock, kModels}},
      {"void", {Tok::KwVoid, kModels}},
      {"scalar", {Tok::KwScalar, kAll}},
      {"struct", {Tok::KwStruct, kInNew}},
      {"typedef", {Tok::KwTypedef, kInNew}},
      {"process", {Tok::KwProcess, kModels}},
      {"state", {Tok::KwState, kModels}},
      {"init", {Tok::KwInit, kModels}},
      {"trans", {Tok::KwTrans, kModels}},
      {"commit", {Tok::KwCommit, kModels}},
      {"branchpoint", {Tok::KwBranchpoint, kModels}},
      {"select", {Tok::KwSelect, kInNew}},
      {"guard", {Tok::KwGuard, kModels}},
      {"sync", {Tok::KwSync, kModels}},
      {"assign", {Tok::KwAssign, kModels}},
      {"probability", {Tok::KwProbability, kModels}},
      {"priority", {Tok::KwPriority, kModels}},
      {"default", {Tok::KwDefault, kInNew}},
      {"system", {Tok::KwSystem, kAll}},
      {"for", {Tok::KwFor, kInNew}},
      {"while", {Tok::KwWhile, kInNew | kInTck}},
      {"do", {Tok::KwDo, kInNew | kInTck}},
      {"if", {Tok::KwIf, kInNew | kInTck}},
      {"else", {Tok::KwElse, kInNew | kInTck}},
      {"return", {Tok::KwReturn, kInNew}},
      {"forall", {Tok::KwForall, kInNew | kInQuery}},
      {"exists", {Tok::KwExists, kInNew | kInQuery}},
      {"deadlock", {Tok::KwDeadlock, kInQuery}},
  };
  return kTable;
}

unsigned mode_bit(LexMode mode) {
  switch (mode) {
    case LexMode::New:
      return kInNew;
    case LexMode::Old:
      return kInOld;
    case LexMode::Query:
      return kInQuery;
    case LexMode::Tck:
      return kInTck;
  }
  return kInNew;
}

// Of the signs that are longer than one character, TChecker's format has these: 'a--b' is a minus minus b there.
bool is_tck_sign(const Spelling& s) {
  switch (s.kind) {
    case Tok::Equal:
    case Tok::NotEqual:
    case Tok::LessEqual:
    case Tok::GreaterEqual:
    case Tok::AndAnd:
      return true;
    default:
      return s.text.size() == 1;
  }
}

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '$' || c == '#'; }

}  // namespace

class Lexer {
 public:
  Lexer(const TextBlock& block, LexMode mode, Diagnostics& diagnostics, std::deque<Token>& tokens)
      : block_(block), text_(block.text), mode_(mode), diagnostics_(diagnostics), tokens_(tokens) {}

  [[nodiscard]] bool is_done() const { return !tokens_.empty() && tokens_.back().kind == Tok::End; }

  // One token more; a run of junk may add nothing.
  void advance() {
    skip_blanks();
    if (at_ < text_.size())
      next();
    else
      push(Tok::End, at_, at_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool starts_with(std::string_view s) const { return text_.substr(at_, s.size()) == s; }

  // Positions only grow, so the segment is found by walking on, not by searching.
  std::uint32_t source_offset(std::size_t text_offset) {
    const auto& segments = block_.segments;
    if (segments.empty()) return 0;
    while (segment_ + 1 < segments.size() && segments[segment_ + 1].text_offset <= text_offset) ++segment_;
    if (segments[segment_].text_offset > text_offset)
      return block_.source_offset(static_cast<std::uint32_t>(text_offset));
    return segments[segment_].source_offset + static_cast<std::uint32_t>(text_offset) - segments[segment_].text_offset;
  }

  SourceRange range(std::size_t begin, std::size_t end) {
    const std::uint32_t first = source_offset(begin);
    // The end is one past the last character, which may lie in a later segment than the next token's start.
    const std::uint32_t last = end > begin ? block_.source_offset(static_cast<std::uint32_t>(end - 1)) + 1 : first;
    return {first, std::max(last, first)};
  }

  void push(Tok kind, std::size_t begin, std::size_t end) {
    tokens_.push_back(
        {kind, 0, static_cast<std::uint32_t>(begin), range(begin, end), text_.substr(begin, end - begin)});
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (is_blank(c) || (c == '\\' && is_line_continuation())) {
        ++at_;
      } else if (starts_with("\xEF\xBB\xBF") || starts_with("\xC2\xA0")) {
        at_ += c == '\xC2' ? 2 : 3;  // a byte-order mark, a no-break space: invisible, so harmless
      } else if (c == '/' && peek(1) == '/') {
        const std::size_t end = text_.find_first_of("\r\n", at_);
        at_ = end == std::string_view::npos ? text_.size() : end;
      } else if (c == '/' && peek(1) == '*') {
        skip_comment();
      } else {
        break;
      }
    }
  }

  [[nodiscard]] bool is_line_continuation() const {
    const std::size_t next = text_.find_first_not_of(" \t", at_ + 1);
    return next == std::string_view::npos || text_[next] == '\n' || text_[next] == '\r';
  }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      diagnostics_.error(range(at_, at_ + 2), "comment is not closed", "add '*/'");
      at_ = text_.size();
    } else {
      at_ = end + 2;
    }
  }

  void next() {
    const char c = peek();
    if (is_letter(c)) return word();
    if (is_digit(c)) return number();
    if (c == '"') return string();
    if (mode_ == LexMode::Old && (starts_with("=<") || starts_with("=>"))) {
      push(peek(1) == '<' ? Tok::LessEqual : Tok::GreaterEqual, at_, at_ + 2);
      at_ += 2;
      return;
    }
    for (const Spelling& s : kPunctuation) {
      if (s.text[0] != c || !starts_with(s.text)) continue;
      if (mode_ == LexMode::Tck && !is_tck_sign(s)) continue;
      push(s.kind, at_, at_ + s.text.size());
      at_ += s.text.size();
      return;
    }
    invalid_character();
  }

  void word() {
    for (const Spelling& s : kPathQuantifiers) {
      if (mode_ == LexMode::Tck || !starts_with(s.text)) continue;
      push(s.kind, at_, at_ + 3);
      at_ += 3;
      return;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(peek())) ++at_;
    if (at_ - begin > kMaxIdentifier)
      diagnostics_.error(range(begin, begin + 32),
                         fmt::format("identifier is longer than {} characters", kMaxIdentifier));
    push(keyword(text_.substr(begin, at_ - begin), mode_), begin, at_);
  }

  void number() {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    if (is_real_part()) return real(begin);
    const std::string_view digits = text_.substr(begin, at_ - begin);
    std::int64_t value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    push(Tok::Integer, begin, at_);
    // -2147483648 is the one place where 2147483648 may stand; the parser folds it into the sign.
    const bool follows_minus = tokens_.size() >= 2 && tokens_[tokens_.size() - 2].kind == Tok::Minus;
    const std::int64_t limit = follows_minus ? 2147483648LL : 2147483647LL;
    if (result.ec != std::errc{} || value > limit) {
      diagnostics_.error(tokens_.back().range, fmt::format("number {} is too large", digits.substr(0, 40)),
                         "integers go up to 2147483647");
      value = 0;
    }
    tokens_.back().value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
  }

  [[nodiscard]] bool is_real_part() const {
    if (peek() == '.' && is_digit(peek(1))) return true;
    if (peek() != 'e' && peek() != 'E') return false;
    return is_digit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && is_digit(peek(2)));
  }

  void real(std::size_t begin) {
    if (peek() == '.') ++at_;
    while (is_digit(peek())) ++at_;
    if (is_real_part() && peek() != '.') {
      at_ += 2;
      while (is_digit(peek())) ++at_;
    }
    push(Tok::Real, begin, at_);
  }

  void string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != '"' && peek() != '\n') ++at_;
    if (peek() != '"') {
      diagnostics_.error(range(begin, begin + 1), "string is not closed", "add '\"'");
      push(Tok::String, begin, at_);
      tokens_.back().text = text_.substr(begin + 1, at_ - begin - 1);
      return;
    }
    push(Tok::String, begin, ++at_);
    tokens_.back().text = text_.substr(begin + 1, at_ - begin - 2);
    if (tokens_.back().text.empty()) diagnostics_.error(range(begin, at_), "a string cannot be empty");
  }

  void invalid_character() {
    const std::size_t begin = at_++;
    // A run of junk is one mistake.
    if (!tokens_.empty() && tokens_.back().kind == Tok::Invalid && junk_end_ == begin) {
      junk_end_ = at_;
      return;
    }
    const auto first = static_cast<unsigned char>(text_[begin]);
    if (first >= 0x80) {
      while (at_ < text_.size() && static_cast<unsigned char>(peek()) >= 0x80) ++at_;
      std::string hint = "only ASCII may stand outside comments";
      for (const auto& [sign, ascii] : kSigns)
        if (text_.substr(begin, sign.size()) == sign) hint = fmt::format("write '{}'", ascii);
      diagnostics_.error(range(begin, at_), "character is not allowed here", std::move(hint));
    } else if (first < 0x20 || first == 0x7F) {
      diagnostics_.error(range(begin, at_), fmt::format("control character 0x{:02x} is not allowed", first));
    } else {
      diagnostics_.error(range(begin, at_), fmt::format("unexpected character '{}'", static_cast<char>(first)));
    }
    push(Tok::Invalid, begin, at_);
    junk_end_ = at_;
  }

  const TextBlock& block_;
  std::string_view text_;
  LexMode mode_;
  Diagnostics& diagnostics_;
  std::deque<Token>& tokens_;
  std::size_t at_ = 0;
  std::size_t segment_ = 0;
  std::size_t junk_end_ = 0;  // behind the last character that is no part of any token
};

TokenStream::TokenStream(const TextBlock& block, LexMode mode, Diagnostics& diagnostics)
    : lexer_(std::make_unique<Lexer>(block, mode, diagnostics, tokens_)) {}

TokenStream::~TokenStream() = default;

const Token& TokenStream::more(std::size_t index) const {
  while (index >= tokens_.size() && !lexer_->is_done()) lexer_->advance();
  return tokens_[std::min(index, tokens_.size() - 1)];
}

std::size_t TokenStream::finish() {
  while (!lexer_->is_done()) lexer_->advance();
  return tokens_.size();
}

Tok keyword(std::string_view word, LexMode mode) {
  const auto found = keywords().find(word);
  if (found == keywords().end()) return Tok::Identifier;
  return (found->second.modes & mode_bit(mode)) != 0 ? found->second.kind : Tok::Identifier;
}

std::vector<Token> tokenize(const TextBlock& block, LexMode mode, Diagnostics& diagnostics) {
  std::deque<Token> tokens;
  Lexer lexer(block, mode, diagnostics, tokens);
  while (!lexer.is_done()) lexer.advance();
  return {tokens.begin(), tokens.end()};
}

std::string_view spelling(Tok kind) {
  switch (kind) {
    case Tok::End:
      return "end of text";
    case Tok::Identifier:
      return "an identifier";
    case Tok::Integer:
      return "a number";
    case Tok::Real:
      return "a real number";
    case Tok::String:
      return "a string";
    case Tok::Invalid:
      return "unreadable text";
    default:
      break;
  }
  for (const Spelling& s : kPunctuation)
    if (s.kind == kind) return s.text;
  for (const Spelling& s : kPathQuantifiers)
    if (s.kind == kind) return s.text;
  for (const auto& [word, entry] : keywords())
    if (entry.kind == kind) return word;
  return "?";
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case Tok::End:
      return "end of text";
    case Tok::Identifier:
      return fmt::format("'{}'", token.text.substr(0, 60));
    case Tok::Integer:
    case Tok::Real:
      return fmt::format("number {}", token.text.substr(0, 60));
    case Tok::String:
      return "a string";
    case Tok::Invalid:
      return "unreadable text";
    default:
      return fmt::format("'{}'", token.text.substr(0, 60));
  }
}

}  // namespace zonda::lang
