// The model, instantiated: processes with their scopes, channels, clocks, and which cells make up a state (language
// reference, section 4).
#pragma once

#include "oracle/interpreter.hpp"

#include <deque>
#include <string>
#include <vector>

namespace zonda::truth {

struct Process {
  const lang::Symbol* symbol = nullptr;  // as the system line names it
  std::vector<std::int64_t> arguments;   // which of its set
  const lang::Template* source = nullptr;
  Scope* scope = nullptr;
  std::int64_t priority = 0;
  std::vector<std::vector<std::size_t>> edges;  // of the template, by source location
};

struct Channel {
  bool is_urgent = false;
  bool is_broadcast = false;
  std::int64_t priority = 0;
};

class System {
 public:
  // Throws Refused for what the oracle does not know.
  System(const lang::Document& document, const lang::Semantics& semantics);

  Interpreter interpreter;
  std::vector<Process> processes;
  std::vector<Channel> channels;
  std::vector<std::int64_t> clocks = {0};    // initial values; entry 0 is the constant
  std::vector<std::size_t> variables;        // cells that make up a state
  std::vector<std::int64_t> initial_values;  // of these
  std::vector<lang::SourceRange> declared;   // and where they are declared; unknown for parameters
  std::vector<std::size_t> meta;             // cells that live during a move only
  std::vector<const lang::Expr*> before_update;
  std::vector<const lang::Expr*> after_update;
  std::int64_t default_priority = 0;
  bool has_priorities = false;
  [[nodiscard]] const Scope& globals() const { return globals_; }
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
  lang::SourceRange declaring_;
  std::deque<Scope> scopes_;
};

// Throws Refused when the document has something whose meaning is not known here.
void refuse_extensions(const lang::Document& document);

}  // namespace zonda::truth
