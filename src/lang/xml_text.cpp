#include "lang/xml_text.hpp"

namespace zonda::lang {

void XmlText::clear() {
  begin_ = end_ = 0;
  is_plain_ = true;
  decoded_.clear();
  segments_.clear();
}

void XmlText::append(std::string_view decoded, std::uint32_t begin, std::uint32_t length) {
  const auto size = static_cast<std::uint32_t>(decoded.size());
  const bool is_verbatim = size == length && file_.substr(begin, length) == decoded;
  if (is_plain_ && is_verbatim && (begin == end_ || begin_ == end_)) {
    if (begin_ == end_) begin_ = begin;
    end_ = begin + size;
    return;
  }
  copy_so_far();
  if (size > length) return append_expansion(decoded, begin);
  if (begin != end_ || segments_.empty())
    segments_.push_back({static_cast<std::uint32_t>(decoded_.size()), base_ + begin});
  decoded_ += decoded;
  // '&lt;' and a line break written as two bytes are longer in the file: the next piece then starts a segment.
  end_ = begin + length;
  if (size != length) segments_.push_back({static_cast<std::uint32_t>(decoded_.size()), base_ + end_});
}

// An entity of the DTD: each byte of what it stands for maps to the reference.
void XmlText::append_expansion(std::string_view decoded, std::uint32_t begin) {
  for (const char c : decoded) {
    segments_.push_back({static_cast<std::uint32_t>(decoded_.size()), base_ + begin});
    decoded_ += c;
  }
  end_ = 0;  // no piece starts at the first byte of a file
}

void XmlText::copy_so_far() {
  if (!is_plain_) return;
  is_plain_ = false;
  decoded_ = file_.substr(begin_, end_ - begin_);
  if (!decoded_.empty()) segments_.push_back({0, base_ + begin_});
}

bool XmlText::is_blank() const {
  const std::string_view text = is_plain_ ? file_.substr(begin_, end_ - begin_) : std::string_view(decoded_);
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

TextBlock XmlText::take(Arena& arena) {
  if (is_plain_) return {file_.substr(begin_, end_ - begin_), {{0, base_ + begin_}}};
  // A copy, so that the next element finds the capacity of the buffers.
  return {arena.copy(std::string_view(decoded_)), segments_};
}

}  // namespace zonda::lang
