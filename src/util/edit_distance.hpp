// The number of letters that must be inserted, removed or replaced, or of neighbours that must be exchanged, to turn
// one word into another (Levenshtein, with exchanges as one step: they are the most frequent slip of the hand).
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace zonda {

[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  // The rows for the letters of a up to the one before the last, the last, and the one at hand.
  std::vector<std::size_t> before(width);
  std::vector<std::size_t> above(width);
  std::vector<std::size_t> row(width);
  for (std::size_t j = 0; j < width; ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace zonda
