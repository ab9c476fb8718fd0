// Finds, location by location, the differences of clocks that a run may still test (A30). A guard or an invariant
// x - y < c is a test where it stands. Before an edge it is the test that it becomes when the edge's update is put into
// it: before x := z + k it is z - y < c - k, before x := k it is the bound y > k - c of a single clock, and where both
// sides become numbers nothing is left of it.
//
//   own edges       A test flows backwards over the edges of the process that makes it, through all that the edge does.
//   other updates   While the process stays where it is, or moves together with others, the others may set the clocks
//                   as well. So each location's tests are closed under all assignments of other processes, and under
//                   whatever code (functions, hooks) may do to clocks.
//
// A move runs whole updates one after the other. If the process's own update comes first, a test is put through the
// others in the target, and then through its own; if it comes last, the other way round in the source. Both orders are
// therefore covered. What a query tests holds in all locations, and is closed under all assignments.
//
// There may be infinitely many tests, as with x := x + 1; the search for them is given up after a thousand.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zonda::analysis {

class DifferenceFlow {
 public:
  // `copies`: what code may set clocks to; `highest_number`: the largest number that code sets a clock to.
  DifferenceFlow(const model::Network& network, std::span<const model::ClockCopy> copies, std::int32_t highest_number);

  // A bound of a single clock that comes out in a location.
  struct SingleBound {
    std::size_t location = 0;
    ClockBound bound;
  };
  struct Result {
    std::vector<std::vector<DifferenceTest>> at;  // by location
    std::vector<SingleBound> bounds;
    std::int64_t largest = 0;  // of all constants that came up
    std::string refusal;       // why the tests were not found; empty if they were
  };
  // `tests`: those of the process, by location.
  [[nodiscard]] Result of_process(std::size_t process, const std::vector<std::vector<DifferenceTest>>& tests) const;
  // The tests that hold in all locations; the result has one location, which stands for all.
  [[nodiscard]] Result everywhere(const std::vector<DifferenceTest>& tests) const;

 private:
  class Spread;
  static constexpr std::size_t kNobody = SIZE_MAX;

  // What may happen to clocks without the process; with kNobody, what any process may do.
  [[nodiscard]] std::vector<model::ClockReset> assignments_without(std::size_t process) const;

  const model::Network& network_;
  std::vector<model::ClockReset> by_code_;  // copies that code may make
  bool has_code_ = false;                   // some code sets clocks
  bool is_too_much_ = false;                // the copies are too many to be listed
  std::int32_t highest_number_;
};

// The same test, told from the side of the clock with the smaller number: x - y < c holds where y - x <= -c fails.
[[nodiscard]] DifferenceTest canonical(DifferenceTest test);

// Adds a canonical test to a list, or its sides to the same test there. Returns whether the list changed.
bool add_test_to(std::vector<DifferenceTest>& list, const DifferenceTest& test);

}  // namespace zonda::analysis
