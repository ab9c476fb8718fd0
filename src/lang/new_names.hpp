// Names for a model that is written in the new syntax. Models in the syntax of UPPAAL 3.4 use names that became
// keywords ('for', 'select'); XML files have location names that no text may contain. Such names get a '_' behind
// them, the same one wherever they occur.
#pragma once

#include "lang/print.hpp"
#include "lang/syntax.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

class NewNames {
 public:
  explicit NewNames(const Document& document);
  NewNames(const NewNames&) = delete;
  NewNames& operator=(const NewNames&) = delete;

  // The name to write for this one.
  [[nodiscard]] std::string operator()(std::string_view name) const;
  [[nodiscard]] const Renaming& renaming() const { return renaming_; }
  [[nodiscard]] bool changes_names() const { return !changed_.empty(); }

  // The names of a template's locations and branchpoints: legal, and no two alike.
  [[nodiscard]] std::vector<std::string> locations(const Template& from) const;

 private:
  std::map<std::string, std::string, std::less<>> changed_;
  Renaming renaming_;
};

}  // namespace zonda::lang
