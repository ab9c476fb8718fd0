// Tasks and their results, as files (P4). A task is self-contained: it has the text of the model, the query, the
// p-points, the partition, options and limits. A worker reads one task and writes one result; nothing else passes
// between it and the coordinator. So machines joined by any batch system can work together.
//
// Both files are JSON: {"zonda": "partition task", "format": 4, "checksum": "…", "content": {…}}.
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

// A file cannot be read or written, is damaged, or is not one of ours.
struct FileError {
  std::string message;
};

// What all tasks of a run have in common.
struct Job {
  std::string model_name;  // the name of the model in messages; its extension says which format it has
  std::string model_text;
  std::string query;  // empty if there is none; then all tasks are of the kind Extend
  std::vector<step::EdgeRef> points;
  std::vector<std::string> point_texts;  // lets the worker check that the numbers of edges mean the same to it
  CheckOptions check;                    // those options that job_options() lists; the others mean nothing

  [[nodiscard]] bool wants_trace() const { return check.trace != kNone; }
};
// Options of the command line that a worker has to know: all of `zonda partition` that have to do with a search, but
// for the time limit, which is for the whole run.
[[nodiscard]] std::vector<const OptionInfo*> job_options();

// Verify asks whether what the query looks for is in the partition. Extend asks which p-points can follow the prefix.
enum class TaskKind : std::uint8_t { Verify, Extend };

struct Task {
  TaskKind kind = TaskKind::Verify;
  Partition partition;
  std::size_t ahead = 0;  // for Extend: how many p-points in a row are looked for
  // Whether the worker carries on with less memory when it runs short, which takes long. As a rule it does not, because
  // splitting the partition takes less time.
  bool is_patient = false;
};

struct Result {
  // TooLarge means that memory ran out. Done means for Verify that nothing was found, and for Extend that `next` is
  // complete.
  enum class Kind : std::uint8_t { Done, Found, TooLarge, Unknown, Error };
  Kind kind = Kind::Unknown;
  bool is_maybe = false;            // for Found: it may not be real, because the search over-approximates
  Refusal refusal = Refusal::None;  // for Error: why the task was not even begun, if so
  std::string reason;
  // For Extend: all sequences of one to `ahead` p-points that can follow the prefix, in order.
  std::vector<std::vector<PointId>> next;
  std::optional<search::Path> path;  // for Found: the path to it in the model
  std::string path_note;             // why there is no path
  std::string abstraction;
  std::string reduce;
  std::string used_order;
  std::string used_keep;
  CheckStats stats;
};

// The name of a run. Runs with the same model, query, p-points and options have the same name.
[[nodiscard]] std::string run_name(const Job& job);
// The name of a task of the run, which is also that of its files. Tasks of different runs have different names, so that
// the result of one is not taken for that of another.
[[nodiscard]] std::string task_name(const std::string& run, const Task& task);

// The functions that write make a complete file or none. All of them throw FileError.
void write_text(const std::string& path, const std::string& text);
void write_task(const std::string& path, const Job& job, const Task& task);
void read_task(const std::string& path, Job& job, Task& task);
void write_result(const std::string& path, const std::string& name, const Result& result);
[[nodiscard]] Result read_result(const std::string& path, const std::string& name);

// The job as one text, for comparison with the job of an earlier run.
[[nodiscard]] std::string job_text(const Job& job);
void write_job(const std::string& path, const Job& job);
[[nodiscard]] Job read_job(const std::string& path);

}  // namespace zonda::partition
