// Plane geometry of pictures: points, boxes, and paths made of cubic Bézier curves (a straight line is one, too).
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

namespace zonda::report {

struct Vec {
  double x = 0;
  double y = 0;

  friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec operator*(Vec a, double s) { return {a.x * s, a.y * s}; }
};

[[nodiscard]] double distance(Vec a, Vec b);
// Length one; {1, 0} for the null vector.
[[nodiscard]] Vec direction(Vec from, Vec to);

struct Box {
  double left = std::numeric_limits<double>::infinity();
  double top = std::numeric_limits<double>::infinity();
  double right = -std::numeric_limits<double>::infinity();
  double bottom = -std::numeric_limits<double>::infinity();

  [[nodiscard]] bool is_empty() const { return left > right; }
  [[nodiscard]] double width() const { return is_empty() ? 0 : right - left; }
  [[nodiscard]] double height() const { return is_empty() ? 0 : bottom - top; }
  void add(Vec p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  void add(const Box& other) {
    if (other.is_empty()) return;
    add(Vec{other.left, other.top});
    add(Vec{other.right, other.bottom});
  }
  [[nodiscard]] Box grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
};

struct Cubic {
  std::array<Vec, 4> p;

  [[nodiscard]] Vec at(double t) const;
};

using Path = std::vector<Cubic>;

[[nodiscard]] Cubic line(Vec from, Vec to);
// Straight lines through the points, bent with a small radius.
[[nodiscard]] Path polyline(std::span<const Vec> points, double corner_radius);
// From a to b, bulging to the left of the direction by `bulge` in the middle.
[[nodiscard]] Path arc(Vec from, Vec to, double bulge);

// A drop with its tip at `center` that reaches to `far`.
[[nodiscard]] Path loop_path(Vec center, Vec far);

// What is left of the path after the piece inside the circle around its end (start) is cut off. A path that
// never leaves the circle is returned as it is.
[[nodiscard]] Path cut_end(Path path, Vec center, double radius);
[[nodiscard]] Path cut_start(const Path& path, Vec center, double radius);
[[nodiscard]] Path reversed(const Path& path);

[[nodiscard]] Vec middle(const Path& path);
[[nodiscard]] Box bounds(const Path& path);

}  // namespace zonda::report
