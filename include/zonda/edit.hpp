// The public C++ interface, editing: a file in uniform layout, and mistakes repaired where the repair is certain.
#pragma once

#include "zonda/model.hpp"

#include <string>
#include <vector>

namespace zonda {

struct Edited {
  std::string text;   // the whole file, changed or not
  std::string error;  // why there is none
  bool is_changed = false;
  std::vector<std::string> notes;  // what was repaired, or had to be left alone
};

// Gives .xta and .ta files, and the declarations of .xml files, a uniform layout; '-' is standard input. Line breaks
// and comments stay.
[[nodiscard]] Edited format_file(const std::string& path);

// Repairs what warnings complain about where that does not change what the model does: declarations that nothing uses,
// assignments to itself and expressions without effect in updates.
[[nodiscard]] Edited fix_file(const std::string& path);

// The differences between two models; see Model::compare.
[[nodiscard]] Compared compare_models(const std::string& before, const std::string& after);

}  // namespace zonda
