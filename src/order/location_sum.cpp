#include "order/location_sum.hpp"

#include <algorithm>
#include <bit>

namespace zonda::order {

namespace {

constexpr std::uint32_t kMostBits = 10;

}  // namespace

LocationSum::LocationSum(const model::Network& network, const state::Packing& packing,
                         const std::vector<std::vector<std::uint32_t>>& numbers) {
  const std::size_t processes = network.processes.size();
  for (const std::vector<std::uint32_t>& n : numbers)
    if (!n.empty()) most_ += *std::max_element(n.begin(), n.end());
  for (std::size_t p = 0; p < processes;) {
    // As many processes as fit.
    state::Packing::Field start;  // of the first that has bits
    std::uint32_t bits = 0;
    std::size_t end = p;
    while (end < processes) {
      const state::Packing::Field field = packing.field(end);
      if (bits == 0) start = field;
      if (bits > 0 && field.bits > 0 && (field.word != start.word || bits + field.bits > kMostBits)) break;
      bits += field.bits;
      ++end;
    }
    const auto first = static_cast<std::uint32_t>(table_.size());
    table_.resize(first + (std::size_t{1} << bits), 0);
    for (std::size_t value = 0; value < std::size_t{1} << bits; ++value) {
      std::uint32_t shift = 0;
      for (std::size_t q = p; q < end; ++q) {
        const state::Packing::Field field = packing.field(q);
        const std::size_t location = (value >> shift) & ((std::size_t{1} << field.bits) - 1);
        shift += field.bits;
        // Bit patterns beyond the last location do not occur.
        if (location < numbers[q].size()) table_[first + value] += numbers[q][location];
      }
    }
    const state::Word mask = bits == 32 ? ~state::Word{0} : (state::Word{1} << bits) - 1;
    groups_.push_back({start.word, start.shift, mask, first});
    p = end;
  }
}

}  // namespace zonda::order
