// Edges sorted by process, location and kind (T6), so that finding the enabled ones costs in proportion to the edges
// that leave the current locations. Facts about an edge that are known beforehand are kept in a form that is quick to
// use.
#pragma once

#include "model/network.hpp"
#include "step/move.hpp"

#include <array>
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
  bool sets_numbers = false;          // its only effect on clocks is to set some to numbers, see EdgeTable::settings()
  bool has_program = false;           // its update runs code
  bool has_channel = false;           // the channel is the same in all states
  bool is_fixed = false;    // its conditions and effects on clocks are the same in all states, and it has no selects
  bool is_plain = false;    // it has no selects, and its clock guard and channel are the same in all states
  bool writes_any = false;  // its update may write any variable; if false, see EdgeTable::writes()
  model::Address left = 0;
  model::Address right = 0;
  model::IntExpr guard_code;
  model::IntExpr update;
  std::uint32_t channel = 0;  // or the event of a joint move
  std::uint32_t first_condition = 0;
  std::uint32_t condition_count = 0;
  std::uint32_t first_setting = 0;
  std::uint32_t setting_count = 0;
  std::uint32_t first_write = 0;
  std::uint32_t write_count = 0;
};

// Facts about a location that are known beforehand.
using LocationNumber = std::uint32_t;  // over all processes

struct LocationCode {
  bool has_fixed_invariant = false;  // see EdgeTable::invariant()
  bool stops_time = false;           // urgent or committed
  bool is_committed = false;
  bool has_rates = false;
  bool has_urgent = false;  // some edge that leaves it may synchronise on an urgent channel
  bool has_edges = false;   // other than those of joint moves
  std::uint32_t first_condition = 0;
  std::uint32_t condition_count = 0;
  // Edges that leave it, by kind: internal, sending, receiving. Those of joint moves are kept elsewhere.
  std::array<std::uint32_t, 4> starts{};
  // Channels that its edges may send and receive on, each as one of 64 bits; several may share one.
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
};

// One part of a joint move.
struct PartCode {
  std::uint32_t process = 0;
  std::uint32_t event = 0;  // counted among the events for which the process has joint edges
  bool is_weak = false;
  bool is_simple = false;  // not weak, and all edges that it may take are plain and fixed
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
  // Variables that the update may write.
  [[nodiscard]] std::span<const model::Address> writes(const EdgeCode& e) const {
    return std::span(writes_).subspan(e.first_write, e.write_count);
  }
  [[nodiscard]] LocationNumber number(std::size_t process, std::int32_t location) const {
    return base_[process] + static_cast<LocationNumber>(location);
  }
  [[nodiscard]] const LocationCode& location(LocationNumber n) const { return locations_[n]; }
  [[nodiscard]] std::span<const ClockCondition> invariant(const LocationCode& l) const {
    return std::span(conditions_).subspan(l.first_condition, l.condition_count);
  }

  [[nodiscard]] std::span<const EdgeNumber> internal(const LocationCode& l) const { return slice(l, 0); }
  [[nodiscard]] std::span<const EdgeNumber> senders(const LocationCode& l) const { return slice(l, 1); }
  [[nodiscard]] std::span<const EdgeNumber> receivers(const LocationCode& l) const { return slice(l, 2); }
  // Joint moves: the parts of one, in their order; the edges of a part; and, as a set of bits, the joint moves for
  // which the process has an edge in this location or needs none.
  [[nodiscard]] std::span<const PartCode> parts(std::size_t joint) const {
    return std::span(parts_).subspan(first_part_[joint], first_part_[joint + 1] - first_part_[joint]);
  }
  [[nodiscard]] std::span<const EdgeNumber> part_edges(const PartCode& part, std::int32_t location) const {
    const std::size_t at =
        first_list_[part.process] + static_cast<std::size_t>(location) * event_counts_[part.process] + part.event;
    return {joint_edges_.data() + joint_starts_[at], joint_edges_.data() + joint_starts_[at + 1]};
  }
  [[nodiscard]] const std::uint64_t* joints(LocationNumber n) const { return joint_sets_.data() + n * joint_words_; }
  [[nodiscard]] std::size_t joint_words() const { return joint_words_; }

 private:
  static constexpr std::size_t kKinds = 3;

  void describe(const model::Network& network, const model::Edge& edge, EdgeCode& out);
  void describe(const model::Network& network, const model::Location& location, LocationCode& out);
  bool add_fixed(const model::Condition& condition, std::uint32_t& first, std::uint32_t& count);
  void describe_writes(const model::Network& network);
  void describe_joints(const model::Network& network);
  [[nodiscard]] std::span<const EdgeNumber> slice(const LocationCode& l, std::size_t kind) const {
    return {edges_.data() + l.starts[kind], edges_.data() + l.starts[kind + 1]};
  }

  std::vector<EdgeCode> codes_;
  std::vector<LocationCode> locations_;  // of all processes, one after the other
  std::vector<ClockCondition> conditions_;
  std::vector<ClockSetting> settings_;
  std::vector<LocationNumber> base_;  // first location of each process
  std::vector<EdgeNumber> edges_;     // by location and kind
  std::vector<model::Address> writes_;
  std::vector<PartCode> parts_;
  std::vector<std::uint32_t> first_part_;    // by joint
  std::vector<std::size_t> first_list_;      // by process, in joint_starts_: one for each location and event
  std::vector<std::uint32_t> event_counts_;  // by process
  std::vector<std::uint32_t> joint_starts_;  // by list
  std::vector<EdgeNumber> joint_edges_;
  std::size_t joint_words_ = 0;
  std::vector<std::uint64_t> joint_sets_;  // by location
};

}  // namespace zonda::step
