// Where the two ways of a conditional jump meet again: the nearest instruction that every way from the jump to the end
// of its program or function passes (its immediate postdominator).
#pragma once

#include "model/code.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace zonda::emit {

class CodeFlow {
 public:
  static constexpr std::uint32_t kEnd = UINT32_MAX;  // Halt or Return

  explicit CodeFlow(const model::Code& code) : code_(code) {}
  // `start` is where the program or function that holds the jump starts.
  [[nodiscard]] std::uint32_t meeting(std::uint32_t start, std::uint32_t jump);
  // Everything that the program or function may execute, without what it calls.
  [[nodiscard]] std::vector<std::uint32_t> instructions(std::uint32_t start) const;

 private:
  using Meetings = std::unordered_map<std::uint32_t, std::uint32_t>;
  [[nodiscard]] Meetings analyse(std::uint32_t start) const;

  const model::Code& code_;
  std::unordered_map<std::uint32_t, Meetings> known_;  // by start
};

}  // namespace zonda::emit
