// Finds the variables that compiled code may read, may write, and surely writes.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace zonda::analysis {

// A set of cells of the discrete state.
class CellSet {
 public:
  explicit CellSet(std::size_t cells) : words_((cells + 63) / 64, 0) {}

  void add(std::size_t cell) { words_[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  void add_all() { words_.assign(words_.size(), ~std::uint64_t{0}); }
  [[nodiscard]] bool has(std::size_t cell) const { return (words_[cell / 64] >> (cell % 64) & 1U) != 0; }
  // Adds more \ without to this set. Returns whether it grew.
  bool add(const CellSet& more, const CellSet& without) {
    bool grew = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t sum = words_[i] | (more.words_[i] & ~without.words_[i]);
      grew = grew || sum != words_[i];
      words_[i] = sum;
    }
    return grew;
  }
  void add(const CellSet& more) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= more.words_[i];
  }

 private:
  std::vector<std::uint64_t> words_;
};

// The array or variable that a cell belongs to, or null if that is not known.
[[nodiscard]] const model::Group* group_of(const model::Network& network, model::Address cell);

class CodeEffects {
 public:
  explicit CodeEffects(const model::Network& network);

  // Adds the cells that evaluating this may read.
  void reads(const model::IntExpr& e, CellSet& out);
  void reads(const model::ClockConstraint& c, CellSet& out);
  void reads(const model::Condition& c, CellSet& out);
  // Adds the cells that running the expression may write.
  void may_write(const model::IntExpr& e, CellSet& out);
  // Adds the cells that running the expression writes whatever happens.
  void sure_writes(const model::IntExpr& e, CellSet& out) const;
  // Visits every instruction of the program that can be reached, including those of functions that it calls.
  void for_each_instruction(const model::IntExpr& program, const std::function<void(const model::Instruction&)>& visit);

 private:
  template <typename Visit>
  void walk(const model::IntExpr& program, Visit&& visit);
  void instruction_reads(const model::Instruction& i, CellSet& out) const;
  void instruction_writes(const model::Instruction& i, CellSet& out) const;
  void read(model::Address cell, CellSet& out) const {
    if (cell < cells_) out.add(cell);
  }
  void add_group(model::Address cell, CellSet& out) const;

  const model::Network& network_;
  std::size_t cells_;
  std::vector<std::uint32_t> seen_;  // by instruction: the last walk that met it
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> work_;
};

}  // namespace zonda::analysis
