// Those who do the tasks: processes of their own, so that one that is killed, or runs out of memory, costs no more than
// its task; or, for tests and for programs that use the library, this one.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace zonda::partition {

// How a task ended.
struct Ended {
  std::size_t number = 0;       // that start() was given
  std::string failure;          // why there is no result; empty: there should be one
  bool is_interrupted = false;  // by the user
};

class Crew {
 public:
  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  // Throws FileError when there can be no worker.
  virtual void start(std::size_t number, const std::string& task, const std::string& result) = 0;
  [[nodiscard]] virtual std::size_t running() const = 0;
  // Those that have ended since; waits a moment if there are none.
  virtual std::vector<Ended> wait() = 0;
  // Ends this one, if it is still at work; there is no word of it any more.
  virtual void stop(std::size_t number) = 0;
  // Ends all of them at once.
  virtual void stop() = 0;
};

// `command`: a program and its first arguments; the names of the task's file and the result's file follow.
[[nodiscard]] std::unique_ptr<Crew> make_process_crew(std::vector<std::string> command);

// `work` does a task and writes the result; what it returns is why it could not.
using Work = std::function<std::string(const std::string& task, const std::string& result)>;
[[nodiscard]] std::unique_ptr<Crew> make_own_crew(Work work);

}  // namespace zonda::partition
