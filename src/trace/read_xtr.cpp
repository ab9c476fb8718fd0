// Reads the text of an .xtr file.
#include "trace/xtr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace zonda::trace {

namespace {

struct WrongXtr {
  std::string what;
};

// The words of the file: numbers, '.' and ';', separated by white space.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) { skip(); }

  [[nodiscard]] bool is_end() const { return text_.empty(); }
  [[nodiscard]] bool is(char c) const { return !text_.empty() && text_[0] == c && is_single(); }
  bool take(char c) {
    if (!is(c)) return false;
    drop(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) wrong(fmt::format("'{}' expected", c));
  }
  std::int32_t number(std::int64_t least, std::int64_t most) {
    const std::size_t length = std::min(text_.find_first_of(" \t\r\n;"), text_.size());
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + length, value);
    if (error != std::errc() || end != text_.data() + length || length == 0) wrong("a number expected");
    if (value < least || value > most) wrong(fmt::format("{} is not between {} and {}", value, least, most));
    drop(length);
    return static_cast<std::int32_t>(value);
  }
  [[noreturn]] void wrong(const std::string& what) const {
    const std::string_view found = text_.substr(0, std::min(text_.find_first_of(" \t\r\n"), std::size_t{20}));
    throw WrongXtr{fmt::format("line {}: {}, found '{}'", line_, what, found.empty() ? "the end" : found)};
  }

 private:
  [[nodiscard]] bool is_single() const {
    return text_.size() == 1 || text_[1] == ' ' || text_[1] == '\n' || text_[1] == '\r' || text_[1] == '\t';
  }
  void drop(std::size_t count) {
    text_.remove_prefix(count);
    skip();
  }
  void skip() {
    const std::size_t start = std::min(text_.find_first_not_of(" \t\r\n"), text_.size());
    line_ +=
        static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(start), '\n'));
    text_.remove_prefix(start);
  }

  std::string_view text_;
  std::size_t line_ = 1;
};

XtrState read_state(Words& words) {
  XtrState result;
  while (!words.take('.')) result.locations.push_back(static_cast<std::uint32_t>(words.number(0, INT32_MAX)));
  while (!words.take('.')) {
    // A bound of the zone is skipped, because zones are found anew.
    for (int i = 0; i < 3; ++i) (void)words.number(INT32_MIN, INT32_MAX);
    words.expect('.');
  }
  while (!words.take('.')) result.variables.push_back(words.number(INT32_MIN, INT32_MAX));
  return result;
}

std::vector<XtrEdge> read_move(Words& words) {
  std::vector<XtrEdge> result;
  while (!words.take('.')) {
    XtrEdge& e = result.emplace_back();
    e.process = static_cast<std::uint32_t>(words.number(0, INT32_MAX));
    e.edge = static_cast<std::uint32_t>(words.number(0, INT32_MAX));
    while (!words.take(';')) {
      if (words.is('.')) words.wrong("';' after an edge expected (files from before 2015 have none)");
      e.selects.push_back(words.number(INT32_MIN, INT32_MAX));
    }
  }
  return result;
}

}  // namespace

bool looks_like_xtr(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && text[start] >= '0' && text[start] <= '9';
}

ReadXtr read_xtr(std::string_view text) {
  try {
    Words words(text);
    Xtr result;
    result.states.push_back(read_state(words));
    while (!words.take('.')) {
      result.states.push_back(read_state(words));
      result.moves.push_back(read_move(words));
    }
    if (!words.is_end()) words.wrong("nothing more expected");
    return {std::move(result), {}};
  } catch (const WrongXtr& wrong) {
    return {{}, wrong.what};
  }
}

}  // namespace zonda::trace
