// Where values live. A type of the language, with its bounds evaluated, becomes a Layout: how many memory cells,
// clocks and channels a value of it takes and how they are arranged. Arrays and structs are flattened; the three
// spaces (cells, clocks, channels) are counted apart because a struct may hold integers and clocks side by side.
// Doubles, strings and hybrid clocks take no place at all: symbolic verification never looks at them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace zonda::model {

enum class LayoutKind : std::uint8_t { Int, Bool, Scalar, Clock, Channel, Ghost, Array, Struct };

struct Size {
  std::uint32_t cells = 0;
  std::uint32_t clocks = 0;
  std::uint32_t channels = 0;
};

struct Layout {
  struct Field {
    std::string name;
    const Layout* layout = nullptr;
    Size offset;
  };

  LayoutKind kind = LayoutKind::Int;
  Size size;
  std::int32_t lower = 0;  // Int, Bool, Scalar: range of values; Array: lowest index
  std::int32_t upper = 0;
  std::uint32_t count = 0;  // Array
  const Layout* element = nullptr;
  std::vector<Field> fields;
  bool is_urgent = false;  // Channel
  bool is_broadcast = false;
  bool has_ghost = false;  // some part of it occupies no memory

  [[nodiscard]] bool is_integer() const {
    return kind == LayoutKind::Int || kind == LayoutKind::Bool || kind == LayoutKind::Scalar;
  }
};

// Name of one leaf of a value: 'a[2].f' for the cell (clock, channel) at this offset within a value named `name`.
enum class Space : std::uint8_t { Cells, Clocks, Channels };
[[nodiscard]] std::string leaf_name(const Layout& layout, std::string name, Space space, std::uint32_t offset);
// The layout of that leaf.
[[nodiscard]] const Layout& leaf(const Layout& layout, Space space, std::uint32_t offset);
[[nodiscard]] std::uint32_t extent(const Size& size, Space space);

// Whether both are arranged alike, whatever the ranges of their integers.
[[nodiscard]] bool has_same_shape(const Layout& a, const Layout& b);
// Whether every value of `from` is a value of `to`: the same shape, ranges within ranges.
[[nodiscard]] bool fits(const Layout& from, const Layout& to);

// All layouts of a network, one of each: two layouts are equal exactly when they are the same object.
class LayoutTable {
 public:
  explicit LayoutTable(std::vector<std::unique_ptr<Layout>>& storage) : storage_(storage) {}
  const Layout* add(Layout layout);

 private:
  struct Hash {
    std::size_t operator()(const Layout* layout) const;
  };
  struct Equal {
    bool operator()(const Layout* a, const Layout* b) const;
  };
  std::vector<std::unique_ptr<Layout>>& storage_;
  std::unordered_set<const Layout*, Hash, Equal> known_;
};

}  // namespace zonda::model
