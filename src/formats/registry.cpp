#include "formats/registry.hpp"

#include "formats/writing.hpp"
#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace zonda::formats {

namespace {

// So much of a text is looked at to find out what it is.
constexpr std::size_t kLookedAt = std::size_t{256} * 1024;

bool is_better(const Evidence& a, const Evidence& b) {
  return a.strength != b.strength ? a.strength > b.strength : a.at < b.at;
}

bool is_as_good(const Evidence& a, const Evidence& b) { return !is_better(a, b) && !is_better(b, a); }

// 'a', 'a and b', 'a, b and c'
std::string listed(const std::vector<std::string>& words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " and " : ", ";
    result += words[i];
  }
  return result;
}

std::unique_ptr<model::Blueprint> checked(std::unique_ptr<model::Blueprint> blueprint, lang::Diagnostics& diagnostics) {
  // Where something could not be read, much may be missing.
  if (blueprint != nullptr && !diagnostics.has_model_errors()) model::check(*blueprint, diagnostics);
  return blueprint;
}

}  // namespace

bool Format::has_extension(std::string_view file_name) const {
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](std::string_view extension) { return file_name.ends_with(extension); });
}

std::string Format::title() const {
  return owner.empty() ? fmt::format("the format {}", name) : fmt::format("{} format", owner);
}

const Registry& standard() {
  static const Registry registry = [] {
    Registry result;
#define ZONDA_FORMAT(name) result.add(name());
#include "formats/formats.def"
#undef ZONDA_FORMAT
    return result;
  }();
  return registry;
}

void Registry::add(Format format) {
  for (const auto& other : formats_) {
    ZONDA_CHECK(other->name != format.name, "two formats have the same name");
    for (const std::string_view extension : format.extensions)
      ZONDA_CHECK(std::ranges::find(other->extensions, extension) == other->extensions.end(),
                  "two formats have the same extension");
  }
  ZONDA_CHECK(format.read_tree == nullptr || format.read_blueprint == nullptr, "a format has two readers of models");
  formats_.push_back(std::make_shared<const Format>(std::move(format)));
}

const Format* Registry::find(std::string_view name) const {
  for (const auto& f : formats_)
    if (f->name == name) return f.get();
  return nullptr;
}

const Format* Registry::find_writer(std::string_view name) const {
  const std::size_t dot = name.find_last_of("./");
  const std::string_view word = dot == std::string_view::npos ? name : name.substr(dot + 1);
  const auto is_meant = [&](const Format& f) {
    return f.name == word || std::any_of(f.extensions.begin(), f.extensions.end(),
                                         [&](std::string_view extension) { return extension.substr(1) == word; });
  };
  for (const auto& f : formats_)
    if (f->write != nullptr && is_meant(*f)) return f.get();
  return nullptr;
}

const Format* Registry::find_by_extension(std::string_view file_name) const {
  for (const auto& f : formats_)
    if ((f->is_of_models() || f->read_queries != nullptr) && f->has_extension(file_name)) return f.get();
  return nullptr;
}

// Where the content says nothing (a file of declarations, a long preamble), or the same of two formats (the dialects of
// UPPAAL's text), the extension decides.
const Format* Registry::recognise(std::string_view file_name, std::string_view text) const {
  const std::string_view beginning = text.substr(0, kLookedAt);
  const Format* best = nullptr;
  Evidence strongest;
  for (const auto& f : formats_) {
    if (f->recognise == nullptr) continue;
    const Evidence found = f->recognise(beginning);
    const bool is_tie = best != nullptr && is_as_good(found, strongest) && f->has_extension(file_name);
    if (!is_better(found, strongest) && !is_tie) continue;
    best = f.get();
    strongest = found;
  }
  return best != nullptr ? best : find_by_extension(file_name);
}

std::vector<std::string_view> Registry::query_extensions() const {
  std::vector<std::string_view> result;
  for (const auto& f : formats_)
    if (f->read_queries != nullptr) result.insert(result.end(), f->extensions.begin(), f->extensions.end());
  return result;
}

