#include "lang/query_lines.hpp"

#include "lang/comments.hpp"
#include "lang/encoding.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace zonda::lang {

namespace {

constexpr std::string_view kExpect = "EXPECT:";

bool is_blank_in_line(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
bool is_break(char c) { return c == '\n' || c == '\r'; }

// The four hexadecimal digits of '\uXXXX' at the start of the text, if they are there.
std::optional<std::uint32_t> unicode_escape(std::string_view text) {
  if (!text.starts_with("\\u") || text.size() < 6) return std::nullopt;
  std::uint32_t code = 0;
  const auto parsed = std::from_chars(text.data() + 2, text.data() + 6, code, 16);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + 6) return std::nullopt;
  return code;
}

// UPPAAL's editor writes a slash inside a comment as '\/', so that no comment ends early, and characters beyond
// ASCII as '\u00e3', in pairs of surrogates beyond U+FFFF.
std::string unescaped_comment(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (auto code = unicode_escape(text)) {
      text.remove_prefix(6);
      if (const auto low = unicode_escape(text); low && (*code & 0xFC00U) == 0xD800U && (*low & 0xFC00U) == 0xDC00U) {
        text.remove_prefix(6);
        code = 0x10000U + ((*code & 0x3FFU) << 10U) + (*low & 0x3FFU);
      }
      append_utf8(*code, result);
      continue;
    }
    const bool is_dropped = text.starts_with("\\/") || text.starts_with("\r\n");
    if (!is_dropped) result += text.front();
    text.remove_prefix(1);
  }
  return std::string(trimmed(result));
}

class Splitter {
 public:
  Splitter(const TextBlock& block, Arena& arena, Diagnostics& diagnostics)
      : block_(block), text_(block.text), arena_(arena), diagnostics_(diagnostics) {}

  std::vector<QueryLine> run() {
    while (at_ < text_.size()) step();
    end_line();
    return std::move(lines_);
  }

 private:
  struct Gap {
    std::size_t begin;
    std::size_t end;
  };

  void step() {
    const char c = text_[at_];
    if (is_break(c)) {
      end_line();
      ++at_;
    } else if (is_blank_in_line(c)) {
      ++at_;
    } else if (starts_with("//")) {
      line_comment();
    } else if (starts_with("/*")) {
      block_comment();
    } else if (c == '\\' && continuation_end()) {
      gaps_.push_back({at_, *continuation_end()});
      at_ = gaps_.back().end;
    } else {
      if (!begin_) begin_ = at_;
      at_ = c == '"' ? string_end() : at_ + 1;
      end_ = at_;
    }
  }

  [[nodiscard]] bool starts_with(std::string_view s) const { return text_.substr(at_, s.size()) == s; }

