// Edges sorted by process, location and kind (T6), so that finding what is enabled costs in proportion to what leaves
// the current locations.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::step {

class EdgeTable {
 public:
  explicit EdgeTable(const model::Network& network);

  // Indices into the process's edges.
  [[nodiscard]] std::span<const std::uint32_t> internal(std::size_t process, std::int32_t location) const {
    return slice(process, location, 0);
  }
  [[nodiscard]] std::span<const std::uint32_t> senders(std::size_t process, std::int32_t location) const {
    return slice(process, location, 1);
  }
  [[nodiscard]] std::span<const std::uint32_t> receivers(std::size_t process, std::int32_t location) const {
    return slice(process, location, 2);
  }
  // Edges that are taken in joint moves only, sorted by event.
  [[nodiscard]] std::span<const std::uint32_t> joint(std::size_t process, std::int32_t location) const {
    return slice(process, location, 3);
  }
  // Joint moves that the location may lead: it has an edge for their first strong part. Those without a strong part
  // are led by every location that has an edge for one of theirs.
  [[nodiscard]] std::span<const std::uint32_t> led_joints(std::size_t process, std::int32_t location) const {
    return led_[base_[process] + static_cast<std::size_t>(location)];
  }
  // Some edge that leaves the location may synchronise on an urgent channel.
  [[nodiscard]] bool has_urgent(std::size_t process, std::int32_t location) const {
    return is_urgent_[base_[process] + static_cast<std::size_t>(location)];
  }

 private:
  static constexpr std::size_t kKinds = 4;

  void find_led_joints(const model::Network& network);
  [[nodiscard]] std::span<const std::uint32_t> slice(std::size_t process, std::int32_t location,
                                                     std::size_t kind) const {
    const std::size_t at = kKinds * (base_[process] + static_cast<std::size_t>(location)) + kind;
    return std::span<const std::uint32_t>(edges_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }

  std::vector<std::size_t> base_;      // first location of each process, counted over all
  std::vector<std::uint32_t> starts_;  // by location and kind
  std::vector<std::uint32_t> edges_;
  std::vector<bool> is_urgent_;
  std::vector<std::vector<std::uint32_t>> led_;  // by location
};

}  // namespace zonda::step
