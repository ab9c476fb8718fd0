#include "partition/automaton.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace zonda::partition {

namespace {

// How far the run is in each layer.
using Position = std::vector<std::uint32_t>;

bool has(const Layer& layer, PointId point) {
  return std::binary_search(layer.points.begin(), layer.points.end(), point);
}

// Nothing: the run leaves the partition.
std::optional<Position> moved(const Partition& partition, Position at, PointId point) {
  for (std::size_t i = 0; i < partition.layers.size(); ++i) {
    const Layer& layer = partition.layers[i];
    if (!has(layer, point) || at[i] == layer.prefix.size()) continue;
    if (layer.prefix[at[i]] != point) return std::nullopt;
    ++at[i];
  }
  return at;
}

}  // namespace

Automaton automaton_of(const Partition& partition, std::size_t points, bool is_extended) {
  const Layer& last = partition.layers.back();
  std::map<Position, std::uint32_t> numbers;
  std::vector<Position> found{Position(partition.layers.size(), 0)};
  numbers.emplace(found[0], 0);
  // Where the numbers of the states that end a run are not known yet.
  constexpr std::uint32_t kOutside = UINT32_MAX;
  constexpr std::uint32_t kContinued = UINT32_MAX - 1;
  Automaton result;
  result.next.resize(points);
  for (std::size_t s = 0; s < found.size(); ++s) {
    for (PointId p = 0; p < points; ++p) {
      const Position at = found[s];
      const std::optional<Position> to = moved(partition, at, p);
      std::uint32_t number = kOutside;
      if (to && is_extended && has(last, p) && at.back() == last.prefix.size()) {
        number = kContinued;
      } else if (to) {
        const auto [known, is_new] = numbers.emplace(*to, static_cast<std::uint32_t>(found.size()));
        if (is_new) found.push_back(*to);
        number = known->second;
      }
      result.next[p].push_back(number);
    }
  }
  result.inside = static_cast<std::uint32_t>(found.size());
  result.states = result.inside + 1 + (is_extended ? static_cast<std::uint32_t>(points) : 0);
  for (PointId p = 0; p < points; ++p) {
    for (std::uint32_t& to : result.next[p])
      to = to == kOutside ? result.outside() : to == kContinued ? result.continued(p) : to;
    for (std::uint32_t s = result.inside; s < result.states; ++s) result.next[p].push_back(s);
  }
  return result;
}

Known known_paths(const std::vector<std::vector<PointId>>& paths, std::size_t points) {
  // A tree of the paths; state 1 is that of all others.
  constexpr std::uint32_t kOther = 1;
  std::vector<std::vector<std::uint32_t>> next(points, std::vector<std::uint32_t>(2, kOther));
  std::vector<bool> is_known(2, false);
  for (const std::vector<PointId>& path : paths) {
    std::uint32_t at = 0;
    for (const PointId p : path) {
      if (next[p][at] == kOther) {
        next[p][at] = static_cast<std::uint32_t>(is_known.size());
        for (auto& row : next) row.push_back(kOther);
        is_known.push_back(false);
      }
      at = next[p][at];
    }
    is_known[at] = true;
  }
  Known result;
  result.automaton.inside = result.automaton.states = static_cast<std::uint32_t>(is_known.size());
  result.automaton.next = std::move(next);
  result.is_known = std::move(is_known);
  return result;
}

}  // namespace zonda::partition
