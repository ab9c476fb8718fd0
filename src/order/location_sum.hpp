// A number for each location of each process, and for a discrete state the sum over its locations, read off its packed
// words. Neighbouring processes share one table look-up where their bits are few.
#pragma once

#include "model/network.hpp"
#include "state/packing.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::order {

class LocationSum {
 public:
  // `numbers`: by process and location.
  LocationSum(const model::Network& network, const state::Packing& packing,
              const std::vector<std::vector<std::uint32_t>>& numbers);

  [[nodiscard]] std::uint32_t operator()(std::span<const state::Word> words) const {
    std::uint32_t result = 0;
    for (const Group& g : groups_) result += table_[g.first + ((words[g.word] >> g.shift) & g.mask)];
    return result;
  }
  // Of the state with the largest one.
  [[nodiscard]] std::uint32_t most() const { return most_; }

 private:
  // Bits of one word.
  struct Group {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    state::Word mask = 0;
    std::uint32_t first = 0;  // in the table
  };
  std::vector<Group> groups_;
  std::vector<std::uint32_t> table_;
  std::uint32_t most_ = 0;
};

}  // namespace zonda::order
