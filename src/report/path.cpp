#include "report/path.hpp"

#include <cmath>

namespace zonda::report {

namespace {

Vec mix(Vec a, Vec b, double t) { return a + (b - a) * t; }

// The part of a curve up to t (de Casteljau).
Cubic first_part(const Cubic& c, double t) {
  const Vec ab = mix(c.p[0], c.p[1], t);
  const Vec bc = mix(c.p[1], c.p[2], t);
  const Vec cd = mix(c.p[2], c.p[3], t);
  const Vec abc = mix(ab, bc, t);
  const Vec bcd = mix(bc, cd, t);
  return {{c.p[0], ab, abc, mix(abc, bcd, t)}};
}

// The last t at which the curve enters the circle, found by sampling and then halving the interval.
double entry_time(const Cubic& c, Vec center, double radius) {
  constexpr int kSamples = 32;
  int outside = kSamples;
  while (outside > 0 && distance(c.at(double(outside) / kSamples), center) < radius) --outside;
  double low = double(outside) / kSamples;
  double high = std::min(1.0, double(outside + 1) / kSamples);
  for (int i = 0; i < 30; ++i) {
    const double mid = (low + high) / 2;
    (distance(c.at(mid), center) < radius ? high : low) = mid;
  }
  return low;
}

double rough_length(const Cubic& c) {
  constexpr int kSteps = 8;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) sum += distance(c.at(double(i) / kSteps), c.at(double(i + 1) / kSteps));
  return sum;
}

}  // namespace

double distance(Vec a, Vec b) { return std::hypot(a.x - b.x, a.y - b.y); }

Vec direction(Vec from, Vec to) {
  const double length = distance(from, to);
  return length < 1e-9 ? Vec{1, 0} : (to - from) * (1 / length);
}

Vec Cubic::at(double t) const {
  const double s = 1 - t;
  return p[0] * (s * s * s) + p[1] * (3 * s * s * t) + p[2] * (3 * s * t * t) + p[3] * (t * t * t);
}

Cubic line(Vec from, Vec to) { return {{from, mix(from, to, 1.0 / 3), mix(from, to, 2.0 / 3), to}}; }

Path polyline(std::span<const Vec> points, double corner_radius) {
  Path path;
  if (points.size() < 2) return path;
  Vec at = points[0];
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Vec corner = points[i];
    const double before = std::min(corner_radius, distance(points[i - 1], corner) / 2);
    const double after = std::min(corner_radius, distance(corner, points[i + 1]) / 2);
    const Vec enter = corner + direction(corner, points[i - 1]) * before;
    const Vec leave = corner + direction(corner, points[i + 1]) * after;
    path.push_back(line(at, enter));
    path.push_back({{enter, mix(enter, corner, 2.0 / 3), mix(leave, corner, 2.0 / 3), leave}});
    at = leave;
  }
  path.push_back(line(at, points.back()));
  return path;
}

Path arc(Vec from, Vec to, double bulge) {
  const Vec d = direction(from, to);
  // The middle of a quadratic curve lies half way to its control point.
  const Vec control = mix(from, to, 0.5) + Vec{d.y, -d.x} * (2 * bulge);
  return {Cubic{{from, mix(from, control, 2.0 / 3), mix(to, control, 2.0 / 3), to}}};
}

Path loop_path(Vec center, Vec far) {
  const Vec along = (far - center) * (4.0 / 3);  // the middle of a cubic is 3/4 of the way to its controls
  const Vec across = Vec{-along.y, along.x} * std::min(0.55, 30 / (1 + distance(center, far)));
  return {Cubic{{center, center + along - across, center + along + across, center}}};
}

Path cut_end(Path path, Vec center, double radius) {
  std::size_t keep = path.size();
  while (keep > 0 && distance(path[keep - 1].p[0], center) < radius) --keep;
  if (keep == 0) return path;
  path.resize(keep);
  Cubic& last = path.back();
  if (distance(last.p[3], center) < radius) last = first_part(last, entry_time(last, center, radius));
  return path;
}

Path cut_start(const Path& path, Vec center, double radius) {
  return reversed(cut_end(reversed(path), center, radius));
}

Path reversed(const Path& path) {
  Path result(path.rbegin(), path.rend());
  for (Cubic& c : result) std::reverse(c.p.begin(), c.p.end());
  return result;
}

Vec middle(const Path& path) {
  double total = 0;
  for (const Cubic& c : path) total += rough_length(c);
  double left = total / 2;
  for (const Cubic& c : path) {
    const double length = rough_length(c);
    if (length >= left) return c.at(length < 1e-9 ? 0.5 : left / length);
    left -= length;
  }
  return path.empty() ? Vec{} : path.back().p[3];
}

// From points on the curves: their control points may lie far outside.
Box bounds(const Path& path) {
  constexpr int kSteps = 16;
  Box box;
  for (const Cubic& c : path)
    for (int i = 0; i <= kSteps; ++i) box.add(c.at(double(i) / kSteps));
  return box;
}

}  // namespace zonda::report
