#include "search/engine/worker.hpp"

#include <algorithm>

namespace zonda::search {

step::Move renamed(const step::Move& move, std::span<const std::uint32_t> clocks,
                   std::vector<step::ClockSetting>& settings) {
  step::Move result = move;
  result.combination = step::kNoCombination;
  if (clocks.empty()) return result;
  settings.clear();
  const auto setting_of = [&](std::uint32_t clock) {
    return std::find_if(move.settings.begin(), move.settings.end(),
                        [&](const step::ClockSetting& s) { return s.clock == clock; });
  };
  for (std::uint32_t clock = 1; clock < clocks.size(); ++clock) {
    const std::uint32_t other = clocks[clock];
    if (const auto set = setting_of(other); set != move.settings.end())
      settings.push_back({clock, set->source, set->offset});
    else if (other != clock)
      settings.push_back({clock, other, 0});
  }
  // Clocks of the search itself, which come after those of the network, keep their own settings.
  for (const step::ClockSetting& set : move.settings)
    if (set.clock >= clocks.size()) settings.push_back(set);
  result.settings = settings;
  return result;
}

}  // namespace zonda::search
