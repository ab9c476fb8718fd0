// An array that grows, for stores of many gigabytes. Growing asks the allocator to extend the block. For large blocks
// that moves pages and not bytes, so two copies never exist at the same time, and room that is reserved but not used
// yet takes no memory.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace zonda {

// Asks the system to back the block with large pages, which makes random access to many megabytes faster. The system
// may ignore this.
void use_large_pages(void* block, std::size_t bytes);

template <typename T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(std::size_t size, T value) { fill(size, value); }
  ~GrowingArray() { std::free(data_); }
  GrowingArray(GrowingArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  GrowingArray& operator=(GrowingArray&&) = delete;

  void swap(GrowingArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t bytes() const { return size_ * sizeof(T); }
  [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::span<const T> part(std::size_t start, std::size_t count) const { return {data_ + start, count}; }

  void push_back(const T& value) {
    const T copy = value;  // the value may be an element of this array, which moves
    if (size_ == capacity_) reserve(size_ + 1);
    new (data_ + size_++) T(copy);
  }
  // `items` must not be a part of this array.
  void append(std::span<const T> items) {
    if (size_ + items.size() > capacity_) reserve(size_ + items.size());
    for (const T& item : items) new (data_ + size_++) T(item);
  }
  // Makes room for `count` more elements and returns the first of them. The caller must write them all at once.
  T* extend(std::size_t count) {
    if (size_ + count > capacity_) reserve(size_ + count);
    T* result = data_ + size_;
    size_ += count;
    return result;
  }
  void resize(std::size_t size, const T& value) {
    if (size > capacity_) reserve(size);
    for (; size_ < size; ++size_) new (data_ + size_) T(value);
    size_ = size;
  }
  // Replaces the contents by `size` copies of the value.
  void fill(std::size_t size, const T& value) {
    size_ = 0;
    resize(size, value);
  }
  // Gives reserved memory that is not in use back to the allocator.
  void shrink() {
    if (size_ == 0) {
      std::free(std::exchange(data_, nullptr));
      capacity_ = 0;
      return;
    }
    void* smaller = std::realloc(static_cast<void*>(data_), size_ * sizeof(T));
    if (smaller == nullptr) return;
    data_ = static_cast<T*>(smaller);
    capacity_ = size_;
  }

 private:
  void reserve(std::size_t wanted) {
    constexpr std::size_t kFirst = 64;
    std::size_t capacity = capacity_ < kFirst ? kFirst : capacity_ + capacity_ / 2;
    if (capacity < wanted) capacity = wanted;
    void* larger = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
    if (larger == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(larger);
    capacity_ = capacity;
    use_large_pages(data_, capacity * sizeof(T));
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace zonda
