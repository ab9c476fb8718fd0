// Collects the tests of guards, invariants and the query, and propagates them: backwards over edges, and over copies of
// clocks.
#include "analysis/clock_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace zonda::analysis {

namespace {

using model::ClockConstraint;
using model::IntExpr;
using model::Network;

constexpr std::int32_t kLargestConstant = model::kLargestClockConstant;

class Solver {
 public:
  Solver(const Network& network, ClockBounds& out) : network_(network), out_(out) {
    for (std::uint32_t i = 0; i < network.clocks.size(); ++i) out_.everywhere.push_back({i, kNoBound, kNoBound});
  }

  void run(const model::Query& query, std::span<const ClockBound> asked) {
    add_formula(query.predicate);
    add_formula(query.conclusion);
    for (const ClockBound& b : asked) {
      raise(out_.everywhere[b.clock], b.lower, b.upper);
      note_constant(std::max(b.lower, b.upper), {});
    }
    for (const model::Process& p : network_.processes) add_process(p);
    for (const model::Clock& c : network_.clocks) note_constant(c.initial, {});
    note_assigned_numbers();
    spread_diagonals();
    spread_over_copies();
  }

 private:
  struct Bound {
    std::int32_t lower = kNoBound;
    std::int32_t upper = kNoBound;
  };
  using Row = std::vector<Bound>;  // by clock of the process

  void refuse(std::string reason, model::SourceRange range) {
    if (!out_.refusal.empty()) return;
    out_.refusal = std::move(reason);
    out_.refusal_range = range;
  }

  void note_constant(std::int64_t constant, model::SourceRange range) {
    if (std::abs(constant) > kLargestConstant) {
      refuse(fmt::format("a clock is compared with or set to a number beyond {}", kLargestConstant), range);
      return;
    }
    out_.largest = std::max(out_.largest, static_cast<std::int32_t>(std::abs(constant)));
  }

  // A number that is only known to lie in a range may turn out small. It is checked again when the model runs.
  void note_constants(const IntExpr& bound, model::SourceRange range) {
    if (bound.is_constant()) return note_constant(bound.value, range);
    note_constant(std::clamp(bound.lower, -kLargestConstant, kLargestConstant), range);
    note_constant(std::clamp(bound.upper, -kLargestConstant, kLargestConstant), range);
  }

  // Calls f(clock, L, U) for each clock that the constraint may test. A clock that is computed may be any of its range.
  template <typename F>
  void for_each_test(const ClockConstraint& c, F&& f) {
    note_constants(c.bound, c.range);
    const auto each = [&](const IntExpr& clock, auto&& g) {
      if (clock.is_constant()) {
        if (clock.value != 0) g(static_cast<std::uint32_t>(clock.value));
        return;
      }
      const auto last = static_cast<std::int32_t>(network_.clocks.size()) - 1;
      for (std::int32_t i = std::max(1, clock.lower); i <= std::min(last, clock.upper); ++i)
        g(static_cast<std::uint32_t>(i));
    };
    const bool has_left = !c.left.is_constant(0);
    const bool has_right = !c.right.is_constant(0);
    if (has_left && has_right) {
      const std::int32_t most = std::max(std::abs(std::clamp(c.bound.lower, -kLargestConstant, kLargestConstant)),
                                         std::abs(std::clamp(c.bound.upper, -kLargestConstant, kLargestConstant)));
      each(c.left, [&](std::uint32_t x) { f(x, most, most); });
      each(c.right, [&](std::uint32_t x) { f(x, most, most); });
      add_diagonals(c);
    } else if (has_left && c.bound.upper >= 0) {
      each(c.left, [&](std::uint32_t x) { f(x, kNoBound, std::min(c.bound.upper, kLargestConstant)); });
    } else if (has_left) {
      each(c.left, [&](std::uint32_t x) { f(x, kNoBound, 0); });
    } else if (has_right && c.bound.lower <= 0) {
      each(c.right, [&](std::uint32_t x) { f(x, -std::max(c.bound.lower, -kLargestConstant), kNoBound); });
    }
  }

