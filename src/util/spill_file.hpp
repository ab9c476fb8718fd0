// A list on disk: what is put in first comes out first. The file has no name, so that nothing stays behind however the
// program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace zonda {

// What went wrong, in words.
class SpillError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class SpillFile {
 public:
  explicit SpillFile(const std::string& folder);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void put(const void* data, std::size_t size);
  // There must be so much.
  void take(void* data, std::size_t size);
  // Bytes that are inside.
  [[nodiscard]] std::uint64_t size() const { return end_ + out_.size() - begin_; }

  // Reads all that is inside, without taking it: calls use(data, size). Nothing is written: the disk may be full.
  template <typename Use>
  void for_each_piece(Use&& use) {
    std::vector<unsigned char> piece(kPiece);
    for (std::uint64_t at = begin_; at < end_;) {
      const std::size_t size = read_at(at, piece.data(), piece.size());
      use(piece.data(), size);
      at += size;
    }
    if (!out_.empty()) use(out_.data(), out_.size());
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{16} * 1024;

  void flush();
  std::size_t read_at(std::uint64_t at, unsigned char* to, std::size_t most);

  int file_ = -1;
  std::uint64_t begin_ = 0;  // of what is inside
  std::uint64_t end_ = 0;    // of what was written
  std::vector<unsigned char> out_;
  std::vector<unsigned char> in_;  // what follows begin_, in part
  std::size_t in_at_ = 0;
};

}  // namespace zonda
