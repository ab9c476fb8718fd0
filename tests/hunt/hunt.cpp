// Starts several processes, each of which takes every n-th model, so that a crash is noticed and the others go on.
#include "hunt/hunt.hpp"

#include "hunt/shrink.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <poll.h>
#include <sstream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace zonda::hunt {

namespace {

using Clock = std::chrono::steady_clock;

// The memory that a worker shares with its parent.
struct Shared {
  volatile std::uint64_t current = 0;
  volatile bool is_stopped = false;
};

void write_all(int to, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(to, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

// A worker writes lines: tab-separated figures like these, and reports between '{' and '}'.
std::string print(const Tally& tally) {
  std::string text = fmt::format("models\t{}\ncomparisons\t{}\n", tally.models, tally.comparisons);
  for (const auto& [reason, count] : tally.reasons) text += fmt::format("reason\t{}\t{}\n", count, reason);
  for (const auto& [verdict, count] : tally.verdicts) text += fmt::format("verdict\t{}\t{}\n", count, verdict);
  return text;
}

void work(const HuntOptions& options, std::size_t worker, Shared& shared, int to) {
  const std::string scratch = fmt::format(
      "{}/zonda-hunt-{}.xta", std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "/tmp", ::getpid());
  const auto start = Clock::now();
  Tally tally;
  for (std::uint64_t i = worker; options.minutes > 0 || i < options.models; i += options.jobs) {
    if (options.minutes > 0 && std::chrono::duration<double>(Clock::now() - start).count() > 60 * options.minutes)
      break;
    if (shared.is_stopped) break;
    shared.current = options.first + i;
    const std::string report = hunt_one(options, options.first + i, scratch, tally);
    if (!report.empty()) write_all(to, "{\n" + report + "}\n");
  }
  write_all(to, print(tally));
  ::unlink(scratch.c_str());
}

struct Worker {
  pid_t id = 0;
  int from = -1;
  std::string text;
  Shared* shared = nullptr;
};

class Hunt {
 public:
  explicit Hunt(const HuntOptions& options) : options_(options), start_(Clock::now()) {}

  int run() {
    for (std::size_t i = 0; i < options_.jobs; ++i) start(i);
    while (read_some()) continue;
    for (Worker& w : workers_) end(w);
    summary();
    return found_ == 0 ? 0 : 1;
  }

 private:
  void start(std::size_t number) {
    Worker w;
    void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    w.shared = new (memory) Shared;
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) std::abort();
    w.id = ::fork();
    if (w.id == 0) {
      ::close(ends[0]);
      work(options_, number, *w.shared, ends[1]);
      std::_Exit(0);
    }
    ::close(ends[1]);
    w.from = ends[0];
    workers_.push_back(std::move(w));
  }

  // Reads what workers have written. Returns false when all of them have closed their ends.
  bool read_some() {
    std::vector<pollfd> polled;
    for (const Worker& w : workers_) polled.push_back({w.from, POLLIN, 0});
    bool is_any = false;
    for (const pollfd& p : polled) is_any = is_any || p.fd >= 0;
    if (!is_any || ::poll(polled.data(), polled.size(), -1) < 0) return false;
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      char buffer[4096];
      const ssize_t n = ::read(workers_[i].from, buffer, sizeof buffer);
      if (n > 0) {
        workers_[i].text.append(buffer, static_cast<std::size_t>(n));
        take_reports(workers_[i]);
        continue;
      }
      ::close(workers_[i].from);
      workers_[i].from = -1;
    }
    return true;
  }

  void take_reports(Worker& w) {
    while (w.text.starts_with("{\n")) {
      // A report ends with the line that has nothing but '}' and follows the command.
      const std::size_t command = w.text.find("----- zonda check");
      const std::size_t last = command == std::string::npos ? std::string::npos : w.text.find("\n}\n", command);
      if (last == std::string::npos) return;
      fmt::print("{}\n", w.text.substr(2, last - 1));
      (void)std::fflush(stdout);
      w.text.erase(0, last + 3);
      if (++found_ >= options_.most)
        for (Worker& other : workers_) other.shared->is_stopped = true;
    }
  }

  void end(Worker& w) {
    int status = 0;
    ::waitpid(w.id, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      ++found_;
      crash(w.shared->current, status);
    }
    std::istringstream lines(w.text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream parts(line);
      std::string kind;
      std::uint64_t count = 0;
      std::string name;
      parts >> kind >> count;
      std::getline(parts >> std::ws, name);
      if (kind == "models") tally_.models += count;
      if (kind == "comparisons") tally_.comparisons += count;
      if (kind == "reason") tally_.reasons[name] += count;
      if (kind == "verdict") tally_.verdicts[name] += count;
    }
  }

  // Shows the model that a worker crashed on.
  void crash(std::uint64_t number, int status) const {
    const Draft draft = draft_of(options_, number);
    const auto crashes = [&](const Draft& d) {
      return fails_in_child(
          [&] {
            Case one = case_of(options_, number, d);
            Tally ignored;
            (void)compare(one, fmt::format("/tmp/zonda-hunt-{}.xta", ::getpid()), ignored);
            return false;
          },
          20);
    };
    const Draft small = options_.shrinks && crashes(draft) ? shrink(draft, crashes) : draft;
    fmt::print("CRASH (status {}) in model {} of seed {}\n----- model\n{}", status, number, options_.seed,
               small.print());
    for (const std::string& q : small.print_queries()) fmt::print("// query: {}\n", q);
    fmt::print("\n");
  }

  void summary() {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    fmt::print("{} models, {} comparisons, {} disagreements, {:.1f} s\n", tally_.models, tally_.comparisons, found_,
               seconds);
    for (const auto& [verdict, count] : tally_.verdicts) fmt::print("  {:>9}  {}\n", count, verdict);
    if (!tally_.reasons.empty()) fmt::print("not compared:\n");
    for (const auto& [reason, count] : tally_.reasons) fmt::print("  {:>9}  {}\n", count, reason);
  }

  const HuntOptions& options_;
  Clock::time_point start_;
  std::vector<Worker> workers_;
  Tally tally_;
  std::size_t found_ = 0;
};

}  // namespace

bool fails_in_child(const std::function<bool()>& test, unsigned seconds) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(seconds);
    std::_Exit(test() ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

int hunt(const HuntOptions& options) { return Hunt(options).run(); }

}  // namespace zonda::hunt
