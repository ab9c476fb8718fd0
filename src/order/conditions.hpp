// The parts of integer guards that can be looked at by themselves: comparisons that must all hold, without jumps
// between them but those that end the guard. Others are left out: they are taken to hold.
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

  // Those of a guard, by number; the same comparison has the same number.
  std::vector<std::uint32_t> of(const model::IntExpr& guard);
  [[nodiscard]] std::size_t count() const { return list_.size(); }
  [[nodiscard]] std::span<const model::Address> reads(std::uint32_t number) const { return list_[number].reads; }
  // `memory`: the cells of a state, and room for temporaries behind them.
  [[nodiscard]] bool holds(std::uint32_t number, std::span<std::int32_t> memory) const;

 private:
  static constexpr std::size_t kMost = 512;

  // Instructions one after the other, of which the last compares; none: a variable.
  struct Condition {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<model::Address> reads;  // cells
  };
  void add_variable(model::Address cell, std::vector<std::uint32_t>& out);
  void add(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& out);

  const model::Network& network_;
  std::vector<Condition> list_;
  using Key = std::tuple<model::Opcode, model::Address, model::Address>;
  std::map<Key, std::uint32_t> known_;  // those of one instruction
};

}  // namespace zonda::order
