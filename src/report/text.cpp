#include "report/text.hpp"

#include <array>
#include <cstdint>

namespace zonda::report {

namespace {

// Advance widths of DejaVu Sans for the characters from ' ' to '~', in thousandths of the font size. Verdana is
// as wide, Helvetica and Arial are narrower: an estimate from it is never too small by much.
constexpr std::array<std::uint16_t, 95> kWidths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
constexpr double kBoldFactor = 1.12;
constexpr double kOtherWidth = 0.8;  // accented letters, symbols

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the character that starts at `at`, or 0 when none does.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0U) != 0x80) return 0;
  const unsigned char second = byte(at + 1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_beyond = first == 0xF4 && second >= 0x90;
  // U+FFFE and U+FFFF are characters, but XML forbids them.
  const bool is_forbidden = first == 0xEF && second == 0xBF && byte(at + 2) >= 0xBE;
  return is_overlong || is_surrogate || is_beyond || is_forbidden ? 0 : length;
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text)
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80) ++count;
  return count;
}

// Where to cut a line that is too long: behind the last good place among the first `columns` characters.
std::size_t break_position(std::string_view line, std::size_t columns) {
  std::size_t best = 0;
  std::size_t blank = 0;
  for (std::size_t i = 1; i < line.size() && i <= columns; ++i) {
    if (line[i] != ' ') continue;
    const std::string_view before = line.substr(0, i);
    blank = i;
    if (before.ends_with("&&") || before.ends_with("||") || before.ends_with(",") || before.ends_with("and") ||
        before.ends_with("or") || before.ends_with("imply"))
      best = i;
  }
  if (best > columns / 3 || (best > 0 && line.size() - best <= columns)) return best;
  if (blank > columns / 3) return blank;
  const std::size_t next = line.find(' ', columns);
  return next == std::string_view::npos ? line.size() : next;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    const auto first = static_cast<unsigned char>(text[i]);
    const bool is_control = first < 0x20 ? first != '\t' && first != '\n' : first == 0x7F;
    if (length == 0 || is_control) {
      if (first != '\r') result += kReplacement;
      ++i;
      continue;
    }
    result += text.substr(i, length);
    i += length;
  }
  return result;
}

std::string escape_xml(std::string_view text) {
  std::string result;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c == '\t') {
      lines.back() += "    ";
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  std::vector<std::string> result;
  for (const std::string& line : split_lines(text)) {
    std::string_view rest = line;
    while (character_count(rest) > columns) {
      const std::size_t cut = break_position(rest, columns);
      if (cut >= rest.size()) break;
      result.emplace_back(rest.substr(0, cut));
      rest.remove_prefix(cut + 1);
    }
    result.emplace_back(rest);
  }
  return result;
}

double text_width(std::string_view line, double font_size, bool is_bold) {
  double width = 0;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~')
      width += kWidths[static_cast<std::size_t>(byte - ' ')] / 1000.0;
    else if ((byte & 0xC0U) != 0x80)
      width += kOtherWidth;
  }
  return width * font_size * (is_bold ? kBoldFactor : 1.0);
}

}  // namespace zonda::report
