#include "step/place_table.hpp"

#include <bit>

namespace zonda::step {

namespace {

bool is_alike(const analysis::ClockBound& a, const analysis::ClockBound& b) {
  return a.clock == b.clock && a.lower == b.lower && a.upper == b.upper;
}

// Whether the same differences of clocks may be tested from both locations.
bool has_same_tests(const analysis::ClockBounds& bounds, std::size_t process, std::int32_t l, std::int32_t other) {
  if (bounds.local_tests.empty()) return true;
  const auto& tests = bounds.local_tests[process];
  return tests[static_cast<std::size_t>(l)] == tests[static_cast<std::size_t>(other)];
}

}  // namespace

PlaceKeys::PlaceKeys(const model::Network& network, const analysis::ClockBounds& bounds, const EdgeTable& edges) {
  constexpr std::uint32_t kKeyBits = 64;
  std::uint32_t used = 0;
  for (std::size_t p = 0; p < network.processes.size(); ++p) {
    const auto count = static_cast<std::int32_t>(network.processes[p].locations.size());
    first_.push_back(classes_.size());
    std::vector<std::int32_t> firsts;  // the first location of each class
    std::vector<std::uint64_t> numbers;
    for (std::int32_t l = 0; l < count; ++l) {
      const LocationCode& code = edges.location(edges.number(p, l));
      if (!code.has_fixed_invariant || code.has_rates || code.has_urgent) is_usable_ = false;
      if (!is_usable_) return;
      const auto is_like = [&](std::int32_t other) {
        const LocationCode& o = edges.location(edges.number(p, other));
        const auto& x = bounds.local[p][static_cast<std::size_t>(l)];
        const auto& y = bounds.local[p][static_cast<std::size_t>(other)];
        return o.stops_time == code.stops_time && std::ranges::equal(edges.invariant(o), edges.invariant(code)) &&
               std::ranges::equal(x, y, is_alike) && has_same_tests(bounds, p, l, other);
      };
      const auto known = std::ranges::find_if(firsts, is_like);
      numbers.push_back(static_cast<std::uint64_t>(known - firsts.begin()));
      if (known == firsts.end()) firsts.push_back(l);
    }
    const auto bits = static_cast<std::uint32_t>(std::bit_width(firsts.size() - 1));
    if (used + bits > kKeyBits) is_usable_ = false;
    if (!is_usable_) return;
    for (const std::uint64_t n : numbers) classes_.push_back(bits == 0 ? 0 : n << used);
    used += bits;
  }
}

void PlaceTable::shrink() {
  std::vector<Slot>(kFirstSlots).swap(slots_);
  misses_ = 0;
}

void PlaceTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& s : old)
    if (s.place.entry != kNoEntry) enter(s);
  misses_ = 0;
}

}  // namespace zonda::step
