#include "check/answering.hpp"

#include "search/limits/memory.hpp"

#include <fmt/format.h>

#include <chrono>

namespace zonda::check {

std::string with_place(const std::string& reason, model::SourceRange range, const lang::Sources& sources) {
  return range.is_known() ? fmt::format("{} ({})", reason, sources.place(range)) : reason;
}

bool refuse(const Refused& refused, const lang::Sources& sources, QueryResult& result) {
  if (refused.kind == Refusal::None) return false;
  result.verdict = Verdict::Error;
  result.refusal = refused.kind;
  result.reason = with_place(refused.reason, refused.range, sources);
  return true;
}

CheckStats stats_of(const search::Stats& s) {
  CheckStats result = s;
  result.peak_bytes = search::peak_resident_bytes();
  return result;
}

void begin_search(const StageHook& on_stage, std::uint64_t memory_bytes) {
  (void)search::resident_bytes();
  if (on_stage) on_stage(Stage::SearchBegins, memory_bytes);
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
