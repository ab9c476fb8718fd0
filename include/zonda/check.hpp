// The public C++ interface, verification: options in, verdicts out.
#pragma once

#include "zonda/store_stats.hpp"
#include "zonda/trace.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zonda {

enum class Verdict { Satisfied, NotSatisfied, MaybeSatisfied, MaybeNotSatisfied, Unknown, Error };

[[nodiscard]] std::string to_string(Verdict verdict);

// What was done when memory got short, stage by stage: compress what is stored, drop states that are not needed, move
// waiting states to disk.
struct MemoryStageStats {
  std::uint64_t times = 0;
  std::uint64_t bytes = 0;   // that were given back
  std::uint64_t states = 0;  // that were packed, dropped or written
  double seconds = 0;        // that it took
  double since = 0;          // seconds after the start, when it was first done
};

struct CheckStats {
  std::uint64_t visited = 0;
  std::uint64_t stored = 0;
  std::uint64_t peak_stored = 0;
  std::uint64_t covered = 0;
  std::uint64_t mistakes = 0;
  std::uint64_t touched = 0;
  std::uint64_t transitions = 0;
  std::uint64_t discrete_states = 0;
  std::uint64_t zones = 0;
  std::uint64_t zone_operations = 0;
  std::uint64_t zone_hits = 0;
  std::uint64_t store_bytes = 0;
  StoreBytes bytes;      // the same by kind
  HashStats hash;        // if asked for
  double omissions = 0;  // with --compact and --bitstate: states taken for seen that were not, an estimate
  double bits_set = 0;   // with --bitstate: the share of the bits
  std::uint64_t peak_bytes = 0;
  double seconds = 0;
  MemoryStageStats compressed;
  MemoryStageStats dropped;
  MemoryStageStats spilled;
  std::uint64_t packed = 0;            // stored states that are in packed form
  std::uint64_t checkpoints = 0;       // how often one was written in this run
  std::uint64_t checkpoint_bytes = 0;  // the size of the last one
  double checkpoint_seconds = 0;
  std::uint64_t resumed = 0;  // how often the search was taken up from a checkpoint

  // Of hashes (--compact, --bitstate) nobody knows which have one discrete state.
  [[nodiscard]] bool knows_discrete_states() const { return discrete_states > 0 || stored == 0; }
};

struct Progress {
  std::size_t query = 0;  // from 1
  CheckStats stats;
  std::size_t waiting = 0;
};

struct QueryResult;

struct CheckOptions {
  std::string order = "auto";        // auto, or one of order_names()
  std::string abstraction = "auto";  // auto none extra-m extra-m-plus extra-lu extra-lu-plus alu
  std::string zones = "auto";        // how zones are kept: auto full minimal packed
  bool share_zones = true;           // equal zones of different states are kept once
  bool pack = true;                  // locations and variables take as many bits as they need
  std::string reduce = "auto";       // auto none dead-variables
  std::string trace = "none";        // none some shortest fastest
  // auto all entry cover successors:k distance:k random:p every:n discard:n combination:k committed:k
  std::string keep = "auto";
  std::string cover_edges;           // a covering set of one's own for cover and combination, as text; empty: none
  std::string cover_edges_file;      // what messages call it
  std::uint64_t memory_bytes = 0;    // 0: no limit
  bool relieve = true;               // when memory gets short, work on with less; else give up at once
  std::string spill;                 // a folder for waiting states when memory is short; empty: none
  std::string checkpoint;            // a file from which a run that was stopped goes on; empty: none
  double checkpoint_seconds = 60;    // how often it is written
  double seconds = 0;                // for each query; 0: no limit
  bool hull = false;                 // one zone a discrete state, the convex hull: an over-approximation
  bool compact = false;              // hash compaction: an under-approximation
  std::uint64_t bitstate_bytes = 0;  // bit-state hashing in a field of this size, an under-approximation; 0: no
  std::size_t swarm = 1;             // so many runs with different hashes and orders
  bool nonzeno = false;              // E[], A<> and -->: only runs whose time diverges count
  bool share = true;                 // queries that can do with one exploration share it
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> shuffle;  // successors of each state in random order, from this seed
  std::size_t only = 0;                  // this query alone, from 1; 0: all
  std::vector<std::size_t> chosen;       // or these; empty: all
  bool hash_stats = false;               // look through the tables in the end, for CheckStats::hash
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Progress&)> progress;
  std::function<void(const QueryResult&)> on_result;  // called for each answer as soon as it is there, in order
  // For tests. What is done when memory is short is done after every so many states; the search stops after so many
  // states, or wherever it is when limits have been looked at so often. 0: no.
  std::uint64_t rehearsal = 0;
  std::uint64_t most_visited = 0;
  std::uint64_t most_looks = 0;
};

// Keeps the memory that the program itself takes small, at the cost of a millisecond; for tight limits. To be called
// before anything else.
void spare_memory();

// The orders there are, but for auto: 'bfs, dfs, … and …'.
[[nodiscard]] std::string order_names();

// Values from low to high; an end may be excluded. Without has_high there is no upper end.
struct ValueInterval {
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool is_low_open = false;
  bool is_high_open = false;
  bool has_high = true;
  friend bool operator==(const ValueInterval&, const ValueInterval&) = default;
};

// What sup, inf or bounds found for one expression.
struct QueryValue {
  std::string expression;
  bool is_clock = false;
  // Empty: no reachable state satisfies the condition. sup, inf: one interval around all values, of which the end that
  // was asked for is exact. bounds: all intervals.
  std::vector<ValueInterval> intervals;
  // bounds: there are larger values than these, and no largest one.
  bool goes_on = false;
};

// '8', '< 8', 'infinity', '[0, 4) [6, 6]', or 'none': the end that the query asks for.
[[nodiscard]] std::string value_text(const QueryValue& value, bool is_supremum, bool is_infimum);

struct QueryResult {
  std::size_t index = 0;  // from 1
  std::string formula;
  std::string position;  // file:line:column
  Verdict verdict = Verdict::Unknown;
  std::string reason;    // for maybe, unknown and error
  std::string expected;  // what the query's text says should come out; empty when it says nothing
  bool is_as_expected = true;
  std::string note;  // what the verdict takes for granted
  CheckStats stats;
  std::string abstraction;  // the one used
  std::string order;
  std::string keep;
  std::string reduce;
  std::vector<std::size_t> shared_with;  // queries that were answered by the same exploration, from 1
  std::vector<QueryValue> values;        // sup, inf, bounds, in the order of the query
  std::string value;                     // the same as text
  // A run that shows why E<> or E[] holds or A[], A<> or --> does not, if one was asked for.
  std::shared_ptr<const Trace> trace;
  std::string trace_note;  // why the trace is not all that was asked for
};

}  // namespace zonda
