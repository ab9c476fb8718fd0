// The public C++ interface, verification in pieces: state spaces that do not fit into memory are split along p-points,
// edges whose order tells runs apart, and verified one partition at a time or several side by side.
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
  std::uint64_t found = 0;  // partitions
  std::uint64_t done = 0;   // verified; of a list, p-paths that are complete
  std::uint64_t split = 0;
  std::uint64_t given_up = 0;    // too large, and no way to split them
  std::uint64_t waiting = 0;     // tasks
  std::uint64_t running = 0;     // tasks
  std::uint64_t tasks = 0;       // that have ended
  std::uint64_t failures = 0;    // workers that died
  std::uint64_t largest = 0;     // states stored at once
  std::uint64_t peak_bytes = 0;  // of one worker
};

// What the program calls depth and depth_limit; messages call them so, too.
inline constexpr std::string_view kDepthFlag = "--depth";
inline constexpr std::string_view kDepthLimitFlag = "--depth-limit";

struct PartitionOptions {
  // 'P1:a->b, P2.cs, chan go', 'auto', or empty: those marked in the model, or auto.
  std::string p_points;
  // order, abstraction, keep, reduce, seed; memory_bytes: of one worker; only: the query; trace: none or some;
  // seconds: for everything; interrupt.
  CheckOptions check;
  std::size_t jobs = 1;           // tasks at a time; 0: none, files are written for all that can be begun
  std::size_t depth = 0;          // prefixes are made as long as this before anything is verified
  std::size_t depth_limit = 100;  // and no longer than this
  std::string work;               // a folder for the work, so that the run can go on later; empty: none stays
  // A program and arguments that do a task, to which the names of two files are added: 'zonda partition --worker'.
  // Empty: the tasks are done here, one at a time.
  std::vector<std::string> worker;
  bool lists = false;      // no query: find all p-paths
  bool base_line = false;  // find complete p-paths one at a time, up to states where the query (E<> …) holds
  std::function<void(const PartitionProgress&)> progress;
};

struct PartitionPath {
  std::vector<std::size_t> points;  // indices into PartitionResult::p_points
  bool goes_on = false;             // it was cut at the limit
};

struct PartitionResult {
  std::string error;                  // bad options; the rest is empty then
  std::vector<std::string> p_points;  // 'P1: a -> b'
  std::size_t first_points = 0;       // so many of them are used first
  QueryResult result;                 // stats: of all partitions that were verified, added up
  PartitionProgress counts;
  double seconds = 0;                // from start to end
  double worker_seconds = 0;         // of all workers together
  std::vector<PartitionPath> paths;  // a list or the base line
  bool is_complete = false;          // the list or the base line has all of them
  std::vector<std::string> tasks;    // jobs == 0: files that wait for workers
};

// A worker: does the task in one file and writes the result to the other. What went wrong, or nothing.
[[nodiscard]] std::string run_partition_worker(const std::string& task_file, const std::string& result_file,
                                               const StageHook& on_stage = {});

}  // namespace zonda
