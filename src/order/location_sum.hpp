// Gives each location of each process a number, and computes for a discrete state the sum over its locations from its
// packed words. Neighbouring processes share one table look-up if their locations take few bits.
#pragma once

#include "model/network.hpp"
#include "state/packing.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::order {

class LocationSum {
 public:
  // `numbers` holds the numbers by process and location.
  LocationSum(const model::Network& network, const state::Packing& packing,
              const std::vector<std::vector<std::uint32_t>>& numbers);

  [[nodiscard]] std::uint32_t operator()(std::span<const state::Word> words) const {
    std::uint32_t result = 0;
    for (const Group& g : groups_) result += table_[g.first + ((words[g.word] >> g.shift) & g.mask)];
    return result;
  }
  // An upper bound of all sums.
  [[nodiscard]] std::uint32_t most() const { return most_; }

 private:
  // Neighbouring bits of one word, which hold the locations of one or more processes.
  struct Group {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    state::Word mask = 0;
    std::uint32_t first = 0;  // where the sums for these bits begin in the table
  };
  std::vector<Group> groups_;
  std::vector<std::uint32_t> table_;
  std::uint32_t most_ = 0;
};

}  // namespace zonda::order
