#include "report/place_texts.hpp"

#include <cmath>

namespace zonda::report {

namespace {

constexpr double kSampleDistance = 4;
constexpr int kMaxSamples = 400;     // of one curve
constexpr double kPreference = 0.6;  // what a later candidate must save to be taken

bool is_inside(const Box& box, Vec p) { return p.x > box.left && p.x < box.right && p.y > box.top && p.y < box.bottom; }

double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const double height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

// The point of the path at this part of its curves.
Vec point_at(const Path& path, double part) {
  const double at = part * static_cast<double>(path.size());
  const auto index = std::min(static_cast<std::size_t>(at), path.size() - 1);
  return path[index].at(at - static_cast<double>(index));
}

}  // namespace

TextPlacer::TextPlacer(Picture& picture) : picture_(picture) {
  for (const PictureEdge& edge : picture.edges) {
    for (const Cubic& curve : edge.line) {
      const double length = distance(curve.p[0], curve.p[3]) + distance(curve.p[0], curve.p[1]);
      const int count = std::clamp(static_cast<int>(length / kSampleDistance), 1, kMaxSamples);
      for (int i = 0; i < count; ++i) line_points_.push_back(curve.at(double(i) / count));
    }
    line_points_.push_back(edge.arrow_tip);
    line_points_.push_back(edge.arrow_back);
  }
  for (const PictureText& text : picture.texts) boxes_.push_back(text.box());
}

double TextPlacer::cost(const Box& box) const {
  double sum = 0;
  const Box grown = box.grown(1.5);
  for (const Vec& p : line_points_)
    if (is_inside(grown, p)) sum += 1;
  for (const Box& each : boxes_) sum += overlap(box, each) / 8;
  for (const PictureNode& node : picture_.nodes) {
    const double r = node.radius() + 1;
    sum += overlap(box, {node.at.x - r, node.at.y - r, node.at.x + r, node.at.y + r}) / 8;
  }
  return sum;
}

void TextPlacer::place(std::vector<PictureText> texts, std::span<const Vec> corners) {
  if (texts.empty() || corners.empty()) return;
  const Vec size = stacked_size(texts);
  std::size_t best = 0;
  double best_cost = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec corner = corners[i];
    const double found =
        cost({corner.x, corner.y, corner.x + size.x, corner.y + size.y}) + kPreference * static_cast<double>(i);
    if (i > 0 && found >= best_cost) continue;
    best = i;
    best_cost = found;
  }
  stack(texts, corners[best]);
  for (PictureText& text : texts) {
    boxes_.push_back(text.box());
    picture_.texts.push_back(std::move(text));
  }
}

std::vector<Vec> TextPlacer::around_location(Vec center, Vec size) {
  const double side = kRadius + 4;
  const double near = kRadius * 0.6 + 2;
  const double level = -size.y / 2;
  const double above = -size.y - near;
  return {
      center + Vec{side, level},                         // right
      center + Vec{near, above},                         // above, to the right
      center + Vec{near, near},                          // below, to the right
      center + Vec{-side - size.x, level},               // left
      center + Vec{-near - size.x, above},               // above, to the left
      center + Vec{-near - size.x, near},                // below, to the left
      center + Vec{-size.x / 2, -size.y - kRadius - 2},  // above
      center + Vec{-size.x / 2, kRadius + 2},            // below
  };
}

std::vector<Vec> TextPlacer::along_edge(const Path& path, Vec size) {
  const Vec along = path.back().p[3] - path.front().p[0];
  const bool is_level = std::abs(along.x) > std::abs(along.y);
  std::vector<Vec> result;
  for (const double part : {0.5, 0.35, 0.65, 0.2, 0.8}) {
    const Vec at = part == 0.5 ? middle(path) : point_at(path, part);
    const Vec above = at + Vec{-size.x / 2, -size.y - 4};
    const Vec below = at + Vec{-size.x / 2, 4};
    const Vec right = at + Vec{7, -size.y / 2};
    const Vec left = at + Vec{-7 - size.x, -size.y / 2};
    if (is_level)
      result.insert(result.end(), {above, below});
    else
      result.insert(result.end(), {right, left});
    result.insert(result.end(), {at + Vec{5, -size.y - 3}, at + Vec{5, 3}, at + Vec{-5 - size.x, -size.y - 3},
                                 at + Vec{-5 - size.x, 3}});
  }
  return result;
}

}  // namespace zonda::report
