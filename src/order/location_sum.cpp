// Builds the tables: one for each group of neighbouring processes.
#include "order/location_sum.hpp"

#include <algorithm>
#include <bit>

namespace zonda::order {

namespace {

constexpr std::uint32_t kMostBits = 10;

// How many bits of the field a location needs; the field may have more (--no-packing).
std::uint32_t needed_bits(const state::Packing::Field& field, std::size_t locations) {
  const auto width = static_cast<std::uint32_t>(std::bit_width(locations > 0 ? locations - 1 : 0));
  return std::min(field.bits, width);
}

}  // namespace

LocationSum::LocationSum(const model::Network& network, const state::Packing& packing,
                         const std::vector<std::vector<std::uint32_t>>& numbers) {
  const std::size_t processes = network.processes.size();
  for (const std::vector<std::uint32_t>& n : numbers)
    if (!n.empty()) most_ += *std::max_element(n.begin(), n.end());
  for (std::size_t p = 0; p < processes;) {
    // Collects as many processes as fit one table.
    state::Packing::Field start;  // the field of the first process that needs bits
    std::uint32_t bits = 0;
    std::size_t end = p;
    while (end < processes) {
      const state::Packing::Field field = packing.field(end);
      const std::uint32_t needed = needed_bits(field, numbers[end].size());
      if (bits == 0) start = field;
      if (bits > 0 && needed > 0 && (field.word != start.word || bits + needed > kMostBits)) break;
      bits += needed;
      ++end;
      // The bits of the next process do not follow at once, so it cannot join.
      if (needed < field.bits) break;
    }
    const auto first = static_cast<std::uint32_t>(table_.size());
    table_.resize(first + (std::size_t{1} << bits), 0);
    for (std::size_t value = 0; value < std::size_t{1} << bits; ++value) {
      std::uint32_t shift = 0;
      for (std::size_t q = p; q < end; ++q) {
        const state::Packing::Field field = packing.field(q);
        const std::uint32_t needed = needed_bits(field, numbers[q].size());
        const std::size_t location = (value >> shift) & ((std::size_t{1} << needed) - 1);
        shift += needed;
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
