#include "cli/progress.hpp"

#include <fmt/format.h>

#include <csignal>

namespace zonda::cli {

namespace {

std::atomic<bool> g_interrupted{false};

void on_interrupt(int) { g_interrupted = true; }

}  // namespace

std::atomic<bool>& interrupted() { return g_interrupted; }

void catch_interrupts(bool also_termination) {
  std::signal(SIGINT, on_interrupt);
  if (also_termination) std::signal(SIGTERM, on_interrupt);
}

std::string progress_text(const Progress& progress) {
  const CheckStats& stats = progress.stats;
  const double rate = stats.seconds > 0 ? static_cast<double>(stats.visited) / stats.seconds : 0;
  return fmt::format("{} visited ({:.0f}/s), {} stored, {} waiting, {:.1f} MiB", stats.visited, rate, stats.stored,
                     progress.waiting, static_cast<double>(stats.store_bytes) / (1 << 20));
}

}  // namespace zonda::cli
