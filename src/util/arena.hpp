// An arena for trees that live and die together: allocation is a pointer bump, release is one call.
// Only trivially destructible things may live in it, because no destructor is ever run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace zonda {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    void* place = memory_.allocate(sizeof(T), alignof(T));
    return new (place) T{std::forward<Args>(args)...};
  }

  template <typename T>
  std::span<T> copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    auto* place = static_cast<T*>(memory_.allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), place);
    return {place, items.size()};
  }

  template <typename T>
  std::span<T> copy(const std::vector<T>& items) {
    return copy(std::span<const T>(items));
  }

  std::string_view copy(std::string_view text) {
    auto chars = copy(std::span<const char>(text.data(), text.size()));
    return {chars.data(), chars.size()};
  }

 private:
  std::pmr::monotonic_buffer_resource memory_{std::size_t{64} * 1024};
};

}  // namespace zonda
