// Compiles the terms and statements of a blueprint to Code.
#pragma once

#include "model/blueprint.hpp"
#include "model/emitter.hpp"

#include <span>
#include <vector>

namespace zonda::model {

// Where a variable of the blueprint is in memory.
struct TermStorage {
  Address address = 0;
  const Layout* layout = nullptr;  // of one element
  std::uint32_t elements = 1;
};

class TermCompiler : public Emitter {
 public:
  // By variable and by clock of the blueprint; both outlive the compiler.
  TermCompiler(Code& code, const Blueprint& blueprint, const std::vector<TermStorage>& variables,
               const std::vector<std::uint32_t>& clocks);

  // The value of the term, its negative, or its negation as a condition.
  IntExpr integer(Term term);
  IntExpr negative(Term term);
  IntExpr negation(Term term);

  struct Update {
    IntExpr code = IntExpr::constant(0);
    bool sets_clocks = false;        // while it runs
    std::vector<ClockReset> resets;  // if false: all effects on clocks
  };
  Update update(std::span<const Blueprint::Statement> statements);

 private:
  Operand value(Term term);
  Operand element(const Blueprint::Node& n);
  // The cell of an element: a known address, or a base and a cell that holds the index.
  struct Place {
    Address base = 0;
    std::optional<Address> index;
  };
  Place place(VariableId variable, Term index, SourceRange range);
  Operand unary(const Blueprint::Node& n);
  Operand binary(const Blueprint::Node& n);
  Operand logical(const Blueprint::Node& n);
  Operand choice(const Blueprint::Node& n);

  void run(std::span<const Blueprint::Statement> statements, bool has_resets);
  void assign(const Blueprint::Statement& s);
  void set_clock(const Blueprint::Statement& s);
  void branch(const Blueprint::Statement& s, bool has_resets);
  std::optional<ClockReset> static_reset(const Blueprint::Statement& s);
  static bool sets_clock_inside(const Blueprint::Statement& s);

  const Blueprint& blueprint_;
  const std::vector<TermStorage>& variables_;
  const std::vector<std::uint32_t>& clocks_;
};

}  // namespace zonda::model
