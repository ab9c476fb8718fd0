// The public C++ interface, verification in pieces: state spaces that do not fit into memory are split along p-points,
// which are edges whose order tells runs apart. Partitions are verified one at a time or several in parallel.
#pragma once

#include "zonda/check.hpp"
#include "zonda/stage.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda {

struct PartitionProgress {
  std::uint64_t found = 0;  // partitions found
  std::uint64_t done = 0;   // partitions verified; for a list, complete p-paths
  std::uint64_t split = 0;
  std::uint64_t given_up = 0;    // partitions that are too large and cannot be split
  std::uint64_t waiting = 0;     // tasks that wait
  std::uint64_t running = 0;     // tasks that are running
  std::uint64_t tasks = 0;       // tasks that have ended
  std::uint64_t failures = 0;    // workers that died
  std::uint64_t largest = 0;     // the most states stored at once
  std::uint64_t peak_bytes = 0;  // the most memory of a worker
};

// The names of depth and depth_limit on the command line; messages use them, too.
inline constexpr std::string_view kDepthFlag = "--depth";
inline constexpr std::string_view kDepthLimitFlag = "--depth-limit";

struct PartitionOptions {
  // 'P1:a->b, P2.cs, chan go', 'auto', or empty: the p-points marked in the model or, if there are none, auto.
  std::string p_points;
  // The members in use are order, abstraction, keep, reduce, seed; memory_bytes, for one worker; only, the query;
  // trace, none or some; seconds, for everything; interrupt.
  CheckOptions check;
  std::size_t jobs = 1;           // tasks at the same time; 0: none run here, their files are written for other workers
  std::size_t depth = 0;          // prefixes get this long before anything is verified
  std::size_t depth_limit = 100;  // the greatest length of prefixes
  std::string work;  // a folder for the work, so that the run can be continued later; empty: nothing is kept
  // A program and arguments that do a task, to which the names of two files are added: 'zonda partition --worker'.
  // Empty: the tasks are done here, one at a time.
  std::vector<std::string> worker;
  bool lists = false;      // no query: find all p-paths
  bool base_line = false;  // find complete p-paths one at a time, up to states where the query (E<> …) holds
  std::function<void(const PartitionProgress&)> progress;
};

struct PartitionPath {
  std::vector<std::size_t> points;  // indices into PartitionResult::p_points
  bool goes_on = false;             // it was cut off at the limit
};

struct PartitionResult {
  std::string error;                  // bad options; the rest is empty then
  std::vector<std::string> p_points;  // 'P1: a -> b'
  std::size_t first_points = 0;       // how many of them are used first
  QueryResult result;                 // its statistics are the sum over all verified partitions
  PartitionProgress counts;
  double seconds = 0;                // from start to end
  double worker_seconds = 0;         // the sum over all workers
  std::vector<PartitionPath> paths;  // a list or the base line
  bool is_complete = false;          // the list or the base line has all p-paths
  std::vector<std::string> tasks;    // jobs == 0: files that wait for workers
};

// Runs a worker: carries out the task in one file and writes the result to the other. Returns what went wrong, or
// nothing.
[[nodiscard]] std::string run_partition_worker(const std::string& task_file, const std::string& result_file,
                                               const StageHook& on_stage = {});

}  // namespace zonda
