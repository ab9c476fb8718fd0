// A queue of bytes on disk: what is put in first comes out first. The file has no name, so that nothing stays behind
// however the program ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace zonda {

// Writing to or reading from the disk failed; the message says how.
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
  // Takes the oldest `size` bytes out. The file must hold at least that many.
  void take(void* data, std::size_t size);
  // The number of bytes in the file that have not been taken yet.
  [[nodiscard]] std::uint64_t size() const { return end_ + out_.size() - begin_; }

  // Reads everything that has not been taken yet, and leaves it there: calls use(data, size) piece by piece. This
  // writes nothing, because the disk may be full.
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
  std::uint64_t begin_ = 0;         // the first byte of the file that has not been taken
  std::uint64_t end_ = 0;           // the end of what was written
  std::vector<unsigned char> out_;  // bytes that were put in and not written yet
  std::vector<unsigned char> in_;   // bytes that were read ahead; those from in_at_ on begin at begin_ of the file
  std::size_t in_at_ = 0;
};

}  // namespace zonda
