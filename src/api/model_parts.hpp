// What is behind a Model.
#pragma once

#include "check/request.hpp"
#include "formats/registry.hpp"
#include "lang/diagnostics.hpp"
#include "lang/semantics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"
#include "report/model_text.hpp"
#include "zonda/model.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace zonda {

struct Model::Parts {
  explicit Parts(formats::Registry known_formats = formats::standard()) : registry(std::move(known_formats)) {}

  formats::Registry registry;
  std::string path;
  bool is_file = true;                   // else a text that was given, called by its name
  lang::Sources::FileId model_file = 0;  // in the sources
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const formats::Format* format = nullptr;      // of the model; null when nothing could be read
  std::unique_ptr<lang::Document> tree;         // what its reader made: either this
  std::unique_ptr<model::Blueprint> blueprint;  // or this one
  // Names of the blueprint, with the queries that were given; null where the blueprint's own queries count.
  std::unique_ptr<lang::Document> names;
  std::unique_ptr<lang::Semantics> semantics;  // of the tree, or of the names
  std::unique_ptr<model::Network> network;

  // Everything behind the text: tree or blueprint, queries, semantics, network.
  void read(std::optional<lang::Sources::FileId> file, const LoadOptions& options);
  // The network once more; `spare` as for model::build.
  [[nodiscard]] std::unique_ptr<model::Network> build(lang::Diagnostics& to, std::string_view spare) const;
  [[nodiscard]] bool is_read() const { return tree != nullptr || blueprint != nullptr; }
  // The document that holds the queries as they were written; null where there is none.
  [[nodiscard]] const lang::Document* queries() const { return tree != nullptr ? tree.get() : names.get(); }
  // What the text says about the network, which must be there.
  [[nodiscard]] report::ModelText text() const { return {tree.get(), *network, sources}; }
  // What --reduce means for this model.
  [[nodiscard]] std::string reduction(const std::string& chosen) const {
    return chosen == "auto" ? std::string(format->default_reduction) : chosen;
  }

 private:
  void read_names(const LoadOptions& options);
};

// Model::parse with other formats than the standard ones.
[[nodiscard]] Model parse_with(const formats::Registry& registry, std::string text, const std::string& name,
                               const LoadOptions& options = {});

// Model::check(), and what only those inside the project may ask for.
[[nodiscard]] Model::Checked check_model(const Model::Parts& parts, const check::Request& options);

}  // namespace zonda
