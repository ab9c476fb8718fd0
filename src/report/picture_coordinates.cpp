// A picture from the coordinates in the model, which are those of UPPAAL's editor: the centre of a location, the
// upper left corner of a text, the bends ('nails') of an edge.
#include "lang/label_text.hpp"
#include "report/picture.hpp"
#include "report/place_texts.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <set>

namespace zonda::report {

namespace {

// Broken files have coordinates in the millions; beyond this there is nothing to see anyway.
constexpr double kMaxCoordinate = 30000;
constexpr double kCornerRadius = 10;
constexpr double kLoopLength = 52;
constexpr double kArcSpread = 18;  // between edges that join the same two locations without nails

Vec to_vec(lang::Point p) {
  return {std::clamp(double(p.x), -kMaxCoordinate, kMaxCoordinate),
          std::clamp(double(p.y), -kMaxCoordinate, kMaxCoordinate)};
}

std::string_view label_kind(TextKind kind) {
  switch (kind) {
    case TextKind::Name:
      return "name";
    case TextKind::Invariant:
      return "invariant";
    case TextKind::Rate:
      return "exponentialrate";
    case TextKind::Select:
      return "select";
    case TextKind::Guard:
      return "guard";
    case TextKind::Sync:
      return "synchronisation";
    case TextKind::Update:
      return "assignment";
    case TextKind::Probability:
      return "probability";
  }
  return "";
}

std::optional<Vec> label_position(const std::vector<lang::Label>& labels, TextKind kind) {
  const lang::Label* label = lang::find_label(labels, label_kind(kind));
  if (label == nullptr || !label->at) return std::nullopt;
  return to_vec(*label->at);
}

class CoordinatePicture {
 public:
  explicit CoordinatePicture(const lang::Template& from) : from_(from), picture_(start_picture(from)) {}

  Picture run() {
    for (std::size_t i = 0; i < from_.locations.size(); ++i) place_location(i);
    for (std::size_t i = 0; i < from_.edges.size(); ++i)
      if (is_plain(from_.edges[i])) joined_[pair_of(from_.edges[i])].push_back(i);
    for (std::size_t i = 0; i < from_.edges.size(); ++i) place_edge(i);
    TextPlacer placer(picture_);
    for (Waiting& each : waiting_) placer.place(std::move(each.texts), each.corners);
    return std::move(picture_);
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;
  // Texts without position; they are placed when everything else is.
  struct Waiting {
    std::vector<PictureText> texts;
    std::vector<Vec> corners;
  };

  static bool is_plain(const lang::EdgeSyntax& edge) { return edge.nails.empty() && edge.source != edge.target; }
  static Pair pair_of(const lang::EdgeSyntax& edge) {
    return {std::min(edge.source, edge.target), std::max(edge.source, edge.target)};
  }

  void place_location(std::size_t index) {
    const lang::LocationSyntax& location = from_.locations[index];
    PictureNode& node = picture_.nodes[index];
    node.at = location.at ? to_vec(*location.at) : Vec{};
    std::vector<PictureText> free;
    for (PictureText& text : location_texts(location, 0)) {
      std::optional<Vec> at = label_position(location.labels, text.kind);
      if (text.kind == TextKind::Name && location.name_at) at = to_vec(*location.name_at);
      keep_or_free(std::move(text), at, free);
    }
    const Vec size = stacked_size(free);
    waiting_.push_back({std::move(free), TextPlacer::around_location(node.at, size)});
  }

  void place_edge(std::size_t index) {
    const lang::EdgeSyntax& edge = from_.edges[index];
    const Path path = edge_path(index);
    picture_.edges.push_back(finish_edge(from_, edge, picture_, path));
    std::vector<PictureText> free;
    for (PictureText& text : edge_texts(edge, 0)) {
      const auto at = label_position(edge.labels, text.kind);
      keep_or_free(std::move(text), at, free);
    }
    const Vec size = stacked_size(free);
    waiting_.push_back({std::move(free), TextPlacer::along_edge(path, size)});
  }

  void keep_or_free(PictureText text, std::optional<Vec> at, std::vector<PictureText>& free) {
    if (at) text.at = *at;
    (at ? picture_.texts : free).push_back(std::move(text));
  }

  Path edge_path(std::size_t index) {
    const lang::EdgeSyntax& edge = from_.edges[index];
    const Vec source = picture_.nodes[edge.source].at;
    const Vec target = picture_.nodes[edge.target].at;
    if (edge.source == edge.target && edge.nails.size() < 2) {
      if (edge.nails.empty()) return loop_path(source, source + free_direction(edge.source) * kLoopLength);
      return loop_path(source, to_vec(edge.nails[0]));
    }
    if (edge.nails.empty()) return arc(source, target, bulge(index));
    std::vector<Vec> points{source};
    for (const lang::Point& nail : edge.nails) points.push_back(to_vec(nail));
    points.push_back(target);
    return polyline(points, kCornerRadius);
  }

  // Edges that would lie on one another are spread; the arc's side depends on its direction.
  double bulge(std::size_t index) {
    const lang::EdgeSyntax& edge = from_.edges[index];
    const std::vector<std::size_t>& group = joined_[pair_of(edge)];
    if (group.size() < 2) return 0;
    const auto place = static_cast<double>(std::find(group.begin(), group.end(), index) - group.begin());
    const double offset = (place - static_cast<double>(group.size() - 1) / 2) * kArcSpread;
    return edge.source < edge.target ? offset : -offset;
  }

  // The direction in which there is most room around a location, for a loop.
  Vec free_direction(std::size_t location) {
    std::vector<double>& taken = taken_[location];
    if (taken.empty()) {
      const auto angle = [&](Vec to) {
        const Vec d = to - picture_.nodes[location].at;
        return std::atan2(d.y, d.x);
      };
      for (const lang::EdgeSyntax& edge : from_.edges) {
        if (edge.source == location && (edge.target != location || !edge.nails.empty()))
          taken.push_back(angle(edge.nails.empty() ? picture_.nodes[edge.target].at : to_vec(edge.nails[0])));
        if (edge.target == location && (edge.source != location || !edge.nails.empty()))
          taken.push_back(angle(edge.nails.empty() ? picture_.nodes[edge.source].at : to_vec(edge.nails.back())));
      }
    }
    double best = -std::numbers::pi / 2;
    double best_room = -1;
    for (int i = 0; i < 8; ++i) {
      const double candidate = -std::numbers::pi / 2 + i * std::numbers::pi / 4;
      double room = 4;
      for (const double each : taken)
        room = std::min(room, std::abs(std::remainder(candidate - each, 2 * std::numbers::pi)));
      if (room <= best_room + 1e-6) continue;
      best = candidate;
      best_room = room;
    }
    taken.push_back(best);
    return {std::cos(best), std::sin(best)};
  }

  const lang::Template& from_;
  Picture picture_;
  std::map<Pair, std::vector<std::size_t>> joined_;
  std::map<std::size_t, std::vector<double>> taken_;
  std::vector<Waiting> waiting_;
};

}  // namespace

bool has_coordinates(const lang::Template& from) {
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  for (const lang::LocationSyntax& location : from.locations)
    if (!location.at || !seen.emplace(location.at->x, location.at->y).second) return false;
  return true;
}

Picture picture_from_coordinates(const lang::Template& from) { return CoordinatePicture(from).run(); }

}  // namespace zonda::report
