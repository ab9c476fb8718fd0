// The keys of a patient TW-BFS: true zones, then by the sum of positions of locations. An order that makes very many
// mistakes on a model is given up for breadth-first, which makes fewer where processes go around cycles of their own
// all the time: then what comes gets one key, the last.
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
  // Mistakes that count for nothing, and the share of the states taken that may be mistakes: 2 of 5. On critical
  // regions, where breadth-first makes more, it is 0.28; on models that it is worse for, 0.5 to 0.8.
  static constexpr std::uint64_t kFree = 400;
  static constexpr std::uint64_t kOf = 2;
  static constexpr std::uint64_t kPart = 5;

  LocationSum position_;
  std::uint64_t taken_ = 0;
  std::uint64_t mistakes_ = 0;
  bool is_over_ = false;
};

}  // namespace zonda::order
