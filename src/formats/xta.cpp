// UPPAAL's textual formats: .xta, the syntax of version 4 and later, and .ta, that of version 3.4 and before. They look
// alike; the extension says which syntax is tried first.
#include "formats/format.hpp"
#include "formats/writing.hpp"
#include "lang/read.hpp"
#include "lang/recognise.hpp"
#include "lang/write_xta.hpp"

namespace zonda::formats {

namespace {

Evidence recognise_text(std::string_view beginning) { return Evidence::certain(lang::find_text_model(beginning)); }

}  // namespace

Format xta() {
  Format f;
  f.name = "xta";
  f.owner = "UPPAAL's";
  f.extensions = {".xta"};
  f.read_tree = [](lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics) {
    return lang::read_text(sources, file, lang::Dialect::New, diagnostics);
  };
  f.recognise = recognise_text;
  f.write = [](const WriteInput& model) -> Written {
    return {lang::write_xta(*model.tree), {}, left_out_charts(model.tree)};
  };
  f.needs = Needs::UppaalTree;
  f.queries = QueryPlace::Beside;
  f.tidying = Tidying::WholeText;
  return f;
}

Format ta() {
  Format f;
  f.name = "ta";
  f.owner = "UPPAAL's";
  f.extensions = {".ta"};
  f.read_tree = [](lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics) {
    return lang::read_text(sources, file, lang::Dialect::Old, diagnostics);
  };
  f.recognise = recognise_text;
  f.tidying = Tidying::WholeText;
  return f;
}

}  // namespace zonda::formats
