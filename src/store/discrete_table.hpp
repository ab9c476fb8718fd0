// Discrete states, each kept once, packed; known by their number.
#pragma once

#include "state/packing.hpp"
#include "util/growing_array.hpp"

#include <cstdint>
#include <span>

namespace zonda::store {

using DiscreteId = std::uint32_t;

class DiscreteTable {
 public:
  explicit DiscreteTable(std::size_t words);

  struct Found {
    DiscreteId id = 0;
    bool is_new = false;
  };
  Found intern(std::span<const state::Word> words);
  [[nodiscard]] std::span<const state::Word> operator[](DiscreteId id) const {
    return items_.part(std::size_t{id} * words_, words_);
  }
  // By how much the table grows with the next new state.
  [[nodiscard]] std::size_t growth() const { return is_full() ? slots_.bytes() : 0; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return items_.bytes() + slots_.bytes(); }

 private:
  [[nodiscard]] bool is_full() const { return 4 * (count_ + 1) > 3 * slots_.size(); }
  void grow();

  std::size_t words_;
  std::size_t count_ = 0;
  GrowingArray<state::Word> items_;
  GrowingArray<std::uint32_t> slots_;
};

}  // namespace zonda::store
