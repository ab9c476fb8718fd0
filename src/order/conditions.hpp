// The parts of integer guards that can be evaluated by themselves: comparisons in a conjunction, with no jumps between
// them but those that end the guard when one of them is false. Other parts are left out, that is, assumed to hold.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace zonda::order {

class Conditions {
 public:
  explicit Conditions(const model::Network& network) : network_(network) {}

  // The numbers of the conditions of a guard. The same comparison has the same number in every guard.
  std::vector<std::uint32_t> of(const model::IntExpr& guard);
  [[nodiscard]] std::size_t count() const { return list_.size(); }
  [[nodiscard]] std::span<const model::Address> reads(std::uint32_t number) const { return list_[number].reads; }
  // Whether a condition holds. `memory` has the cells of a state, and behind them room for temporaries.
  [[nodiscard]] bool holds(std::uint32_t number, std::span<std::int32_t> memory) const;

 private:
  static constexpr std::size_t kMost = 512;

  // A range of instructions, of which the last one compares; an empty range stands for a variable that must not be 0.
  struct Condition {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<model::Address> reads;  // the cells that it reads
  };
  void add_variable(model::Address cell, std::vector<std::uint32_t>& out);
  void add(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& out);

  const model::Network& network_;
  std::vector<Condition> list_;
  using Key = std::tuple<model::Opcode, model::Address, model::Address>;
  std::map<Key, std::uint32_t> known_;  // the conditions of one instruction
};

}  // namespace zonda::order
