// Random numbers that are the same on every machine (splitmix64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace zonda::hunt {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // A number from 0 to n - 1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }
  template <typename T>
  const T& any(const std::vector<T>& list) {
    return list[below(list.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace zonda::hunt
