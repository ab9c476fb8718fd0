// Keeps an eye on the limits of a search: memory, time, and whether somebody asked it to stop.
#pragma once

#include "search/memory.hpp"
#include "search/options.hpp"

#include <chrono>
#include <cstdint>
#include <string_view>

namespace zonda::search {

class LimitWatch {
 public:
  explicit LimitWatch(const Limits& limits) : limits_(limits) {}

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // Called very often; whether it is time to look, because a moment passed or memory grew. `bytes()` is an estimate.
  template <typename Bytes>
  bool is_due(Bytes&& bytes) {
    if (++calls_ < kOften) return false;
    calls_ = 0;
    const std::uint64_t used = bytes();
    const auto now = Clock::now();
    if (used < looked_bytes_ + kMemoryStep && now - looked_at_ < std::chrono::milliseconds(5)) return false;
    looked_bytes_ = used;
    looked_at_ = now;
    return true;
  }
  // The next call is.
  void hurry() { calls_ = kOften; }

  // What stops the search; empty: nothing.
  [[nodiscard]] std::string_view reason() const {
    if (limits_.interrupt != nullptr && limits_.interrupt->load()) return "interrupted";
    if (limits_.seconds > 0 && seconds() > limits_.seconds) return "time limit reached";
    if (limits_.memory_bytes > 0 && resident_bytes() > limits_.memory_bytes) return kMemory;
    return {};
  }
  // Whether a table may grow by so much at once.
  [[nodiscard]] bool has_room(std::size_t growth) const {
    return growth < kMemoryStep || limits_.memory_bytes == 0 || resident_bytes() + growth <= limits_.memory_bytes;
  }
  static constexpr std::string_view kMemory = "memory limit reached";

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t kOften = 64;
  static constexpr std::uint64_t kMemoryStep = std::uint64_t{1} << 20U;

  const Limits& limits_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point looked_at_ = start_;
  std::uint64_t looked_bytes_ = 0;
  std::uint32_t calls_ = 0;
};

}  // namespace zonda::search
