// UPPAAL's XML files, of any version of their DTD.
#include "formats/format.hpp"
#include "formats/writing.hpp"
#include "lang/read.hpp"
#include "lang/recognise.hpp"
#include "lang/write_xml.hpp"

namespace zonda::formats {

Format xml() {
  Format f;
  f.name = "xml";
  f.owner = "UPPAAL's";
  f.extensions = {".xml"};
  f.read_tree = lang::read_xml;
  f.recognise = [](std::string_view beginning) { return Evidence::certain(lang::find_xml(beginning)); };
  f.must_be_utf8 = true;
  f.write = [](const WriteInput& model) -> Written {
    return {lang::write_xml(*model.tree), {}, left_out_charts(model.tree)};
  };
  f.needs = Needs::UppaalTree;
  f.queries = QueryPlace::Inside;
  f.tidying = Tidying::Declarations;
  return f;
}

}  // namespace zonda::formats