  // Adds every difference constraint that this one may be, whatever the values that it depends on.
  void add_diagonals(const ClockConstraint& c) {
    constexpr std::int64_t kMostDiagonals = 1000;
    out_.has_diagonals = true;
    const auto last = static_cast<std::int32_t>(network_.clocks.size()) - 1;
    const auto range_of = [&](const IntExpr& e, std::int32_t lowest, std::int32_t highest) {
      return e.is_constant() ? std::pair{e.value, e.value}
                             : std::pair{std::max(e.lower, lowest), std::min(e.upper, highest)};
    };
    const auto [left_first, left_last] = range_of(c.left, 1, last);
    const auto [right_first, right_last] = range_of(c.right, 1, last);
    const auto [least, most] = range_of(c.bound, -kLargestConstant, kLargestConstant);
    const std::int64_t count = (std::int64_t{left_last} - left_first + 1) *
                               (std::int64_t{right_last} - right_first + 1) * (std::int64_t{most} - least + 1);
    if (count > kMostDiagonals) {
      refuse(fmt::format("a clock difference is compared in more than {} ways", kMostDiagonals), c.range);
      return;
    }
    for (std::int32_t left = left_first; left <= left_last; ++left)
      for (std::int32_t right = right_first; right <= right_last; ++right)
        for (std::int32_t value = least; left != right && value <= most; ++value)
          add_diagonal({static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right), value, c.is_strict});
  }

  void add_diagonal(const ClockBounds::Diagonal& d) {
    if (std::find(out_.diagonals.begin(), out_.diagonals.end(), d) == out_.diagonals.end()) out_.diagonals.push_back(d);
  }

  void add_formula(const model::Formula& f) {
    if (f.kind == model::Formula::Kind::Clock) {
      // A query and its negation test the same constants from opposite sides, so both sides count.
      for_each_test(f.clock, [&](std::uint32_t x, std::int32_t l, std::int32_t u) {
        const std::int32_t both = std::max(l, u);
        raise(out_.everywhere[x], both, both);
      });
    }
    for (const model::Formula& child : f.children) add_formula(child);
  }

  static void raise(ClockBound& b, std::int32_t l, std::int32_t u) {
    b.lower = std::max(b.lower, l);
    b.upper = std::max(b.upper, u);
  }
  static void raise(Bound& b, std::int32_t l, std::int32_t u, bool both) {
    raise(b, both ? std::max(l, u) : l, both ? std::max(l, u) : u);
  }
  static bool raise(Bound& b, std::int32_t l, std::int32_t u) {
    const bool grows = l > b.lower || u > b.upper;
    b.lower = std::max(b.lower, l);
    b.upper = std::max(b.upper, u);
    return grows;
  }

  // The clocks that the process tests, ascending; only these have bounds in it.
  std::vector<std::uint32_t> clocks_tested_by(const model::Process& p) {
    std::vector<std::uint32_t> clocks;
    const auto collect = [&](const ClockConstraint& c) {
      for_each_test(c, [&](std::uint32_t x, std::int32_t, std::int32_t) { clocks.push_back(x); });
    };
    for (const model::Location& l : p.locations)
      for (const ClockConstraint& c : l.invariant.clocks) collect(c);
    for (const model::Edge& e : p.edges)
      for (const ClockConstraint& c : e.guard.clocks) collect(c);
    std::sort(clocks.begin(), clocks.end());
    clocks.erase(std::unique(clocks.begin(), clocks.end()), clocks.end());
    return clocks;
  }

  // Raises the bounds in the rows, one for each location, to what invariants and guards test there.
  void add_tests(const model::Process& p, const std::vector<std::uint32_t>& clocks, std::vector<Row>& rows) {
    const auto index = [&](std::uint32_t clock) {
      return static_cast<std::size_t>(std::lower_bound(clocks.begin(), clocks.end(), clock) - clocks.begin());
    };
    for (std::size_t i = 0; i < p.locations.size(); ++i)
      for (const ClockConstraint& c : p.locations[i].invariant.clocks)
        for_each_test(c, [&](std::uint32_t x, std::int32_t l, std::int32_t u) {
          raise(rows[i][index(x)], l, u, network_.has_priorities);
        });
    for (const model::Edge& e : p.edges) {
      const bool is_urgent = !e.guard.clocks.empty() && may_be_urgent(network_, e);
      out_.has_urgent_guards |= is_urgent;
      // If it matters that a guard is false, both sides of it are tested: an urgent synchronisation stops time, a
      // broadcast receiver stays behind, a stronger move forbids weaker ones.
      const bool is_receiver = e.sync == model::Sync::Receive && may_be_broadcast(network_, e);
      const bool counts_false = is_urgent || is_receiver || network_.has_priorities;
      for (const ClockConstraint& c : e.guard.clocks)
        for_each_test(c, [&](std::uint32_t x, std::int32_t l, std::int32_t u) {
          raise(rows[e.source][index(x)], l, u, counts_false);
        });
      for (const model::ClockReset& r : e.resets) note_constant(r.offset, e.range);
    }
  }

  void add_process(const model::Process& p) {
    const std::vector<std::uint32_t> clocks = clocks_tested_by(p);
    std::vector<Row> rows(p.locations.size(), Row(clocks.size()));
    add_tests(p, clocks, rows);
    propagate(p, clocks, rows);
    auto& local = out_.local.emplace_back(p.locations.size());
    for (std::size_t i = 0; i < p.locations.size(); ++i)
      for (std::size_t k = 0; k < clocks.size(); ++k)
        if (rows[i][k].lower != kNoBound || rows[i][k].upper != kNoBound)
          local[i].push_back({clocks[k], rows[i][k].lower, rows[i][k].upper});
  }

