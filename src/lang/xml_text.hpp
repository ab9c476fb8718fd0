// Collects the text of one XML element piece by piece and keeps the map back to the file.
#pragma once

#include "lang/source.hpp"
#include "util/arena.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

// As long as the pieces are one unbroken part of the file (the usual case) nothing is copied.
class XmlText {
 public:
  // `file` is the text of the file, `base` the offset of its first byte.
  XmlText(std::string_view file, std::uint32_t base) : file_(file), base_(base) {}

  void clear();
  // `decoded` stands for the `length` bytes of the file from `begin` on.
  void append(std::string_view decoded, std::uint32_t begin, std::uint32_t length);
  [[nodiscard]] bool is_blank() const;
  // Text that had to be decoded moves into the arena.
  [[nodiscard]] TextBlock take(Arena& arena);

 private:
  void copy_so_far();
  void append_expansion(std::string_view decoded, std::uint32_t begin);

  std::string_view file_;
  std::uint32_t base_;
  std::uint32_t begin_ = 0;  // the unbroken part, while is_plain_
  std::uint32_t end_ = 0;    // where the next piece goes on if nothing was left out
  bool is_plain_ = true;
  std::string decoded_;
  std::vector<TextBlock::Segment> segments_;
};

}  // namespace zonda::lang
