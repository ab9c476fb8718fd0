// The states that a depth-first scout may go on with (order/mixed.cpp). Those that the scout found itself are a stack;
// when it is used up, the scout goes on from a state that others found recently. Both have bounded room: the oldest
// fall out, which loses nothing, because every waiting state is in the queue of the order for all states.
#pragma once

#include "order/guided_queue.hpp"
#include "order/ring.hpp"
#include "util/hash.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace zonda::order {

class ScoutStack {
 public:
  using Waiting = GuidedQueue::Waiting;
  static constexpr std::size_t kMostOwn = std::size_t{1} << 15U;
  static constexpr std::size_t kMostForeign = std::size_t{1} << 10U;

  // A state that the scout found.
  void push_own(const Waiting& w) {
    if (own_.size() == kMostOwn) {
      (void)own_.pop_oldest();
      shuffled_ -= shuffled_ > 0 ? 1 : 0;
    }
    own_.push(w);
    std::uint64_t& word = seen_[slot(w.state) / 64 % kSeenWords];
    word |= std::uint64_t{1} << (slot(w.state) % 64);
  }
  // A state that another one found.
  void push_foreign(const Waiting& w) {
    if (foreign_.size() == kMostForeign) (void)foreign_.pop_oldest();
    foreign_.push(w);
  }
  // Whether the scout found the state itself; may be true of others, too.
  [[nodiscard]] bool may_be_own(const store::State& state) const {
    return (seen_[slot(state) / 64 % kSeenWords] >> (slot(state) % 64) & 1U) != 0;
  }
  // Takes out the newest state. Returns false if there is none.
  bool pop(Waiting& w) {
    Ring<Waiting>& from = own_.size() > 0 ? own_ : foreign_;
    if (from.size() == 0) return false;
    w = from.pop_newest();
    shuffled_ = own_.size();
    return true;
  }
  // The same with those in random order that were added since the last one was taken.
  bool pop(Waiting& w, std::mt19937_64& random) {
    for (std::size_t i = shuffled_; i + 1 < own_.size(); ++i)
      std::swap(own_[i], own_[i + static_cast<std::size_t>(random() % (own_.size() - i))]);
    if (own_.size() == 0 && foreign_.size() > 1)
      std::swap(foreign_[foreign_.size() - 1], foreign_[static_cast<std::size_t>(random() % foreign_.size())]);
    return pop(w);
  }
  // Forgets what the scout found, so that it goes on from what others found.
  void restart() {
    own_.retain([](const Waiting&) { return false; });
    shuffled_ = 0;
  }
  [[nodiscard]] std::size_t size() const { return own_.size() + foreign_.size(); }
  [[nodiscard]] std::size_t bytes() const {
    return own_.bytes() + foreign_.bytes() + seen_.capacity() * sizeof(std::uint64_t);
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < own_.size(); ++i) visit(own_[i]);
    for (std::size_t i = 0; i < foreign_.size(); ++i) visit(foreign_[i]);
  }
  void snapshot(Snapshot& s) {
    own_.snapshot(s);
    foreign_.snapshot(s);
    s.array(seen_);
    s.value(shuffled_);
  }

 private:
  static constexpr std::size_t kSeenWords = 1024;
  static std::uint64_t slot(const store::State& state) {
    return mix(std::uint64_t{state.discrete} << 32U | state.zone, 0x8EBC6AF09C88C6E3ULL);
  }

  Ring<Waiting> own_;
  Ring<Waiting> foreign_;
  std::vector<std::uint64_t> seen_ = std::vector<std::uint64_t>(kSeenWords, 0);  // bits of states that were own ones
  std::size_t shuffled_ = 0;  // the own states before this index have been shuffled
};

}  // namespace zonda::order
