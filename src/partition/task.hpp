// One piece of work and what came of it, as files (P4). A task is self-contained: the text of the model, the query, the
// p-points, the partition, options and limits. A worker reads one and writes one result; nothing else passes between
// it and those who ask. So machines joined by any batch system can work together.
//
// Both files are JSON: {"zonda": "partition task", "format": 3, "checksum": "…", "content": {…}}.
#pragma once

#include "partition/automaton.hpp"
#include "search/path.hpp"
#include "step/move.hpp"
#include "zonda/check.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zonda::partition {

// A file that cannot be read or written, is damaged, or is none of ours.
struct FileError {
  std::string message;
};

// What all tasks of a run have in common.
struct Job {
  std::string model_name;  // what messages call the model; its extension counts
  std::string model_text;
  std::string query;  // empty: there is none, and nothing but Extend is asked for
  std::vector<step::EdgeRef> points;
  std::vector<std::string> point_texts;  // to be sure that the numbers mean the same to the worker
  std::string order = "auto";
  std::string abstraction = "auto";
  std::string keep = "auto";
  std::string reduce = "auto";
  std::uint64_t seed = 1;
  std::uint64_t memory_bytes = 0;
  bool wants_trace = false;

  friend bool operator==(const Job&, const Job&) = default;
};

// Verify: is what the query looks for in the partition? Extend: which p-points can come behind the prefix?
enum class TaskKind : std::uint8_t { Verify, Extend };

struct Task {
  TaskKind kind = TaskKind::Verify;
  Partition partition;
  std::size_t ahead = 0;  // Extend: so many p-points are looked for, one after the other
  // When memory gets short, it works on with less, which takes long. Else that is the end: as a rule it takes less time
  // to split the partition.
  bool is_patient = false;
};

struct Result {
  // TooLarge: out of memory. Done: Verify: there is nothing; Extend: all were found.
  enum class Kind : std::uint8_t { Done, Found, TooLarge, Unknown, Error };
  Kind kind = Kind::Unknown;
  bool is_maybe = false;  // Found: because of an over-approximation it may not be real
  std::string reason;
  // Extend: all sequences of one to `ahead` p-points that can come behind the prefix, in order.
  std::vector<std::vector<PointId>> next;
  std::optional<search::Path> path;  // Found, in terms of the model
  std::string path_note;             // why there is none
  std::string abstraction;
  std::string reduce;
  std::string used_order;
  std::string used_keep;
  CheckStats stats;
};

// A name for the run: the same model, query, p-points and options have the same one.
[[nodiscard]] std::string run_name(const Job& job);
// A name for a task of it; it is one of a file, too. Tasks of different runs have different names, so that the result
// of one is not taken for that of another.
[[nodiscard]] std::string task_name(const std::string& run, const Task& task);

// Written whole or not at all.
void write_text(const std::string& path, const std::string& text);
void write_task(const std::string& path, const Job& job, const Task& task);
void read_task(const std::string& path, Job& job, Task& task);
void write_result(const std::string& path, const std::string& name, const Result& result);
[[nodiscard]] Result read_result(const std::string& path, const std::string& name);

// The job as one text, for comparison with that of an earlier run.
[[nodiscard]] std::string job_text(const Job& job);
void write_job(const std::string& path, const Job& job);
[[nodiscard]] Job read_job(const std::string& path);

}  // namespace zonda::partition