  // Propagates bounds backwards over the edges until nothing changes.
  static void propagate(const model::Process& p, const std::vector<std::uint32_t>& clocks, std::vector<Row>& rows) {
    std::vector<std::vector<const model::Edge*>> incoming(p.locations.size());
    for (const model::Edge& e : p.edges) incoming[e.target].push_back(&e);
    std::vector<std::uint32_t> work;
    std::vector<bool> is_queued(p.locations.size(), true);
    for (std::uint32_t i = 0; i < p.locations.size(); ++i) work.push_back(i);
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      is_queued[at] = false;
      for (const model::Edge* e : incoming[at]) {
        bool grows = false;
        for (std::size_t k = 0; k < clocks.size(); ++k) {
          const bool is_set = std::any_of(e->resets.begin(), e->resets.end(),
                                          [&](const model::ClockReset& r) { return r.clock == clocks[k]; });
          if (!is_set) grows |= raise(rows[e->source][k], rows[at][k].lower, rows[at][k].upper);
        }
        if (grows && !is_queued[e->source]) {
          is_queued[e->source] = true;
          work.push_back(e->source);
        }
      }
    }
  }

  // Notes the numbers that clocks are set to. One that is only known to lie in a range is checked again at run time.
  void note_assigned_numbers() {
    note_constant(std::min(network_.code.highest_clock_number, kLargestConstant), network_.code.highest_clock_range);
    for (const model::ClockCopy& c : network_.code.clock_copies)
      for (const std::int32_t offset : {c.lowest_offset, c.highest_offset})
        note_constant(std::clamp(offset, -kLargestConstant, kLargestConstant), c.range);
  }

  // Setting a clock changes its differences to others. Before x := v, the test x - y < c is a test of y against v - c;
  // before x := z + k, it is a test of z - y against c - k. So these have to be told apart as well.
  void spread_diagonals() {
    if (out_.diagonals.empty()) return;
    constexpr std::size_t kMostDiagonals = 1000;
    std::size_t next = 0;
    while (next < out_.diagonals.size()) {
      const ClockBounds::Diagonal d = out_.diagonals[next++];
      for (const model::ClockCopy& c : network_.code.clock_copies) {
        substitute(d, c);
        if (out_.diagonals.size() > kMostDiagonals || !out_.refusal.empty())
          return refuse("copies of clocks make too many differences of clocks to tell apart", c.range);
      }
    }
    // Setting a clock to a number beyond half of the largest constant is an error at run time.
    std::int32_t most = std::min(network_.code.highest_clock_number, kLargestConstant / 2);
    for (const model::Clock& c : network_.clocks) most = std::max(most, c.initial);
    for (const ClockBounds::Diagonal& d : out_.diagonals) {
      const std::int64_t constant = std::int64_t{most} + std::abs(std::int64_t{d.value});
      note_constant(constant, {});
      if (!out_.refusal.empty()) return;
      for (const std::uint32_t clock : {d.left, d.right})
        raise(out_.everywhere[clock], static_cast<std::int32_t>(constant), static_cast<std::int32_t>(constant));
    }
  }

  void substitute(const ClockBounds::Diagonal& d, const model::ClockCopy& c) {
    constexpr std::int64_t kMostOffsets = 1000;
    if (std::int64_t{c.highest_offset} - c.lowest_offset >= kMostOffsets)
      return refuse("a clock whose difference is tested is set to another with too many different offsets", c.range);
    const auto last = static_cast<std::uint32_t>(network_.clocks.size()) - 1;
    const auto is_target = [&](std::uint32_t clock) { return clock >= c.first_target && clock <= c.last_target; };
    for (std::uint32_t source = c.first_source; source <= std::min(c.last_source, last); ++source)
      for (std::int32_t k = c.lowest_offset; k <= c.highest_offset; ++k) {
        if (is_target(d.left) && source != d.right) add_diagonal({source, d.right, d.value - k, d.is_strict});
        if (is_target(d.right) && source != d.left) add_diagonal({d.left, source, d.value + k, d.is_strict});
      }
  }

  // For x := y + c, the bounds of x, shifted by c, are bounds of y as well.
  void spread_over_copies() {
    const auto& all = network_.code.clock_copies;
    raise_copied_clocks_everywhere();
    // Copying tests whether y + c is negative.
    for (const model::ClockCopy& c : all) {
      if (c.lowest_offset >= 0) continue;
      note_constant(-std::int64_t{c.lowest_offset}, c.range);
      const auto least =
          static_cast<std::int32_t>(std::min<std::int64_t>(-std::int64_t{c.lowest_offset}, kLargestConstant));
      for_each_source(c, [&](ClockBound& b) { raise(b, least, least); });
    }
    // In each round a bound travels over one more copy. If bounds still grow after a round for each clock, a cycle of
    // copies makes them grow for ever.
    for (std::size_t round = 0; round <= network_.clocks.size(); ++round) {
      bool grows = false;
      for (const model::ClockCopy& c : all) grows |= raise_sources(c);
      if (!grows || !out_.refusal.empty()) return;
    }
    refuse("clocks are copied to one another so that no largest constant exists", all.front().range);
  }

  // Clocks that take part in copies have one bound for all locations.
  void raise_copied_clocks_everywhere() {
    std::vector<bool> is_copied(network_.clocks.size(), false);
    for (const model::ClockCopy& c : network_.code.clock_copies) {
      for_each_target(c, [&](const ClockBound& b) { is_copied[b.clock] = true; });
      for_each_source(c, [&](const ClockBound& b) { is_copied[b.clock] = true; });
    }
    for (const auto& process : out_.local)
      for (const auto& location : process)
        for (const ClockBound& b : location)
          if (is_copied[b.clock]) raise(out_.everywhere[b.clock], b.lower, b.upper);
  }

  // Raises the bounds of the sources of a copy to those of its targets. Returns whether one grew.
  bool raise_sources(const model::ClockCopy& c) {
    ClockBound most;
    for_each_target(c, [&](const ClockBound& b) { raise(most, b.lower, b.upper); });
    const auto shifted = [&](std::int32_t bound) {
      if (bound == kNoBound) return kNoBound;
      const std::int64_t value = std::max<std::int64_t>(0, std::int64_t{bound} - c.lowest_offset);
      note_constant(value, c.range);
      return static_cast<std::int32_t>(std::min<std::int64_t>(value, kLargestConstant));
    };
    const ClockBound wanted{0, shifted(most.lower), shifted(most.upper)};
    bool grows = false;
    for_each_source(c, [&](ClockBound& b) {
      grows |= wanted.lower > b.lower || wanted.upper > b.upper;
      raise(b, wanted.lower, wanted.upper);
    });
    return grows;
  }

  // Calls f with the bound, for all locations, of each clock that the copy may write or read.
  template <typename F>
  void for_each_target(const model::ClockCopy& c, F&& f) {
    for_each_clock(c.first_target, c.last_target, f);
  }
  template <typename F>
  void for_each_source(const model::ClockCopy& c, F&& f) {
    for_each_clock(c.first_source, c.last_source, f);
  }
  template <typename F>
  void for_each_clock(std::uint32_t first, std::uint32_t end, F&& f) {
    const auto last = static_cast<std::uint32_t>(network_.clocks.size()) - 1;
    for (std::uint32_t i = first; i <= std::min(end, last); ++i) f(out_.everywhere[i]);
  }

  const Network& network_;
  ClockBounds& out_;
};

}  // namespace

