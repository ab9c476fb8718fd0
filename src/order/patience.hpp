// Whether an order is worth its while: one that makes very many mistakes on a model is given up for breadth-first,
// which makes fewer where processes go around cycles of their own all the time.
#pragma once

#include "util/snapshot.hpp"

#include <cstdint>

namespace zonda::order {

class Patience {
 public:
  void taken() { ++taken_; }
  void mistaken(std::uint32_t states) {
    mistakes_ += states;
    is_over_ = is_over_ || kPart * mistakes_ > kPart * kFree + kOf * taken_;
  }
  [[nodiscard]] bool is_over() const { return is_over_; }
  void snapshot(Snapshot& s) { s.values(taken_, mistakes_, is_over_); }

 private:
  // Mistakes that count for nothing, and the share of the states taken that may be mistakes: 2 of 5. On critical
  // regions, where breadth-first makes more, it is 0.28; on models that it is worse for, 0.5 to 0.8.
  static constexpr std::uint64_t kFree = 400;
  static constexpr std::uint64_t kOf = 2;
  static constexpr std::uint64_t kPart = 5;

  std::uint64_t taken_ = 0;
  std::uint64_t mistakes_ = 0;
  bool is_over_ = false;
};

}  // namespace zonda::order
