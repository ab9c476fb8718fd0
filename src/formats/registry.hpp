// All formats. Readers and writers are found here, and lists of formats in messages and help texts are made here.
#pragma once

#include "formats/format.hpp"
#include "lang/read.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::formats {

// What reading a model gave; nothing where it could not be read at all, and then the diagnostics say why.
struct Reading {
  const Format* format = nullptr;
  std::unique_ptr<lang::Document> tree;         // either this
  std::unique_ptr<model::Blueprint> blueprint;  // or this one
};

class Registry {
 public:
  // Names and extensions must be new.
  void add(Format format);

  [[nodiscard]] const std::vector<std::shared_ptr<const Format>>& all() const { return formats_; }
  [[nodiscard]] const Format* find(std::string_view name) const;
  // The format to write for a file name by its extension, or for the name of a format.
  [[nodiscard]] const Format* find_writer(std::string_view name) const;
  // What a file is, by its content first and its extension second.
  [[nodiscard]] const Format* recognise(std::string_view file_name, std::string_view text) const;
  // Extensions of query files.
  [[nodiscard]] std::vector<std::string_view> query_extensions() const;

  // lang::load_file and lang::load_bytes by the rules of the format that the file turns out to have.
  [[nodiscard]] std::optional<lang::Sources::FileId> load_file(const std::string& path, lang::Sources& sources,
                                                               lang::Diagnostics& diagnostics) const;
  [[nodiscard]] std::optional<lang::Sources::FileId> load_bytes(const std::string& name, std::string bytes,
                                                                lang::Sources& sources,
                                                                lang::Diagnostics& diagnostics) const;

  // Reads a model of any format that has a reader.
  [[nodiscard]] Reading read(lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics) const;
  // Reads a query file, or a text given as one, and appends its queries to the document.
  void read_queries(const lang::Sources& sources, lang::Sources::FileId file, lang::Document& document,
                    lang::Diagnostics& diagnostics) const;

 private:
  [[nodiscard]] const Format* find_by_extension(std::string_view file_name) const;
  [[nodiscard]] lang::LoadRules rules_for(std::string_view file_name) const;
  [[nodiscard]] std::string readable() const;

  std::vector<std::shared_ptr<const Format>> formats_;
};

// The formats of formats.def.
[[nodiscard]] const Registry& standard();

// The syntax tree of a model in one of the standard formats; null where there is none.
[[nodiscard]] std::unique_ptr<lang::Document> read_tree(lang::Sources& sources, lang::Sources::FileId file,
                                                        lang::Diagnostics& diagnostics);

// The model in the format `to`, or why that is not possible.
[[nodiscard]] Written convert(const WriteInput& model, const Format& to);

}  // namespace zonda::formats
