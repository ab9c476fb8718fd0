// Pictures of templates.
#include "report/svg.hpp"

#include "formats/format.hpp"

namespace zonda::formats {

Format svg() {
  Format f;
  f.name = "svg";
  f.extensions = {".svg"};
  f.write = [](const WriteInput& model) -> Written {
    const report::SvgResult picture = report::write_svg(*model.tree);
    return {picture.svg, picture.error, {}};
  };
  return f;
}

}  // namespace zonda::formats
