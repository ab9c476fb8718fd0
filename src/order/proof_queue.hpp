// The frontier of an order that is meant to get through all states: breadth-first, true zones first, or TW-BFS where
// that helps. An item is what is kept of a waiting state.
//
// TW-BFS makes no mistakes on many models on which breadth-first search makes very many; on others it is the other way
// round. So a search that may use it begins with true zones first, then breadth-first, which makes no mistakes at all
// on most models. If there are some, it goes on with TW-BFS, for which every waiting state has been kept in a second
// queue. To begin the other way round would be worse: what TW-BFS expands too early are small zones far from the start,
// and breadth-first search goes on making mistakes when it has to go on from them. If TW-BFS makes very many mistakes
// in turn, the search ends as it began: states that are added from then on get the largest key.
//
// The second queue is given up after some ten thousand states, and when memory is short. After that, only states that
// are added later leave in the order of TW-BFS.
#pragma once

#include "analysis/location_order.hpp"
#include "order/location_sum.hpp"
#include "order/orders.hpp"
#include "order/queue.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace zonda::order {

template <typename T>
class ProofQueue {
 public:
  explicit ProofQueue(const Setting& setting) : takes_true_first_(setting.proof != kBreadthFirst) {
    if (setting.proof != kPatient) return;
    position_.emplace(setting.network, setting.packing, analysis::location_positions(setting.network));
    by_sums_ = std::make_unique<Queue<T>>();
  }

  [[nodiscard]] bool wants_true_zones() const { return takes_true_first_; }
  void push(const Arrival& arrival, const T& item) {
    queue_->push(key(arrival), item);
    if (by_sums_) by_sums_->push(sum(arrival), item);
  }
  // Takes out the next item. Returns false if there is none.
  bool pop(T& item) {
    if (++taken_ == kLast) by_sums_.reset();
    return queue_->pop(item);
  }
  // The item that was taken last was not waiting any more.
  void stale() { --taken_; }
  // An expanded state turned out to be a mistake. Others that share the work may be to blame for some of the mistakes
  // that follow; then it takes more of them before TW-BFS begins.
  void mistaken(bool has_others) {
    if (!position_ || stage_ == Stage::Over) return;
    ++mistakes_;
    if (stage_ == Stage::First) {
      if (mistakes_ >= kFewMistakes && (has_others ? kStatesWithOthers : kStates) * mistakes_ > taken_) go_by_sums();
    } else if (taken_ < kLater * switched_at_) {
      // What was expanded too early before TW-BFS began is found out now.
      counted_taken_ = taken_;
      counted_mistakes_ = mistakes_;
    } else if (kPart * (mistakes_ - counted_mistakes_) > kPart * kFree + kOf * (taken_ - counted_taken_)) {
      stage_ = Stage::Over;
    }
  }
  // Gives back what can be done without.
  void shrink() { by_sums_.reset(); }
  [[nodiscard]] T after(std::size_t n) const { return queue_->after(n); }
  [[nodiscard]] std::size_t size() const { return queue_->size(); }
  [[nodiscard]] std::size_t bytes() const { return queue_->bytes() + (by_sums_ ? by_sums_->bytes() : 0); }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    queue_->for_each(visit);
    if (by_sums_) by_sums_->for_each(visit);
  }
  template <typename Keep>
  void retain(Keep&& keep) {
    shrink();
    queue_->retain(keep);
  }
  bool pop_late(T& item) {
    shrink();
    return queue_->pop_late(item);
  }
  void snapshot(Snapshot& s) {
    bool has_sums = by_sums_ != nullptr;
    s.values(stage_, taken_, mistakes_, switched_at_, counted_taken_, counted_mistakes_, has_sums);
    queue_->snapshot(s);
    if (!has_sums)
      by_sums_.reset();
    else
      by_sums_->snapshot(s);
  }

 private:
  // First: true zones first. Sums: TW-BFS. Over: breadth-first, because TW-BFS made too many mistakes.
  enum class Stage : std::uint8_t { First, Sums, Over };
  static constexpr std::uint64_t kFewMistakes = 10;      // TW-BFS begins at this many mistakes …
  static constexpr std::uint64_t kStates = 64;           // … and one for this many states
  static constexpr std::uint64_t kStatesWithOthers = 8;  // the same where others share the work
  static constexpr std::uint64_t kLast = 1U << 15U;      // when this many were taken, the second queue is given up
  static constexpr std::uint64_t kLater = 16;  // mistakes of TW-BFS count when the search is this many times as large
  // TW-BFS ends at more than kFree mistakes and, beyond those, more than kOf for every kPart states taken. The share of
  // mistakes is 0.33 on critical regions, where breadth-first search makes more of them, and 0.5 to 0.8 on models where
  // it makes fewer.
  static constexpr std::uint64_t kFree = 400;
  static constexpr std::uint64_t kOf = 9;
  static constexpr std::uint64_t kPart = 20;

  [[nodiscard]] std::uint32_t sum(const Arrival& arrival) const {
    return arrival.is_true ? 0 : 1 + (*position_)(arrival.words);
  }
  [[nodiscard]] std::uint32_t key(const Arrival& arrival) const {
    if (stage_ == Stage::First) return takes_true_first_ && !arrival.is_true ? 1 : 0;
    return stage_ == Stage::Sums ? sum(arrival) : position_->most() + 2;
  }
  void go_by_sums() {
    stage_ = Stage::Sums;
    switched_at_ = taken_;
    if (by_sums_) queue_ = std::move(by_sums_);
  }

  std::optional<LocationSum> position_;  // for TW-BFS
  bool takes_true_first_;
  Stage stage_ = Stage::First;
  std::unique_ptr<Queue<T>> queue_ = std::make_unique<Queue<T>>();
  std::unique_ptr<Queue<T>> by_sums_;  // the same items with the keys of TW-BFS, as long as that may begin
  std::uint64_t taken_ = 0;
  std::uint64_t mistakes_ = 0;
  std::uint64_t switched_at_ = 0;       // how many had been taken when TW-BFS began
  std::uint64_t counted_taken_ = 0;     // how many had been taken, and …
  std::uint64_t counted_mistakes_ = 0;  // … how many mistakes made, before those of TW-BFS counted
};

}  // namespace zonda::order
