// What Graphviz is given holds no text of the model at all, only boxes of the right size: nothing needs to be
// escaped, and its fonts do not matter. A location is a row of three cells: the room for its loops and their texts,
// the circle, the room for its own texts. Edges lead to the middle of the circle; we cut them at the circle
// ourselves. The colour of an edge is its number: the one attribute that comes back with it.
//
// Loops are not given to Graphviz, which draws several of them inside one another: we fan them out.
#include "report/svg_layout.hpp"

#include "report/place_texts.hpp"
#include "report/run_dot.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace zonda::report {

namespace {

constexpr std::size_t kLocationColumns = 34;
constexpr std::size_t kEdgeColumns = 34;
constexpr double kCell = 2 * kRadius + 2;
constexpr double kGap = 3;          // between circle and text, and around the texts of edges
constexpr double kLoopReach = 42;   // how far left of its circle a loop goes
constexpr double kLoopHeight = 26;  // room for one without text
constexpr double kPointsPerInch = 72;
constexpr double kTooWide = 1500;
constexpr int kLimitSeconds = 20;
// Ranking the locations and routing around them takes minutes with many edges, and says nothing then: large graphs are
// drawn by forces and with straight edges.
constexpr std::size_t kManyEdges = 400;

std::string cell(double width, double height, std::string_view port = {}) {
  return fmt::format("<TD {}FIXEDSIZE=\"TRUE\" WIDTH=\"{:.0f}\" HEIGHT=\"{:.0f}\"></TD>",
                     port.empty() ? "" : fmt::format("PORT=\"{}\" ", port), std::ceil(width), std::ceil(height));
}

std::string table(std::string_view cells) {
  return fmt::format("<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\"><TR>{}</TR></TABLE>>",
                     cells);
}

enum class Flow { Down, Right, Forces };

// The loops of one location, one above the other.
struct LoopRoom {
  struct Loop {
    std::size_t edge;
    double middle;  // from the top of the room
  };
  std::vector<Loop> loops;
  double width = 0;
  double height = 0;
};

std::vector<LoopRoom> loop_rooms(const lang::Template& from) {
  std::vector<LoopRoom> rooms(from.locations.size());
  for (std::size_t i = 0; i < from.edges.size(); ++i) {
    const lang::EdgeSyntax& edge = from.edges[i];
    if (edge.source != edge.target) continue;
    LoopRoom& room = rooms[edge.source];
    const Vec size = stacked_size(edge_texts(edge, kEdgeColumns));
    const double height = std::max(size.y + 2 * kGap, kLoopHeight);
    room.loops.push_back({i, room.height + height / 2});
    room.height += height;
    room.width = std::max(room.width, kLoopReach + size.x + 2 * kGap);
  }
  return rooms;
}

std::string graph_text(const lang::Template& from, Flow flow) {
  std::string out = "digraph {\n  nodesep=0.3; ranksep=0.4; node [shape=plain]; edge [arrowhead=none];\n";
  if (flow == Flow::Right) out += "  rankdir=LR;\n";
  if (flow == Flow::Forces) out += "  layout=sfdp; overlap=prism; splines=line;\n";
  // Where that engine was left out of Graphviz.
  else if (from.edges.size() > kManyEdges)
    out += "  splines=line; nslimit=0.1; nslimit1=0.1; mclimit=0.05; searchsize=10;\n";
  if (from.initial) out += fmt::format("  {{rank=source; n{};}}\n", *from.initial);
  const std::vector<LoopRoom> rooms = loop_rooms(from);
  for (std::size_t i = 0; i < from.locations.size(); ++i) {
    const Vec size = stacked_size(location_texts(from.locations[i], kLocationColumns));
    std::string cells = rooms[i].loops.empty() ? "" : cell(rooms[i].width, rooms[i].height);
    cells += cell(kCell, kCell, "c");
    if (size.y > 0) cells += cell(size.x + kGap, size.y);
    out += fmt::format("  n{} [label={}];\n", i, table(cells));
  }
  for (std::size_t i = 0; i < from.edges.size(); ++i) {
    const lang::EdgeSyntax& edge = from.edges[i];
    if (edge.source == edge.target) continue;
    const Vec size = stacked_size(edge_texts(edge, kEdgeColumns));
    out += fmt::format("  n{}:c:c -> n{}:c:c [color=\"#{:06x}\"", edge.source, edge.target, i);
    if (size.y > 0) out += fmt::format(", label={}", table(cell(size.x + 2 * kGap, size.y)));
    out += "];\n";
  }
  return out + "}\n";
}

// One line of Graphviz's 'plain' output, cut at blanks. Labels may contain blanks; they stand between the parts
// that are read here, which are counted from both ends.
struct PlainLine {
  std::vector<std::string_view> words;

