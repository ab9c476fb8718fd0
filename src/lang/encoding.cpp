#include "lang/encoding.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

namespace zonda::lang {

namespace {

using namespace std::string_view_literals;

struct ByteOrderMark {
  std::string_view bytes;
  std::string_view encoding;
};
// UTF-32 first: its little-endian mark starts with that of UTF-16.
constexpr std::array kByteOrderMarks = {
    ByteOrderMark{"\xFF\xFE\0\0"sv, "UTF-32LE"}, ByteOrderMark{"\0\0\xFE\xFF"sv, "UTF-32BE"},
    ByteOrderMark{"\xEF\xBB\xBF"sv, "UTF-8"},    ByteOrderMark{"\xFF\xFE"sv, "UTF-16LE"},
    ByteOrderMark{"\xFE\xFF"sv, "UTF-16BE"},
};

// A file without mark: two ASCII characters show where the zero bytes lie.
std::string_view guess_by_zeros(std::string_view bytes) {
  if (bytes.size() < 4) return {};
  const bool zero[4] = {bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0};
  if (!zero[0] && zero[1] && !zero[2] && zero[3]) return "UTF-16LE";
  if (zero[0] && !zero[1] && zero[2] && !zero[3]) return "UTF-16BE";
  if (!zero[0] && zero[1] && zero[2] && zero[3]) return "UTF-32LE";
  if (zero[0] && zero[1] && zero[2] && !zero[3]) return "UTF-32BE";
  return {};
}

// The value of 'encoding' in '<?xml … ?>', or nothing.
std::string_view declared_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  const std::string_view declaration = bytes.substr(0, std::min<std::size_t>(bytes.find("?>"), 1000));
  const std::size_t word = declaration.find("encoding");
  if (word == std::string_view::npos) return {};
  const std::size_t open = declaration.find_first_of("\"'", word);
  if (open == std::string_view::npos) return {};
  const std::size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return {};
  return declaration.substr(open + 1, close - open - 1);
}

bool is_same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

// What XML allows as the name of an encoding. iconv would take a '/' as an instruction, and the empty name as the
// encoding of the user's terminal.
bool is_encoding_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_inner = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_inner);
}

class Converter {
 public:
  explicit Converter(const std::string& encoding) : handle_(iconv_open("UTF-8", encoding.c_str())) {}
  ~Converter() {
    if (is_open()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // iconv_open marks failure by the pointer with all bits set.
  [[nodiscard]] bool is_open() const { return std::bit_cast<std::intptr_t>(handle_) != -1; }

  Decoded run(std::string_view bytes) {
    Decoded result;
    std::array<char, 65536> buffer{};
    char* in = const_cast<char*>(bytes.data());  // iconv reads only
    std::size_t left = bytes.size();
    while (left > 0) {
      char* out = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t status = iconv(handle_, &in, &left, &out, &room);
      const int error = errno;
      result.text.append(buffer.data(), buffer.size() - room);
      if (status == static_cast<std::size_t>(-1) && error != E2BIG) {
        result.bad_offset = bytes.size() - left;
        break;
      }
    }
    return result;
  }

 private:
  iconv_t handle_;
};

// The length of the sequence that this byte starts, 0 if it starts none.
std::size_t sequence_length(unsigned char c) {
  if (c < 0x80) return 1;
  if (c >= 0xC2 && c <= 0xDF) return 2;
  if (c >= 0xE0 && c <= 0xEF) return 3;
  if (c >= 0xF0 && c <= 0xF4) return 4;
  return 0;
}

}  // namespace

Encoding detect_encoding(std::string_view bytes) {
  for (const ByteOrderMark& mark : kByteOrderMarks)
    if (bytes.starts_with(mark.bytes)) return {std::string(mark.encoding), mark.bytes.size(), 0};
  if (const std::string_view guess = guess_by_zeros(bytes); !guess.empty()) return {std::string(guess), 0, 0};
  const std::string_view name = declared_encoding(bytes);
  // The declaration could be read byte by byte, so the file is not in UTF-16 or UTF-32 whatever it says: an editor
  // has converted it and left the line as it was.
  const bool is_wide = is_same_word(name.substr(0, 6), "UTF-16") || is_same_word(name.substr(0, 6), "UTF-32");
  if (name.data() == nullptr || is_wide || is_same_word(name, "UTF-8") || is_same_word(name, "UTF8")) return {};
  return {std::string(name), 0, static_cast<std::size_t>(name.data() - bytes.data())};
}

Decoded decode(std::string_view bytes, const std::string& encoding) {
  if (encoding == "UTF-8") return {std::string(bytes), true, find_invalid_utf8(bytes)};
  if (!is_encoding_name(encoding)) return {{}, false, std::nullopt};
  Converter converter(encoding);
  if (!converter.is_open()) return {{}, false, std::nullopt};
  return converter.run(bytes);
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) {
      ++at;
      continue;
    }
    const std::size_t length = sequence_length(first);
    if (length == 0 || at + length > text.size()) return at;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[at + k]) & 0xC0U) != 0x80U) return at;
    const auto second = static_cast<unsigned char>(text[at + 1]);
    // Overlong forms, surrogates, and code points beyond U+10FFFF.
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
        (first == 0xF4 && second > 0x8F))
      return at;
    at += length;
  }
  return std::nullopt;
}

void append_utf8(std::uint32_t code_point, std::string& text) {
  if (code_point > 0x10FFFFU || (code_point & 0xFFFFF800U) == 0xD800U) code_point = 0xFFFDU;
  const auto continuation = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code_point >> shift) & 0x3FU)); };
  if (code_point < 0x80U) {
    text += static_cast<char>(code_point);
  } else if (code_point < 0x800U) {
    text += static_cast<char>(0xC0U | (code_point >> 6U));
    continuation(0);
  } else if (code_point < 0x10000U) {
    text += static_cast<char>(0xE0U | (code_point >> 12U));
    continuation(6);
    continuation(0);
  } else {
    text += static_cast<char>(0xF0U | (code_point >> 18U));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

}  // namespace zonda::lang
