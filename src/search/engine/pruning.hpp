// The part of the expander that serves reductions which leave moves out: it asks their pruner which moves of a state
// are enough, tells it where these lead, and follows the others as well if the pruner's proviso fails. It also
// remembers which states were expanded without some of their moves, because provisos need to know.
#pragma once

#include "reduce/reductions.hpp"
#include "store/state_store.hpp"
#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

namespace zonda::search {

class Pruning {
 public:
  // Null: there are no reductions.
  explicit Pruning(const reduce::Reductions* reductions)
      : pruner_(reductions == nullptr ? nullptr : reductions->make_pruner()) {}

  // Whether some reduction leaves moves out.
  [[nodiscard]] bool is_used() const { return pruner_ != nullptr; }
  // Expands a state: `follow_all()` offers every move to leaves_out() and follows those that are not left out. It is
  // called a second time for the others, if the proviso asks for them. False: it was stopped.
  template <typename FollowAll>
  bool expand(store::State from, std::span<const std::int32_t> cells, FollowAll&& follow_all) {
    is_active_ = pruner_->begin(cells);
    takes_rest_ = has_left_out_ = false;
    bool is_done = follow_all();
    if (is_done && has_left_out_ && pruner_->needs_rest()) {
      takes_rest_ = true;
      is_done = follow_all();
    }
    if (has_left_out_ && !takes_rest_)
      pruned_.insert(key_of(from));
    else
      pruned_.erase(key_of(from));
    is_active_ = false;
    return is_done;
  }
  // Whether the pruner restricts the moves of the state that is being expanded.
  [[nodiscard]] bool is_active() const { return is_active_; }
  // Whether the move is not followed in this round. Errors are reported in the first round, whatever the pruner
  // chooses.
  bool leaves_out(const step::Move& move) {
    if (move.error != nullptr) return takes_rest_;
    const bool result = pruner_->takes(move) == takes_rest_;
    has_left_out_ = has_left_out_ || result;
    return result;
  }
  void led_to(const reduce::Target& target) { pruner_->led_to(target); }

  // Whether moves were left out when the state was expanded. Valid if no numbers have changed since then.
  [[nodiscard]] bool was_pruned(store::State s) const { return pruned_.contains(key_of(s)); }
  // Forgets everything, because numbers of states may change.
  void forget() { pruned_.clear(); }
  [[nodiscard]] std::size_t bytes() const {
    constexpr std::size_t kEntryBytes = 32;
    return pruned_.size() * kEntryBytes;
  }
  void snapshot(Snapshot& s) {
    if (!is_used()) return;
    std::vector<std::uint64_t> pruned(pruned_.begin(), pruned_.end());
    s.array(pruned);
    pruned_ = {pruned.begin(), pruned.end()};
  }

 private:
  [[nodiscard]] static std::uint64_t key_of(store::State s) { return (std::uint64_t{s.discrete} << 32U) | s.zone; }

  std::unique_ptr<reduce::Pruner> pruner_;    // null: no moves are left out
  bool is_active_ = false;                    // the current state is pruned
  bool takes_rest_ = false;                   // this is the second round, for the moves that were left out
  bool has_left_out_ = false;                 // the first round left moves out
  std::unordered_set<std::uint64_t> pruned_;  // states that were expanded without some of their moves, by key_of()
};

}  // namespace zonda::search
