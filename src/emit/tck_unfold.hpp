// Writing a Network in TChecker's format: second step, running compiled code with terms in place of numbers.
//
// A condition or an index becomes one term. An update becomes a list of statements: assignments to variables and clocks
// are kept in order, everything in temporaries and frames of functions is substituted. A temporary that depends on a
// variable is copied to a local variable just before that variable changes, if it is read later. If a jump's condition
// is not known, both ways are followed to the point where they meet, and become a conditional.
#pragma once

#include "emit/tck_flow.hpp"
#include "emit/tck_terms.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace zonda::emit {

struct TckStatement {
  enum class Kind : std::uint8_t { Variable, Element, Local, SetClock, CopyClock, If, While };
  Kind kind = Kind::Variable;
  std::uint32_t target = 0;       // the cell, the array's first cell, the local's number
  Term index = 0;                 // Element: counted from 0; SetClock, CopyClock: the clock's number
  Term value = 0;                 // If, While: the condition; CopyClock: what is added
  Term source = 0;                // CopyClock: the clock's number
  bool is_check = false;          // Local: needed even if nobody reads it, because computing it may fail
  std::vector<TckStatement> yes;  // of If, and what While repeats
  std::vector<TckStatement> no;
};

struct TckUpdate {
  std::vector<TckStatement> statements;
  std::uint32_t locals = 0;
};

// The values of an edge's run-time selects.
using SelectValues = std::map<model::Address, std::int32_t>;

// Whether the group stays an array: integers of one range and one initial value.
[[nodiscard]] bool is_plain_array(const model::Network& network, const model::Group& group);

// Adds the numbers of the locals that the term reads; terms in `seen` are not looked at again.
void collect_locals(const Terms& terms, Term t, std::set<Term>& seen, std::set<std::uint32_t>& out);

class Unfolder {
 public:
  Unfolder(const model::Network& network, Terms& terms);

  // Both throw TckRefusal.
  [[nodiscard]] Term value(const model::IntExpr& e, const SelectValues& selects, lang::SourceRange range);
  [[nodiscard]] TckUpdate update(const model::Edge& edge, const SelectValues& selects);

 private:
  using Statements = std::vector<TckStatement>;
  struct State {
    std::map<model::Address, Term> memory;  // temporaries and frames
    std::map<model::Address, Term> known;   // variables whose present value is a number, or a checked copy
    Statements statements;
  };
  struct Array {
    model::Address base = 0;
    std::uint32_t count = 0;
  };

  // Code from `head` to `back`, left at the conditional jump `exit` only.
  struct Loop {
    std::uint32_t head = 0;
    std::uint32_t exit = 0;
    std::uint32_t back = 0;
  };
  using Carried = std::map<model::Address, std::uint32_t>;  // temporaries and the locals that stand for them

  static constexpr std::uint32_t kMaxDepth = 200;

  void start(const SelectValues& selects, bool may_write, lang::SourceRange range);
  // `is_inside`: the loop that starts here, if one does, has been entered already.
  void run(std::uint32_t program, std::uint32_t at, std::uint32_t until, bool is_inside = false);
  bool step(std::uint32_t program, std::uint32_t& at);
  void branch(std::uint32_t program, std::uint32_t at, std::uint32_t meeting, std::uint32_t if_true,
              std::uint32_t if_false);
  State follow(const State& from, std::uint32_t program, std::uint32_t at, std::uint32_t until, bool is_inside = false);
  void merge(Term condition, State before, State yes, State no);
  [[nodiscard]] Statements run_update(std::uint32_t program, const SelectValues& selects, lang::SourceRange range);
  [[nodiscard]] std::optional<Loop> loop_at(std::uint32_t head) const;
  void keep_loop(std::uint32_t program, const Loop& loop);
  [[nodiscard]] Carried carry(const Loop& loop);
  void carry_on(const Carried& carried);
  void collect_targets(const model::Instruction& i, std::set<model::Address>& out);
  void compute(const model::Instruction& i, std::uint32_t at);
  void check_range(const model::Instruction& i, std::uint32_t at);
  void check_block(const model::Instruction& i, std::uint32_t at);
  void copy_block(const model::Instruction& i, std::uint32_t at);
  void equal_block(const model::Instruction& i, std::uint32_t at);
  void clock_statement(const model::Instruction& i);

  [[nodiscard]] Term read(model::Address address);
  [[nodiscard]] Term load(model::Address base, Term offset);
  [[nodiscard]] Term next(Term address, std::uint32_t by) {
    return terms_.operation(model::Opcode::Add, address, terms_.number(static_cast<std::int32_t>(by)), place_);
  }
  void write(model::Address address, Term value);
  void store(model::Address base, Term offset, Term value);
  void store_element(const Array& array, Term index, Term value);
  void store_by_cases(Term address, std::span<const std::int32_t> cases, Term value);
  [[nodiscard]] Term element_index(const Array& array, Term offset, std::int32_t shift);
  [[nodiscard]] const Array* array_at(std::int64_t lowest, std::int64_t highest) const;
  [[nodiscard]] const Array* array_of(model::Address base, Term offset) const;
  [[nodiscard]] std::vector<std::int32_t> cases_of(Term address);
  [[nodiscard]] Term fitted(model::Address cell, Term value) const;
  void save_readers(const std::set<model::Address>& changed);
  [[nodiscard]] Term save(Term value, bool is_check);
  [[nodiscard]] Term kept_short(Term value);
  [[nodiscard]] bool reads(Term t, const std::set<model::Address>& cells);
  [[nodiscard]] bool reads_locals(Term t, const std::set<std::uint32_t>& numbers) const;
  [[nodiscard]] bool is_variable(model::Address a) const;
  [[noreturn]] void refuse(std::string feature) const { throw TckRefusal{std::move(feature), place_}; }

  const model::Network& network_;
  Terms& terms_;
  CodeFlow flow_;
  std::vector<Array> arrays_;  // ascending
  // By the first instruction of a loop: where it ends. Code is in the order of its text.
  std::map<std::uint32_t, std::uint32_t> loop_ends_;
  State state_;
  bool may_write_ = false;
  bool keeps_loops_ = false;  // write them as loops, if that is possible
  bool has_looped_ = false;
  std::uint32_t locals_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t steps_ = 0;
  std::uint64_t looked_at_ = 0;  // parts of terms that were searched for variables
  lang::SourceRange place_;
};

}  // namespace zonda::emit