  // Where the next line starts, if the backslash here is the last character of its line.
  [[nodiscard]] std::optional<std::size_t> continuation_end() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_blank_in_line(text_[end])) ++end;
    if (end == text_.size()) return end;
    if (!is_break(text_[end])) return std::nullopt;
    return text_.substr(end, 2) == "\r\n" ? end + 2 : end + 1;
  }

  // A string may hold what would otherwise start a comment.
  [[nodiscard]] std::size_t string_end() const {
    const std::size_t end = text_.find_first_of("\"\r\n", at_ + 1);
    return end != std::string_view::npos && text_[end] == '"' ? end + 1 : at_ + 1;
  }

  void line_comment() {
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    if (!begin_ && trimmed(text_.substr(at_ + 2, end - at_ - 2)) == "NO_QUERY") {
      QueryLine& line = add_line();
      line.range = part_of(block_, at_, end).range();
    }
    (void)take_expectation(text_.substr(at_ + 2, end - at_ - 2));
    at_ = end;
  }

  void block_comment() {
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close == std::string_view::npos) {
      diagnostics_.error(part_of(block_, at_, at_ + 2).range(), "comment is not closed", "add '*/'");
      at_ = text_.size();
      return;
    }
    const std::string_view inside = text_.substr(at_ + 2, close - at_ - 2);
    if (!take_expectation(inside) && !begin_) comment_ = unescaped_comment(inside);
    at_ = close + 2;
  }

  // The text of a comment, which starts two characters behind at_. False when it expects nothing. UPPAAL wants no blank
  // in the list; whoever writes one means the same.
  bool take_expectation(std::string_view inside) {
    constexpr const char* kSeparators = " \t\r\n";
    const std::size_t word = inside.find(kExpect);
    if (word == std::string_view::npos) return false;
    std::string list;
    std::size_t end = word + kExpect.size();
    do {
      const std::size_t begin = std::min(inside.find_first_not_of(kSeparators, end), inside.size());
      end = std::min(inside.find_first_of(kSeparators, begin), inside.size());
      list += inside.substr(begin, end - begin);
    } while (end < inside.size() && list.ends_with(','));
    const SourceRange range = part_of(block_, at_ + 2 + word, at_ + 2 + end).range();
    if (list.empty())
      diagnostics_.warning("query", range, "nothing follows 'EXPECT:'",
                           "write T, F, MT, MF or E, a number, or a figure such as 20MB or 3S");
    // It stands behind its formula, in the same line or in one below.
    const bool is_below = !begin_ && !lines_.empty();
    (is_below ? lines_.back().expectation : expectation_) = std::move(list);
    (is_below ? lines_.back().expectation_range : expectation_range_) = range;
    return true;
  }

  void end_line() {
    if (begin_) {
      QueryLine& line = add_line();
      line.text = formula();
      line.range = line.text.range();
    }
    begin_.reset();
    gaps_.clear();
  }

  QueryLine& add_line() {
    QueryLine line;
    line.comment = std::move(comment_);
    line.expectation = std::move(expectation_);
    line.expectation_range = expectation_range_;
    comment_.clear();
    expectation_.clear();
    return lines_.emplace_back(std::move(line));
  }

  // From begin_ to end_, with a blank for each continuation. The blank stands where the backslash did.
  TextBlock formula() {
    std::erase_if(gaps_, [&](const Gap& gap) { return gap.begin < *begin_ || gap.begin >= end_; });
    if (gaps_.empty()) return part_of(block_, *begin_, end_);
    std::string text;
    TextBlock result;
    const auto append = [&](std::size_t begin, std::size_t end) {
      const TextBlock piece = part_of(block_, begin, end);
      for (const TextBlock::Segment& s : piece.segments)
        result.segments.push_back({s.text_offset + static_cast<std::uint32_t>(text.size()), s.source_offset});
      text += piece.text;
    };
    std::size_t from = *begin_;
    for (const Gap& gap : gaps_) {
      append(from, gap.begin + 1);
      text.back() = ' ';
      from = gap.end;
    }
    append(from, end_);
    result.text = arena_.copy(std::string_view(text));
    return result;
  }

  const TextBlock& block_;
  std::string_view text_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  std::vector<QueryLine> lines_;
  std::size_t at_ = 0;
  std::optional<std::size_t> begin_;  // of the formula on this line
  std::size_t end_ = 0;
  std::vector<Gap> gaps_;
  std::string comment_;
  std::string expectation_;
  SourceRange expectation_range_;
};

}  // namespace

std::vector<QueryLine> split_queries(const TextBlock& block, Arena& arena, Diagnostics& diagnostics) {
  return Splitter(block, arena, diagnostics).run();
}

TextBlock part_of(const TextBlock& block, std::size_t begin, std::size_t end) {
  TextBlock result;
  result.text = block.text.substr(begin, end - begin);
  const auto first = static_cast<std::uint32_t>(begin);
  result.segments.push_back({0, block.source_offset(first)});
  const auto after =
      std::upper_bound(block.segments.begin(), block.segments.end(), first,
                       [](std::uint32_t offset, const TextBlock::Segment& s) { return offset < s.text_offset; });
  for (auto s = after; s != block.segments.end() && s->text_offset < end; ++s)
    result.segments.push_back({s->text_offset - first, s->source_offset});
  return result;
}

}  // namespace zonda::lang
