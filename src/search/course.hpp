// How a search goes: what it has counted, and whether it has come to an end, and why. Limits hold here.
#pragma once

#include "search/checkpoint.hpp"
#include "search/limit_watch.hpp"
#include "search/options.hpp"
#include "step/move.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace zonda::search {

class Course {
 public:
  // `bytes` that the search has taken, an estimate; `count` brings the statistics up to date that are not counted on
  // the way, and gives the number of states that wait.
  using Bytes = std::function<std::uint64_t()>;
  using Count = std::function<std::size_t(Stats&)>;
  Course(const Options& options, Bytes bytes, Count count)
      : options_(options),
        limits_(options.limits),
        bytes_(std::move(bytes)),
        count_(std::move(count)),
        needs_care_(options.limits.memory_bytes > 0 || options.limits.rehearsal > 0 || options.limits.visited > 0 ||
                    options.checkpoint != nullptr) {}

  Stats stats;

  [[nodiscard]] bool has_ended() const { return outcome_.has_value(); }
  // The first end counts.
  void end(Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {}) {
    if (!outcome_) outcome_ = Outcome{kind, std::move(reason), range, {}, {}, {}};
  }
  void fail(const step::StepError& error) { end(Outcome::Kind::Error, error.message, error.range); }
  void end_too_narrow() { end(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold"); }

  void give_up(std::string_view reason) {
    end(Outcome::Kind::Unknown, fmt::format("{} after {} states", reason, stats.visited));
  }

  // Something may have to be done between two states: memory is short, a checkpoint is due, the end has come.
  [[nodiscard]] bool needs_care() const { return needs_care_; }
  [[nodiscard]] bool would_have_room(std::size_t growth) const {
    return limits_.is_little(growth) || !limits_.was_short(2, growth);
  }
  [[nodiscard]] bool is_unknown() const { return outcome_ && outcome_->kind == Outcome::Kind::Unknown; }
  void bring_up_to_date() { (void)count(); }
  // Between two states: whether memory is short, and something must be given back. Looked at now and then.
  [[nodiscard]] bool is_short() const { return is_short_; }
  // So many margins must be left, or it is.
  void set_margins(std::uint64_t margins) { margins_ = margins; }
  // The same, looked at now; `margins` more than are needed.
  [[nodiscard]] bool is_still_short(std::uint64_t margins) { return is_short_ = limits_.is_short(margins); }
  // Between two states: whether it is time for a checkpoint.
  [[nodiscard]] bool is_checkpoint_due() const { return is_checkpoint_due_; }
  void checkpoint_written() { is_checkpoint_due_ = false; }
  // Time and interrupts wait for the end of an expansion, if that does not take long, so that a checkpoint is exact.
  void settle() {
    if (!pending_.empty()) give_up(pending_);
    if (options_.limits.visited > 0 && stats.visited >= options_.limits.visited + visited_before_)
      give_up(LimitWatch::kStopped);
  }
  // Whether what a checkpoint has can be read. If not, this is the end.
  bool can_take_in(std::uint64_t bytes) {
    if (limits_.can_take_in(bytes)) return true;
    constexpr double kMiB = 1 << 20;
    end(Outcome::Kind::Unknown,
        fmt::format("{}: what was saved takes {:.1f} MiB", LimitWatch::kMemory, static_cast<double>(bytes) / kMiB));
    return false;
  }
  // The search is taken up again; the statistics are those of before.
  void resumed() {
    seconds_before_ = stats.seconds;
    visited_before_ = stats.visited;
    ++stats.resumed;
  }
  [[nodiscard]] double seconds() const { return seconds_before_ + limits_.seconds(); }

  // Called for every successor; each may take long, when clocks are many.
  void watch() {
    if (limits_.is_due(bytes_)) look();
  }
  // The same, at once.
  bool may_go_on() {
    limits_.hurry();
    watch();
    return !has_ended();
  }
  // Whether a table may grow by so much at once. If not, this is the end.
  bool has_room(std::size_t growth) {
    if (limits_.has_room(growth)) return true;
    give_up(LimitWatch::kMemory);
    return false;
  }

  // While the moves to what was found are looked for: why that must stop, or nothing. Looked at now and then.
  [[nodiscard]] std::string_view limit() { return limits_.is_due(bytes_) ? limits_.reason() : std::string_view{}; }
  [[nodiscard]] bool would_fit(std::size_t growth) const { return limits_.has_room(growth); }

  // How it is now.
  [[nodiscard]] Stats snapshot() {
    count();
    return stats;
  }
  // What the search came to: where nothing ended it, all states were seen.
  [[nodiscard]] Outcome outcome() {
    Outcome result = outcome_.value_or(Outcome{Outcome::Kind::NotReached, {}, {}, {}, {}, {}});
    count();
    result.stats = stats;
    return result;
  }

 private:
  void stop(std::string_view reason) {
    constexpr double kPatience = 1;  // seconds
    const bool can_wait = reason != LimitWatch::kMemory && reason != LimitWatch::kStopped;
    if (options_.checkpoint == nullptr || !can_wait) return give_up(reason);
    if (pending_.empty()) {
      pending_ = reason;
      pending_since_ = limits_.seconds();
    }
    if (limits_.seconds() > pending_since_ + kPatience) give_up(reason);
  }
  void look() {
    if (const std::string_view reason = limits_.reason(); !reason.empty()) stop(reason);
    is_short_ = limits_.is_short(margins_);
    is_checkpoint_due_ = options_.checkpoint != nullptr && options_.checkpoint->is_due();
    const double seconds = limits_.seconds();
    if (!options_.progress || seconds - last_progress_ <= 0.1) return;
    last_progress_ = seconds;
    options_.progress(stats, count());
  }
  std::size_t count() {
    stats.seconds = seconds();
    stats.store_bytes = bytes_();
    if (options_.checkpoint != nullptr) {
      stats.checkpoints = options_.checkpoint->times();
      stats.checkpoint_bytes = options_.checkpoint->bytes();
      stats.checkpoint_seconds = options_.checkpoint->seconds();
    }
    return count_(stats);
  }

  const Options& options_;
  LimitWatch limits_;
  Bytes bytes_;
  Count count_;
  std::optional<Outcome> outcome_;
  double last_progress_ = 0;
  bool needs_care_;
  bool is_short_ = false;
  std::uint64_t margins_ = 1;
  bool is_checkpoint_due_ = false;
  std::string_view pending_;  // why it will end
  double pending_since_ = 0;
  double seconds_before_ = 0;  // in earlier runs
  std::uint64_t visited_before_ = 0;
};

}  // namespace zonda::search
