// Coordinates for a template that has none, so that UPPAAL's editor shows something a person can work with.
#pragma once

#include "lang/syntax.hpp"

#include <vector>

namespace zonda::lang {

struct EdgeLayout {
  std::vector<Point> nails;
  Point labels;  // where they start, or end if they stand above the edge
  bool are_labels_above = false;
};

struct TemplateLayout {
  std::vector<Point> locations;
  std::vector<EdgeLayout> edges;
};

// Distance between labels that stand below one another; the editor's own.
inline constexpr std::int32_t kLabelStep = 17;

[[nodiscard]] TemplateLayout lay_out(const Template& from);

}  // namespace zonda::lang
