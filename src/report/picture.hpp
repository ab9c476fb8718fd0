// What a picture of a template consists of, with every position decided: circles, paths and pieces of text. There
// are two ways to one: from the coordinates in the model, or laid out by Graphviz. svg.cpp draws it.
#pragma once

#include "lang/syntax.hpp"
#include "report/path.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::report {

inline constexpr double kRadius = 11;        // of a location
inline constexpr double kPointRadius = 4.5;  // of a branchpoint
inline constexpr double kFontSize = 11.5;
inline constexpr double kLineHeight = 15;

enum class TextKind { Name, Invariant, Rate, Select, Guard, Sync, Update, Probability };
inline constexpr std::size_t kTextKinds = 8;

struct PictureText {
  TextKind kind = TextKind::Name;
  Vec at;  // the upper left corner
  std::vector<std::string> lines;

  [[nodiscard]] Box box() const;
};

struct PictureNode {
  Vec at;
  bool is_initial = false;
  bool is_urgent = false;
  bool is_committed = false;
  bool is_branchpoint = false;
  std::string color;    // '#rrggbb' or empty
  std::string tooltip;  // the name and the comment

  [[nodiscard]] double radius() const { return is_branchpoint ? kPointRadius : kRadius; }
};

struct PictureEdge {
  Path line;       // up to the back of the arrow head
  Vec arrow_back;  // from here
  Vec arrow_tip;   // to here
  bool is_dashed = false;
  std::string color;
  std::string tooltip;
};

struct Picture {
  std::string name;
  std::string parameters;
  std::vector<PictureNode> nodes;
  std::vector<PictureEdge> edges;
  std::vector<PictureText> texts;
};

[[nodiscard]] Box bounds(const Picture& picture);

// Does the model say where everything is? False when a location has no position or two have the same one.
[[nodiscard]] bool has_coordinates(const lang::Template& from);

// The picture as drawn in the model. A location without position is put at the origin.
[[nodiscard]] Picture picture_from_coordinates(const lang::Template& from);

// Parts that both ways share.

// Title and nodes; nodes are where the model says.
[[nodiscard]] Picture start_picture(const lang::Template& from);
// An edge whose path goes from the centre of its source to the centre of its target.
[[nodiscard]] PictureEdge finish_edge(const lang::Template& from, const lang::EdgeSyntax& edge, const Picture& picture,
                                      Path path);
// Texts of a location and of an edge in the order in which they are stacked; empty ones are left out. Their
// positions are not set. `columns`: longer lines are broken; 0 never.
[[nodiscard]] std::vector<PictureText> location_texts(const lang::LocationSyntax& location, std::size_t columns);
[[nodiscard]] std::vector<PictureText> edge_texts(const lang::EdgeSyntax& edge, std::size_t columns);
// Sets the texts below one another, the first one at this corner.
void stack(std::vector<PictureText>& texts, Vec corner);
// Width and height of the texts when stacked.
[[nodiscard]] Vec stacked_size(const std::vector<PictureText>& texts);

}  // namespace zonda::report
