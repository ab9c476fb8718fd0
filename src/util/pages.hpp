// A block of memory straight from the system. Pages that were never written take no memory, pages in the middle can be
// given back, and the block can be shortened to any length.
#pragma once

#include <cstddef>
#include <utility>

namespace zonda {

class Pages {
 public:
  Pages() = default;
  explicit Pages(std::size_t bytes);
  ~Pages() { free(); }
  Pages(Pages&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] unsigned char* data() { return data_; }
  [[nodiscard]] const unsigned char* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Gives all whole pages in [from, to) back to the system; their contents are lost.
  void release(std::size_t from, std::size_t to);
  // Shortens the block to `bytes`, rounded up to whole pages, and gives the rest back to the system.
  void cut(std::size_t bytes);

 private:
  void free();

  unsigned char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace zonda
