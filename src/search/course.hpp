// How a search goes: what it has counted, and whether it has come to an end, and why. Limits hold here.
#pragma once

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
      : options_(options), limits_(options.limits), bytes_(std::move(bytes)), count_(std::move(count)) {}

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
  void look() {
    if (const std::string_view reason = limits_.reason(); !reason.empty()) give_up(reason);
    const double seconds = limits_.seconds();
    if (!options_.progress || seconds - last_progress_ <= 0.1) return;
    last_progress_ = seconds;
    options_.progress(stats, count());
  }
  std::size_t count() {
    stats.seconds = limits_.seconds();
    stats.store_bytes = bytes_();
    return count_(stats);
  }

  const Options& options_;
  LimitWatch limits_;
  Bytes bytes_;
  Count count_;
  std::optional<Outcome> outcome_;
  double last_progress_ = 0;
};

}  // namespace zonda::search
