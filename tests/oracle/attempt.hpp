// Attempts to answer: an exploration that has to start again does so, and one that is refused says why.
#pragma once

#include "oracle/fault.hpp"

#include <string>

namespace zonda::truth {

// Calls `work` until it does not throw StartAgain, and returns what it returns. Caps only grow, so this ends.
template <typename Work>
auto until_settled(Work&& work) {
  while (true) {
    try {
      return work();
    } catch (const StartAgain&) {
      continue;
    }
  }
}

// Calls work(0), which explores regions. If a clock stands still while time passes, calls work(grid) for some grids
// instead, whose results are to be joined. Returns whether it did.
template <typename Work>
bool on_regions_or_grids(Work&& work) {
  // The coarse grid leads far with few states; on the fine one three clocks can have different fractions.
  constexpr int kCoarse = 1;
  constexpr int kFine = 4;
  try {
    work(0);
    return false;
  } catch (const ClockStandsStill&) {
    work(kCoarse);
    work(kFine);
    return true;
  }
}

// Calls `work`. Returns why the oracle has no answer, or nothing if it has one.
template <typename Work>
std::string refusal_of(Work&& work) {
  try {
    work();
    return {};
  } catch (const Refused& reason) {
    return reason.what();
  } catch (const Fault& reason) {
    return std::string("a model that cannot be set up: ") + reason.what();
  }
}

}  // namespace zonda::truth
