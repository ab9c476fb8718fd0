// The work of a run on disk, so that it can be stopped and goes on later, here or elsewhere:
//
//   DIR/run.json             the model, the query, p-points and options: a run with others is refused
//   DIR/tasks/NAME.json      what waits for a worker or is with one
//   DIR/results/NAME.json    what came of it
//
// Files appear whole, by renaming. Which tasks there are follows from the results alone; nothing else is kept.
#pragma once

#include "partition/task.hpp"

#include <optional>
#include <string>

namespace zonda::partition {

class WorkList {
 public:
  // Makes the folder, or goes on with the run that it holds; an empty name: a folder that is removed in the end.
  // Throws FileError: it belongs to another run, somebody else is at work in it, or it cannot be used.
  WorkList(const std::string& folder, const Job& job);
  WorkList(const WorkList&) = delete;
  WorkList& operator=(const WorkList&) = delete;
  ~WorkList();

  [[nodiscard]] std::optional<Result> result(const Task& task) const;
  // The task's file, for a worker.
  std::string add(const Task& task);
  [[nodiscard]] std::string result_path(const Task& task) const;
  // There is a result; the task's file is not needed any more.
  void finish(const Task& task);
  // The result is none; the next run tries again.
  void forget(const Task& task);
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  [[nodiscard]] std::string task_path(const Task& task) const;
  void lock();

  std::string folder_;
  const Job& job_;
  std::string run_;  // its name
  bool is_temporary_ = false;
  int lock_ = -1;
};

}  // namespace zonda::partition
