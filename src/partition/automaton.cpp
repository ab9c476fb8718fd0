// Builds the automaton of a partition: as a tree whose transitions are computed, or else as a table.
#include "partition/automaton.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>

namespace zonda::partition {

namespace {

// How far a run is: its position in the prefix of each layer, and the p-points that it passed behind the prefix of the
// last layer, if the automaton looks ahead.
struct Position {
  std::vector<std::uint32_t> at;
  std::vector<PointId> word;
  friend auto operator<=>(const Position&,
                          const Position&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

bool has(const Layer& layer, PointId point) {
  return std::binary_search(layer.points.begin(), layer.points.end(), point);
}

// The position after a p-point; nothing if the run leaves the partition.
std::optional<Position> moved(const Partition& partition, Position position, PointId point, std::size_t ahead) {
  const Layer& last = partition.layers.back();
  if (ahead > 0 && has(last, point) && position.at.back() == last.prefix.size()) position.word.push_back(point);
  for (std::size_t i = 0; i < partition.layers.size(); ++i) {
    const Layer& layer = partition.layers[i];
    if (!has(layer, point) || position.at[i] == layer.prefix.size()) continue;
    if (layer.prefix[position.at[i]] != point) return std::nullopt;
    ++position.at[i];
  }
  return position;
}

}  // namespace

std::uint32_t Automaton::Tree::letter(PointId point) const {
  return static_cast<std::uint32_t>(std::lower_bound(letters.begin(), letters.end(), point) - letters.begin());
}

bool Automaton::reads(PointId point) const {
  return tree ? std::binary_search(tree->letters.begin(), tree->letters.end(), point) : !next[point].empty();
}

std::uint32_t Automaton::after(PointId point, std::uint32_t state) const {
  if (!reads(point)) return state;
  if (!tree) return next[point][state];
  if (state >= inside) return state;
  if (state < tree->root()) return tree->prefix[state] == point ? state + 1 : outside();
  const std::uint32_t child = tree->root() + tree->width() * (state - tree->root()) + 1 + tree->letter(point);
  return child < inside ? child : child + 1;
}

bool Automaton::leads_outside(PointId point) const {
  if (!reads(point)) return false;
  if (tree) return std::any_of(tree->prefix.begin(), tree->prefix.end(), [&](PointId p) { return p != point; });
  const auto& row = next[point];
  return std::find(row.begin(), row.begin() + inside, outside()) != row.begin() + inside;
}

std::vector<PointId> Automaton::word(std::uint32_t state) const {
  if (!tree) return words[state];
  std::vector<PointId> result;
  if (state == outside() || state <= tree->root()) return result;
  // The number of the node, counted from the root. The state outside, which lies before the last row, is no node.
  std::uint32_t number = state - tree->root() - (state > outside() ? 1 : 0);
  for (; number > 0; number = (number - 1) / tree->width())
    result.push_back(tree->letters[(number - 1) % tree->width()]);
  std::reverse(result.begin(), result.end());
  return result;
}

namespace {

Automaton tree_of(const Layer& layer, std::size_t ahead) {
  Automaton result;
  result.tree = {layer.points, layer.prefix};
  std::uint32_t nodes = 1;  // all nodes but those of the last row
  std::uint32_t row = 1;    // the nodes of a row
  for (std::size_t i = 1; i < ahead; ++i) nodes += row *= result.tree->width();
  result.inside = result.tree->root() + nodes;
  result.states = result.inside + 1 + row * result.tree->width();
  return result;
}

// The p-points of all layers, ascending.
std::vector<PointId> points_of(const Partition& partition, std::size_t points) {
  std::vector<PointId> result;
  for (PointId p = 0; p < points; ++p)
    if (std::any_of(partition.layers.begin(), partition.layers.end(), [&](const Layer& l) { return has(l, p); }))
      result.push_back(p);
  return result;
}

// While a table is built, it is not known how many states are inside. Until then the state outside has this number, and
// the states where a run ends have the numbers behind it.
constexpr std::uint32_t kOutside = UINT32_C(1) << 31U;

// Gives the states outside and at the end of runs their final numbers.
void renumber(Automaton& automaton, const std::vector<PointId>& read) {
  for (const PointId p : read) {
    std::vector<std::uint32_t>& row = automaton.next[p];
    for (std::uint32_t& to : row)
      if (to >= kOutside) to = to - kOutside + automaton.inside;
    for (std::uint32_t s = automaton.inside; s < automaton.states; ++s) row.push_back(s);
  }
}

}  // namespace

Automaton automaton_of(const Partition& partition, std::size_t points, std::size_t ahead) {
  if (partition.layers.size() == 1 && ahead > 0 && !partition.layers[0].points.empty())
    return tree_of(partition.layers[0], ahead);
  std::map<Position, std::uint32_t> numbers;           // the states inside
  std::map<std::vector<PointId>, std::uint32_t> ends;  // the states of words with their full length
  std::vector<Position> found{{std::vector<std::uint32_t>(partition.layers.size(), 0), {}}};
  numbers.emplace(found[0], 0);
  Automaton result;
  result.next.resize(points);
  const std::vector<PointId> read = points_of(partition, points);
  for (std::size_t s = 0; s < found.size(); ++s) {
    for (const PointId p : read) {
      const std::optional<Position> to = moved(partition, found[s], p, ahead);
      std::uint32_t number = kOutside;
      if (to && ahead > 0 && to->word.size() == ahead) {
        number = ends.emplace(to->word, kOutside + 1 + static_cast<std::uint32_t>(ends.size())).first->second;
      } else if (to) {
        const auto [known, is_new] = numbers.emplace(*to, static_cast<std::uint32_t>(found.size()));
        if (is_new) found.push_back(*to);
        number = known->second;
      }
      result.next[p].push_back(number);
    }
  }
  result.inside = static_cast<std::uint32_t>(found.size());
  result.states = result.inside + 1 + static_cast<std::uint32_t>(ends.size());
  renumber(result, read);
  for (Position& position : found) result.words.push_back(std::move(position.word));
  result.words.resize(result.states);
  for (const auto& [word, number] : ends) result.words[number - kOutside + result.inside] = word;
  return result;
}

std::size_t most_ahead(const Partition& partition, std::size_t wanted) {
  const std::size_t most_words = partition.layers.size() == 1 ? 4'000'000 : 3'000;
  const std::size_t points = std::max<std::size_t>(2, partition.layers.back().points.size());
  std::size_t words = points;
  std::size_t result = 1;
  for (; result < wanted && words * points <= most_words; ++result) words *= points;
  return result;
}

Known known_paths(const std::vector<std::vector<PointId>>& paths, std::size_t points) {
  // The automaton is a tree of the known paths; all other paths are in state 1.
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
  result.automaton.words.resize(result.automaton.states);
  result.is_known = std::move(is_known);
  return result;
}

}  // namespace zonda::partition
