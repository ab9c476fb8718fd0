// Locations stand in columns by their distance from the initial one. An edge is a straight line, unless it is a loop,
// has company between the same two locations, or would run through others in its row or column: then nails bend it.
#include "lang/xml_layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace zonda::lang {

namespace {

// Multiples of the editor's grid of 17.
constexpr std::int32_t kColumn = 272;
constexpr std::int32_t kRow = 170;
constexpr std::int32_t kBend = 102;    // between edges that join the same two locations
constexpr std::int32_t kDetour = 119;  // around locations in the way
constexpr std::int32_t kDetourSlope = 85;
constexpr std::int32_t kDetourStep = 34;
constexpr std::int32_t kDetourCount = 5;
constexpr std::int32_t kLoopWidth = 34;
constexpr std::int32_t kLoopHeight = 68;

class Layout {
 public:
  explicit Layout(const Template& from) : from_(from), columns_(from.locations.size(), kNowhere) {}

  TemplateLayout run() {
    find_columns();
    place_locations();
    count_companions();
    for (const EdgeSyntax& edge : from_.edges) route(edge);
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  // Breadth first from the initial location; what cannot be reached starts behind the last column.
  void find_columns() {
    std::vector<std::vector<std::size_t>> targets(columns_.size());
    for (const EdgeSyntax& edge : from_.edges) targets[edge.source].push_back(edge.target);
    std::size_t next_start = 0;
    for (std::size_t start = from_.initial.value_or(0); start < columns_.size();) {
      std::vector<std::size_t> queue{start};
      columns_[start] = next_start;
      for (std::size_t head = 0; head < queue.size(); ++head) {
        for (const std::size_t target : targets[queue[head]]) {
          if (columns_[target] != kNowhere) continue;
          columns_[target] = columns_[queue[head]] + 1;
          queue.push_back(target);
        }
      }
      next_start = columns_[queue.back()] + 1;
      order_.insert(order_.end(), queue.begin(), queue.end());
      while (first_unplaced_ < columns_.size() && columns_[first_unplaced_] != kNowhere) ++first_unplaced_;
      start = first_unplaced_;
    }
  }

  void place_locations() {
    std::map<std::size_t, std::int32_t> heights;
    for (const std::size_t column : columns_) ++heights[column];
    std::map<std::size_t, std::int32_t> rows;
    result_.locations.resize(columns_.size());
    for (const std::size_t location : order_) {
      const std::size_t column = columns_[location];
      const std::int32_t row = rows[column]++;
      result_.locations[location] = {static_cast<std::int32_t>(column) * kColumn,
                                     row * kRow - (heights[column] - 1) * kRow / 2};
    }
  }

  using Pair = std::pair<std::size_t, std::size_t>;
  static Pair ends(const EdgeSyntax& edge) { return std::minmax({edge.source, edge.target}); }

  void count_companions() {
    for (const EdgeSyntax& edge : from_.edges) ++companions_[ends(edge)];
  }

  void route(const EdgeSyntax& edge) {
    const Pair pair = ends(edge);
    const std::int32_t index = met_[pair]++;
    const Point a = result_.locations[pair.first];
    const Point b = result_.locations[pair.second];
    if (edge.source == edge.target) return route_loop(a, index);
    route_line(a, b, index, companions_[pair]);
    if (edge.source != pair.first) std::reverse(result_.edges.back().nails.begin(), result_.edges.back().nails.end());
  }

  void route_loop(Point at, std::int32_t index) {
    const std::int32_t top = at.y - kLoopHeight - index * kLoopWidth;
    result_.edges.push_back(
        {{{at.x - kLoopWidth, top}, {at.x + kLoopWidth, top}}, {at.x + kLoopWidth + 8, top}, false});
  }

  void route_line(Point a, Point b, std::int32_t index, std::int32_t count) {
    const std::int32_t dx = b.x - a.x;
    const std::int32_t dy = b.y - a.y;
    const bool is_blocked = (dy == 0 && std::abs(dx) > kColumn) || (dx == 0 && std::abs(dy) > kRow);
    if (is_blocked) return route_detour(a, b);
    const std::int32_t bend = index * kBend - (count - 1) * kBend / 2;
    Point middle{a.x + dx / 2, a.y + dy / 2};
    EdgeLayout edge;
    if (bend != 0) {
      const double length = std::hypot(dx, dy);
      middle.x += static_cast<std::int32_t>(std::lround(-dy / length * bend));
      middle.y += static_cast<std::int32_t>(std::lround(dx / length * bend));
      edge.nails.push_back(middle);
    }
    edge.are_labels_above = bend != 0 && middle.y < a.y + dy / 2;
    edge.labels = {middle.x - 60, middle.y + (edge.are_labels_above ? -4 : 4)};
    result_.edges.push_back(std::move(edge));
  }

  // Below the row, or to the right of the column; one after the other a little further out.
  void route_detour(Point a, Point b) {
    const std::int32_t out = kDetour + kDetourStep * (detours_++ % kDetourCount);
    const std::int32_t in = kDetourSlope * (b.x + b.y > a.x + a.y ? 1 : -1);
    EdgeLayout edge;
    if (a.y == b.y)
      edge.nails = {{a.x + in, a.y + out}, {b.x - in, b.y + out}};
    else
      edge.nails = {{a.x + out, a.y + in}, {b.x + out, b.y - in}};
    edge.labels = {(edge.nails[0].x + edge.nails[1].x) / 2 - 60, (edge.nails[0].y + edge.nails[1].y) / 2 + 4};
    result_.edges.push_back(std::move(edge));
  }

  const Template& from_;
  std::vector<std::size_t> columns_;
  std::vector<std::size_t> order_;  // in which the locations were reached
  std::size_t first_unplaced_ = 0;
  std::map<Pair, std::int32_t> companions_;
  std::map<Pair, std::int32_t> met_;
  std::int32_t detours_ = 0;
  TemplateLayout result_;
};

}  // namespace

TemplateLayout lay_out(const Template& from) { return Layout(from).run(); }

}  // namespace zonda::lang
