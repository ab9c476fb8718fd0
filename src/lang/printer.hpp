// The printer behind lang/print.hpp: appends to one string. Recursion goes as deep as the tree, which the parser
// limits.
#pragma once

#include "lang/print.hpp"
#include "lang/syntax.hpp"

#include <span>
#include <string>
#include <string_view>

namespace zonda::lang {

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : renaming_(options.renaming), indent_(options.indent) {}

  [[nodiscard]] std::string take() { return std::move(out_); }

  void write_expr(const Expr& expr) { write_expr(expr, kAnyLevel, false); }
  void write_list(std::span<Expr* const> exprs);
  void write_type(const TypeSyntax& type);
  void write_dims(std::span<const ArrayDim> dims);
  void write_initializer(const Initializer& init);
  void write_parameters(std::span<const Parameter> parameters);
  void write_binders(std::span<const Binder> binders);
  void write_declaration(const Declaration& declaration);
  void write_statement(const Statement& statement);
  void write_system(const Document& document);
  void write_query(const Query& query);

 private:
  // Levels of the operator table, tightest first; see write_expr.
  static constexpr int kAnyLevel = 18;

  void write_expr(const Expr& expr, int max_level, bool is_followed);
  void write_bare(const Expr& expr, int level, bool is_followed);
  void write_unary(const Expr& expr, bool is_followed);
  void write_binary(const Expr& expr, int level, bool is_followed);
  void write_operand(const Expr& parent, const Expr& operand, int max_level, bool is_followed);
  void write_step(const Expr& expr);
  void write_call(const Expr& expr, std::string_view prefix);

  void write_fields(std::span<const Field> fields, bool on_lines);
  void write_declared_type(const TypeSyntax& type);
  void write_prefixes(const TypeSyntax& type);
  void write_declarators(std::span<const Declarator> declarators);
  void write_function(const Declaration& declaration);
  void write_signature(const Declaration& declaration);
  void write_priorities(std::span<const ChanPriorityItem> items);

  void write_body(const Statement& statement);
  void write_block_inside(const Statement& block);
  void write_if(const Statement& statement);
  void write_loop(const Statement& statement);
  void write_gantt(const Document& document);

  void put(std::string_view text) { out_ += text; }
  void put_name(std::string_view name);
  void put_indent() { out_.append(static_cast<std::size_t>(indent_) * 4, ' '); }
  void put_line(std::string_view text);

  std::string out_;
  const Renaming* renaming_;
  int indent_;
};

}  // namespace zonda::lang
