// Edges sorted by process, location and kind (T6), so that finding what is enabled costs in proportion to what leaves
// the current locations; and what of an edge can be known beforehand, in a form that is quick to use.
#pragma once

#include "model/network.hpp"
#include "step/move.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::step {

// Edges are numbered over all processes.
using EdgeNumber = std::uint32_t;

struct EdgeCode {
  enum class Guard : std::uint8_t { Always, Never, Compare, Program };
  EdgeRef ref;
  std::uint32_t target = 0;
  // The integer guard; most compare two cells of memory, one of them a constant.
  Guard guard = Guard::Program;
  model::Opcode compare = model::Opcode::Equal;
  bool has_selects = false;
  bool has_fixed_conditions = false;  // the clock guard is the same in all states, see EdgeTable::conditions()
  bool sets_numbers = false;          // all that it does to clocks is to set some to numbers, see EdgeTable::settings()
  bool has_program = false;           // its update runs code
  bool has_channel = false;           // the channel is the same in all states
  model::Address left = 0;
  model::Address right = 0;
  std::uint32_t channel = 0;  // or the event of a joint move
  std::uint32_t first_condition = 0;
  std::uint32_t condition_count = 0;
  std::uint32_t first_setting = 0;
  std::uint32_t setting_count = 0;
};

// The same for locations.
struct LocationCode {
  bool has_fixed_invariant = false;  // see EdgeTable::invariant()
  bool stops_time = false;           // urgent or committed
  bool is_committed = false;
  bool has_rates = false;
  bool has_urgent = false;  // some edge that leaves it may synchronise on an urgent channel
  std::uint32_t first_condition = 0;
  std::uint32_t condition_count = 0;
  // Channels that its edges may send and receive on, and events, each as one of 64 bits; several may share one.
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t events = 0;
};

[[nodiscard]] inline std::uint64_t bit_of(std::uint32_t channel) { return std::uint64_t{1} << (channel % 64); }

class EdgeTable {
 public:
  explicit EdgeTable(const model::Network& network);

  [[nodiscard]] const EdgeCode& operator[](EdgeNumber e) const { return codes_[e]; }
  [[nodiscard]] std::size_t count() const { return codes_.size(); }
  [[nodiscard]] std::span<const ClockCondition> conditions(const EdgeCode& e) const {
    return std::span(conditions_).subspan(e.first_condition, e.condition_count);
  }
  [[nodiscard]] std::span<const ClockSetting> settings(const EdgeCode& e) const {
    return std::span(settings_).subspan(e.first_setting, e.setting_count);
  }
  [[nodiscard]] const LocationCode& location(std::size_t process, std::int32_t location) const {
    return locations_[base_[process] + static_cast<std::size_t>(location)];
  }
  [[nodiscard]] std::span<const ClockCondition> invariant(const LocationCode& l) const {
    return std::span(conditions_).subspan(l.first_condition, l.condition_count);
  }

  [[nodiscard]] std::span<const EdgeNumber> internal(std::size_t process, std::int32_t location) const {
    return slice(process, location, 0);
  }
  [[nodiscard]] std::span<const EdgeNumber> senders(std::size_t process, std::int32_t location) const {
    return slice(process, location, 1);
  }
  [[nodiscard]] std::span<const EdgeNumber> receivers(std::size_t process, std::int32_t location) const {
    return slice(process, location, 2);
  }
  // Edges that are taken in joint moves only, sorted by event.
  [[nodiscard]] std::span<const EdgeNumber> joint(std::size_t process, std::int32_t location) const {
    return slice(process, location, 3);
  }
  // Those of one event.
  [[nodiscard]] std::span<const EdgeNumber> joint(std::size_t process, std::int32_t location,
                                                  std::uint32_t event) const {
    const auto all = joint(process, location);
    const auto first = std::lower_bound(all.begin(), all.end(), event,
                                        [&](EdgeNumber e, std::uint32_t wanted) { return codes_[e].channel < wanted; });
    auto last = first;
    while (last != all.end() && codes_[*last].channel == event) ++last;
    return {first, last};
  }
  // Joint moves that the location may lead, as a set of bits: it has an edge for their first strong part. Those
  // without a strong part are led by every location that has an edge for one of theirs.
  [[nodiscard]] std::span<const std::uint64_t> led_joints(std::size_t process, std::int32_t location) const {
    return std::span(led_).subspan((base_[process] + static_cast<std::size_t>(location)) * led_words_, led_words_);
  }
  [[nodiscard]] std::size_t led_words() const { return led_words_; }

 private:
  static constexpr std::size_t kKinds = 4;

  void describe(const model::Network& network, const model::Edge& edge, EdgeCode& out);
  void describe(const model::Network& network, const model::Location& location, LocationCode& out);
  bool add_fixed(const model::Condition& condition, std::uint32_t& first, std::uint32_t& count);
  void find_led_joints(const model::Network& network);
  [[nodiscard]] std::span<const EdgeNumber> slice(std::size_t process, std::int32_t location, std::size_t kind) const {
    const std::size_t at = kKinds * (base_[process] + static_cast<std::size_t>(location)) + kind;
    return std::span<const EdgeNumber>(edges_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }

  std::vector<EdgeCode> codes_;
  std::vector<LocationCode> locations_;  // of all processes, one after the other
  std::vector<ClockCondition> conditions_;
  std::vector<ClockSetting> settings_;
  std::vector<std::size_t> base_;      // first location of each process, counted over all
  std::vector<std::uint32_t> starts_;  // by location and kind
  std::vector<EdgeNumber> edges_;
  std::size_t led_words_ = 0;
  std::vector<std::uint64_t> led_;  // by location
};

}  // namespace zonda::step
