// What ends a search, and what it counted: limits, the first reason to stop, statistics. Shared by the parts of one
// search.
#pragma once

#include "search/limit_watch.hpp"
#include "search/reachability.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zonda::search {

class Control {
 public:
  // `options` stays with the caller.
  explicit Control(const Options& options) : options_(options), limits_(options.limits) {}
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] Stats& stats() { return stats_; }
  [[nodiscard]] bool is_stopped() const { return outcome_.has_value(); }
  // The first counts.
  void stop(Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {}) {
    if (!outcome_) outcome_ = Outcome{kind, std::move(reason), range, {}, {}, {}};
  }
  void fail(const step::StepError& error) { stop(Outcome::Kind::Error, error.message, error.range); }
  void fail_narrow() { stop(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold"); }
  [[nodiscard]] Outcome outcome() const {
    Outcome result = outcome_.value_or(Outcome{Outcome::Kind::NotReached, {}, {}, {}, {}, {}});
    result.stats = stats_;
    result.stats.seconds = limits_.seconds();
    return result;
  }

  // A part of the search that takes memory, and counts for the statistics when they are asked for.
  struct Part {
    std::function<StoreBytes()> bytes;
    std::function<void(Stats&)> count;
    std::function<void(HashStats&)> look_at_tables = {};  // where it has some
  };
  void add_part(Part part) { parts_.push_back(std::move(part)); }

  // Called for every successor; false when the search is to end. `waiting`: how many states are at hand.
  bool watch(std::size_t waiting = 0) {
    if (is_stopped()) return false;
    if (!limits_.is_due([this] { return bytes().sum(); })) return true;
    if (const std::string_view reason = limits_.reason(); !reason.empty()) give_up(reason);
    const double seconds = limits_.seconds();
    if (!options_.progress || seconds - last_progress_ <= 0.1) return !is_stopped();
    last_progress_ = seconds;
    count();
    options_.progress(stats_, waiting);
    return !is_stopped();
  }
  // The same from within a long computation.
  bool watch_now() {
    limits_.hurry();
    return watch();
  }
  // Whether a table may grow by so much.
  bool has_room(std::size_t growth) {
    if (limits_.has_room(growth)) return true;
    give_up(LimitWatch::kMemory);
    return false;
  }
  void count() {
    stats_.discrete_states = stats_.zones = stats_.zone_operations = stats_.zone_hits = 0;
    for (const Part& part : parts_) part.count(stats_);
    stats_.bytes = bytes();
    stats_.store_bytes = stats_.bytes.sum();
    stats_.seconds = limits_.seconds();
  }
  // The same in the end.
  void count_all() {
    count();
    if (!options_.hash_stats) return;
    for (const Part& part : parts_)
      if (part.look_at_tables) part.look_at_tables(stats_.hash);
  }

 private:
  [[nodiscard]] StoreBytes bytes() const {
    StoreBytes sum;
    for (const Part& part : parts_) sum += part.bytes();
    return sum;
  }
  void give_up(std::string_view reason) {
    stop(Outcome::Kind::Unknown, fmt::format("{} after {} states", reason, stats_.visited));
  }

  const Options& options_;
  LimitWatch limits_;
  Stats stats_;
  std::optional<Outcome> outcome_;
  std::vector<Part> parts_;
  double last_progress_ = 0;
};

}  // namespace zonda::search
