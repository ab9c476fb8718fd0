// What a search is told, and what it answers.
#pragma once

#include "analysis/live_variables.hpp"
#include "keep/keep.hpp"
#include "model/network.hpp"
#include "search/path.hpp"
#include "search/stats.hpp"
#include "step/zone_step.hpp"
#include "store/zone_table.hpp"

#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace zonda::search {

struct Limits {
  std::uint64_t memory_bytes = 0;  // 0: none
  double seconds = 0;              // 0: none
  const std::atomic<bool>* interrupt = nullptr;
  std::string spill_folder;  // where waiting states go when memory is short; empty: nowhere
  // For tests: what is done when memory is short is done after every so many states; 0: no.
  std::uint64_t rehearsal = 0;
  std::uint64_t visited = 0;  // gives up after so many states; 0: never
  std::uint64_t looks = 0;    // gives up wherever it is after so many looks at the limits; 0: never
  bool relieves = true;       // when memory gets short, it works on with less; else that is the end
};

// At least so long; open: longer, but as near to it as one likes.
struct Duration {
  std::int32_t value = 0;
  bool is_open = false;
  friend auto operator<=>(const Duration&,
                          const Duration&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

class Checkpoint;

struct Options {
  std::string order = "bfs";  // see order/orders.hpp
  step::Abstraction abstraction = step::Abstraction::ExtraLUPlus;
  bool use_alu = false;  // the a_LU cover test on top of Extra+_LU
  // How zones are kept. Where they are not shared, results of operations are not remembered either, and there is no
  // path: moves are found again by the numbers of zones.
  store::ZoneStyle zones;
  bool packs = true;                      // locations and variables take as many bits as they need; else a word each
  const model::Formula* guide = nullptr;  // for orders that look for the goal; see model::Query::guide
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> shuffle;  // successors of each state in random order, from this seed
  Limits limits;
  const analysis::LiveVariables* live = nullptr;  // dead variables are cleared
  keep::Strategy keep{keep::Strategy::Kind::All, 0, 1, 1};
  // By process and edge: what the strategy sees of moves that take it. None: it does not look at moves.
  const std::vector<std::vector<keep::Marks>>* marks = nullptr;
  bool hull = false;                 // one zone a discrete state: the convex hull of all (over-approximation)
  bool compact = false;              // of states that were expanded, only a hash is kept (under-approximation)
  std::uint64_t bitstate_bytes = 0;  // the same in a field of bits of this size; 0: no
  std::uint64_t hash_seed = 0;
  bool wants_path = false;
  bool is_shortest = false;  // with breadth-first order: no goal has a path with fewer moves
  // Look for the goal that is reached in the least time, and before this one; the bounds have a clock for it
  // (analysis::add_time_clock), and the order is 'earliest'.
  std::optional<Duration> sooner_than;
  // Called about every tenth of a second.
  std::function<void(const Stats&, std::size_t waiting)> progress;
  // When memory is short, states may be dropped but for targets of such moves; called when it comes to that.
  std::function<std::vector<std::vector<keep::Marks>>()> marks_when_short;
  Checkpoint* checkpoint = nullptr;
  bool hash_stats = false;  // look through the tables in the end, for Stats::hash
};

// Whether states are stored as they are found, and stay.
[[nodiscard]] inline bool stores_all(const Options& options) {
  return options.keep.stores_all() && !options.hull && !options.compact && options.bitstate_bytes == 0;
}

struct Outcome {
  // TooNarrow: clock values do not fit the width of bounds; a wider one may do. Left: not found soon among several, and
  // better looked for alone.
  enum class Kind : std::uint8_t { Reached, NotReached, Unknown, Error, TooNarrow, Left };
  Kind kind = Kind::Unknown;
  std::string reason;  // Unknown, Error; Reached: why there is no path, if a limit stopped the search for it
  model::SourceRange range;
  Stats stats;
  std::optional<Path> path;         // Reached, if it was asked for and memory lasted
  std::optional<Duration> soonest;  // Reached, if the soonest goal was looked for
};

}  // namespace zonda::search
