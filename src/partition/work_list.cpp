// The folder of a run: its files and its lock.
#include "partition/work_list.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace zonda::partition {

namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

// Says how the job in the folder differs from this one, for an error message.
std::string difference(const Job& there, const Job& here) {
  if (there.model_text != here.model_text) return "the text of its model is different";
  if (there.query != here.query) return fmt::format("its query is '{}'", there.query);
  if (there.points != here.points) return "its p-points are different";
  if (there.check.memory_bytes != here.check.memory_bytes)
    return fmt::format("its workers may use {} bytes of memory, here {}", there.check.memory_bytes,
                       here.check.memory_bytes);
  return "its options are different";
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw FileError{fmt::format("cannot make the folder '{}': {}", path, error.message())};
}

std::string temporary_folder() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  std::string name = ((error ? fs::path("/tmp") : base) / "zonda-partition-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw FileError{fmt::format("cannot make '{}': {}", name, reason(errno))};
  return name;
}

// Whether the folder has files other than those that a run makes before it writes run.json.
bool has_files(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    const bool is_made_first = (name == "tasks" || name == "results") && fs::is_empty(at->path(), error);
    if (!is_made_first && name != "lock") return true;
  }
  return false;
}

}  // namespace

WorkList::WorkList(const std::string& folder, const Job& job)
    : folder_(folder.empty() ? temporary_folder() : folder),
      job_(job),
      run_(run_name(job)),
      is_temporary_(folder.empty()) {
  const std::string run = folder_ + "/run.json";
  std::error_code error;
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error))
    throw FileError{fmt::format("'{}' is not a folder", folder_)};
  const bool is_new = !fs::exists(run, error);
  // A folder with other files in it is left alone.
  if (is_new && !is_temporary_ && has_files(folder_))
    throw FileError{fmt::format("the folder '{}' is not empty, and holds no run of zonda partition", folder_)};
  make_folder(folder_ + "/tasks");
  make_folder(folder_ + "/results");
  lock();
  if (is_new) {
    write_job(run, job);
    return;
  }
  const Job there = read_job(run);
  if (job_text(there) != job_text(job))
    throw FileError{fmt::format("the folder '{}' belongs to another run: {}", folder_, difference(there, job))};
}

WorkList::~WorkList() {
  if (lock_ >= 0) close(lock_);
  std::error_code ignored;
  if (is_temporary_) fs::remove_all(folder_, ignored);
}

void WorkList::lock() {
  const std::string path = folder_ + "/lock";
  lock_ = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (lock_ < 0) throw FileError{fmt::format("cannot write '{}': {}", path, reason(errno))};
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int why = errno;
  close(lock_);
  lock_ = -1;
  if (why == EWOULDBLOCK) throw FileError{fmt::format("another run is at work in '{}'", folder_)};
}

std::string WorkList::task_path(const Task& task) const {
  return fmt::format("{}/tasks/{}.json", folder_, task_name(run_, task));
}

std::string WorkList::result_path(const Task& task) const {
  return fmt::format("{}/results/{}.json", folder_, task_name(run_, task));
}

std::optional<Result> WorkList::result(const Task& task) const {
  const std::string path = result_path(task);
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  try {
    return read_result(path, task_name(run_, task));
  } catch (const FileError& wrong) {
    throw FileError{wrong.message + "; without this file the task is done again"};
  }
}

std::string WorkList::add(const Task& task) {
  std::string path = task_path(task);
  write_task(path, job_, task);
  return path;
}

void WorkList::finish(const Task& task) {
  std::error_code ignored;
  fs::remove(task_path(task), ignored);
}

void WorkList::forget(const Task& task) {
  std::error_code ignored;
  fs::remove(result_path(task), ignored);
}

}  // namespace zonda::partition
