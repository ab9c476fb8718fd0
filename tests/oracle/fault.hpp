// What can go wrong while the oracle works.
#pragma once

#include <stdexcept>
#include <string>

namespace zonda::truth {

// The model does what the language forbids: division by zero, a value out of range. Part of its meaning.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The model uses something whose meaning the oracle does not know. It then has no opinion.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The exploration met a constant beyond what it tells apart; it starts again, telling more apart.
struct StartAgain {};

}  // namespace zonda::truth
