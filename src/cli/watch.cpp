#include "cli/watch.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <thread>

namespace zonda::cli {

namespace {

// Time and size of each file; a missing file counts as empty.
using Stamp = std::vector<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;

Stamp stamp_of(const std::vector<std::string>& files) {
  Stamp result;
  for (const std::string& file : files) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file, error);
    const auto size = error ? 0 : std::filesystem::file_size(file, error);
    result.emplace_back(error ? std::filesystem::file_time_type() : time, error ? 0 : size);
  }
  return result;
}

// The text that is compared: queries such as sup are always satisfied, and differ in their values.
std::string outcome_of(const QueryResult& r) {
  return r.value.empty() ? std::string(to_string(r.verdict))
                         : fmt::format("{}, value: {}", to_string(r.verdict), r.value);
}

void tell_changes(const std::vector<QueryResult>& before, const std::vector<QueryResult>& now) {
  std::map<std::string, std::string> old;
  for (const QueryResult& r : before) old[r.formula] = outcome_of(r);
  std::size_t changes = 0;
  for (const QueryResult& r : now) {
    const auto was = old.find(r.formula);
    if (was != old.end() && was->second == outcome_of(r)) continue;
    ++changes;
    std::cout << fmt::format("  {}\n    {}{}\n", r.formula,
                             was == old.end() ? "new: " : fmt::format("{} -> ", was->second), outcome_of(r));
  }
  std::size_t open = 0;
  for (const QueryResult& r : now)
    if (r.verdict != Verdict::Satisfied) ++open;
  std::cout << fmt::format("{} of {} verdicts changed; {} satisfied\n", changes, now.size(), now.size() - open);
}

}  // namespace

std::vector<QueryResult> watch(const std::vector<std::string>& files, const std::atomic<bool>& interrupted,
                               const CheckRound& round) {
  using namespace std::chrono_literals;
  Stamp seen = stamp_of(files);
  std::vector<QueryResult> results = round(true).value_or(std::vector<QueryResult>());
  std::cout << "watching; Ctrl-C ends\n" << std::flush;
  while (!interrupted) {
    std::this_thread::sleep_for(100ms);
    Stamp now = stamp_of(files);
    if (now == seen) continue;
    // Editors write in several steps, so this waits until nothing changes.
    for (Stamp later; !interrupted; now = later) {
      std::this_thread::sleep_for(100ms);
      later = stamp_of(files);
      if (later == now) break;
    }
    seen = now;
    std::cout << "saved\n";
    if (auto fresh = round(false)) {
      if (interrupted) break;
      tell_changes(results, *fresh);
      results = std::move(*fresh);
    }
    std::cout << std::flush;
  }
  return results;
}

}  // namespace zonda::cli
