#include "analysis/clock_bounds.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::analysis {

namespace {

using model::ClockConstraint;
using model::IntExpr;
using model::Network;

constexpr std::int32_t kLargestConstant = 1 << 26;

class Solver {
 public:
  Solver(const Network& network, ClockBounds& out) : network_(network), out_(out) {
    for (std::uint32_t i = 0; i < network.clocks.size(); ++i) out_.everywhere.push_back({i, kNoBound, kNoBound});
  }

  void run(const model::Query& query) {
    formula(query.predicate);
    formula(query.conclusion);
    for (const model::Process& p : network_.processes) process(p);
    copies();
    for (const model::Clock& c : network_.clocks) note(c.initial);
  }

 private:
  struct Bound {
    std::int32_t lower = kNoBound;
    std::int32_t upper = kNoBound;
  };
  using Row = std::vector<Bound>;  // by clock of the process

  void note(std::int64_t constant) {
    if (std::abs(constant) > kLargestConstant) {
      if (out_.refusal.empty()) out_.refusal = "a clock is compared with or set to a number beyond 67108864";
      return;
    }
    out_.largest = std::max(out_.largest, static_cast<std::int32_t>(std::abs(constant)));
  }

  // What the constraint tests: f(clock, L, U). Clocks whose number is computed may be any.
  template <typename F>
  void tests(const ClockConstraint& c, F&& f) {
    note(c.bound.lower);
    note(c.bound.upper);
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
      const std::int32_t most = std::max(std::abs(std::max(c.bound.lower, -kLargestConstant)),
                                         std::abs(std::min(c.bound.upper, kLargestConstant)));
      each(c.left, [&](std::uint32_t x) { f(x, most, most); });
      each(c.right, [&](std::uint32_t x) { f(x, most, most); });
      diagonal(c);
    } else if (has_left && c.bound.upper >= 0) {
      each(c.left, [&](std::uint32_t x) { f(x, kNoBound, std::min(c.bound.upper, kLargestConstant)); });
    } else if (has_left) {
      each(c.left, [&](std::uint32_t x) { f(x, kNoBound, 0); });
    } else if (has_right && c.bound.lower <= 0) {
      each(c.right, [&](std::uint32_t x) { f(x, -std::max(c.bound.lower, -kLargestConstant), kNoBound); });
    }
  }

  void diagonal(const ClockConstraint& c) {
    out_.has_diagonals = true;
    if (!c.left.is_constant() || !c.right.is_constant() || !c.bound.is_constant()) {
      if (out_.refusal.empty()) out_.refusal = "a clock difference is compared with a value that is not constant";
      return;
    }
    out_.diagonals.push_back({static_cast<std::uint32_t>(c.left.value), static_cast<std::uint32_t>(c.right.value),
                              c.bound.value, c.is_strict});
  }

  void formula(const model::Formula& f) {
    if (f.kind == model::Formula::Kind::Clock) {
      // Used both ways round: a query and its negation test the same constants from opposite sides.
      tests(f.clock, [&](std::uint32_t x, std::int32_t l, std::int32_t u) {
        const std::int32_t both = std::max(l, u);
        raise(out_.everywhere[x], both, both);
      });
    }
    for (const model::Formula& child : f.children) formula(child);
  }

  static void raise(ClockBound& b, std::int32_t l, std::int32_t u) {
    b.lower = std::max(b.lower, l);
    b.upper = std::max(b.upper, u);
  }
  static bool raise(Bound& b, std::int32_t l, std::int32_t u) {
    const bool grows = l > b.lower || u > b.upper;
    b.lower = std::max(b.lower, l);
    b.upper = std::max(b.upper, u);
    return grows;
  }

