#include "lang/format.hpp"

#include "util/characters.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace zonda::lang {

namespace {

constexpr std::size_t kIndentColumns = 4;

struct Piece {
  enum class Kind { Word, Number, String, Mark, LineComment, BlockComment };
  Kind kind = Kind::Mark;
  std::string_view text;
  std::size_t breaks = 0;  // line breaks before it
  std::size_t column = 0;  // where it began, tabs counted as one
  bool has_gap = false;    // some blank before it on its line
  // found by annotate()
  bool ends_operand = false;  // behind it, an operator stands between two operands
  bool is_unary = false;      // a sign or a negation
  bool is_sync_mark = false;  // ! or ? of a synchronisation
  bool is_choice = false;     // : of '? :'
  char inside = 0;            // the innermost bracket around it
  [[nodiscard]] bool is(std::string_view t) const { return text == t; }
  [[nodiscard]] bool is_comment() const { return kind == Kind::LineComment || kind == Kind::BlockComment; }
};

// Longest first.
constexpr std::array<std::string_view, 39> kMarks = {
    "-u->", "<<=", ">>=", "-->", "->", "<<", ">>", "<=", ">=", "==", "!=", "=<", "=>",
    ":=",   "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "&&", "||", "++", "--",
    "<?",   ">?",  "**",  "<",   ">",  "=",  ":",  "+",  "-",  "*",  "/",  "%",  "?",
};

bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Piece> run() {
    std::vector<Piece> result;
    std::size_t breaks = 0;
    bool has_gap = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++breaks;
        has_gap = false;
        line_start_ = ++at_;
        continue;
      }
      if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        has_gap = true;
        ++at_;
        continue;
      }
      Piece piece;
      piece.breaks = breaks;
      piece.has_gap = has_gap;
      piece.column = at_ - line_start_;
      const std::size_t length = measure(piece.kind);
      piece.text = text_.substr(at_, length);
      at_ += length;
      if (piece.kind == Piece::Kind::BlockComment)
        if (const std::size_t last = text_.substr(0, at_).rfind('\n'); last != std::string_view::npos)
          line_start_ = std::max(line_start_, last + 1);
      result.push_back(piece);
      breaks = 0;
      has_gap = false;
    }
    trailing_breaks_ = breaks;
    return result;
  }

  [[nodiscard]] std::size_t trailing_breaks() const { return trailing_breaks_; }

 private:
  std::size_t measure(Piece::Kind& kind) const {
    const std::string_view rest = text_.substr(at_);
    const auto until = [&](std::string_view end, std::size_t from) {
      const std::size_t found = rest.find(end, from);
      return found == std::string_view::npos ? rest.size() : found + end.size();
    };
    if (rest.starts_with("//")) {
      kind = Piece::Kind::LineComment;
      std::size_t end = std::min(rest.find('\n'), rest.size());
      while (end > 0 && (rest[end - 1] == '\r' || rest[end - 1] == ' ' || rest[end - 1] == '\t')) --end;
      return end;
    }
    if (rest.starts_with("/*")) {
      kind = Piece::Kind::BlockComment;
      return until("*/", 2);
    }
    if (rest[0] == '"') {
      kind = Piece::Kind::String;
      return until("\"", 1);
    }
    // The quantifiers of queries are one token each.
    for (const std::string_view q : {"A[]", "A<>", "E[]", "E<>"})
      if (rest.starts_with(q)) {
        kind = Piece::Kind::Word;
        return q.size();
      }
    std::size_t length = 0;
    if (is_word_start(rest[0])) {
      kind = Piece::Kind::Word;
      while (length < rest.size() &&
             (is_word_start(rest[length]) || is_digit(rest[length]) || rest[length] == '$' || rest[length] == '#'))
        ++length;
      return length;
    }
    if (is_digit(rest[0])) {
      kind = Piece::Kind::Number;
      while (length < rest.size() &&
             (is_digit(rest[length]) || is_word_start(rest[length]) || rest[length] == '.' ||
              ((rest[length] == '-' || rest[length] == '+') && (rest[length - 1] == 'e' || rest[length - 1] == 'E'))))
        ++length;
      return length;
    }
    kind = Piece::Kind::Mark;
    for (const std::string_view m : kMarks)
      if (rest.starts_with(m)) return m.size();
    // Bytes of one character beyond ASCII stay together.
    length = 1;
    if ((static_cast<unsigned char>(rest[0]) & 0x80U) != 0)
      while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0x80U) != 0) ++length;
    return length;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::size_t trailing_breaks_ = 0;
};

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool is_keyword(std::string_view t) {
  return is_one_of(
      t, {"if",     "else",   "while",  "for",       "do",      "return",      "and",        "or",     "not",
          "imply",  "xor",    "guard",  "sync",      "assign",  "select",      "forall",     "exists", "sum",
          "const",  "meta",   "urgent", "broadcast", "typedef", "assert",      "state",      "init",   "trans",
          "commit", "system", "struct", "priority",  "query",   "probability", "branchpoint"});
}

