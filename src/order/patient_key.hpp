// The keys of TW-BFS with limited patience. True zones have the smallest key; the other states have the sum of the
// positions of their locations. If that makes very many mistakes on a model, the search goes on breadth-first, which
// makes fewer where processes keep going around cycles of their own: from then on every state gets the largest key.
#pragma once

#include "analysis/location_order.hpp"
#include "order/location_sum.hpp"
#include "order/orders.hpp"
#include "util/snapshot.hpp"

#include <cstdint>

namespace zonda::order {

class PatientKey {
 public:
  explicit PatientKey(const Setting& setting)
      : position_(setting.network, setting.packing, analysis::location_positions(setting.network)) {}

  [[nodiscard]] std::uint32_t operator()(const Arrival& arrival) const {
    if (is_over_) return position_.most() + 2;
    return arrival.is_true ? 0 : 1 + position_(arrival.words);
  }
  void taken() { ++taken_; }
  void mistaken(std::uint32_t states) {
    mistakes_ += states;
    is_over_ = is_over_ || kPart * mistakes_ > kPart * kFree + kOf * taken_;
  }
  void snapshot(Snapshot& s) { s.values(taken_, mistakes_, is_over_); }

 private:
  // Patience ends at more than kFree mistakes and, beyond those, more than kOf for every kPart states taken. The share
  // of mistakes is 0.28 on critical regions, where breadth-first makes more of them, and 0.5 to 0.8 on models where it
  // makes fewer.
  static constexpr std::uint64_t kFree = 400;
  static constexpr std::uint64_t kOf = 2;
  static constexpr std::uint64_t kPart = 5;

  LocationSum position_;
  std::uint64_t taken_ = 0;
  std::uint64_t mistakes_ = 0;
  bool is_over_ = false;
};

}  // namespace zonda::order
