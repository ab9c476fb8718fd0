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