  void process(const model::Process& p) {
    // Only the clocks that this process tests have bounds in it.
    std::vector<std::uint32_t> clocks;
    const auto collect = [&](const ClockConstraint& c) {
      tests(c, [&](std::uint32_t x, std::int32_t, std::int32_t) { clocks.push_back(x); });
    };
    for (const model::Location& l : p.locations)
      for (const ClockConstraint& c : l.invariant.clocks) collect(c);
    for (const model::Edge& e : p.edges)
      for (const ClockConstraint& c : e.guard.clocks) collect(c);
    std::sort(clocks.begin(), clocks.end());
    clocks.erase(std::unique(clocks.begin(), clocks.end()), clocks.end());
    const auto index = [&](std::uint32_t clock) {
      const auto at = std::lower_bound(clocks.begin(), clocks.end(), clock);
      return at != clocks.end() && *at == clock ? static_cast<std::size_t>(at - clocks.begin()) : SIZE_MAX;
    };
    std::vector<Row> rows(p.locations.size(), Row(clocks.size()));
    for (std::size_t i = 0; i < p.locations.size(); ++i)
      for (const ClockConstraint& c : p.locations[i].invariant.clocks)
        tests(c, [&](std::uint32_t x, std::int32_t l, std::int32_t u) { raise(rows[i][index(x)], l, u); });
    for (const model::Edge& e : p.edges) {
      for (const ClockConstraint& c : e.guard.clocks)
        tests(c, [&](std::uint32_t x, std::int32_t l, std::int32_t u) { raise(rows[e.source][index(x)], l, u); });
      for (const model::ClockReset& r : e.resets) note(r.offset);
    }
    flow(p, clocks, rows);
    auto& local = out_.local.emplace_back(p.locations.size());
    for (std::size_t i = 0; i < p.locations.size(); ++i)
      for (std::size_t k = 0; k < clocks.size(); ++k)
        if (rows[i][k].lower != kNoBound || rows[i][k].upper != kNoBound)
          local[i].push_back({clocks[k], rows[i][k].lower, rows[i][k].upper});
  }

  // Backwards over the edges until nothing changes.
  static void flow(const model::Process& p, const std::vector<std::uint32_t>& clocks, std::vector<Row>& rows) {
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

  // x := y + c: y must be known as exactly as x is needed anywhere, shifted by c.
  void copies() {
    std::vector<model::ClockReset> all;
    for (const model::Process& p : network_.processes)
      for (const model::Edge& e : p.edges)
        for (const model::ClockReset& r : e.resets)
          if (r.source != 0) all.push_back(r);
    for (const model::Instruction& i : network_.code.instructions)
      if (i.op == model::Opcode::CopyClock && out_.refusal.empty())
        out_.refusal = "a clock is copied to another in a computed way";
    if (all.empty()) return;
    for (const auto& process : out_.local)
      for (const auto& location : process)
        for (const ClockBound& b : location)
          if (std::any_of(all.begin(), all.end(),
                          [&](const auto& r) { return r.clock == b.clock || r.source == b.clock; }))
            raise(out_.everywhere[b.clock], b.lower, b.upper);
    // Each round lets a bound travel one copy further; growth after that is a cycle that adds up for ever.
    for (std::size_t round = 0; round <= network_.clocks.size(); ++round) {
      bool grows = false;
      for (const model::ClockReset& r : all) {
        const ClockBound target = out_.everywhere[r.clock];
        ClockBound& source = out_.everywhere[r.source];
        const ClockBound before = source;
        if (target.lower != kNoBound) source.lower = std::max(source.lower, std::max(0, target.lower - r.offset));
        if (target.upper != kNoBound) source.upper = std::max(source.upper, std::max(0, target.upper - r.offset));
        grows |= source.lower != before.lower || source.upper != before.upper;
        note(std::max(source.lower, source.upper) == kNoBound ? 0 : std::max(source.lower, source.upper));
      }
      if (!grows) return;
    }
    if (out_.refusal.empty()) out_.refusal = "clocks are copied to one another so that no largest constant exists";
  }

  const Network& network_;
  ClockBounds& out_;
};

}  // namespace

ClockBounds clock_bounds(const model::Network& network, const model::Query& query) {
  ClockBounds result;
  Solver(network, result).run(query);
  return result;
}

}  // namespace zonda::analysis
