// What one worker of a search has counted. Each worker counts for itself; Control adds up what all of them have.
#pragma once

#include <algorithm>
#include <cstdint>

namespace zonda::search {

struct Counts {
  std::uint64_t visited = 0;
  std::uint64_t transitions = 0;
  std::uint64_t covered = 0;
  std::uint64_t mistakes = 0;
  std::uint64_t peak_stored = 0;  // the most states that this worker has seen in the store at once

  void note_stored(std::uint64_t stored) { peak_stored = std::max(peak_stored, stored); }
};

}  // namespace zonda::search