void add_time_clock(ClockBounds& bounds, std::int32_t most) {
  bounds.everywhere.push_back({static_cast<std::uint32_t>(bounds.everywhere.size()), kNoBound, most});
  bounds.largest = std::max(bounds.largest, most);
}

void add_tick_clock(ClockBounds& bounds) {
  bounds.everywhere.push_back({static_cast<std::uint32_t>(bounds.everywhere.size()), 1, 1});
  bounds.largest = std::max(bounds.largest, 1);
}

void add_observer_clock(ClockBounds& bounds, std::int32_t most) {
  bounds.everywhere.push_back({static_cast<std::uint32_t>(bounds.everywhere.size()), most, most});
  bounds.largest = std::max(bounds.largest, most);
}

ClockBounds clock_bounds(const model::Network& network, const model::Query& query, std::span<const ClockBound> asked) {
  ClockBounds result;
  Solver(network, result).run(query, asked);
  return result;
}

std::vector<std::int64_t> largest_bounds(const ClockBounds& bounds) {
  std::vector<std::int64_t> caps(bounds.everywhere.size(), -1);
  const auto raise = [&](const ClockBound& b) {
    caps[b.clock] = std::max({caps[b.clock], std::int64_t{b.lower}, std::int64_t{b.upper}});
  };
  for (const ClockBound& b : bounds.everywhere) raise(b);
  for (const auto& process : bounds.local)
    for (const auto& location : process)
      for (const ClockBound& b : location) raise(b);
  // A difference of clocks matters however large the clocks are.
  if (bounds.has_diagonals) std::fill(caps.begin(), caps.end(), std::int64_t{model::kLargestClockConstant});
  return caps;
}

}  // namespace zonda::analysis
