// The parser's class, shared by the parse_*.cpp files; nobody else includes it.
#pragma once

#include "lang/parser.hpp"
#include "lang/token.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

// Deeper trees are refused: everything that walks them is recursive. Long chains of && and || do not count, they
// are built as balanced trees.
inline constexpr std::uint16_t kMaxHeight = 1500;
inline constexpr int kMaxNesting = 400;

class Parser {
 public:
  Parser(TextBlock block, LexMode mode, Document& document, Diagnostics& diagnostics);

  // parse_expression.cpp
  Expr* expression();                    // lowest level: assignments, conditionals, quantifiers
  std::vector<Expr*> expression_list();  // at least one, separated by ','
  Expr* conjunction_list();              // old dialect: ',' means 'and'
  Expr* condition();                     // of a guard or an invariant
  std::vector<Expr*> updates();

  // parse_declaration.cpp
  void declarations_to_end(std::vector<Declaration*>& out);
  bool at_declaration();  // at the start of a variable, type or function declaration
  Declaration* declaration();
  std::vector<Parameter> parameters();
  std::vector<Binder> binders();
  Binder binder();

  // parse_statement.cpp
  Statement* block();
  Statement* statement();
  [[nodiscard]] bool is_foreign_statement() const;
  void head(Statement& result, std::string_view keyword);  // the '( … )' of if, while and for

  // parse_process.cpp
  void process();
  void synchronisation(EdgeSyntax& edge);
  void exponential_rate(LocationSyntax& location);

  // parse_system.cpp
  void declarations_and_system(Section section);

  // parse_tck.cpp
  Expr* tck_formula();
  void tck_statements(TckProgram& program, std::vector<Statement*>& out);

  // parse_query.cpp
  void query(Query& query);

  // Reports anything left over.
  void expect_end(std::string_view what);

  // Runs `parse`; a syntax error inside ends it quietly (it has been reported) and gives false.
  template <typename F>
  bool recover(F&& parse) {
    try {
      parse();
      return true;
    } catch (const SyntaxError&) {
      if (!is_stopped_) (void)tokens_.finish();
      return false;
    }
  }

 private:
  struct SyntaxError {};
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > kMaxNesting) {
        --parser_.nesting_;
        parser_.fail_too_deep();
      }
    }
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // tokens
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const { return is_stopped_ ? kEnd : tokens_[at_ + ahead]; }
  [[nodiscard]] bool at(Tok kind) const { return peek().kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word) const { return at(Tok::Identifier) && peek().text == word; }
  const Token& take();
  bool accept(Tok kind);
  const Token& expect(Tok kind, std::string_view where);
  const Token& expect_name(std::string_view what);
  void expect_semicolon(std::string_view where);
  [[nodiscard]] bool is_new_line() const;  // the next token does not stand in the line of the last one
  [[noreturn]] void fail_too_deep();
  [[noreturn]] void fail(std::string_view message, std::string hint = {});
  [[noreturn]] void fail_at(const Token& token, std::string_view message, std::string hint = {});
  void report_missing(std::string_view what);  // behind the last token
  [[noreturn]] void fail_expecting(std::string_view what);
  [[nodiscard]] SourceRange range_from(const Token& first) const;
  [[nodiscard]] bool gave_up() const { return diagnostics_.error_count() > Diagnostics::kMaxErrors; }
  // Skips to the next token of this kind on the same bracket level (not consumed), to a '}' that closes this level, or
  // to 'process' and 'system', which stand inside of nothing.
  void skip_to(Tok a, Tok b = Tok::End);
  void skip_declaration();
  [[nodiscard]] bool at_end_of_block() const {
    return at(Tok::RightBrace) || at(Tok::End) || at(Tok::KwProcess) || at(Tok::KwSystem);
  }

  // expressions
  Expr* assignment();
  Expr* conditional();
  Expr* binary(int min_level);
  Expr* unary();
  Expr* postfix(Expr* base);
  Expr* primary();
  Expr* quantifier(Operator op);
  Expr* make(ExprKind kind, Operator op, SourceRange range, const std::vector<Expr*>& children);
  Expr* make_chain(Operator op, std::span<Expr*> operands);
  void warn_precedence(const Expr& node);

  // types and declarations
  [[nodiscard]] bool at_type() const;
  TypeSyntax* type();
  void type_prefixes(TypeSyntax& type);
  void int_range(TypeSyntax& type);
  std::span<Field> struct_fields();
  std::vector<ArrayDim> dims();
  Declarator declarator(bool allow_init);
  Initializer* initializer();
  Declaration* variable_declaration();
  Declaration* type_declaration();
  Declaration* function_declaration();
  Declaration* old_constants();
  Declaration* chan_priority();
  Declaration* update_hook(DeclKind kind);
  Declaration* dynamic_declaration();
  Declaration* import_declaration(std::vector<Declaration*>& out);
  Declaration* instantiation();
  std::span<Parameter> parameter_list();
  void old_parameters(std::vector<Parameter>& out);
  [[nodiscard]] bool at_instantiation() const;

  // processes
  void process_body(Template& result);
  void states(Template& result);
  void location_flags(Template& result);
  void edges(Template& result);
  void edge(Template& result, std::optional<std::size_t>& previous_source);
  void edge_labels(EdgeSyntax& edge);
  [[nodiscard]] bool at_next_edge() const;
  void initial_location(Template& result);
  std::size_t location_index(const Template& result, const Token& name);
  std::optional<std::size_t> find_location(const Template& result, std::string_view name) const;

  // system section
  void system_line();
  void progress();
  void gantt();
  void query_blocks();
  void foreign_blocks();

  // TChecker's format
  Expr* tck_atom();
  Expr* tck_sum();
  Expr* tck_product();
  Expr* tck_factor();
  Expr* tck_choice();
  Expr* tck_place();
  Statement* tck_statement(TckProgram& program);
  Statement* tck_local(TckProgram& program);
  Statement* tck_block(TckProgram& program);
  void expect_word(std::string_view word);

  // queries
  bool refuse_extension(Query& query);
  void refuse_odd_quantifier();
  bool pattern(Query& query);

  [[nodiscard]] bool is_old() const { return mode_ == LexMode::Old; }

  TextBlock block_;
  LexMode mode_;
  Document& document_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  static constexpr Token kEnd{};
  TokenStream tokens_;
  std::size_t at_ = 0;
  bool is_stopped_ = false;  // the rest of the text is not looked at
  int nesting_ = 0;
};

}  // namespace zonda::lang
