// A format is one description: what it is called, how to recognise it, how to read and write it, and whatever other
// layers must know about it. Nobody outside compares formats; who needs to know something asks the description for it.
//
// A new format is one file in this folder, which defines a function that makes its description, and one line in
// formats.def. registry.hpp finds formats by name, by extension and by what a text looks like.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "lang/tck_to_uppaal.hpp"
#include "model/blueprint.hpp"
#include "model/network.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::formats {

// How sure a format is that a text is written in it, and where in the text it found out.
struct Evidence {
  enum class Strength : std::uint8_t { None, Possible, Certain };
  Strength strength = Strength::None;
  std::size_t at = 0;

  static Evidence certain(std::optional<std::size_t> at) { return at ? Evidence{Strength::Certain, *at} : Evidence{}; }
  static Evidence possible(std::optional<std::size_t> at) {
    return at ? Evidence{Strength::Possible, *at} : Evidence{};
  }
};

struct Format;

// A model that is to be written.
struct WriteInput {
  const Format& from;                       // the format that it was read from
  const lang::Document* tree = nullptr;     // null where the reader made no syntax tree
  const model::Network* network = nullptr;  // null where the model has errors
  const lang::Sources& sources;
  std::string_view path;  // of the model
};

struct Written {
  std::string text;
  std::string error;    // why there is no text
  std::string warning;  // what the format has no place for
};

// What a writer works on: the syntax tree as it was read, a syntax tree of UPPAAL's language, or the network.
enum class Needs : std::uint8_t { Tree, UppaalTree, Network };

// Where the queries of a model go when it is written: into the text, into a query file beside it, or nowhere; or the
// format is not one of models.
enum class QueryPlace : std::uint8_t { Inside, Beside, Nowhere, NotApplicable };

// What `zonda fmt` puts into uniform layout: nothing, the whole text, or the declarations inside an XML file.
enum class Tidying : std::uint8_t { None, WholeText, Declarations };

using ReadTree = std::unique_ptr<lang::Document> (*)(lang::Sources&, lang::Sources::FileId, lang::Diagnostics&);
using ReadBlueprint = std::unique_ptr<model::Blueprint> (*)(const lang::Sources&, lang::Sources::FileId,
                                                            lang::Diagnostics&);
using ReadQueries = void (*)(const lang::Sources&, lang::Sources::FileId, lang::Document&, lang::Diagnostics&);

struct Format {
  // --- What it is called.
  std::string_view name;                     // one word, as --to takes it and `info --json` prints it
  std::string_view owner;                    // whose format it is, as messages say it: "TChecker's"; may be empty
  std::vector<std::string_view> extensions;  // with the dot; the first is the usual one

  // --- Reading. A format of models has one of the first two readers, a format of query files the third. Nothing is
  // thrown for bad input: readers report what is wrong to the diagnostics, with its place.
  ReadTree read_tree = nullptr;            // a language like UPPAAL's: a syntax tree, which the checker goes over
  ReadBlueprint read_blueprint = nullptr;  // any other language: processes, edges and code as they are
  ReadQueries read_queries = nullptr;
  // Looks at the beginning of a text. A format without it is recognised by the extension alone.
  Evidence (*recognise)(std::string_view beginning) = nullptr;
  bool must_be_utf8 = false;                      // else bytes beyond ASCII are taken as they are
  bool has_labels = false;                        // locations may carry labels, which check --labels asks for
  std::vector<std::string_view> silent_warnings;  // names of warnings that make no sense for the language
  std::string_view default_reduction = "auto";    // what --reduce auto means

  // --- Writing.
  Written (*write)(const WriteInput&) = nullptr;
  Needs needs = Needs::Tree;
  QueryPlace queries = QueryPlace::NotApplicable;
  // For a format that reads syntax trees with other rules than UPPAAL's: the same model in UPPAAL's language.
  lang::UppaalDocument (*to_uppaal)(const lang::Document&) = nullptr;

  // --- Editing.
  Tidying tidying = Tidying::None;

  [[nodiscard]] bool is_of_models() const { return read_tree != nullptr || read_blueprint != nullptr; }
  [[nodiscard]] bool has_extension(std::string_view file_name) const;
  // "TChecker's format", or "the format svg" where it is nobody's own.
  [[nodiscard]] std::string title() const;
};

// The descriptions, one function for each line of the list.
#define ZONDA_FORMAT(name) Format name();
#include "formats/formats.def"
#undef ZONDA_FORMAT

}  // namespace zonda::formats
