// The language's meaning, written a second time: a plain interpreter over the syntax tree, with nothing taken from
// src/model. It is slow and simple, so that it can be read next to the language reference (U1). Random programs must do
// the same under it and when compiled.
//
// What it fixes where the reference leaves room: operands, arguments and parts of lists are evaluated from left to
// right; the place on the left of an assignment comes before the value on its right; arguments are converted to their
// parameters' types after all of them have been evaluated; results that leave 32 bits wrap around, but
// for quotients.
#pragma once

#include "lang/semantics.hpp"
#include "lang/syntax.hpp"

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace zonda::oracle {

enum class Fault : std::uint8_t {
  OutOfRange,
  IndexOutOfRange,
  DivisionByZero,
  ShiftCount,
  Overflow,
  NegativeExponent,
  NegativeClock,
  AssertionFailed,
  TooLong,
};

struct Failure {
  Fault fault;
  lang::SourceRange range;
};

// A variable or a value: a number, a clock, or parts by index or field number.
struct Value {
  lang::TypeKind kind = lang::TypeKind::Int;
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  std::int64_t number = 0;
  const Value* origin = nullptr;  // a clock holds what this one held before, plus number; null: just the number
  std::int64_t now = 0;           // a clock's reading, where constraints are evaluated
  std::map<std::int64_t, Value> parts;
  std::vector<std::string> fields;  // names of the parts of a struct
};

class Names {
 public:
  explicit Names(Names* parent = nullptr) : parent_(parent) {}
  // A variable of its own.
  Value& add(const lang::Symbol* symbol, Value value);
  void alias(const lang::Symbol* symbol, Value& value) { names_[symbol] = &value; }
  [[nodiscard]] Value& find(const lang::Symbol* symbol);
  [[nodiscard]] Names* parent() const { return parent_; }

 private:
  Names* parent_;
  std::map<const lang::Symbol*, Value*> names_;
  std::list<Value> owned_;
};

struct Process {
  std::string name;
  const lang::Template* source = nullptr;
  Names* names = nullptr;
};

class Interpreter {
 public:
  Interpreter(const lang::Document& document, const lang::Semantics& semantics);

  [[nodiscard]] std::vector<Process>& processes() { return processes_; }
  [[nodiscard]] Names& globals() { return globals_; }
  // Variables and clocks by the names that they are shown with.
  [[nodiscard]] std::map<std::string, Value*> variables();
  [[nodiscard]] std::map<std::string, Value*> clocks();

  std::int64_t number(const lang::Expr& e, Names& names);
  void effect(const lang::Expr& e, Names& names);
  // Also where the expression compares clocks: their readings are in Value::now.
  bool truth(const lang::Expr& e, Names& names);
  [[nodiscard]] Value make(const lang::Type& type, Names& names, bool is_in_constant = false);
  // Before each run.
  void reset_steps() {
    steps_ = 0;
    temporaries_.clear();
  }

 private:
  struct Return {};
  void declare(const lang::Declaration& d, Names& names);
  void instantiate(const lang::Symbol& symbol, Names& names);
  void bind(const lang::TemplateInfo& info, Names& names);
  void initialise(Value& to, const lang::Initializer* init, Names& names);
  Value& place(const lang::Expr& e, Names& names);
  Value value(const lang::Expr& e, Names& names);
  std::int64_t clock_value(const lang::Expr& e, Names& names);
  std::int64_t unary(const lang::Expr& e, Names& names);
  std::int64_t binary(const lang::Expr& e, Names& names);
  std::int64_t quantifier(const lang::Expr& e, Names& names);
  Value& assign(const lang::Expr& e, Names& names);
  void assign_clock(Value& to, const lang::Expr& right, Names& names, lang::SourceRange range);
  void clock_source(const lang::Expr& e, Names& names, const Value*& from, std::int64_t& offset);
  Value& step(const lang::Expr& e, Names& names, std::int64_t& before);
  Value call(const lang::Expr& e, Names& names);
  Value run_body(const lang::FunctionInfo& info, Names& frame);
  void statement(const lang::Statement& s, Names& names);
  bool condition(std::span<lang::Expr* const> list, Names& names);
  void count_step(lang::SourceRange range);
  // Where names of a function's declaration are visible.
  Names& home_of(const lang::Symbol& function, Names& names);
  void collect(const std::string& name, Value& value, bool clocks, std::map<std::string, Value*>& out);
  static void store(Value& to, std::int64_t number, lang::SourceRange range);
  static void copy(Value& to, const Value& from, lang::SourceRange range);

  const lang::Document& document_;
  Names globals_;
  std::list<Names> scopes_;
  std::list<Value> temporaries_;
  std::vector<Process> processes_;
  std::vector<std::pair<std::string, Value*>> shown_;
  Value result_;
  lang::SourceRange returned_at_;
  std::uint64_t steps_ = 0;
};

}  // namespace zonda::oracle
