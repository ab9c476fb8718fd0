// Finds the constants that matter for each clock, location by location (A2): L for
// lower-bound tests (x > c), U for upper-bound tests (x < c). The bound of a clock in a location vector is the largest
// over the processes' current locations, and those that hold everywhere, as the query's do. A clock with neither L nor
// U is not active: its value cannot matter before it is set again.
//
// A bound that depends on variables is the largest that it can be with the values that the variables have there
// (analysis/values.hpp): where the process is in the location of the invariant or in the source of the edge, and the
// integer part of the condition holds.
//
// A work list goes over each process's own edges: a bound flows backwards over an edge unless the edge sets the clock.
// Clocks that are copied to one another get one bound for all locations. An assignment inside a program (a function, a
// condition) may not happen, so it stops no bound.
//
// Differences of clocks are handled in one of two ways. If zones are to be split along them, one list of all that may
// occur holds for all locations. If zones stay whole, each location has the tests that may follow there
// (analysis/difference_flow.hpp).
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zonda::analysis {

// The L or U of a clock without such a test.
inline constexpr std::int32_t kNoBound = INT32_MIN;

// A bound that no test of the model or the query is the source of.
inline constexpr std::uint32_t kNoSource = UINT32_MAX;

struct ClockBound {
  std::uint32_t clock = 0;
  std::int32_t lower = kNoBound;  // L
  std::int32_t upper = kNoBound;  // U
  // Which of ClockBounds::sources they come from.
  std::uint32_t lower_source = kNoSource;
  std::uint32_t upper_source = kNoSource;
};

// A test of a clock.
struct BoundSource {
  model::SourceRange range;
  // It compares with a number that a declared range alone keeps from being larger.
  bool is_from_type = false;
};

// How zones cope with differences of clocks. Split: they are cut along all that may occur. Whole: they are not, and
// states are covered by what passes the same tests.
enum class Differences : std::uint8_t { Split, Whole };

// Which outcomes of a test matter: bits.
using Sides = std::uint8_t;
inline constexpr Sides kWhereItHolds = 1;
inline constexpr Sides kWhereItFails = 2;

// left - right < value, or <= value, with clocks left < right.
struct DifferenceTest {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::int32_t value = 0;
  bool is_strict = false;
  Sides sides = kWhereItHolds;
  friend bool operator==(const DifferenceTest&, const DifferenceTest&) = default;
};

struct ClockBounds {
  // By process and location: only clocks that have a bound there, ascending.
  std::vector<std::vector<std::vector<ClockBound>>> local;
  // By clock, the bounds that hold in all locations: those of the query, and of clocks that take part in copies.
  std::vector<ClockBound> everywhere;
  std::vector<BoundSource> sources;
  std::int32_t largest = 0;        // the largest of all constants, including those that clocks are set to
  bool has_diagonals = false;      // a guard, an invariant or the query compares a difference of clocks
  bool has_urgent_guards = false;  // an edge that may synchronise on an urgent channel has a clock guard
  // The constraints on differences of clocks that may occur; zones are split along them.
  struct Diagonal {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::int32_t value = 0;
    bool is_strict = false;
    friend bool operator==(const Diagonal&, const Diagonal&) = default;
  };
  std::vector<Diagonal> diagonals;
  // What takes the place of that list if zones stay whole: the tests that may follow, by process and location, and
  // those that may follow anywhere.
  Differences differences = Differences::Split;
  std::vector<std::vector<std::vector<DifferenceTest>>> local_tests;
  std::vector<DifferenceTest> tests_everywhere;
  bool has_stopwatches = false;  // a clock may stand still, which changes its differences while time passes
  std::string refusal;           // why there are no finite bounds; empty if there are
  model::SourceRange refusal_range;
};

// Adds a clock behind all others that is never set and tells the time since the start. It is tested from above only, up
// to `most`. With an abstraction that tells L from U, a state then covers equal states that are reached later.
void add_time_clock(ClockBounds& bounds, std::int32_t most);

// Adds a clock behind all others that is compared with 1 everywhere, to count units of time.
void add_tick_clock(ClockBounds& bounds);

// Adds a clock behind all others that an observer compares with numbers up to `most`, from both sides, everywhere.
void add_observer_clock(ClockBounds& bounds, std::int32_t most);

// By clock, the value beyond which it makes no difference anywhere how large the clock is; -1 if its value never does.
[[nodiscard]] std::vector<std::int64_t> largest_bounds(const ClockBounds& bounds);

// `asked` has further tests by clock, beyond those of the model and the query.
[[nodiscard]] ClockBounds clock_bounds(const model::Network& network, const model::Query& query,
                                       std::span<const ClockBound> asked = {},
                                       Differences differences = Differences::Split);

}  // namespace zonda::analysis
