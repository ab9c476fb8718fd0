// From a checked document to a Network. The class is shared by the build_*.cpp files; nobody else includes it.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/semantics.hpp"
#include "model/compiler.hpp"
#include "model/network.hpp"
#include "model/network_builder.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace zonda::model {

class DocumentBuilder {
 public:
  // Puts its results into `base`.
  DocumentBuilder(const lang::Document& document, const lang::Semantics& semantics, lang::Diagnostics& diagnostics,
                  NetworkBuilder& base);

  // The model and its queries.
  void run(std::string_view spare = {});
  // Compiles only the queries: the network exists already, and the document declares its names.
  void run_queries();

 private:
  struct Instance {
    const lang::Template* source = nullptr;
    Environment* environment = nullptr;
  };

  // declarations (build_declaration.cpp)
  void globals();
  void declaration(const lang::Declaration& d, Environment& env, std::int32_t process);
  void variable(const lang::Declarator& declarator, Environment& env, std::int32_t process);
  void allocate(const lang::Declarator& declarator, const Layout& layout, const Compiler::InitialValues& initial,
                Environment& env, std::int32_t process);
  void channel_priorities();
  void relocate();
  std::span<const std::int32_t> keep(std::vector<std::int32_t> values);

  // processes (build_process.cpp)
  void processes();
  void process_set(const lang::Symbol& symbol, std::int32_t priority);
  void enumerate(const lang::Symbol& symbol, std::size_t parameter, std::vector<std::int32_t>& arguments,
                 std::int32_t priority);
  void process(const lang::Symbol& symbol, const std::vector<std::int32_t>& arguments, std::int32_t priority);
  void bind_arguments(const lang::TemplateInfo& instance, Environment& env);
  void mutable_parameters(const lang::TemplateInfo& instance, Environment& env, std::int32_t process);
  void bind_argument(const lang::Symbol& parameter, const lang::Expr& argument, Environment& env);
  Storage bound_value(const Layout& layout, const lang::Expr& argument, const Environment& env);

  // labels (build_label.cpp)
  void labels(std::size_t process);
  void location(const lang::LocationSyntax& syntax, std::size_t index, std::size_t process);
  void edges(std::size_t process);
  void edge(const lang::Template& t, std::size_t index, std::size_t process);
  std::int64_t select_count(const lang::EdgeSyntax& syntax, const Environment& env);
  void expand_selects(const lang::Template& t, std::size_t index, std::size_t process, std::size_t next,
                      const Environment& env, Edge& edge, bool is_expanded);
  void finish_edge(const lang::Template& t, std::size_t index, std::size_t process, const Environment& env, Edge edge);
  void branches(const lang::Template& t, std::size_t index, std::size_t process, const Environment& env,
                const Edge& edge);
  [[nodiscard]] bool is_weightless(const lang::EdgeSyntax& branch, const Environment& env);
  void edge_labels(const lang::EdgeSyntax& syntax, std::size_t process, const Environment& env, Edge& edge);
  void synchronisation(const lang::EdgeSyntax& syntax, const Environment& env, Edge& edge);
  void updates(std::span<lang::Expr* const> list, const Environment& env, Edge& edge);
  void update_hooks();

  // events and joint moves (build_joint.cpp)
  void joints();
  void event(const lang::EdgeSyntax& syntax, std::size_t process, Edge& edge) const;

  // conditions (build_condition.cpp)
  struct Splitter {
    std::vector<Clause> clauses;
    std::vector<ClockConstraint> clocks;
    std::vector<ClockRate> rates;
    std::deque<Environment> environments;
  };
  Condition condition(const lang::Expr* e, const Environment& env, std::vector<ClockRate>* rates);
  void split(const lang::Expr& e, std::vector<Signed> premises, const Environment& env, Splitter& out);
  void split_forall(const lang::Expr& e, const std::vector<Signed>& premises, const Environment& env, Splitter& out);
  void rate(const lang::Expr& e, const Environment& env, Splitter& out);
  std::vector<ClockConstraint> atoms(const lang::Expr& e, lang::Operator op, const Environment& env);
  // A comparison as 'left - right ~ offsets'.
  ClockTerm compared_term(const lang::Expr& e, const Environment& env);
  const Layout& expansion_range(const lang::Expr& quantifier, const Environment& env);
  std::string clock_refusal(const IntExpr& clock) const;

  // queries (build_query.cpp)
  void queries();
  Query query(const lang::Query& source);
  void query_formulas(const lang::Query& source, Query& result);
  Formula formula(const lang::Expr& e, bool is_negative, const Environment& env);
  Formula xor_formula(std::span<const lang::Expr* const> operands, bool is_negative, const Environment& env);
  Formula clock_formula(const lang::Expr& e, bool is_negative, const Environment& env);
  Formula guide(const lang::Expr& e, bool is_negative, const Environment& env);
  ValueExpr value_expression(const lang::Expr& e);

  // Runs `work`; an unsupported construct becomes a limitation, a build error is reported.
  template <typename F>
  void guarded(std::string_view where, F&& work) {
    try {
      work();
    } catch (const Unsupported& reason) {
      limitation(reason, where);
    } catch (const BuildError& error) {
      diagnostics_.error(error.range, error.message);
    }
  }
  void limitation(const Unsupported& reason, std::string_view where);
  // Warns of expressions that were compiled since the last call and may wrap around.
  void warn_of_wraps(Emitter& compiler) { model::warn_of_wraps(compiler, diagnostics_); }

  // names of a network that was not built from this document (build_names.cpp)
  void bind_names();

  const lang::Document& document_;
  const lang::Semantics& semantics_;
  lang::Diagnostics& diagnostics_;
  NetworkBuilder& base_;
  Network* network_;
  LayoutTable& layouts_;
  Code constant_code_;
  Compiler constants_;  // evaluates what must be known before variables have addresses
  std::unique_ptr<Compiler> compiler_;
  Environment globals_{nullptr, -1};
  std::deque<Environment> process_environments_;
  std::vector<Instance> instances_;  // parallel to network_->processes
  ProcessTable process_table_;
  std::deque<std::vector<std::int32_t>> values_;
  const lang::Declaration* priorities_ = nullptr;
  // What becomes of the edges of one select that can never be taken: whether one was left out, or the next one stays.
  enum class Impossible : std::uint8_t { None, LeftOut, KeepsOne };
  Impossible impossible_ = Impossible::None;
  // Edges behind each branchpoint of a template, by template and location.
  std::unordered_map<const lang::Template*, std::vector<std::vector<std::size_t>>> branches_;
  std::unordered_map<std::string_view, std::uint32_t> event_numbers_;
  std::size_t copied_ = 0;         // parts of the bodies of quantifiers over clocks, written out
  std::size_t formula_parts_ = 0;  // of the current query
};

}  // namespace zonda::model
