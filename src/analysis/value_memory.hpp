// What is known of the memory of compiled code at one point of a run: for some cells the numbers that they may hold,
// and how the number there was computed, so that what is learned about a result says something about its operands.
//
// A cell that is not listed is as it was before the run. Every write gives the cell a new version; version 0 is what
// was there before. Knowledge about operands is worth something only as long as they have the version they had then.
#pragma once

#include "analysis/numbers.hpp"
#include "model/code.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

// The instruction that computed a value; Halt: none that is of use.
struct Origin {
  model::Opcode op = model::Opcode::Halt;
  model::Address b = 0;
  model::Address c = 0;
  std::uint32_t b_version = 0;  // of Load: what was written with a lower version was there then
  std::uint32_t c_version = 0;
};

struct KnownCell {
  model::Address cell = 0;
  std::uint32_t version = 0;
  Numbers value;
  Origin origin;
  bool is_cut = false;  // it would be more numbers but for a declared range
};

struct ValueMemory {
  std::vector<KnownCell> cells;    // ascending by cell
  model::Address last_result = 0;  // the cell that the latest instruction wrote
  model::Address result = 0;       // of a run that has ended: where its result stands

  [[nodiscard]] const KnownCell* find(model::Address cell) const;
  // The entry of the cell; a new one is empty.
  KnownCell& at(model::Address cell);
  // From now on what is learned about a cell says nothing about others.
  void forget_origins() {
    for (KnownCell& known : cells) known.origin = {};
  }
};

}  // namespace zonda::analysis
