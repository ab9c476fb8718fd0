// Scratch space for one zone operation. Up to 64 entries lie on the stack, which suffices for all but extreme models;
// more are allocated. The entries are not initialised.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

namespace zonda::zone {

template <typename T>
class SmallArray {
 public:
  explicit SmallArray(std::size_t size) {
    if (size <= kInline) return;
    many_ = std::make_unique_for_overwrite<T[]>(size);
    data_ = many_.get();
  }
  SmallArray(const SmallArray&) = delete;
  SmallArray& operator=(const SmallArray&) = delete;

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t kInline = 64;
  alignas(64) std::array<T, kInline> few_;
  std::unique_ptr<T[]> many_;
  T* data_ = few_.data();
};

}  // namespace zonda::zone
