#include "check/parts.hpp"

#include "search/memory.hpp"

#include <fmt/format.h>

#include <chrono>

namespace zonda::check {

std::string with_place(const std::string& reason, model::SourceRange range, const lang::Sources& sources) {
  return range.is_known() ? fmt::format("{} ({})", reason, sources.place(range)) : reason;
}

CheckStats stats_of(const search::Stats& s) {
  CheckStats result;
  result.visited = s.visited;
  result.stored = s.stored;
  result.peak_stored = s.peak_stored;
  result.covered = s.covered;
  result.mistakes = s.mistakes;
  result.touched = s.touched;
  result.transitions = s.transitions;
  result.discrete_states = s.discrete_states;
  result.zones = s.zones;
  result.zone_operations = s.zone_operations;
  result.zone_hits = s.zone_hits;
  result.store_bytes = s.store_bytes;
  result.bytes = s.bytes;
  result.hash = s.hash;
  result.omissions = s.omissions;
  result.bits_set = s.bits_set;
  const auto stage_of = [](const search::MemoryStage& m) {
    return MemoryStageStats{m.times, m.bytes, m.states, m.seconds, m.since};
  };
  result.compressed = stage_of(s.compressed);
  result.dropped = stage_of(s.dropped);
  result.spilled = stage_of(s.spilled);
  result.packed = s.packed;
  result.checkpoints = s.checkpoints;
  result.checkpoint_bytes = s.checkpoint_bytes;
  result.checkpoint_seconds = s.checkpoint_seconds;
  result.resumed = s.resumed;
  result.peak_bytes = search::peak_resident_bytes();
  result.seconds = s.seconds;
  return result;
}

trace::Watch watch_for(const search::Limits& limits) {
  const auto start = std::chrono::steady_clock::now();
  return [limits, start]() -> std::string {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (limits.interrupt != nullptr && limits.interrupt->load()) return "interrupted";
    if (limits.seconds > 0 && seconds > limits.seconds) return "time limit reached";
    if (limits.memory_bytes > 0 && search::resident_bytes() > limits.memory_bytes) return "memory limit reached";
    return {};
  };
}

}  // namespace zonda::check