  explicit PlainLine(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      if (end > 0) words.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  [[nodiscard]] std::optional<double> number(std::size_t i) const {
    if (i >= words.size()) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(words[i].data(), words[i].data() + words[i].size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    return value;
  }
  // 'n12' as 12
  [[nodiscard]] std::optional<std::size_t> node(std::size_t i) const {
    return i < words.size() ? whole_number(words[i], "n", 10) : std::nullopt;
  }
  // The last word, '#00000c', as 12
  [[nodiscard]] std::optional<std::size_t> color() const { return whole_number(words.back(), "#", 16); }

 private:
  static std::optional<std::size_t> whole_number(std::string_view word, std::string_view prefix, int base) {
    if (!word.starts_with(prefix)) return std::nullopt;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(word.data() + prefix.size(), word.data() + word.size(), value, base);
    if (error != std::errc{}) return std::nullopt;
    return value;
  }
};

class LayoutReader {
 public:
  explicit LayoutReader(const lang::Template& from)
      : from_(from), rooms_(loop_rooms(from)), picture_(start_picture(from)), is_drawn_(from.edges.size(), false) {
    picture_.edges.resize(from.edges.size());
  }

  // False when the output is not what we expect.
  bool read(std::string_view output) {
    while (!output.empty()) {
      const std::size_t end = std::min(output.find('\n'), output.size());
      const PlainLine line(output.substr(0, end));
      output.remove_prefix(std::min(end + 1, output.size()));
      if (line.words.empty()) continue;
      if (line.words[0] == "graph" && !line.number(3)) return false;
      if (line.words[0] == "graph") height_ = *line.number(3);
      if (line.words[0] == "node" && !read_node(line)) return false;
      if (line.words[0] == "edge" && !read_edge(line)) return false;
    }
    return std::find(is_drawn_.begin(), is_drawn_.end(), false) == is_drawn_.end();
  }

  // The texts of loops and locations have room, but edges may run through it: perhaps there is a better place.
  Picture finish() {
    TextPlacer placer(picture_);
    for (std::size_t i = 0; i < from_.locations.size(); ++i) {
      for (const LoopRoom::Loop& loop : rooms_[i].loops) place_loop_texts(i, loop, placer);
      std::vector<PictureText> texts = location_texts(from_.locations[i], kLocationColumns);
      const Vec size = stacked_size(texts);
      placer.place(std::move(texts), TextPlacer::around_location(picture_.nodes[i].at, size));
    }
    return std::move(picture_);
  }

 private:
  // Inches with y upwards become our unit with y downwards.
  [[nodiscard]] std::optional<Vec> point(const PlainLine& line, std::size_t i) const {
    const auto x = line.number(i);
    const auto y = line.number(i + 1);
    if (!x || !y) return std::nullopt;
    return Vec{*x * kPointsPerInch, (height_ - *y) * kPointsPerInch};
  }

  bool read_node(const PlainLine& line) {
    const auto index = line.node(1);
    const auto at = point(line, 2);
    const auto width = line.number(4);
    if (!index || *index >= picture_.nodes.size() || !at || !width) return false;
    const LoopRoom& room = rooms_[*index];
    const double left = at->x - *width * kPointsPerInch / 2;
    picture_.nodes[*index].at = {left + room.width + kCell / 2, at->y};
    for (const LoopRoom::Loop& loop : room.loops) draw_loop(*index, loop);
    return true;
  }

  [[nodiscard]] double loop_offset(std::size_t location, const LoopRoom::Loop& loop) const {
    return loop.middle - rooms_[location].height / 2;
  }

  void draw_loop(std::size_t location, const LoopRoom::Loop& loop) {
    const Vec center = picture_.nodes[location].at;
    const Vec far = center + Vec{-kRadius - kLoopReach + kGap, loop_offset(location, loop)};
    picture_.edges[loop.edge] = finish_edge(from_, from_.edges[loop.edge], picture_, loop_path(center, far));
    is_drawn_[loop.edge] = true;
  }

  void place_loop_texts(std::size_t location, const LoopRoom::Loop& loop, TextPlacer& placer) {
    std::vector<PictureText> texts = edge_texts(from_.edges[loop.edge], kEdgeColumns);
    const Vec size = stacked_size(texts);
    const Vec corner = picture_.nodes[location].at +
                       Vec{-kRadius - kLoopReach - size.x - kGap, loop_offset(location, loop) - size.y / 2};
    std::vector<Vec> corners{corner};
    if (rooms_[location].loops.size() == 1)
      for (const double shift : {-12, 12, -26, 26}) corners.push_back(corner + Vec{0, shift});
    placer.place(std::move(texts), corners);
  }

  bool read_edge(const PlainLine& line) {
    const auto count = line.number(3);
    const auto index = line.color();
    if (!count || *count < 2 || !index || *index >= from_.edges.size()) return false;
    const auto points = static_cast<std::size_t>(*count);
    const lang::EdgeSyntax& edge = from_.edges[*index];
    std::vector<Vec> spline;
    for (std::size_t i = 0; i < points; ++i) {
      const auto p = point(line, 4 + 2 * i);
      if (!p) return false;
      spline.push_back(*p);
    }
    picture_.edges[*index] = finish_edge(from_, edge, picture_, whole_path(spline, edge));
    is_drawn_[*index] = true;
    return place_texts(line, 4 + 2 * points, edge);
  }

  // From centre to centre: Graphviz stops at the border of the cell.
  [[nodiscard]] Path whole_path(const std::vector<Vec>& spline, const lang::EdgeSyntax& edge) const {
    Path path{line(picture_.nodes[edge.source].at, spline.front())};
    for (std::size_t i = 0; i + 3 < spline.size(); i += 3)
      path.push_back({{spline[i], spline[i + 1], spline[i + 2], spline[i + 3]}});
    path.push_back(line(spline.back(), picture_.nodes[edge.target].at));
    return path;
  }

  // The label's centre stands before style and colour, the last two words.
  bool place_texts(const PlainLine& line, std::size_t after_points, const lang::EdgeSyntax& edge) {
    std::vector<PictureText> texts = edge_texts(edge, kEdgeColumns);
    if (texts.empty()) return true;
    if (line.words.size() < after_points + 5) return false;
    const auto center = point(line, line.words.size() - 4);
    if (!center) return false;
    const Vec size = stacked_size(texts);
    stack(texts, *center - Vec{size.x / 2, size.y / 2});
    for (PictureText& text : texts) picture_.texts.push_back(std::move(text));
    return true;
  }

  const lang::Template& from_;
  std::vector<LoopRoom> rooms_;
  Picture picture_;
  std::vector<bool> is_drawn_;
  double height_ = 0;
};

}  // namespace

namespace {

LayoutResult lay_out(const lang::Template& from, Flow flow, const char* program) {
  const DotResult dot = run_dot(graph_text(from, flow), kLimitSeconds, program);
  if (dot.is_missing)
    return {{},
            fmt::format("Graphviz (dot) is needed to lay out template '{}'; install the package graphviz", from.name)};
  if (!dot.error.empty())
    return {{}, fmt::format("Graphviz (dot) could not lay out template '{}': {}", from.name, dot.error)};
  LayoutReader reader(from);
  if (!reader.read(dot.output))
    return {{}, fmt::format("Graphviz (dot) gave an unexpected layout of template '{}'", from.name)};
  return {reader.finish(), {}};
}

double longer_side(const Picture& picture) {
  const Box box = bounds(picture);
  return std::max(box.width(), box.height());
}

}  // namespace

LayoutResult picture_from_layout(const lang::Template& from, const char* program) {
  if (from.edges.size() > kManyEdges) {
    LayoutResult forces = lay_out(from, Flow::Forces, program);
    return forces.error.empty() ? forces : lay_out(from, Flow::Down, program);
  }
  LayoutResult down = lay_out(from, Flow::Down, program);
  if (!down.error.empty()) return down;
  const Box box = bounds(down.picture);
  if (box.width() < kTooWide || box.width() < 3 * box.height()) return down;
  // A location with many successors makes a picture that is all width; from left to right it can be read.
  LayoutResult right = lay_out(from, Flow::Right, program);
  return right.error.empty() && longer_side(right.picture) < longer_side(down.picture) ? right : down;
}

}  // namespace zonda::report
