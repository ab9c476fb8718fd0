// Prints syntax trees as text in the syntax of UPPAAL 4 and later. What is printed parses back to the same
// meaning: parentheses stand where the grammar needs them, and where an older release of UPPAAL would read the
// words 'imply' and 'xor' differently, nowhere else.
#pragma once

#include "lang/syntax.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace zonda::lang {

// Called for every identifier that is printed; returns what to write for it. It lets a writer give new names to
// things whose old name is a keyword of the printed language.
using Renaming = std::function<std::string(std::string_view)>;

struct PrintOptions {
  const Renaming* renaming = nullptr;
  int indent = 0;  // levels of four blanks before each line of a declaration or statement
};

[[nodiscard]] std::string print(const Expr& expr, const PrintOptions& options = {});
// 'a, b, c'
[[nodiscard]] std::string print_list(std::span<Expr* const> exprs, const PrintOptions& options = {});
[[nodiscard]] std::string print_type(const TypeSyntax& type, const PrintOptions& options = {});
[[nodiscard]] std::string print_dims(std::span<const ArrayDim> dims, const PrintOptions& options = {});
[[nodiscard]] std::string print_initializer(const Initializer& init, const PrintOptions& options = {});
[[nodiscard]] std::string print_parameters(std::span<const Parameter> parameters, const PrintOptions& options = {});
// 'i : T, j : int[0,3]'
[[nodiscard]] std::string print_binders(std::span<const Binder> binders, const PrintOptions& options = {});

// Whole lines: indented, each with its line break.
[[nodiscard]] std::string print_declaration(const Declaration& declaration, const PrintOptions& options = {});
[[nodiscard]] std::string print_statement(const Statement& statement, const PrintOptions& options = {});
// The system line, 'progress' and 'gantt'; empty when the document has none of them.
[[nodiscard]] std::string print_system(const Document& document, const PrintOptions& options = {});

// One line without line break. A query that zonda does not support is given as it was written.
[[nodiscard]] std::string print_query(const Query& query, const PrintOptions& options = {});

}  // namespace zonda::lang
