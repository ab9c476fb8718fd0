// Writing a Network in TChecker's format: names. 'P(0).x' becomes 'P_0_x'. All names are different, none is a keyword
// of the format, and variables have no dots, because formulas could not refer to them.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::emit {

// A declared variable or clock of the file, or an array of them.
struct TckVariable {
  std::string name;
  std::uint32_t base = 0;  // first cell or clock
  std::uint32_t count = 1;
};

class TckNames {
 public:
  TckNames(const model::Network& network, std::string_view system);

  std::string system;
  std::vector<std::string> processes;
  std::vector<std::vector<std::string>> locations;  // of each process
  std::vector<TckVariable> variables;               // ascending by base, without gaps
  std::vector<TckVariable> clocks;
  std::vector<std::string> events;    // those of the network
  std::vector<std::string> sends;     // an event for each channel
  std::vector<std::string> receives;  // likewise
  std::string internal;               // event of edges without synchronisation

  [[nodiscard]] const TckVariable& variable_of(std::uint32_t cell) const;
  [[nodiscard]] const TckVariable& clock_of(std::uint32_t clock) const;
  // A name that is still free, for a local variable.
  [[nodiscard]] std::string local(std::uint32_t number) const;

 private:
  std::string local_prefix_;
};

}  // namespace zonda::emit
