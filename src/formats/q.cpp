// Query files: formulas of UPPAAL's query language, one a line, with comments and expectations.
#include "formats/format.hpp"
#include "lang/read.hpp"
#include "lang/recognise.hpp"
#include "lang/write_xta.hpp"

namespace zonda::formats {

Format q() {
  Format f;
  f.name = "q";
  f.owner = "UPPAAL's";
  f.extensions = {".q"};
  f.read_queries = lang::read_queries;
  f.recognise = [](std::string_view beginning) { return Evidence::possible(lang::find_query(beginning)); };
  f.write = [](const WriteInput& model) -> Written { return {lang::write_queries(*model.tree), {}, {}}; };
  f.needs = Needs::UppaalTree;
  return f;
}

}  // namespace zonda::formats
