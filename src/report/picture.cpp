#include "report/picture.hpp"

#include "lang/comments.hpp"
#include "lang/label_text.hpp"
#include "report/text.hpp"

#include <algorithm>
#include <cmath>

namespace zonda::report {

namespace {

constexpr double kArrowLength = 9;

// '#rgb' or '#rrggbb', else nothing: the value goes into the picture as it is.
std::string checked_color(std::string_view color) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  const bool is_good = (color.size() == 4 || color.size() == 7) && color[0] == '#' &&
                       std::all_of(color.begin() + 1, color.end(), is_hex);
  return is_good ? std::string(color) : std::string();
}

PictureText make_text(TextKind kind, std::string_view text, std::size_t columns) {
  return {kind, {}, columns == 0 ? split_lines(text) : wrap(text, columns)};
}

void add_text(std::vector<PictureText>& texts, TextKind kind, std::string_view text, std::size_t columns) {
  if (!lang::trimmed(text).empty()) texts.push_back(make_text(kind, text, columns));
}

}  // namespace

Box PictureText::box() const {
  double width = 0;
  for (const std::string& each : lines) width = std::max(width, text_width(each, kFontSize, kind == TextKind::Name));
  return {at.x, at.y, at.x + width, at.y + kLineHeight * static_cast<double>(lines.size())};
}

Box bounds(const Picture& picture) {
  Box box;
  for (const PictureNode& node : picture.nodes) {
    const double r = node.radius() + 2;
    box.add(Box{node.at.x - r, node.at.y - r, node.at.x + r, node.at.y + r});
  }
  for (const PictureEdge& edge : picture.edges) {
    box.add(bounds(edge.line));
    box.add(edge.arrow_tip);
  }
  for (const PictureText& text : picture.texts) box.add(text.box());
  return box;
}

Picture start_picture(const lang::Template& from) {
  Picture picture;
  picture.name = from.name;
  picture.parameters = lang::without_comments(lang::parameter_text(from));
  for (std::size_t i = 0; i < from.locations.size(); ++i) {
    const lang::LocationSyntax& location = from.locations[i];
    PictureNode node;
    node.is_initial = from.initial == i;
    node.is_urgent = location.is_urgent;
    node.is_committed = location.is_committed;
    node.is_branchpoint = location.is_branchpoint;
    node.color = checked_color(location.color);
    node.tooltip = location.name;
    const std::string comment = lang::comment_text(location.labels);
    if (!comment.empty()) node.tooltip += "\n" + comment;
    picture.nodes.push_back(std::move(node));
  }
  return picture;
}

PictureEdge finish_edge(const lang::Template& from, const lang::EdgeSyntax& edge, const Picture& picture, Path path) {
  const PictureNode& source = picture.nodes[edge.source];
  const PictureNode& target = picture.nodes[edge.target];
  PictureEdge result;
  path = cut_start(path, source.at, source.radius());
  path = cut_end(std::move(path), target.at, target.radius() + 0.5);
  result.arrow_tip = path.back().p[3];
  result.line = cut_end(std::move(path), target.at, target.radius() + kArrowLength * 0.8);
  result.arrow_back = result.line.back().p[3];
  // Circles that touch or overlap leave no room for the head: it points at the target all the same.
  if (distance(result.arrow_back, result.arrow_tip) < 1) {
    const Vec d = direction(source.at, target.at);
    result.arrow_tip = target.at - d * target.radius();
    result.arrow_back = result.arrow_tip - d * kArrowLength;
  }
  result.arrow_back = result.arrow_tip + direction(result.arrow_tip, result.arrow_back) * kArrowLength;
  result.is_dashed = !edge.is_controllable || source.is_branchpoint;
  result.color = checked_color(edge.color);
  result.tooltip =
      std::string(from.locations[edge.source].name) + " → " + std::string(from.locations[edge.target].name);
  const std::string comment = lang::comment_text(edge.labels);
  if (!comment.empty()) result.tooltip += "\n" + comment;
  return result;
}

std::vector<PictureText> location_texts(const lang::LocationSyntax& location, std::size_t columns) {
  std::vector<PictureText> texts;
  if (location.is_named && !location.is_branchpoint) add_text(texts, TextKind::Name, location.name, columns);
  add_text(texts, TextKind::Invariant, lang::invariant_text(location), columns);
  add_text(texts, TextKind::Rate, lang::rate_text(location), columns);
  return texts;
}

std::vector<PictureText> edge_texts(const lang::EdgeSyntax& edge, std::size_t columns) {
  const lang::EdgeText text = lang::edge_text(edge);
  std::vector<PictureText> texts;
  add_text(texts, TextKind::Select, text.select, columns);
  add_text(texts, TextKind::Guard, text.guard, columns);
  add_text(texts, TextKind::Sync, text.sync, columns);
  add_text(texts, TextKind::Update, text.update, columns);
  add_text(texts, TextKind::Probability, text.probability, columns);
  return texts;
}

void stack(std::vector<PictureText>& texts, Vec corner) {
  for (PictureText& text : texts) {
    text.at = corner;
    corner.y += text.box().height();
  }
}

Vec stacked_size(const std::vector<PictureText>& texts) {
  Vec size;
  for (const PictureText& text : texts) {
    size.x = std::max(size.x, text.box().width());
    size.y += text.box().height();
  }
  return size;
}

}  // namespace zonda::report
