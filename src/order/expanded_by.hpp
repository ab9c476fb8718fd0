// Remembers for a while which of several orders took a state, so that a mistake can be put down to the one that made
// it. A state that is noted later may overwrite an earlier one; then the earlier one counts for nobody. So the memory
// is bounded, and what is counted is a sample.
#pragma once

#include "store/state_store.hpp"
#include "util/hash.hpp"
#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace zonda::order {

class ExpandedBy {
 public:
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  void note(const store::State& state, std::uint32_t who) {
    if (slots_.empty()) slots_.resize(kSlots);
    slots_[slot_of(state)] = {state, who};
  }
  // Who took the state, or kNobody if that is not known any more.
  [[nodiscard]] std::uint32_t find(const store::State& state) const {
    if (slots_.empty()) return kNobody;
    const Slot& slot = slots_[slot_of(state)];
    return slot.state == state ? slot.who : kNobody;
  }
  void clear() {
    slots_.clear();
    slots_.shrink_to_fit();
  }
  [[nodiscard]] std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }
  void snapshot(Snapshot& s) { s.array(slots_); }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 14U;
  struct Slot {
    store::State state;
    std::uint32_t who = kNobody;
  };
  static std::size_t slot_of(const store::State& state) {
    return mix(std::uint64_t{state.discrete} << 32U | state.zone, 0xE7037ED1A0B428DBULL) % kSlots;
  }

  std::vector<Slot> slots_;
};

}  // namespace zonda::order
