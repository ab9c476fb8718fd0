// Finds partitions and has workers verify them (P2, P3; figures 3 and 4 of the partition paper), by a work list of
// prefixes.
//
// A partition is given to a worker. If it does not fit into the worker's memory, it is split: another task finds the
// p-points that can follow the prefix, all in one search, and each of them makes a partition. If that search does not
// fit either, or if no p-point can follow, more p-points are chosen for this partition (a further layer). What the
// query looks for does not exist if it is in none of the partitions that were not split.
//
// If nothing splits a partition, it is verified with all that a search can do to get along with less memory.
//
// When a worker is free, it looks for the p-points that follow a prefix early, while it is not known yet whether that
// partition has to be split.
//
// A worker that dies costs its task alone. The task is tried again; after that the partition counts as too large.
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
  std::uint64_t found = 0;       // partitions
  std::uint64_t done = 0;        // partitions that were verified
  std::uint64_t split = 0;       // partitions that were split
  std::uint64_t given_up = 0;    // partitions that were too large and could not be split
  std::uint64_t waiting = 0;     // tasks that wait
  std::uint64_t running = 0;     // tasks that workers are at
  std::uint64_t tasks = 0;       // tasks that have ended
  std::uint64_t failures = 0;    // workers that died
  std::uint64_t peak_bytes = 0;  // the memory of the largest worker
  std::uint64_t largest = 0;     // the most states that one partition stored at once
  double seconds = 0;            // the time of all workers together
};

struct CoordinateOptions {
  std::vector<std::vector<PointId>> levels;  // p-points; each level contains the one before
  std::size_t depth = 0;                     // prefixes are made this long before anything is verified
  std::size_t depth_limit = 0;               // prefixes are made no longer than this
  bool lists = false;                        // nothing is verified, but all p-paths are listed
  std::size_t jobs = 1;                      // with 0, no task is started; those that could be are written to files
  double seconds = 0;                        // the time limit; 0 for none
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const Counts&)> progress;
};

struct PPath {
  std::vector<PointId> points;
  bool goes_on = false;  // it was cut off at the depth limit
};

struct Coordinated {
  std::optional<Result> found;     // the result with what the query looks for
  std::string error;               // a run-time error of the model, or something that is not supported
  std::string unknown;             // why not everything could be explored
  std::vector<PPath> paths;        // if p-paths are listed: the complete ones, in order
  std::vector<std::string> tasks;  // with jobs == 0: the files that wait for workers
  std::optional<Result> sample;    // the result of some partition, which says what options were used
  CheckStats stats;                // of all partitions that were verified; if p-paths are listed, of all searches
  Counts counts;
};

// Throws FileError.
[[nodiscard]] Coordinated coordinate(WorkList& work, Crew& crew, const CoordinateOptions& options);

}  // namespace zonda::partition
