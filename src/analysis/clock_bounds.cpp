// Collects the tests of guards, invariants and the query, and propagates them: backwards over edges, and over copies of
// clocks.
#include "analysis/clock_bounds.hpp"

#include "analysis/code_effects.hpp"
#include "analysis/difference_flow.hpp"
#include "analysis/values.hpp"

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
  Solver(const Network& network, ClockBounds& out)
      : network_(network),
        out_(out),
        view_(network),
        effects_(network),
        copies_(copies_of(network)),
        highest_number_(highest_number_of(network)),
        flow_(network, copies_, std::min(highest_number_, kLargestConstant)) {
    for (std::uint32_t i = 0; i < network.clocks.size(); ++i) out_.everywhere.push_back({i, kNoBound, kNoBound});
  }

  void run(const model::Query& query, std::span<const ClockBound> asked) {
    add_formula(query.predicate);
    add_formula(query.conclusion);
    if (keeps_whole()) spread_tests_everywhere();
    for (const ClockBound& b : asked) {
      raise(out_.everywhere[b.clock], b);
      note_constant(std::max(b.lower, b.upper), {});
    }
    for (std::size_t p = 0; p < network_.processes.size(); ++p) add_process(p);
    for (const model::Clock& c : network_.clocks) note_constant(c.initial, {});
    note_assigned_numbers();
    spread_diagonals();
    spread_over_copies();
  }

 private:
  struct Bound {
    std::int32_t lower = kNoBound;
    std::int32_t upper = kNoBound;
    std::uint32_t lower_source = kNoSource;
    std::uint32_t upper_source = kNoSource;
  };
  using Row = std::vector<Bound>;  // by clock of the process

  // A constraint with the numbers that its parts may be; the clock 0 stands for no clock.
  struct Test {
    std::size_t location = 0;
    bool counts_false = false;  // it matters as well where it does not hold
    Numbers left;
    Numbers right;
    Numbers bound;
    bool is_strict = false;
    model::SourceRange range;
    std::uint32_t source = kNoSource;
  };

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

  static std::int32_t clamp(std::int64_t number) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(number, -kLargestConstant, kLargestConstant));
  }

  // ---------------------------------------------------------------------------------------------------------
  // Tests

  // Adds the constraint, which is evaluated in the states that view_ looks at. Where it never is, it tests nothing.
  void add_test(const ClockConstraint& c, Test test, std::vector<Test>& out) {
    // Constants are looked at once for all, those in variables again whenever the model runs.
    if (c.bound.is_constant()) note_constant(c.bound.value, c.range);
    test.bound = view_.range(c.bound, c.condition);
    test.left = view_.range(c.left, c.condition);
    test.right = view_.range(c.right, c.condition);
    if (test.bound.is_none() || test.left.is_none() || test.right.is_none()) return;
    if (!c.bound.is_constant())
      for (const std::int64_t number : {test.bound.lower, test.bound.upper}) note_constant(clamp(number), c.range);
    test.is_strict = c.is_strict;
    test.range = c.range;
    test.source = static_cast<std::uint32_t>(out_.sources.size());
    out_.sources.push_back({c.range, is_from_type(c, test.bound)});
    out.push_back(test);
  }

  // Whether the number is as large as its type allows, and a variable in it is kept from growing by its type alone.
  bool is_from_type(const ClockConstraint& c, const Numbers& bound) {
    if (c.bound.is_constant()) return false;
    const bool is_upper = c.right.is_constant(0);
    if (is_upper ? bound.upper != c.bound.upper : bound.lower != c.bound.lower) return false;
    CellSet reads(network_.state_cells());
    effects_.reads(c.bound, reads);
    const Values& values = values_of(network_);
    for (std::uint32_t cell = 0; cell < network_.state_cells(); ++cell)
      if (reads.has(cell) && values.is_cut[cell]) return true;
    return false;
  }

  // Calls f(clock, bound) for each clock that the test may be about.
  template <typename F>
  void for_each_bound(const Test& t, F&& f) {
    const auto each = [&](const Numbers& clocks, Bound bound) {
      if (t.counts_false) bound = both_sides(bound);
      const auto last = static_cast<std::int64_t>(network_.clocks.size()) - 1;
      for (std::int64_t i = std::max<std::int64_t>(1, clocks.lower); i <= std::min(last, clocks.upper); ++i)
        if (clocks.has(i)) f(static_cast<std::uint32_t>(i), bound);
    };
    const bool has_left = !t.left.is_one(0);
    const bool has_right = !t.right.is_one(0);
    if (has_left && has_right) {
      // A difference bounds no clock by itself; what it is before clocks are set is found by following it backwards.
      // But its clocks are active, even if both are the same one.
      if (keeps_whole() && !t.left.has(0) && !t.right.has(0)) {
        const auto last = static_cast<std::int64_t>(network_.clocks.size()) - 1;
        for (const Numbers& clocks : {t.left, t.right})
          for (std::int64_t i = std::max<std::int64_t>(1, clocks.lower); i <= std::min(last, clocks.upper); ++i)
            if (clocks.has(i)) f(static_cast<std::uint32_t>(i), Bound{kNoBound, -1});
        return;
      }
      const std::int32_t most = std::max(std::abs(clamp(t.bound.lower)), std::abs(clamp(t.bound.upper)));
      each(t.left, {most, most, t.source, t.source});
      each(t.right, {most, most, t.source, t.source});
    } else if (has_left) {
      each(t.left, {kNoBound, std::max(0, clamp(t.bound.upper)), kNoSource, t.source});
    } else if (has_right && t.bound.lower <= 0) {
      each(t.right, {-clamp(t.bound.lower), kNoBound, t.source, kNoSource});
    }
  }

  static Bound both_sides(const Bound& b) {
    const bool is_lower = b.lower >= b.upper;
    const std::int32_t most = std::max(b.lower, b.upper);
    const std::uint32_t source = is_lower ? b.lower_source : b.upper_source;
    return {most, most, source, source};
  }

  [[nodiscard]] bool keeps_whole() const { return out_.differences == Differences::Whole; }

  // Adds every difference constraint that the test may be, whatever the values that it depends on: to `whole` if zones
  // stay whole, and else to the list along which they are split.
  void add_diagonals(const Test& t, std::vector<DifferenceTest>& whole) {
    constexpr std::int64_t kMostDiagonals = 1000;
    if (t.left.is_one(0) || t.right.is_one(0)) return;
    out_.has_diagonals = true;
    const auto last = static_cast<std::int64_t>(network_.clocks.size()) - 1;
    const Numbers lefts = clamped(t.left, 1, last);
    const Numbers rights = clamped(t.right, 1, last);
    const Numbers bounds = clamped(t.bound, -kLargestConstant, kLargestConstant);
    if (lefts.is_none() || rights.is_none() || bounds.is_none()) return;
    if (lefts.count() * rights.count() * bounds.count() > kMostDiagonals) {
      refuse(fmt::format("a clock difference is compared in more than {} ways", kMostDiagonals), t.range);
      return;
    }
    const auto each = [](const Numbers& all, auto&& f) {
      for (std::int64_t i = 0; i < all.count(); ++i) f(all.lower + i * all.stride);
    };
    each(lefts, [&](std::int64_t left) {
      each(rights, [&](std::int64_t right) {
        if (left == right) return;
        each(bounds, [&](std::int64_t value) {
          const ClockBounds::Diagonal d{static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right),
                                        static_cast<std::int32_t>(value), t.is_strict};
          if (!keeps_whole()) return add_diagonal(d);
          const Sides sides = t.counts_false ? kWhereItHolds | kWhereItFails : kWhereItHolds;
          add_test_to(whole, canonical({d.left, d.right, d.value, d.is_strict, sides}));
        });
      });
    });
  }

  void add_diagonal(const ClockBounds::Diagonal& d) {
    if (std::find(out_.diagonals.begin(), out_.diagonals.end(), d) == out_.diagonals.end()) out_.diagonals.push_back(d);
  }

  void add_formula(const model::Formula& f) {
    if (f.kind == model::Formula::Kind::Clock) {
      std::vector<Test> tests;
      Test test;
      // A query and its negation test the same constants from opposite sides, so both sides count.
      test.counts_false = true;
      view_.look_anywhere();
      add_test(f.clock, test, tests);
      for (const Test& t : tests) {
        for_each_bound(t, [&](std::uint32_t x, const Bound& b) { raise(out_.everywhere[x], b); });
        add_diagonals(t, out_.tests_everywhere);
      }
    }
    for (const model::Formula& child : f.children) add_formula(child);
  }

  template <typename To, typename From>
  static bool raise(To& to, const From& from) {
    const bool grows = from.lower > to.lower || from.upper > to.upper;
    if (from.lower > to.lower) {
      to.lower = from.lower;
      to.lower_source = from.lower_source;
    }
    if (from.upper > to.upper) {
      to.upper = from.upper;
      to.upper_source = from.upper_source;
    }
    return grows;
  }

  // What invariants and guards of the process test.
  std::vector<Test> tests_of(std::size_t process) {
    const model::Process& p = network_.processes[process];
    std::vector<Test> tests;
    for (std::size_t i = 0; i < p.locations.size(); ++i) {
      const model::Condition& invariant = p.locations[i].invariant;
      if (invariant.clocks.empty()) continue;
      view_.look_at(process, i);
      view_.assume(invariant.integer);
      Test test;
      test.location = i;
      test.counts_false = network_.has_priorities;
      for (const ClockConstraint& c : invariant.clocks) add_test(c, test, tests);
    }
    for (const model::Edge& e : p.edges) {
      for (const model::ClockReset& r : e.resets) note_constant(r.offset, e.range);
      if (e.guard.clocks.empty()) continue;
      const bool is_urgent = may_be_urgent(network_, e);
      out_.has_urgent_guards |= is_urgent;
      // If it matters that a guard is false, both sides of it are tested: an urgent synchronisation stops time, a
      // broadcast receiver stays behind, a stronger move forbids weaker ones.
      const bool is_receiver = e.sync == model::Sync::Receive && may_be_broadcast(network_, e);
      view_.look_at(process, e.source, e.selects);
      view_.assume(e.guard.integer);
      Test test;
      test.location = e.source;
      test.counts_false = is_urgent || is_receiver || network_.has_priorities;
      for (const ClockConstraint& c : e.guard.clocks) add_test(c, test, tests);
    }
    return tests;
  }

  void add_process(std::size_t process) {
    const model::Process& p = network_.processes[process];
    const std::vector<Test> tests = tests_of(process);
    const std::vector<DifferenceFlow::SingleBound> more = add_differences(process, tests);
    // The clocks that the process tests, ascending; only these have bounds in it.
    std::vector<std::uint32_t> clocks;
    for (const Test& t : tests) for_each_bound(t, [&](std::uint32_t x, const Bound&) { clocks.push_back(x); });
    for (const DifferenceFlow::SingleBound& b : more) clocks.push_back(b.bound.clock);
    std::sort(clocks.begin(), clocks.end());
    clocks.erase(std::unique(clocks.begin(), clocks.end()), clocks.end());
    std::vector<Row> rows(p.locations.size(), Row(clocks.size()));
    const auto raise_at = [&](std::size_t location, std::uint32_t x, const auto& b) {
      const auto index = std::lower_bound(clocks.begin(), clocks.end(), x) - clocks.begin();
      raise(rows[location][static_cast<std::size_t>(index)], b);
    };
    for (const Test& t : tests) for_each_bound(t, [&](std::uint32_t x, const Bound& b) { raise_at(t.location, x, b); });
    for (const DifferenceFlow::SingleBound& b : more) raise_at(b.location, b.bound.clock, b.bound);
    propagate(p, clocks, rows);
    auto& local = out_.local.emplace_back(p.locations.size());
    for (std::size_t i = 0; i < p.locations.size(); ++i)
      for (std::size_t k = 0; k < clocks.size(); ++k) {
        const Bound& b = rows[i][k];
        if (b.lower != kNoBound || b.upper != kNoBound)
          local[i].push_back({clocks[k], b.lower, b.upper, b.lower_source, b.upper_source});
      }
  }

  // Adds the differences that the process tests. Returns the bounds of single clocks that come of it.
  std::vector<DifferenceFlow::SingleBound> add_differences(std::size_t process, const std::vector<Test>& tests) {
    std::vector<std::vector<DifferenceTest>> initial(network_.processes[process].locations.size());
    for (const Test& t : tests) add_diagonals(t, initial[t.location]);
    if (!keeps_whole()) return {};
    DifferenceFlow::Result flow = flow_.of_process(process, initial);
    note_flow(flow);
    out_.local_tests.push_back(std::move(flow.at));
    return std::move(flow.bounds);
  }

  // The same for the differences that the query tests.
  void spread_tests_everywhere() {
    DifferenceFlow::Result flow = flow_.everywhere(out_.tests_everywhere);
    note_flow(flow);
    out_.tests_everywhere = std::move(flow.at[0]);
    for (const DifferenceFlow::SingleBound& b : flow.bounds) raise(out_.everywhere[b.bound.clock], b.bound);
  }

  // Clocks whose differences are tested are active, though their bounds may not matter: a negative bound means none.
  void note_flow(DifferenceFlow::Result& flow) {
    if (!flow.refusal.empty()) refuse(flow.refusal, {});
    note_constant(flow.largest, {});
    for (std::size_t i = 0; i < flow.at.size(); ++i)
      for (const DifferenceTest& t : flow.at[i])
        for (const std::uint32_t clock : {t.left, t.right}) flow.bounds.push_back({i, {clock, kNoBound, -1}});
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
          if (!is_set) grows |= raise(rows[e->source][k], rows[at][k]);
        }
        if (grows && !is_queued[e->source]) {
          is_queued[e->source] = true;
          work.push_back(e->source);
        }
      }
    }
  }

  // The copies of clocks that the model may make, with the offsets that the values of variables allow.
  static std::vector<model::ClockCopy> copies_of(const Network& network) {
    std::vector<model::ClockCopy> copies = network.code.clock_copies;
    const Values& values = values_of(network);
    if (!values.knows_clocks) return copies;
    for (model::ClockCopy& c : copies) {
      Numbers offsets;
      for (const auto& [at, numbers] : values.clocks.offsets)
        if (network.code.places[at] == c.range) offsets = join(offsets, numbers);
      const Numbers narrowed = clamped(offsets, c.lowest_offset, c.highest_offset);
      if (narrowed.is_none()) continue;
      c.lowest_offset = static_cast<std::int32_t>(narrowed.lower);
      c.highest_offset = static_cast<std::int32_t>(narrowed.upper);
    }
    return copies;
  }

  // The largest number that a clock may be set to.
  static std::int32_t highest_number_of(const Network& network) {
    const Values& values = values_of(network);
    std::int64_t highest = values.clocks.numbers.is_none() ? 0 : std::max<std::int64_t>(0, values.clocks.numbers.upper);
    for (const model::Process& p : network.processes)
      for (const model::Edge& e : p.edges)
        for (const model::ClockReset& r : e.resets)
          if (r.source == 0) highest = std::max<std::int64_t>(highest, r.offset);
    const std::int32_t by_type = network.code.highest_clock_number;
    return values.knows_clocks ? static_cast<std::int32_t>(std::min<std::int64_t>(highest, by_type)) : by_type;
  }

  // Notes the numbers that clocks are set to. One that is only known to lie in a range is checked again at run time.
  void note_assigned_numbers() {
    note_constant(std::min(highest_number_, kLargestConstant), network_.code.highest_clock_range);
    for (const model::ClockCopy& c : copies_)
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
      for (const model::ClockCopy& c : copies_) {
        substitute(d, c);
        if (out_.diagonals.size() > kMostDiagonals || !out_.refusal.empty())
          return refuse("copies of clocks make too many differences of clocks to tell apart", c.range);
      }
    }
    // Setting a clock to a number beyond half of the largest constant is an error at run time.
    std::int32_t most = std::min(highest_number_, kLargestConstant / 2);
    for (const model::Clock& c : network_.clocks) most = std::max(most, c.initial);
    for (const ClockBounds::Diagonal& d : out_.diagonals) {
      const std::int64_t constant = std::int64_t{most} + std::abs(std::int64_t{d.value});
      note_constant(constant, {});
      if (!out_.refusal.empty()) return;
      for (const std::uint32_t clock : {d.left, d.right})
        raise(out_.everywhere[clock], Bound{static_cast<std::int32_t>(constant), static_cast<std::int32_t>(constant)});
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
    const auto& all = copies_;
    raise_copied_clocks_everywhere();
    // Copying tests whether y + c is negative.
    for (const model::ClockCopy& c : all) {
      if (c.lowest_offset >= 0) continue;
      note_constant(-std::int64_t{c.lowest_offset}, c.range);
      const auto least =
          static_cast<std::int32_t>(std::min<std::int64_t>(-std::int64_t{c.lowest_offset}, kLargestConstant));
      for_each_source(c, [&](ClockBound& b) { raise(b, Bound{least, least}); });
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
    for (const model::ClockCopy& c : copies_) {
      for_each_target(c, [&](const ClockBound& b) { is_copied[b.clock] = true; });
      for_each_source(c, [&](const ClockBound& b) { is_copied[b.clock] = true; });
    }
    for (const auto& process : out_.local)
      for (const auto& location : process)
        for (const ClockBound& b : location)
          if (is_copied[b.clock]) raise(out_.everywhere[b.clock], b);
  }

  // Raises the bounds of the sources of a copy to those of its targets. Returns whether one grew.
  bool raise_sources(const model::ClockCopy& c) {
    ClockBound most;
    for_each_target(c, [&](const ClockBound& b) { raise(most, b); });
    const auto shifted = [&](std::int32_t bound) {
      if (bound == kNoBound) return kNoBound;
      const std::int64_t value = std::max<std::int64_t>(0, std::int64_t{bound} - c.lowest_offset);
      note_constant(value, c.range);
      return static_cast<std::int32_t>(std::min<std::int64_t>(value, kLargestConstant));
    };
    const ClockBound wanted{0, shifted(most.lower), shifted(most.upper), most.lower_source, most.upper_source};
    bool grows = false;
    for_each_source(c, [&](ClockBound& b) { grows |= raise(b, wanted); });
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
  ValueView view_;
  CodeEffects effects_;
  std::vector<model::ClockCopy> copies_;
  std::int32_t highest_number_ = 0;
  DifferenceFlow flow_;
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

ClockBounds clock_bounds(const model::Network& network, const model::Query& query, std::span<const ClockBound> asked,
                         Differences differences) {
  ClockBounds result;
  result.differences = differences;
  result.has_stopwatches = network.has_stopwatches;
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
