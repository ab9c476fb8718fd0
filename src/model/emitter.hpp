// Emits code: instructions, cells for constants and temporaries, arithmetic with constants folded on the way. Two
// compilers build on it: one for expressions of a syntax tree (compiler.hpp), one for terms of a blueprint
// (term_compiler.hpp).
#pragma once

#include "lang/diagnostics.hpp"
#include "model/code.hpp"
#include "model/layout.hpp"
#include "util/invariant.hpp"

#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace zonda::model {

// Thrown for a construct that symbolic verification cannot handle.
struct Unsupported {
  std::string feature;
  lang::SourceRange range;
};

// Thrown for an error of the user that only shows when sizes and constants are known.
struct BuildError {
  std::string message;
  lang::SourceRange range;
};

// A value during compilation: known, or in a cell.
struct Operand {
  bool is_constant = false;
  std::int32_t value = 0;
  Address cell = 0;
  // The range of the value, as far as it is known; saves range checks.
  std::int32_t lower = std::numeric_limits<std::int32_t>::min();
  std::int32_t upper = std::numeric_limits<std::int32_t>::max();

  static Operand constant(std::int32_t v) { return {true, v, 0, v, v}; }
  static Operand truth(Address cell) { return {false, 0, cell, 0, 1}; }
  static Operand in(Address cell) {
    Operand result;
    result.cell = cell;
    return result;
  }
  [[nodiscard]] bool is_truth() const { return lower >= 0 && upper <= 1; }
};

class Emitter {
 public:
  // `state_cells` cells are reserved for the state at the start of the memory.
  Emitter(Code& code, std::uint32_t state_cells);

  // A cell that lives as long as the code.
  Address new_cell(std::int32_t initial = 0);

  // An expression whose result may leave 32 bits and wrap around, or surely does.
  struct Wrap {
    lang::SourceRange range;
    bool is_sure = false;
  };
  // The wraps that were found since the last call.
  std::vector<Wrap> take_wraps();

 protected:
  // Code that is being put together: a program or the body of a function. It is appended to the other code when it is
  // complete, so that functions that it calls can be compiled in the middle of it, and an emission that is given up
  // leaves nothing behind.
  struct Emission {
    std::vector<Instruction> instructions;  // jumps count from its start
    std::vector<lang::SourceRange> places;
    bool has_own_cells = false;  // of a function; programs may share theirs, because only one of them runs at a time
    std::size_t next_temporary = 0;
    std::uint32_t depth = 0;  // of calls
    bool sets_clocks = false;
    std::int64_t copies = 1;  // how often the surrounding quantifiers repeat what is emitted now
  };
  // While an EmissionScope lives, code goes to an emission of its own.
  class EmissionScope {
   public:
    EmissionScope(Emitter& emitter, bool has_own_cells);
    ~EmissionScope();
    EmissionScope(const EmissionScope&) = delete;
    EmissionScope& operator=(const EmissionScope&) = delete;

   private:
    Emitter& emitter_;
    Emission* outer_;
  };
  struct Mark {
    std::size_t size = 0;
    std::size_t next_temporary = 0;
    std::uint32_t depth = 0;
    bool sets_clocks = false;
  };

  std::uint32_t emit(Opcode op, Address a, Address b, Address c, lang::SourceRange range);
  // Lets the jump at `at` lead to the next instruction.
  void patch(std::uint32_t at) { emission_->instructions[at].a = here(); }
  void patch(std::span<const std::uint32_t> all) {
    for (const std::uint32_t at : all) patch(at);
  }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(emission_->instructions.size()); }
  [[nodiscard]] Mark mark() const;
  void roll_back(const Mark& mark);
  // Appends the emission to the complete code; returns where it starts.
  std::uint32_t append();

  Address reserve(std::uint64_t cells, lang::SourceRange range);
  Address cell_of(const Operand& operand) { return operand.is_constant ? constant_cell(operand.value) : operand.cell; }
  Address constant_cell(std::int32_t value);
  Address constant_block(std::span<const std::int32_t> values);
  Address temporary();
  Operand to_temporary(const Operand& operand, lang::SourceRange range);
  std::uint32_t range_index(std::int32_t lower, std::int32_t upper);

  // The operand as 0 or 1.
  Operand as_truth(const Operand& operand, lang::SourceRange range);
  Operand negation_of(const Operand& operand, lang::SourceRange range);
  Operand negative_of(const Operand& operand, lang::SourceRange range);
  Operand absolute_of(const Operand& operand, lang::SourceRange range);
  // Operations on two integers, from Add to BitXor.
  Operand arithmetic(Opcode op, const Operand& a, const Operand& b, lang::SourceRange range);
  // As arithmetic(), for an operation in the model, as opposed to the computation of an address: notes if it may wrap.
  Operand written(Opcode op, const Operand& a, const Operand& b, lang::SourceRange range);
  // A sum or difference that fails instead of wrapping around. It is used for bounds and offsets of clocks: if these
  // wrapped, they would be other conditions than those in the model.
  Operand exact_sum(Opcode op, const Operand& a, const Operand& b, lang::SourceRange range);
  // The value as a variable with this layout needs it: booleans normalised, ranges checked.
  Operand converted(const Operand& value, const Layout& layout, lang::SourceRange range);

  // Notes that some instruction may set a clock to another one plus a number, or to a number.
  void add_copy(const ClockCopy& copy);
  void note_number(std::int32_t highest, lang::SourceRange range);
  void note_wrap(lang::SourceRange range, bool is_sure);

  // Makes an expression from what `emit_body` emits; its value is the operand that `emit_body` returns.
  template <typename F>
  IntExpr program(F&& emit_body) {
    ZONDA_CHECK(emission_ == nullptr, "a program inside another one");
    const EmissionScope scope(*this, false);
    const Operand result = emit_body();
    const bool is_empty = emission_->instructions.empty();
    if (is_empty && result.is_constant) return IntExpr::constant(result.value);
    if (is_empty) return {IntExpr::Kind::Cell, static_cast<std::int32_t>(result.cell), result.lower, result.upper};
    emit(Opcode::Halt, cell_of(result), 0, 0, {});
    return {IntExpr::Kind::Program, static_cast<std::int32_t>(append()), result.lower, result.upper};
  }

  Code& code_;
  Emission* emission_ = nullptr;
  std::size_t emission_depth_ = 0;

 private:
  std::deque<Emission> emissions_;  // one for each level, kept for their buffers
  std::unordered_map<std::int32_t, Address> constant_cells_;
  std::unordered_map<const std::int32_t*, Address> constant_blocks_;
  std::unordered_map<std::uint64_t, std::uint32_t> range_indices_;
  std::vector<Address> temporaries_;
  std::vector<Wrap> wraps_;
  std::unordered_map<std::uint32_t, std::size_t> wrap_indices_;  // by the beginning of the expression
};

// Warns of expressions that were compiled since the last call and may wrap around.
void warn_of_wraps(Emitter& emitter, lang::Diagnostics& diagnostics);

}  // namespace zonda::model
