// Starts workers as processes and waits for them.
#include "partition/crew.hpp"

#include "partition/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace zonda::partition {

namespace {

class ProcessCrew final : public Crew {
 public:
  explicit ProcessCrew(std::vector<std::string> command) : command_(std::move(command)) {}
  ~ProcessCrew() override { stop_all(); }

  void start(std::size_t number, const std::string& task, const std::string& result) override {
    std::vector<std::string> words = command_;
    words.push_back(task);
    words.push_back(result);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) throw FileError{fmt::format("cannot start a worker: {}", std::strerror(errno))};
    if (child == 0) {
      // A worker does not outlive the process that waits for it, not even if that has ended before this line.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(127);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    workers_.push_back({number, child});
    pause_ = kShortest;
  }

  [[nodiscard]] std::size_t running() const override { return workers_.size(); }

  std::vector<Ended> wait() override {
    std::vector<Ended> result = collect();
    if (!result.empty() || workers_.empty()) return result;
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(kLongest, 2 * pause_);
    return collect();
  }

  void stop(std::size_t number) override {
    const auto found =
        std::find_if(workers_.begin(), workers_.end(), [&](const Worker& w) { return w.number == number; });
    if (found == workers_.end()) return;
    end(*found);
    workers_.erase(found);
  }
  void stop() override { stop_all(); }

 private:
  struct Worker {
    std::size_t number = 0;
    pid_t process = 0;
  };
  static constexpr std::chrono::microseconds kShortest{200};
  static constexpr std::chrono::microseconds kLongest{20'000};

  std::vector<Ended> collect() {
    std::vector<Ended> result;
    for (std::size_t i = 0; i < workers_.size();) {
      int status = 0;
      const pid_t ended = waitpid(workers_[i].process, &status, WNOHANG);
      if (ended == 0 || (ended < 0 && errno == EINTR)) {
        ++i;
        continue;
      }
      result.push_back(ended < 0 ? Ended{workers_[i].number, "the worker is gone", false}
                                 : describe(workers_[i].number, status));
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!result.empty()) pause_ = kShortest;
    return result;
  }

  static Ended describe(std::size_t number, int status) {
    if (WIFSIGNALED(status)) {
      const int signal = WTERMSIG(status);
      return {number, fmt::format("the worker was killed by signal {} ({})", signal, strsignal(signal)),
              signal == SIGINT};
    }
    const int code = WEXITSTATUS(status);
    if (code == 0) return {number, {}, false};
    return {number, code == 127 ? "the worker could not be started" : fmt::format("the worker ended with {}", code),
            false};
  }

  static void end(const Worker& worker) {
    kill(worker.process, SIGKILL);
    while (waitpid(worker.process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  void stop_all() {
    for (const Worker& w : workers_) kill(w.process, SIGKILL);
    for (const Worker& w : workers_) end(w);
    workers_.clear();
  }

  std::vector<std::string> command_;
  std::vector<Worker> workers_;
  std::chrono::microseconds pause_ = kShortest;
};

class OwnCrew final : public Crew {
 public:
  explicit OwnCrew(Work work) : work_(std::move(work)) {}

  void start(std::size_t number, const std::string& task, const std::string& result) override {
    ended_.push_back({number, work_(task, result), false});
  }
  [[nodiscard]] std::size_t running() const override { return ended_.size(); }
  std::vector<Ended> wait() override { return std::exchange(ended_, {}); }
  void stop(std::size_t number) override {
    std::erase_if(ended_, [&](const Ended& ended) { return ended.number == number; });
  }
  void stop() override { ended_.clear(); }

 private:
  Work work_;
  std::vector<Ended> ended_;
};

}  // namespace

std::unique_ptr<Crew> make_process_crew(std::vector<std::string> command) {
  return std::make_unique<ProcessCrew>(std::move(command));
}

std::unique_ptr<Crew> make_own_crew(Work work) { return std::make_unique<OwnCrew>(std::move(work)); }

}  // namespace zonda::partition
