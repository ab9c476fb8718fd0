// Collects the difference constraints of a track and solves them.
#include "trace/schedule.hpp"

#include <algorithm>
#include <limits>

namespace zonda::trace {

using step::ClockCondition;

namespace {

// The constraint time[to] - time[from] >= least, or > least if it is strict.
struct Distance {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::int64_t least = 0;
  bool is_strict = false;
};

// The value of a clock at time t: t - time[since] + offset.
struct Reading {
  std::uint32_t since = 0;
  std::int64_t offset = 0;
};

class Constraints {
 public:
  Constraints(const model::Network& network, const Track& track) {
    for (const model::Clock& clock : network.clocks) clocks_.push_back({0, clock.initial});
    clocks_.push_back({0, 0});  // the clock of an observer, if there is one
    const auto last = static_cast<std::uint32_t>(track.stages.size());
    // Moment 0 is the start, moment i the move into stage i, and the last one the end.
    for (std::uint32_t i = 0; i < last; ++i) {
      const Stage& stage = track.stages[i];
      if (i > 0) {
        at(i, stage.conditions);
        set(i, stage.settings);
      }
      at(i, stage.rest.invariant);
      at(i, stage.at_entry);
      at(i + 1, stage.rest.invariant);
      list_.push_back({i, i + 1, 0, false});
      if (stage.may_delay)
        at(i + 1, stage.while_in);
      else
        list_.push_back({i + 1, i, 0, false});
    }
    at(last, track.goal);
    for (const Gap& gap : track.gaps) list_.push_back({gap.from, gap.to, gap.least, false});
    moments_ = last + 1;
  }

  void end_by(std::int64_t time) { list_.push_back({moments_ - 1, 0, -time, false}); }
  [[nodiscard]] std::uint32_t moments() const { return moments_; }

  // The earliest solution with `scale` units to one unit of time; nothing if there is none.
  [[nodiscard]] std::optional<std::vector<Units>> solve(Units scale) const {
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::vector<Units> time(moments_, 0);
    std::vector<std::uint32_t> because(moments_, kNone);
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (const Distance& d : list_) {
        Units earliest = 0;
        if (__builtin_mul_overflow(d.least, scale, &earliest) ||
            __builtin_add_overflow(earliest, d.is_strict ? 1 : 0, &earliest) ||
            __builtin_add_overflow(earliest, time[d.from], &earliest))
          return std::nullopt;
        if (earliest <= time[d.to]) continue;
        time[d.to] = earliest;
        because[d.to] = d.from;
        is_changed = true;
      }
      if (time[0] > 0 || has_cycle(because)) return std::nullopt;
    }
    return time;
  }

 private:
  void set(std::uint32_t moment, std::span<const step::ClockSetting> settings) {
    const std::vector<Reading> before = clocks_;
    for (const step::ClockSetting& s : settings) {
      Reading& clock = clocks_[s.clock];
      clock = s.source == 0 ? Reading{moment, 0} : before[s.source];
      clock.offset += s.offset;
    }
  }

  // Adds the constraints that the conditions hold at this moment.
  void at(std::uint32_t moment, std::span<const ClockCondition> conditions) {
    for (const ClockCondition& c : conditions) {
      if (c.left == c.right) continue;
      const Reading l = c.left == 0 ? Reading{moment, 0} : clocks_[c.left];
      const Reading r = c.right == 0 ? Reading{moment, 0} : clocks_[c.right];
      // (t - time[l] + lo) - (t - time[r] + ro) <= value
      list_.push_back({r.since, l.since, l.offset - r.offset - c.value, c.is_strict});
    }
  }

  // Whether moments are the causes of each other's times in a cycle: then the times would rise for ever.
  static bool has_cycle(std::span<const std::uint32_t> because) {
    std::vector<std::uint32_t> seen(because.size(), 0);
    for (std::uint32_t start = 0; start < because.size(); ++start) {
      std::uint32_t at = start;
      while (at < because.size() && seen[at] == 0) {
        seen[at] = start + 1;
        at = because[at];
      }
      if (at < because.size() && seen[at] == start + 1) return true;
    }
    return false;
  }

  std::vector<Reading> clocks_;
  std::vector<Distance> list_;
  std::uint32_t moments_ = 0;
};

}  // namespace

std::optional<Schedule> schedule(const model::Network& network, const Track& track, bool is_fastest) {
  constexpr std::uint32_t kMostDigits = 9;
  Constraints constraints(network, track);
  // This grid is so fine that the extra units for strict bounds never add up to a whole unit of time.
  const auto fine = static_cast<Units>(constraints.moments()) + 1;
  const auto limit = constraints.solve(fine);
  if (!limit) return std::nullopt;
  Schedule result;
  result.least = limit->back() / fine;
  result.is_least_reached = limit->back() % fine == 0;
  if (is_fastest && result.is_least_reached) constraints.end_by(result.least);
  for (std::uint32_t digits = 0; digits <= kMostDigits; ++digits) {
    const Units scale = scale_of(digits);
    auto times = constraints.solve(scale);
    if (!times) continue;
    if (is_fastest && times->back() >= (result.least + 1) * scale) continue;
    result.digits = digits;
    result.times = std::move(*times);
    return result;
  }
  return std::nullopt;
}

}  // namespace zonda::trace
