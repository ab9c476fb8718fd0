// The public C++ interface, verification: options in, verdicts out.
#pragma once

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
  std::uint64_t peak_bytes = 0;
  double seconds = 0;
};

struct Progress {
  std::size_t query = 0;  // from 1
  CheckStats stats;
  std::size_t waiting = 0;
};

struct CheckOptions {
  std::string order = "auto";        // auto bfs dfs random ranking waiting tw-bfs true-first
  std::string abstraction = "auto";  // auto none extra-m extra-m-plus extra-lu extra-lu-plus alu
  std::string reduce = "auto";       // auto none dead-variables
  std::string trace = "none";        // none some shortest fastest
  // auto all entry cover successors:k distance:k random:p every:n discard:n combination:k committed:k
  std::string keep = "auto";
  std::string cover_edges;         // a covering set of one's own for cover and combination, as text; empty: none
  std::string cover_edges_file;    // what messages call it
  std::uint64_t memory_bytes = 0;  // 0: no limit
  double seconds = 0;              // for each query; 0: no limit
  bool nonzeno = false;            // E[], A<> and -->: only runs whose time diverges count
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> shuffle;  // successors of each state in random order, from this seed
  std::size_t only = 0;                  // this query alone, from 1; 0: all
  std::vector<std::size_t> chosen;       // or these; empty: all
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Progress&)> progress;
};

// The orders there are, but for auto: 'bfs, dfs, … and …'.
[[nodiscard]] std::string order_names();

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
  // A run that shows why E<> holds or A[] does not, if one was asked for.
  std::shared_ptr<const Trace> trace;
  std::string trace_note;  // why the trace is not all that was asked for
};

}  // namespace zonda
