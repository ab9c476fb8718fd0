// What every fuzz target does with a document: the whole way to a Network, and back to text.
#pragma once

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "lang/write_xml.hpp"
#include "lang/write_xta.hpp"
#include "model/build.hpp"

#include <cstdlib>
#include <memory>
#include <string>

namespace zonda::fuzz {

inline std::unique_ptr<model::Network> finish(lang::Document* document, lang::Sources& sources,
                                              lang::Diagnostics& diagnostics) {
  std::unique_ptr<model::Network> network;
  if (document != nullptr && !diagnostics.has_model_errors()) {
    const auto semantics = lang::check(*document, diagnostics);
    if (!diagnostics.has_model_errors()) network = model::build(*document, *semantics, diagnostics);
  }
  diagnostics.sort();
  (void)lang::render(diagnostics, sources);
  return network;
}

// What zonda writes, zonda reads; and it is the same network.
inline void check_same(const model::Network& network, std::string text, const char* name) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const auto file = sources.add(name, std::move(text));
  auto document = formats::read_tree(sources, file, diagnostics);
  const auto again = finish(document.get(), sources, diagnostics);
  if (again == nullptr || again->processes.size() != network.processes.size() ||
      again->cells.size() != network.cells.size() || again->clocks.size() != network.clocks.size() ||
      again->code.instructions.size() != network.code.instructions.size())
    std::abort();
}

}  // namespace zonda::fuzz
