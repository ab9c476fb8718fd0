// The options and the results of a search.
#pragma once

#include "keep/keep.hpp"
#include "model/network.hpp"
#include "order/names.hpp"
#include "reduce/reductions.hpp"
#include "search/path.hpp"
#include "search/stats.hpp"
#include "search/value_range.hpp"
#include "step/zone_step.hpp"
#include "store/table_limits.hpp"
#include "store/zone_table.hpp"

#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zonda::search {

struct Limits {
  std::uint64_t memory_bytes = 0;  // 0: no limit
  double seconds = 0;              // 0: no limit
  const std::atomic<bool>* interrupt = nullptr;
  std::string spill_folder;  // where waiting states go when memory is short; empty: nowhere
  // For tests: after every `rehearsal` states the search acts as if memory were short. 0: never.
  std::uint64_t rehearsal = 0;
  std::uint64_t visited = 0;  // gives up after this many states; 0: never
  std::uint64_t looks = 0;  // for tests: stops, even inside an expansion, after this many looks at the limits; 0: never
  std::uint64_t effort = 0;     // gives up, even inside an expansion, after about this many moves; 0: never
  bool relieves = true;         // frees memory and goes on when memory gets short; if false, gives up
  store::TableLimits tables{};  // for tests: makes tables count as full sooner
};

// A lower bound of a time. If it is open, the time is larger, but may come arbitrarily close.
struct Duration {
  std::int32_t value = 0;
  bool is_open = false;
  friend auto operator<=>(const Duration&,
                          const Duration&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

class Checkpoint;

// Is told of every move of every state that is expanded. With an observer, run-time errors do not end the search: the
// move, or the edge whose guard has the error, is left out.
class MoveObserver {
 public:
  MoveObserver() = default;
  MoveObserver(const MoveObserver&) = delete;
  MoveObserver& operator=(const MoveObserver&) = delete;
  virtual ~MoveObserver() = default;

  // The move ends in the error somewhere in the zone. Null: a guard could not be evaluated.
  virtual void failed(const step::Move* /*move*/, const step::StepError& /*error*/) {}
  // The guards hold somewhere in the zone. `entered`: the number of successors; if it is 0, the invariants of the
  // target forbid the move everywhere.
  virtual void proposed(const step::Move& /*move*/, std::size_t /*entered*/) {}
};

// Additional rules for successors, on top of the model's. Reachability needs none.
struct SuccessorRules {
  // A run may have to stay where a formula holds, or where it does not: then states are entered, and time passes, only
  // there, at every moment of every delay.
  const model::Formula* stay = nullptr;
  bool is_stay_negated = false;
  // With a tick clock (the last one, which the bounds must have) every unit of time is an edge of its own: a run takes
  // infinitely many such edges if and only if its time diverges.
  bool ticks = false;
  bool is_brief = false;           // at most one unit of time passes, by the tick clock
  std::uint32_t marked_clock = 0;  // moves that set this clock are marked; 0: none are
  MoveObserver* observer = nullptr;
  std::span<model::ValueRange> seen{};  // by cell: widened by every value that a move writes
};

struct Options {
  std::string order{order::kBreadthFirst};        // see order/orders.hpp
  std::string proof_order{order::kBreadthFirst};  // of an order of several: which one gets through all states
  step::Abstraction abstraction = step::Abstraction::ExtraLUPlus;
  bool use_alu = false;  // the a_LU cover test on top of Extra+_LU
  // How zones are kept. If they are not shared, results of operations are not remembered, and there are no paths,
  // because paths are reconstructed from the numbers of zones.
  store::ZoneStyle zones;
  // Zones of a discrete state that has at least this many are merged if their union is convex; 0: never. Has no effect
  // if paths are wanted, or if not all states are stored.
  std::uint32_t merge_from = 0;
  bool packs = true;  // locations and variables take only as many bits as they need, instead of a word each
  const model::Formula* guide = nullptr;  // for orders that look for the goal; see model::Query::guide
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> shuffle;  // takes the successors of each state in random order, from this seed
  Limits limits;
  const reduce::Reductions* reductions = nullptr;  // null: none
  keep::Strategy keep = keep::all_states();
  // By process and edge: what the strategy sees of moves that take the edge. Null: it does not look at moves.
  const std::vector<std::vector<keep::Marks>>* marks = nullptr;
  bool hull = false;     // keeps one zone for each discrete state, the convex hull of all (over-approximation)
  bool compact = false;  // keeps only a hash of each expanded state (under-approximation)
  std::uint64_t bitstate_bytes = 0;  // keeps the hashes in a field of bits of this size; 0: no
  std::uint64_t hash_seed = 0;
  bool wants_path = false;
  bool is_shortest = false;  // the order is breadth-first, so that no goal has a path with fewer moves
  // Look for the goal that is reached in the least time, and sooner than this; the bounds have a clock for it
  // (analysis::add_time_clock), and the order is 'earliest'.
  std::optional<Duration> sooner_than;
  // Called about every tenth of a second.
  std::function<void(const Stats&, std::size_t waiting)> progress;
  // When memory is short, states may be dropped, except targets of moves with these marks. Called when that begins.
  std::function<std::vector<std::vector<keep::Marks>>()> marks_when_short;
  Checkpoint* checkpoint = nullptr;
  bool hash_stats = false;  // goes through the tables at the end, for Stats::hash
};

// Whether every state that is found is stored as it is, and stays.
[[nodiscard]] inline bool stores_all(const Options& options) {
  return options.keep.stores_all() && !options.hull && !options.compact && options.bitstate_bytes == 0;
}

struct Outcome {
  // TooNarrow: clock values do not fit the width of bounds, and the search must be repeated with wider bounds. Left:
  // the goal was not found early, and is better looked for in another way.
  enum class Kind : std::uint8_t { Reached, NotReached, Unknown, Error, TooNarrow, Left };
  Kind kind = Kind::Unknown;
  std::string reason{};  // Unknown, Error; Reached: why there is no path, if a limit stopped the search for it
  model::SourceRange range{};
  bool is_complete = false;  // Error: all states were seen except those that errors lead to
  Stats stats{};
  double seconds_here = 0;            // the time that this run took; the statistics include earlier runs
  std::optional<Path> path{};         // Reached, if a path was asked for and memory was sufficient
  std::optional<Duration> soonest{};  // Reached, if the soonest goal was looked for
  std::vector<ValueRange> values{};   // NotReached, if values were asked for
  // Reached, if a run was looked for: how it ends, and the moves, if they were asked for.
  MaximalRun::End run_end = MaximalRun::End::Stuck;
  std::optional<MaximalRun> run{};
};

}  // namespace zonda::search