void annotate(std::vector<Piece>& pieces) {
  std::vector<char> open;
  std::vector<std::size_t> questions(1, 0);  // by bracket: those whose ':' has not come yet
  bool was_operand = false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Piece& p = pieces[i];
    if ((p.is("}") || p.is(")") || p.is("]")) && !open.empty()) {
      open.pop_back();
      questions.pop_back();
    }
    p.inside = open.empty() ? '\0' : open.back();
    if (p.is_comment()) continue;
    std::size_t next = i + 1;
    while (next < pieces.size() && pieces[next].is_comment()) ++next;
    const bool is_last = next == pieces.size() || pieces[next].is(";") || pieces[next].is("}");
    p.is_sync_mark = (p.is("!") || p.is("?")) && was_operand && is_last;
    p.is_unary = !p.is_sync_mark && (p.is("!") || ((p.is("-") || p.is("+")) && !was_operand));
    p.ends_operand = p.kind == Piece::Kind::Number || p.kind == Piece::Kind::String || p.is(")") || p.is("]") ||
                     p.is("'") || (p.kind == Piece::Kind::Word && !is_keyword(p.text)) ||
                     ((p.is("++") || p.is("--")) && was_operand);
    was_operand = p.ends_operand;
    if (p.is("?") && !p.is_sync_mark) ++questions.back();
    p.is_choice = p.is(":") && questions.back() > 0;
    if (p.is_choice) --questions.back();
    if (p.is("{") || p.is("(") || p.is("[")) {
      open.push_back(p.text[0]);
      questions.push_back(0);
    }
  }
}

class Formatter {
 public:
  explicit Formatter(std::vector<Piece> pieces) : pieces_(std::move(pieces)) { annotate(pieces_); }

