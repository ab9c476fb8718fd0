// Writes a Network in TChecker's format. The file does not have the text of the model but its meaning: processes
// instead of templates, flat variables, updates without functions.
//
//   tck_terms    integer terms that the format can say
//   tck_flow     where branches of compiled code meet
//   tck_unfold   compiled code run with terms: conditions become terms, updates become statements
//   tck_names    names that are legal and different
//   tck_text     terms and statements as text
//   tck_edges    edges with guards split and broadcast receivers completed
//   tck          the file
#pragma once

#include "lang/source.hpp"
#include "model/network.hpp"

#include <string>
#include <string_view>

namespace zonda::emit {

struct TckResult {
  std::string text;
  // Why there is no text, and where the reason is in the model.
  std::string refusal;
  lang::SourceRange range;
};

// `path` is where the model came from; a network without a name is called after it.
[[nodiscard]] TckResult write_tck(const model::Network& network, std::string_view path);

}  // namespace zonda::emit
