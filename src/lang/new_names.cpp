#include "lang/new_names.hpp"

#include "lang/label_text.hpp"
#include "lang/parser.hpp"
#include "util/characters.hpp"

#include <algorithm>
#include <set>

namespace zonda::lang {

namespace {

using NameSet = std::set<std::string, std::less<>>;

bool is_name_character(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '$' || c == '#'; }

bool is_legal(std::string_view name) {
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_name_character) &&
         !is_reserved_word(name, Dialect::New);
}

std::string fresh_name(std::string_view name, const NameSet& taken) {
  std::string result(name);
  for (char& c : result)
    if (!is_name_character(c)) c = '_';
  if (result.empty() || !is_letter(result[0])) result.insert(0, "_");
  while (taken.contains(result) || !is_legal(result)) result += '_';
  return result;
}

// All names that occur: printing everything meets each of them.
NameSet all_names(const Document& document) {
  NameSet names;
  const Renaming record = [&](std::string_view name) {
    names.emplace(name);
    return std::string();
  };
  const PrintOptions print_options{.renaming = &record};
  const TextOptions text_options{.as_written = false, .renaming = &record};
  for (const Item& item : document.items)
    if (!item.is_template()) (void)print_declaration(*item.declaration, print_options);
  for (const auto& each : document.templates) {
    names.emplace(each->name);
    (void)parameter_text(*each, text_options);
    (void)declaration_text(*each, text_options);
    for (const LocationSyntax& location : each->locations) {
      names.emplace(location.name);
      (void)invariant_text(location, text_options);
      (void)rate_text(location, text_options);
    }
    for (const EdgeSyntax& edge : each->edges) (void)edge_text(edge, text_options);
  }
  (void)print_system(document, print_options);
  for (const Query& query : document.queries) (void)print_query(query, print_options);
  return names;
}

}  // namespace

NewNames::NewNames(const Document& document) {
  NameSet names = all_names(document);
  std::vector<std::string> illegal;
  std::copy_if(names.begin(), names.end(), std::back_inserter(illegal),
               [](const std::string& name) { return !is_legal(name); });
  for (const std::string& name : illegal) {
    const std::string fresh = fresh_name(name, names);
    names.insert(fresh);
    changed_.emplace(name, fresh);
  }
  renaming_ = [this](std::string_view name) { return (*this)(name); };
}

std::string NewNames::operator()(std::string_view name) const {
  const auto found = changed_.find(name);
  return found == changed_.end() ? std::string(name) : found->second;
}

std::vector<std::string> NewNames::locations(const Template& from) const {
  NameSet taken;
  for (const Parameter& parameter : from.parameters) taken.insert((*this)(parameter.name));
  for (const Declaration* declaration : from.declarations) {
    taken.insert((*this)(declaration->name));
    for (const Declarator& declarator : declaration->declarators) taken.insert((*this)(declarator.name));
  }
  for (const LocationSyntax& location : from.locations)
    if (location.is_named) taken.insert((*this)(location.name));
  NameSet used;
  std::vector<std::string> result;
  for (const LocationSyntax& location : from.locations) {
    std::string name = (*this)(location.name);
    const bool clashes = used.contains(name) || (!location.is_named && taken.contains(name));
    if (clashes) name = fresh_name(name, taken);
    taken.insert(name);
    used.insert(name);
    result.push_back(std::move(name));
  }
  return result;
}

}  // namespace zonda::lang