  std::string run(bool ends_in_break) {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const Piece& p = pieces_[i];
      const bool is_new_line = i == 0 || p.breaks > 0;
      if (is_new_line)
        begin_line(i);
      else if (p.kind == Piece::Kind::LineComment)
        trailing_comment(i);
      else if (wants_blank(i))
        out_ += ' ';
      write(p);
      if (!p.is_comment()) note(i);
    }
    if (ends_in_break && !out_.empty()) out_ += '\n';
    return std::move(out_);
  }

 private:
  struct Open {
    std::size_t indent = 0;  // of the line that it stands on
    bool is_list = false;    // an initialiser, or parentheses: lines in it do not continue one another
    bool is_header = false;  // of if, for or while
  };

  void begin_line(std::size_t i) {
    const Piece& p = pieces_[i];
    if (i > 0) out_.append(std::min<std::size_t>(p.breaks, 2), '\n');
    line_indent_ = indent_of(p);
    shift_from_ = p.column;
    out_.append(line_indent_, ' ');
  }

  [[nodiscard]] std::size_t indent_of(const Piece& p) const {
    const bool closes = p.is("}") || p.is(")") || p.is("]");
    if (closes && !open_.empty()) return open_.back().indent;
    const std::size_t base = open_.empty() ? 0 : open_.back().indent + kIndentColumns;
    const bool is_list = !open_.empty() && open_.back().is_list;
    if (is_list) return base;
    // A brace stands under its header, a statement without braces one step further for each header before it.
    if (headers_ > 0) return base + (p.is("{") ? headers_ - 1 : headers_) * kIndentColumns;
    return base + (is_continued_ && !p.is("{") ? kIndentColumns : 0);
  }

  // Comments behind code stay in their column where there is room.
  void trailing_comment(std::size_t i) {
    const std::size_t start = out_.rfind('\n') == std::string::npos ? 0 : out_.rfind('\n') + 1;
    const std::size_t end = out_.size() - start;
    const std::size_t wanted = pieces_[i].column;
    out_.append(wanted > end ? wanted - end : 2, ' ');
  }

  void write(const Piece& p) {
    if (p.kind != Piece::Kind::BlockComment) {
      out_ += p.text;
      return;
    }
    // The lines of a comment move together.
    std::string_view rest = p.text;
    while (true) {
      const std::size_t end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
      out_ += line;
      if (end == std::string_view::npos) return;
      out_ += '\n';
      rest.remove_prefix(end + 1);
      std::size_t blanks = 0;
      while (blanks < rest.size() && (rest[blanks] == ' ' || rest[blanks] == '\t')) ++blanks;
      const bool is_blank = blanks < rest.size() && (rest[blanks] == '\n' || rest[blanks] == '\r');
      rest.remove_prefix(blanks);
      if (!is_blank) out_.append(line_indent_ + (blanks > shift_from_ ? blanks - shift_from_ : 0), ' ');
    }
  }

  void note(std::size_t i) {
    const Piece& p = pieces_[i];
    if (p.is("{") || p.is("(") || p.is("[")) {
      const bool is_list = !p.is("{") || before_ == "=" || before_ == ":=" || before_ == "," || before_ == "{" ||
                           before_ == ":" || before_ == "(";
      const bool is_header = p.is("(") && is_one_of(before_, {"if", "for", "while"});
      open_.push_back({line_indent_, is_list && !is_block(before_), is_header});
    }
    bool ends_header = p.is("else") || p.is("do");
    if ((p.is("}") || p.is(")") || p.is("]")) && !open_.empty()) {
      was_list_ = open_.back().is_list;
      ends_header = open_.back().is_header;
      open_.pop_back();
    }
    if (ends_header) ++headers_;
    if (p.is(";") || p.is("{") || p.is("}"))
      if (open_.empty() || !open_.back().is_header) headers_ = 0;
    before_ = p.text;
    // What is open at the end of a line goes on in the next one.
    is_continued_ = !(p.is(";") || p.is("{") || (p.is("}") && !was_list_));
  }

  // '{' behind '{' or ',' may also be a block of its own.
  [[nodiscard]] bool is_block(std::string_view before) const {
    return before == "{" && (open_.empty() || !open_.back().is_list);
  }

  [[nodiscard]] bool wants_blank(std::size_t i) const {
    const Piece& p = pieces_[i];
    const Piece& before = pieces_[i - 1];
    const bool are_words = p.kind != Piece::Kind::Mark && before.kind != Piece::Kind::Mark;
    if (before.is_comment() || p.is_comment() || are_words) return true;
    // What only the writer knows: references, labels of fields, increments, ranges.
    if (p.is("&") || before.is("&") || p.is("++") || p.is("--")) return p.has_gap;
    if ((before.is("++") || before.is("--")) && !before.ends_operand) return false;
    if (p.is(":") && !p.is_choice && p.inside == '{' && !open_.empty() && open_.back().is_list) return p.has_gap;
    const auto is_arithmetic = [](const Piece& o) { return is_one_of(o.text, {"+", "-", "*", "/", "%"}); };
    if (before.inside == '[' && p.inside == '[' && !before.is_unary &&
        (before.is(",") || is_arithmetic(before) || is_arithmetic(p)))
      return p.has_gap;
    if (is_one_of(p.text, {",", ";", ")", "]", ".", "'"}) || p.is_sync_mark) return false;
    if (is_one_of(before.text, {"(", "[", "."}) || before.is_unary) return false;
    if (is_one_of(p.text, {"{", "}"}) || is_one_of(before.text, {"{", "}", ",", ";"})) return true;
    if (p.is("(") && before.kind == Piece::Kind::Word) return is_keyword(before.text) || is_path(before);
    if (p.is("(")) return before.is(")") || !before.ends_operand;
    if (p.is("[")) return before.kind != Piece::Kind::Word && !before.ends_operand;
    return true;
  }

  static bool is_path(const Piece& p) { return is_one_of(p.text, {"A[]", "A<>", "E[]", "E<>"}); }

  std::vector<Piece> pieces_;
  std::string out_;
  std::vector<Open> open_;
  std::size_t line_indent_ = 0;
  std::size_t shift_from_ = 0;
  std::string_view before_;
  bool is_continued_ = false;
  bool was_list_ = false;
  std::size_t headers_ = 0;  // whose statement has not come yet
};

bool same_tokens(const std::vector<Piece>& a, const std::vector<Piece>& b) {
  const auto same = [](const Piece& x, const Piece& y) {
    if (x.kind != y.kind) return false;
    if (x.kind != Piece::Kind::BlockComment) return x.text == y.text;
    // White space inside comments may move.
    std::string one(x.text);
    std::string two(y.text);
    for (std::string* s : {&one, &two}) std::erase_if(*s, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    return one == two;
  };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
}

}  // namespace

std::string format_text(std::string_view text) {
  Scanner scanner(text);
  const std::vector<Piece> before = scanner.run();
  if (before.empty()) return std::string(text);
  std::string result = Formatter(before).run(scanner.trailing_breaks() > 0);
  return same_tokens(before, Scanner(result).run()) ? result : std::string(text);
}

}  // namespace zonda::lang
