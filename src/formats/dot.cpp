// Templates as graphs in the language of Graphviz.
#include "report/dot.hpp"

#include "formats/format.hpp"

namespace zonda::formats {

Format dot() {
  Format f;
  f.name = "dot";
  f.extensions = {".dot", ".gv"};
  f.write = [](const WriteInput& model) -> Written { return {report::write_dot(*model.tree), {}, {}}; };
  return f;
}

}  // namespace zonda::formats
