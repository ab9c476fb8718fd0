// The exceptions of the oracle.
#pragma once

#include <stdexcept>
#include <string>

namespace zonda::truth {

// The model does what the language forbids, such as a division by zero or a value out of range. This is part of its
// meaning.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The model uses something whose meaning the oracle does not know, or is too large. Then the oracle has no answer.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A clock stands still while time passes, so that regions do not tell what can happen.
struct ClockStandsStill {};

// What is asked for lies beyond the part of the model that was explored.
struct NotExplored {};

// The exploration met a constant beyond what it tells apart. It has to start again, and tell more apart.
struct StartAgain {};

}  // namespace zonda::truth
