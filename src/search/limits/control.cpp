#include "search/limits/control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace zonda::search {

void Control::end(Outcome::Kind kind, std::string reason, model::SourceRange range) {
  if (outcome_) return;
  outcome_.emplace();
  outcome_->kind = kind;
  outcome_->reason = std::move(reason);
  outcome_->range = range;
}

void Control::fail(const step::StepError& error) {
  if (!remembers_errors_) return fail_for_good(error);
  if (!error_) error_ = Remembered{error.message, error.range};
}

void Control::fail_for_good(const step::StepError& error) { end(Outcome::Kind::Error, error.message, error.range); }

void Control::snapshot_error(Snapshot& s) {
  bool is_there = error_.has_value();
  s.value(is_there);
  if (!is_there) return;
  if (!error_) error_.emplace();
  s.text(error_->message);
  s.value(error_->range);
}

void Control::end_too_narrow() {
  end(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold");
}

void Control::give_up(std::string_view reason) {
  end(Outcome::Kind::Unknown, fmt::format("{} after {} states", reason, visited()));
}

Outcome Control::outcome() {
  Outcome result;
  result.kind = Outcome::Kind::NotReached;
  if (outcome_) {
    result = *outcome_;
    if (error_ && result.kind == Outcome::Kind::Unknown)
      result.reason += fmt::format("; a run-time error was found before: {}", error_->message);
  } else if (error_) {
    result.kind = Outcome::Kind::Error;
    result.reason = error_->message;
    result.range = error_->range;
    result.is_complete = true;
  }
  (void)count();
  result.stats = stats;
  result.seconds_here = limits_.seconds();
  return result;
}

bool Control::can_take_in(std::uint64_t bytes) {
  if (limits_.can_take_in(bytes)) return true;
  constexpr double kMiB = 1 << 20;
  end(Outcome::Kind::Unknown,
      fmt::format("{}: the checkpoint takes {:.1f} MiB", LimitWatch::kMemory, static_cast<double>(bytes) / kMiB));
  return false;
}

std::size_t Control::count() {
  stats.seconds = seconds();
  stats.store_bytes = bytes();
  stats.stored = stats.discrete_states = stats.zones = stats.zone_operations = stats.zone_hits = stats.packed =
      stats.merged = 0;
  stats.bytes = {};
  Counts sum = before_;
  for (const Counts* counts : workers_) {
    sum.visited += counts->visited;
    sum.transitions += counts->transitions;
    sum.covered += counts->covered;
    sum.mistakes += counts->mistakes;
    sum.note_stored(counts->peak_stored);
  }
  stats.visited = sum.visited;
  stats.transitions = sum.transitions;
  stats.covered = sum.covered;
  stats.mistakes = sum.mistakes;
  stats.peak_stored = std::max(stats.peak_stored, sum.peak_stored);
  std::size_t waiting = 0;
  for (const Part& part : parts_) waiting += part.count(stats);
  stats.peak_stored = std::max(stats.peak_stored, stats.stored);
  if (options_.checkpoint != nullptr) {
    stats.checkpoints = options_.checkpoint->times();
    stats.checkpoint_bytes = options_.checkpoint->bytes();
    stats.checkpoint_seconds = options_.checkpoint->seconds();
  }
  return waiting;
}

void Control::run_stage(MemoryStage& counted, const std::function<std::optional<std::uint64_t>()>& stage) {
  const double start = seconds();
  const std::uint64_t before = resident_bytes();
  const std::optional<std::uint64_t> states = stage();
  if (!states) return;
  give_back_memory();
  const std::uint64_t after = resident_bytes();
  if (counted.times++ == 0) counted.since = start;
  counted.states += *states;
  counted.bytes += before > after ? before - after : 0;
  counted.seconds += seconds() - start;
}

void Control::look_at_tables() {
  if (!options_.hash_stats) return;
  for (const Part& part : parts_)
    if (part.look_at_tables) part.look_at_tables(stats.hash);
}

void Control::stop(std::string_view reason) {
  if (reason == LimitWatch::kEnough) return end(Outcome::Kind::Left);
  constexpr double kPatience = 1;  // seconds
  const bool can_wait = reason != LimitWatch::kMemory && reason != LimitWatch::kStopped;
  if (options_.checkpoint == nullptr || !can_wait) return give_up(reason);
  if (pending_.empty()) {
    pending_ = reason;
    pending_since_ = limits_.seconds();
  }
  if (limits_.seconds() > pending_since_ + kPatience) give_up(reason);
}

void Control::look() {
  if (const std::string_view reason = limits_.reason(); !reason.empty()) stop(reason);
  is_short_ = limits_.is_short(margins_);
  is_checkpoint_due_ = options_.checkpoint != nullptr && options_.checkpoint->is_due();
  const double seconds = limits_.seconds();
  if (!options_.progress || seconds - last_progress_ <= 0.1) return;
  last_progress_ = seconds;
  const std::size_t waiting = count();
  options_.progress(stats, waiting);
}

}  // namespace zonda::search