lang::LoadRules Registry::rules_for(std::string_view file_name) const {
  const Format* by_name = find_by_extension(file_name);
  lang::LoadRules rules;
  // A query file without queries is nothing unusual.
  rules.may_be_empty = by_name != nullptr && by_name->read_queries != nullptr;
  rules.must_be_utf8 = [this, file_name](std::string_view text) {
    const Format* format = recognise(file_name, text);
    return format != nullptr && format->must_be_utf8;
  };
  return rules;
}

std::optional<lang::Sources::FileId> Registry::load_file(const std::string& path, lang::Sources& sources,
                                                         lang::Diagnostics& diagnostics) const {
  return lang::load_file(path, sources, diagnostics, rules_for(path));
}

std::optional<lang::Sources::FileId> Registry::load_bytes(const std::string& name, std::string bytes,
                                                          lang::Sources& sources,
                                                          lang::Diagnostics& diagnostics) const {
  return lang::load_bytes(name, std::move(bytes), sources, diagnostics, rules_for(name));
}

// "UPPAAL's .xml, .xta and .ta files and TChecker's .tck files"
std::string Registry::readable() const {
  std::vector<std::string_view> owners;
  for (const auto& f : formats_)
    if (f->is_of_models() && std::ranges::find(owners, f->owner) == owners.end()) owners.push_back(f->owner);
  std::vector<std::string> parts;
  for (const std::string_view owner : owners) {
    std::vector<std::string> extensions;
    for (const auto& f : formats_)
      if (f->is_of_models() && f->owner == owner)
        extensions.insert(extensions.end(), f->extensions.begin(), f->extensions.end());
    parts.push_back(fmt::format("{}{}{} files", owner, owner.empty() ? "" : " ", listed(extensions)));
  }
  return listed(parts);
}

Reading Registry::read(lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics) const {
  const std::string& name = sources.name(file);
  Reading result;
  result.format = recognise(name, sources.text(file));
  if (result.format != nullptr && result.format->read_tree != nullptr)
    result.tree = result.format->read_tree(sources, file, diagnostics);
  else if (result.format != nullptr && result.format->read_blueprint != nullptr)
    result.blueprint = checked(result.format->read_blueprint(sources, file, diagnostics), diagnostics);
  else if (result.format != nullptr)
    diagnostics.error({}, fmt::format("'{}' is a query file, not a model", name),
                      "give the model first, the query file second");
  else
    diagnostics.error({}, fmt::format("'{}' is not a model", name), "zonda reads " + readable());
  return result;
}

void Registry::read_queries(const lang::Sources& sources, lang::Sources::FileId file, lang::Document& document,
                            lang::Diagnostics& diagnostics) const {
  const Format* format = recognise(sources.name(file), sources.text(file));
  if (format == nullptr || format->read_queries == nullptr) {
    // Text that is not recognised, as a lone 'P.a' is not, is for the usual language to complain about.
    for (const auto& f : formats_)
      if (f->read_queries != nullptr) {
        format = f.get();
        break;
      }
  }
  ZONDA_CHECK(format != nullptr && format->read_queries != nullptr, "no format of query files is registered");
  format->read_queries(sources, file, document, diagnostics);
}

std::unique_ptr<lang::Document> read_tree(lang::Sources& sources, lang::Sources::FileId file,
                                          lang::Diagnostics& diagnostics) {
  return standard().read(sources, file, diagnostics).tree;
}

Written convert(const WriteInput& model, const Format& to) {
  ZONDA_CHECK(to.write != nullptr, "the format cannot be written");
  if (to.needs == Needs::Network) {
    if (model.network == nullptr) return {{}, "the model has errors", {}};
    return to.write(model);
  }
  if (model.tree == nullptr)
    return {{},
            fmt::format("a model in {} cannot be written as {}: zonda keeps its meaning, not its text",
                        model.from.title(), to.name),
            {}};
  if (to.needs != Needs::UppaalTree || model.from.to_uppaal == nullptr) return to.write(model);
  const lang::UppaalDocument made = model.from.to_uppaal(*model.tree);
  if (made.document == nullptr) return {{}, refusal_text(made.refusal, made.range, model.sources, to.title()), {}};
  WriteInput changed = model;
  changed.tree = made.document.get();
  Written result = to.write(changed);
  if (made.has_labels && to.is_of_models()) result.warning = "labels of locations are comments now";
  return result;
}

}  // namespace zonda::formats
