// The instantiated model: processes with their scopes, channels, clocks, and the cells that make up a state (language
// reference, section 4).
#pragma once

#include "oracle/interpreter.hpp"

#include <deque>
#include <string>
#include <vector>

namespace zonda::truth {

struct Process {
  const lang::Symbol* symbol = nullptr;  // its name in the system line
  std::vector<std::int64_t> arguments;   // the values of the free parameters, if it is one of a set
  const lang::Template* source = nullptr;
  Scope* scope = nullptr;
  std::int64_t priority = 0;
  std::vector<std::vector<std::size_t>> edges;  // by source location: the numbers of the edges in the template
};

struct Channel {
  bool is_urgent = false;
  bool is_broadcast = false;
  std::int64_t priority = 0;
};

class System {
 public:
  // Throws Refused if the model uses something whose meaning the oracle does not know.
  System(const lang::Document& document, const lang::Semantics& semantics);

  Interpreter interpreter;
  std::vector<Process> processes;
  std::vector<Channel> channels;
  std::vector<std::int64_t> clocks = {0};    // the initial values of clocks; entry 0 is the constant 0
  std::vector<std::size_t> variables;        // the cells that make up a state
  std::vector<std::int64_t> initial_values;  // the initial values of these cells
  std::vector<lang::SourceRange> declared;   // where these cells are declared; unknown for parameters
  std::vector<std::size_t> meta;             // the cells of meta variables, which keep a value during a move only
  std::vector<const lang::Expr*> before_update;
  std::vector<const lang::Expr*> after_update;
  std::int64_t default_priority = 0;
  bool has_priorities = false;
  [[nodiscard]] const Scope& globals() const { return globals_; }
  // The process that has this scope.
  [[nodiscard]] std::size_t process_at(const Scope& scope) const;

 private:
  void declare(const lang::Declaration& d, Scope& scope);
  void declare_globals();
  void number_cells(Place place, bool is_state, bool is_meta);
  void instantiate(const lang::Symbol& symbol, std::int64_t priority);
  void instantiate(const lang::Symbol& symbol, std::int64_t priority, const std::vector<std::int64_t>& arguments);
  void bind(const lang::TemplateInfo& info, Scope& scope);
  void set_priorities(const lang::Declaration& d);

  const lang::Document& document_;
  Scope globals_;
  lang::SourceRange declaring_;  // the place of the declaration that is being processed
  std::deque<Scope> scopes_;
};

// Throws Refused if the document uses something whose meaning the oracle does not know.
void refuse_extensions(const lang::Document& document);

}  // namespace zonda::truth
