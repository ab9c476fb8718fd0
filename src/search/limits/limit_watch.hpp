// Watches the limits of a search: memory, time, and requests to stop.
#pragma once

#include "search/limits/memory.hpp"
#include "search/options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace zonda::search {

class LimitWatch {
 public:
  explicit LimitWatch(const Limits& limits) : limits_(limits), often_(limits.looks > 0 ? 1 : kOften) {
    if (limits.memory_bytes == 0) return;
    constexpr std::uint64_t kLeastStep = std::uint64_t{1} << 14U;
    step_ = std::clamp(limits.memory_bytes / 128, kLeastStep, step_);
    constexpr std::uint64_t kLeastMargin = std::uint64_t{1} << 16U;
    constexpr std::uint64_t kMostMargin = std::uint64_t{1} << 28U;
    margin_ = std::clamp(limits.memory_bytes / 32, kLeastMargin, kMostMargin);
  }

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  // Whether it is time to check the limits, because time has passed or memory has grown. Called very often. `bytes()`
  // is an estimate.
  template <typename Bytes>
  bool is_due(Bytes&& bytes) {
    if (++calls_ < often_) return false;
    calls_ = 0;
    if (limits_.looks > 0) return ++looks_ > limits_.looks;
    effort_ += kOften;
    if (is_enough()) return true;
    const std::uint64_t used = bytes();
    const auto now = Clock::now();
    if (used < looked_bytes_ + step_ && now - looked_at_ < std::chrono::milliseconds(5)) return false;
    looked_bytes_ = used;
    looked_at_ = now;
    return true;
  }
  // Whether less than this many margins would remain if memory grew by `growth`.
  [[nodiscard]] bool is_short(std::uint64_t margins = 1, std::uint64_t growth = 0) {
    return limits_.memory_bytes > 0 && resident() + growth + margins * margin_ > limits_.memory_bytes;
  }
  // As is_short(), but with the memory that was last measured: cheap enough to be called after each state.
  [[nodiscard]] bool was_short(std::uint64_t margins, std::uint64_t growth) {
    if (limits_.memory_bytes == 0) return false;
    const std::uint64_t seen = seen_ == 0 ? resident() : seen_;
    return seen + step_ + growth + margins * margin_ > limits_.memory_bytes;
  }
  // Whether growth by this many bytes is too small to matter.
  [[nodiscard]] bool is_little(std::uint64_t growth) const { return limits_.memory_bytes == 0 || growth < step_; }
  // Makes the next call of is_due() look at the limits, whatever the interval says.
  void hurry() { calls_ = kOften; }

  // Why the search must stop; empty: it may go on.
  [[nodiscard]] std::string_view reason() {
    if (limits_.interrupt != nullptr && limits_.interrupt->load()) return "interrupted";
    if (limits_.seconds > 0 && seconds() > limits_.seconds) return "time limit reached";
    if (limits_.memory_bytes > 0 && resident() > limits_.memory_bytes) return kMemory;
    if (limits_.looks > 0 && looks_ > limits_.looks) return kStopped;
    if (is_enough()) return kEnough;
    return {};
  }
  // Whether a table may grow by this many bytes at once.
  [[nodiscard]] bool has_room(std::size_t growth) const {
    return is_little(growth) || resident_bytes() + growth <= limits_.memory_bytes;
  }
  // Whether this many bytes can be read into memory without exceeding the limit by more than an eighth.
  [[nodiscard]] bool can_take_in(std::uint64_t bytes) {
    const std::uint64_t limit = limits_.memory_bytes;
    return limit == 0 || resident() + bytes <= limit + limit / 8;
  }
  static constexpr std::string_view kMemory = "memory limit reached";
  static constexpr std::string_view kStopped = "stopped";
  static constexpr std::string_view kEnough = "enough";

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t kOften = 64;

  // The same for every run with the same options, because it does not go by the clock.
  [[nodiscard]] bool is_enough() const { return limits_.effort > 0 && effort_ > limits_.effort; }
  // The resident memory now. Measuring it takes a system call.
  [[nodiscard]] std::uint64_t resident() { return seen_ = resident_bytes(); }

  const Limits& limits_;
  std::uint32_t often_;  // number of calls between two looks
  std::uint64_t looks_ = 0;
  std::uint64_t effort_ = 0;
  std::uint64_t seen_ = 0;  // resident memory when it was last measured
  Clock::time_point start_ = Clock::now();
  Clock::time_point looked_at_ = start_;
  std::uint64_t looked_bytes_ = 0;
  std::uint64_t step_ = std::uint64_t{1} << 20U;  // memory may grow by this much before it is measured again
  std::uint64_t margin_ = 0;
  std::uint32_t calls_ = 0;
};

}  // namespace zonda::search
