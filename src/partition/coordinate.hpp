// Finding partitions and having them verified (P2, P3; figures 3 and 4 of the paper), by a work list of prefixes.
//
// A partition is given to a worker. If it does not fit into the worker's memory, it is split: another task finds the
// p-points that can come next behind the prefix, all in one search, and there is one partition for each. Where that
// does not fit either, or where no p-point comes any more, more p-points are chosen for this partition (a further
// layer). What is looked for is nowhere if it is in none of the partitions that were not split.
//
// Where nothing splits a partition, it is verified with all that a search can do to get along with less memory.
//
// When somebody has nothing to do, the p-points that come next are looked for while it is not known yet whether the
// partition has to be split.
//
// A worker that dies costs its task alone. It is tried again; then the partition counts as too large.
#pragma once

#include "partition/crew.hpp"
#include "partition/work_list.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace zonda::partition {

struct Counts {
  std::uint64_t found = 0;     // partitions
  std::uint64_t done = 0;      // of them verified
  std::uint64_t split = 0;     // of them split
  std::uint64_t given_up = 0;  // too large, and no way to split them
  std::uint64_t waiting = 0;   // tasks
  std::uint64_t running = 0;
  std::uint64_t tasks = 0;       // that have ended
  std::uint64_t failures = 0;    // workers that died
  std::uint64_t peak_bytes = 0;  // of the largest worker
  std::uint64_t largest = 0;     // states stored at once, of all partitions
  double seconds = 0;            // of all workers together
};

struct CoordinateOptions {
  std::vector<std::vector<PointId>> levels;  // p-points; each level holds the one before
  std::size_t depth = 0;                     // prefixes are made as long as this before anything is verified
  std::size_t depth_limit = 0;               // and no longer than this
  bool lists = false;                        // nothing is verified: all p-paths are to be found
  std::size_t jobs = 1;                      // 0: no task is begun, files are written for all that can be
  double seconds = 0;                        // 0: no limit
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Counts&)> progress;
};

struct PPath {
  std::vector<PointId> points;
  bool goes_on = false;  // it was cut at the limit
};

struct Coordinated {
  std::optional<Result> found;     // what the query looks for
  std::string error;               // a run-time error of the model, or what is not supported
  std::string unknown;             // why not everything could be looked at
  std::vector<PPath> paths;        // lists: complete ones, in order
  std::vector<std::string> tasks;  // jobs == 0: files that wait for workers
  std::optional<Result> sample;    // of some partition: what was used
  CheckStats stats;                // of all partitions that were verified; of lists, of all searches
  Counts counts;
};

// Throws FileError.
[[nodiscard]] Coordinated coordinate(WorkList& work, Crew& crew, const CoordinateOptions& options);

}  // namespace zonda::partition
