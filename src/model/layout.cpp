#include "model/layout.hpp"

#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace zonda::model {

std::uint32_t extent(const Size& size, Space space) {
  switch (space) {
    case Space::Cells:
      return size.cells;
    case Space::Clocks:
      return size.clocks;
    case Space::Channels:
      return size.channels;
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
  return descend(
      layout, space, offset, [](std::int32_t) {}, [](const std::string&) {});
}

namespace {

// Compares two layouts part by part; `same_leaf` decides on integers.
template <typename SameLeaf>
bool compare(const Layout& a, const Layout& b, SameLeaf same_leaf) {
  if (&a == &b) return true;
  if (a.is_integer() && b.is_integer()) return same_leaf(a, b);
  if (a.kind != b.kind) return false;
  if (a.kind == LayoutKind::Array)
    return a.lower == b.lower && a.count == b.count && compare(*a.element, *b.element, same_leaf);
  if (a.fields.size() != b.fields.size()) return false;
  for (std::size_t i = 0; i < a.fields.size(); ++i)
    if (a.fields[i].name != b.fields[i].name || !compare(*a.fields[i].layout, *b.fields[i].layout, same_leaf))
      return false;
  return true;
}

}  // namespace

bool has_same_shape(const Layout& a, const Layout& b) {
  return compare(a, b, [](const Layout&, const Layout&) { return true; });
}

bool fits(const Layout& from, const Layout& to) {
  return compare(from, to, [](const Layout& x, const Layout& y) { return x.lower >= y.lower && x.upper <= y.upper; });
}

const Layout* LayoutTable::add(Layout layout) {
  const auto found = known_.find(&layout);
  if (found != known_.end()) return *found;
  storage_.push_back(std::make_unique<Layout>(std::move(layout)));
  known_.insert(storage_.back().get());
  return storage_.back().get();
}

std::size_t LayoutTable::Hash::operator()(const Layout* layout) const {
  std::size_t hash = static_cast<std::size_t>(layout->kind);
  const auto mix = [&](std::size_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15U + (hash >> 29U); };
  mix(static_cast<std::uint32_t>(layout->lower));
  mix(static_cast<std::uint32_t>(layout->upper));
  mix(layout->count);
  mix(std::hash<const Layout*>{}(layout->element));
  for (const Layout::Field& field : layout->fields) mix(std::hash<const Layout*>{}(field.layout));
  return hash;
}

// Parts are in the table already, so comparing their addresses is enough.
bool LayoutTable::Equal::operator()(const Layout* a, const Layout* b) const {
  if (a->kind != b->kind || a->lower != b->lower || a->upper != b->upper || a->count != b->count ||
      a->element != b->element || a->is_urgent != b->is_urgent || a->is_broadcast != b->is_broadcast)
    return false;
  return std::equal(
      a->fields.begin(), a->fields.end(), b->fields.begin(), b->fields.end(),
      [](const Layout::Field& x, const Layout::Field& y) { return x.layout == y.layout && x.name == y.name; });
}

}  // namespace zonda::model
