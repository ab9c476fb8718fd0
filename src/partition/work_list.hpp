// The folder in which a run keeps its work, so that it can be stopped and continued later, here or elsewhere:
//
//   DIR/run.json             the model, the query, p-points and options; a run with other ones is refused
//   DIR/tasks/NAME.json      a task that waits for a worker or is with one
//   DIR/results/NAME.json    the result of a task
//
// Files are complete as soon as they appear, because they are renamed. Which tasks are to be done follows from the
// results alone; nothing else is kept.
#pragma once

#include "partition/task.hpp"

#include <optional>
#include <string>

namespace zonda::partition {

class WorkList {
 public:
  // Makes the folder, or continues the run that it holds. An empty name stands for a temporary folder, which is removed
  // in the end. Throws FileError if the folder belongs to another run, is in use by another process, or cannot be used.
  WorkList(const std::string& folder, const Job& job);
  WorkList(const WorkList&) = delete;
  WorkList& operator=(const WorkList&) = delete;
  ~WorkList();

  // The result of the task, if there is one.
  [[nodiscard]] std::optional<Result> result(const Task& task) const;
  // Writes the file of the task, for a worker, and returns its path.
  std::string add(const Task& task);
  [[nodiscard]] std::string result_path(const Task& task) const;
  // Removes the file of the task, because its result is there.
  void finish(const Task& task);
  // Removes the result, because it decides nothing, so that the next run tries again.
  void forget(const Task& task);
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  [[nodiscard]] std::string task_path(const Task& task) const;
  void lock();

  std::string folder_;
  const Job& job_;
  std::string run_;  // the name of the run
  bool is_temporary_ = false;
  int lock_ = -1;
};

}  // namespace zonda::partition
