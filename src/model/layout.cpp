#include "model/layout.hpp"

#include <fmt/format.h>

#include "util/check.hpp"

namespace zonda::model {

std::uint32_t extent(const Size& size, Space space) {
  switch (space) {
    case Space::Cells: return size.cells;
    case Space::Clocks: return size.clocks;
    case Space::Channels: return size.channels;
  }
  return 0;
}

namespace {

// Walks down to the leaf at `offset`, telling `visit` every step on the way.
template <typename OnIndex, typename OnField>
const Layout& descend(const Layout& root, Space space, std::uint32_t offset, OnIndex on_index, OnField on_field) {
  const Layout* at = &root;
  for (;;) {
    if (at->kind == LayoutKind::Array) {
      const std::uint32_t stride = extent(at->element->size, space);
      ZONDA_CHECK(stride > 0, "leaf in an empty space");
      on_index(at->lower + static_cast<std::int32_t>(offset / stride));
      offset %= stride;
      at = at->element;
    } else if (at->kind == LayoutKind::Struct) {
      const Layout::Field* found = nullptr;
      for (const Layout::Field& field : at->fields) {
        const std::uint32_t begin = extent(field.offset, space);
        if (offset >= begin && offset < begin + extent(field.layout->size, space)) found = &field;
      }
      ZONDA_CHECK(found != nullptr, "leaf outside its struct");
      on_field(found->name);
      offset -= extent(found->offset, space);
      at = found->layout;
    } else {
      return *at;
    }
  }
}

}  // namespace

std::string leaf_name(const Layout& layout, std::string name, Space space, std::uint32_t offset) {
  descend(
      layout, space, offset, [&](std::int32_t index) { name += fmt::format("[{}]", index); },
      [&](const std::string& field) { name += "." + field; });
  return name;
}

const Layout& leaf(const Layout& layout, Space space, std::uint32_t offset) {
  return descend(layout, space, offset, [](std::int32_t) {}, [](const std::string&) {});
}

}  // namespace zonda::model
