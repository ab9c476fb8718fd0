// Which constants matter for which clock, location by location (Behrmann, Bouyer, Fleury, Larsen 2003): L for
// lower-bound tests (x > c), U for upper-bound tests (x < c). The bound of a clock in a location vector is the largest
// over the processes' current locations, plus what the query tests anywhere. A clock with neither is not active: its
// value cannot matter before it is set again.
//
// Computed by a work list over each process's own edges: a bound flows backwards over an edge unless the edge sets
// the clock. Clocks that are copied to one another get one bound for all locations. An assignment inside a program
// (functions, conditions) may not happen, so it stops nothing.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zonda::analysis {

// No test from this side.
inline constexpr std::int32_t kNoBound = INT32_MIN;

struct ClockBound {
  std::uint32_t clock = 0;
  std::int32_t lower = kNoBound;  // L
  std::int32_t upper = kNoBound;  // U
};

struct ClockBounds {
  // By process and location: only clocks that have a bound there, ascending.
  std::vector<std::vector<std::vector<ClockBound>>> local;
  // Everywhere, by clock: the query's tests and clocks that take part in copies.
  std::vector<ClockBound> everywhere;
  std::int32_t largest = 0;        // of all constants, resets included
  bool has_diagonals = false;      // in guards, invariants or the query
  bool has_urgent_guards = false;  // clock guards on edges that may synchronise on an urgent channel
  // Difference constraints that may occur, for splitting.
  struct Diagonal {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::int32_t value = 0;
    bool is_strict = false;
    friend bool operator==(const Diagonal&, const Diagonal&) = default;
  };
  std::vector<Diagonal> diagonals;
  std::string refusal;  // why no finite bounds exist; empty when they do
  model::SourceRange refusal_range;
};

// Adds a clock behind all others that is never set and tells the time since the start: tested from above only, up to
// `most`. Where lower and upper bounds are kept apart, a state then stands in for those that come later.
void add_time_clock(ClockBounds& bounds, std::int32_t most);

// Adds a clock behind all others that is compared with 1 everywhere, to count units of time.
void add_tick_clock(ClockBounds& bounds);

// Adds a clock behind all others that an observer compares with numbers up to `most`, from both sides, everywhere.
void add_observer_clock(ClockBounds& bounds, std::int32_t most);

// By clock: beyond this value its behaviour is the same everywhere; -1: whatever it is.
[[nodiscard]] std::vector<std::int64_t> largest_bounds(const ClockBounds& bounds);

// `asked`: what is to be told apart beyond what model and query test, by clock.
[[nodiscard]] ClockBounds clock_bounds(const model::Network& network, const model::Query& query,
                                       std::span<const ClockBound> asked = {});

}  // namespace zonda::analysis
