// The structure of a model as JSON, for programs.
#include "formats/format.hpp"
#include "report/document_json.hpp"

namespace zonda::formats {

Format json() {
  Format f;
  f.name = "json";
  f.extensions = {".json"};
  f.write = [](const WriteInput& model) -> Written {
    const auto document = report::document_to_json(*model.tree, model.from.name, model.sources);
    return {document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n", {}, {}};
  };
  return f;
}

}  // namespace zonda::formats
