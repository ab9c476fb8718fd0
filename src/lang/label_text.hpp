// The text of each part of a model, for whoever shows or writes it: as the user wrote it where the document has
// the text (XML), else printed from the tree. Text is trimmed; a part that is absent is the empty string.
#pragma once

#include "lang/print.hpp"
#include "lang/syntax.hpp"

#include <string>
#include <vector>

namespace zonda::lang {

struct TextOptions {
  bool as_written = true;  // false: always print from the tree
  const Renaming* renaming = nullptr;
};

struct EdgeText {
  std::string select;
  std::string guard;
  std::string sync;
  std::string update;
  std::string probability;
};

[[nodiscard]] std::string invariant_text(const LocationSyntax& location, const TextOptions& options = {});
[[nodiscard]] std::string rate_text(const LocationSyntax& location, const TextOptions& options = {});
[[nodiscard]] EdgeText edge_text(const EdgeSyntax& edge, const TextOptions& options = {});
// Labels of kind 'comments', joined by line breaks.
[[nodiscard]] std::string comment_text(const std::vector<Label>& labels);

[[nodiscard]] std::string parameter_text(const Template& from, const TextOptions& options = {});
[[nodiscard]] std::string declaration_text(const Template& from, const TextOptions& options = {});
// The global declarations that stand before and between the templates.
[[nodiscard]] std::string declaration_text(const Document& document, const TextOptions& options = {});
// Instantiations and what is declared with them, the system line, progress and gantt.
[[nodiscard]] std::string system_text(const Document& document, const TextOptions& options = {});

// The label of this kind if there is exactly one that is not blank.
[[nodiscard]] const Label* find_label(const std::vector<Label>& labels, std::string_view kind);

}  // namespace zonda::lang
