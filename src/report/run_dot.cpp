#include "report/run_dot.hpp"

#include <spawn.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace zonda::report {

namespace {

class File {
 public:
  explicit File(int descriptor = -1) : descriptor_(descriptor) {}
  ~File() { close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] int get() const { return descriptor_; }
  void close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

std::string system_error(std::string_view what) { return std::string(what) + ": " + std::strerror(errno); }

// An open file without a name that holds the text; it vanishes when closed. A pipe would do as well, but only with
// care that neither side waits for the other.
int temporary_file(std::string_view text) {
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "zonda-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) return file;
  unlink(name.c_str());
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ::close(file);
      return -1;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

// Starts the program with these descriptors as standard input and output. Gives the error number if it fails.
int start(const char* program, int input, int output, pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string name = program;
  std::string format = "-Tplain";
  std::array<char*, 3> arguments = {name.data(), format.data(), nullptr};
  const int failure = posix_spawnp(&child, program, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

// Reads to the end; false when the time is over.
bool read_all(int file, int limit_seconds, std::string& out) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(limit_seconds);
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{file, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    out.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

DotResult run_dot(std::string_view graph, int limit_seconds, const char* program) {
  DotResult result;
  const File input(temporary_file(graph));
  if (input.get() < 0) return {{}, system_error("cannot write a temporary file"), false};
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {{}, system_error("cannot make a pipe"), false};
  const File from_child(ends[0]);
  File to_parent(ends[1]);
  pid_t child = -1;
  const int failure = start(program, input.get(), to_parent.get(), child);
  to_parent.close();
  if (failure != 0) return {{}, std::strerror(failure), failure == ENOENT};

  const bool is_complete = read_all(from_child.get(), limit_seconds, result.output);
  if (!is_complete) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!is_complete) {
    result.error = "it took longer than " + std::to_string(limit_seconds) + " seconds";
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    result.error = "not found";  // some systems report a missing program only now
    result.is_missing = true;
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    result.error = "it failed";
  }
  return result;
}

}  // namespace zonda::report
