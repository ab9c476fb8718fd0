// The workers that do the tasks. As a rule they are processes of their own, so that one that is killed or runs out of
// memory costs no more than its task. For tests, and for programs that use the library, the calling process does the
// work itself.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace zonda::partition {

// How a task ended.
struct Ended {
  std::size_t number = 0;       // the number that start() was given
  std::string failure;          // why there is no result; empty if there should be one
  bool is_interrupted = false;  // the user interrupted it
};

class Crew {
 public:
  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  // Starts a worker on the task in the file `task`, which writes the file `result`. Throws FileError if no worker can
  // be started.
  virtual void start(std::size_t number, const std::string& task, const std::string& result) = 0;
  [[nodiscard]] virtual std::size_t running() const = 0;
  // The tasks that have ended since the last call; waits a moment if there are none.
  virtual std::vector<Ended> wait() = 0;
  // Ends the worker of this task if it is still at work. wait() does not report the task any more.
  virtual void stop(std::size_t number) = 0;
  // Ends all workers at once.
  virtual void stop() = 0;
};

// A crew of processes. `command` is a program and its first arguments; the files of the task and of the result follow.
[[nodiscard]] std::unique_ptr<Crew> make_process_crew(std::vector<std::string> command);

// A crew that does the work in the calling process, within start(). `work` does a task and writes the result; it
// returns why it could not, or an empty text.
using Work = std::function<std::string(const std::string& task, const std::string& result)>;
[[nodiscard]] std::unique_ptr<Crew> make_own_crew(Work work);

}  // namespace zonda::partition
