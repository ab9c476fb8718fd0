// What is behind a Model.
#pragma once

#include "lang/check.hpp"
#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"
#include "zonda/model.hpp"

#include <memory>
#include <optional>
#include <string>

namespace zonda {

struct Model::Parts {
  std::string path;
  bool is_file = true;                   // else a text that was given, called by its name
  lang::Sources::FileId model_file = 0;  // in the sources
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<model::Network> network;

  // Everything behind the text: document, queries, semantics, network.
  void read(std::optional<lang::Sources::FileId> file, const LoadOptions& options);
  // `from` is the document, or what was made of it for this format.
  [[nodiscard]] Converted write(const lang::Document& from, OutputFormat format) const;
};

}  // namespace zonda
