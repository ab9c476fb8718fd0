// Character encodings of input files. Everything behind load_file is UTF-8, or plain bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zonda::lang {

struct Encoding {
  std::string name = "UTF-8";
  std::size_t mark_length = 0;      // of the byte-order mark
  std::size_t declared_offset = 0;  // where the XML declaration names it, if it does
};

// By the byte-order mark, else by the pattern of zero bytes, else by the XML declaration, else UTF-8.
[[nodiscard]] Encoding detect_encoding(std::string_view bytes);

struct Decoded {
  std::string text;
  bool is_known = true;                   // false: the system does not know the encoding
  std::optional<std::size_t> bad_offset;  // the first byte that cannot be read
};
// `bytes` has no byte-order mark.
[[nodiscard]] Decoded decode(std::string_view bytes, const std::string& encoding);

// The offset of the first byte that is not part of a well-formed UTF-8 sequence.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// A code point that is none (a lone surrogate, too large) becomes U+FFFD.
void append_utf8(std::uint32_t code_point, std::string& text);

}  // namespace zonda::lang
