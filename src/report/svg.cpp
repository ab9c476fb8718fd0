#include "report/svg.hpp"

#include "report/picture.hpp"
#include "report/svg_layout.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace zonda::report {

namespace {

constexpr double kMargin = 14;    // between the frame and what is inside
constexpr double kFrameGap = 16;  // between frames and around all of them
constexpr double kTitleHeight = 30;
constexpr double kTitleSize = 15;
constexpr double kAscent = 11.3;  // from the top of a line to its base line
constexpr double kMinFrame = 160;

constexpr std::string_view kLineColor = "#2b3440";
constexpr std::string_view kFillColor = "#dce9f7";
constexpr std::string_view kFont = "DejaVu Sans,Verdana,Helvetica,Arial,sans-serif";

struct TextStyle {
  std::string_view name;
  std::string_view color;
};
// In the order of TextKind.
constexpr std::array<TextStyle, kTextKinds> kStyles = {{{"name", "#8b1a1a"},
                                                        {"invariant", "#b0009c"},
                                                        {"rate", "#c2410c"},
                                                        {"select", "#a07400"},
                                                        {"guard", "#15802b"},
                                                        {"sync", "#0b8fa3"},
                                                        {"update", "#2340c8"},
                                                        {"probability", "#8a4b08"}}};

// One decimal is enough for the eye and keeps files small.
std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string point(Vec p) { return number(p.x) + " " + number(p.y); }

// Is a dark mark readable on this fill?
bool is_light(std::string_view color) {
  if (color.size() != 7) return true;
  const auto part = [&](std::size_t at) { return std::stoi(std::string(color.substr(at, 2)), nullptr, 16); };
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) > 110;
}

bool is_straight(const Cubic& c) {
  const Vec d = direction(c.p[0], c.p[3]);
  const auto off = [&](Vec p) { return std::abs((p.x - c.p[0].x) * d.y - (p.y - c.p[0].y) * d.x); };
  return off(c.p[1]) < 0.05 && off(c.p[2]) < 0.05 && distance(c.p[0], c.p[3]) > 0.05;
}

class SvgWriter {
 public:
  [[nodiscard]] std::string run(std::span<const Picture> pictures, double row_width) {
    arrange(pictures, row_width);
    for (std::size_t i = 0; i < pictures.size(); ++i) frame(pictures[i], frames_[i]);
    const std::string size = fmt::format("{} {}", number(total_.x), number(total_.y));
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {}\" width=\"{}\" height=\"{}\" "
               "font-family=\"{}\" font-size=\"{}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
               size, number(total_.x), number(total_.y), kFont, number(kFontSize)) +
           out_ + "</svg>\n";
  }

 private:
  struct Frame {
    Vec at;
    double width = 0;
    double height = 0;
    Box inside;  // of the picture, in its own coordinates
  };

  // Each frame goes where it can stand highest, so that small ones fill the room beside a tall one; a row is
  // filled from the left.
  void arrange(std::span<const Picture> pictures, double row_width) {
    for (const Picture& picture : pictures) {
      Frame frame;
      frame.inside = bounds(picture);
      if (frame.inside.is_empty()) frame.inside.add(Vec{});
      frame.width = std::max({frame.inside.width(), title_width(picture), kMinFrame}) + 2 * kMargin;
      frame.height = frame.inside.height() + 2 * kMargin + kTitleHeight;
      frame.at = highest_place(frame.width, row_width);
      frames_.push_back(frame);
    }
    total_ = {kFrameGap, kFrameGap};
    for (const Frame& frame : frames_) {
      total_.x = std::max(total_.x, frame.at.x + frame.width + kFrameGap);
      total_.y = std::max(total_.y, frame.at.y + frame.height + kFrameGap);
    }
  }

  [[nodiscard]] Vec highest_place(double width, double row_width) const {
    std::vector<double> starts{kFrameGap};
    for (const Frame& frame : frames_) starts.push_back(frame.at.x + frame.width + kFrameGap);
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    Vec best{kFrameGap, std::numeric_limits<double>::infinity()};
    for (const double x : starts) {
      if (x > kFrameGap && x + width > row_width) break;
      double y = kFrameGap;
      for (const Frame& frame : frames_)
        if (frame.at.x < x + width + kFrameGap && x < frame.at.x + frame.width + kFrameGap)
          y = std::max(y, frame.at.y + frame.height + kFrameGap);
      if (y < best.y) best = {x, y};
    }
    return best;
  }

  static double title_width(const Picture& picture) {
    return text_width(picture.name, kTitleSize, true) + text_width(parameter_part(picture), kFontSize) + 3;
  }
  static std::string parameter_part(const Picture& picture) {
    return picture.parameters.empty() ? std::string() : "(" + picture.parameters + ")";
  }

  void frame(const Picture& picture, const Frame& frame) {
    const std::string name = escape_xml(picture.name);
    out_ += fmt::format("<g transform=\"translate({})\">\n<title>{}</title>\n", point(frame.at), name);
    out_ += fmt::format(
        "<rect width=\"{}\" height=\"{}\" rx=\"7\" fill=\"#ffffff\" stroke=\"#c9d1da\"/>\n"
        "<path d=\"M0.5 {} h{}\" stroke=\"#e3e8ee\"/>\n",
        number(frame.width), number(frame.height), number(kTitleHeight), number(frame.width - 1));
    out_ += fmt::format(
        "<text x=\"{}\" y=\"20.5\" fill=\"#1c2733\"><tspan font-size=\"{}\" font-weight=\"bold\">{}</tspan>",
        number(kMargin), number(kTitleSize), name);
    if (!picture.parameters.empty())
      out_ += fmt::format("<tspan fill=\"#5b6774\" dx=\"3\">{}</tspan>", escape_xml(parameter_part(picture)));
    out_ += "</text>\n";
    const double spare = frame.width - 2 * kMargin - frame.inside.width();
    const Vec shift{kMargin + spare / 2 - frame.inside.left, kTitleHeight + kMargin - frame.inside.top};
    out_ += fmt::format("<g transform=\"translate({})\">\n", point(shift));
    edges(picture);
    nodes(picture);
    texts(picture);
    out_ += "</g>\n</g>\n";
  }

  void edges(const Picture& picture) {
    out_ += fmt::format("<g fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\">\n", kLineColor);
    for (const PictureEdge& edge : picture.edges) {
      const std::string color = edge.color.empty() ? "" : fmt::format(" stroke=\"{}\"", edge.color);
      const std::string head_color = edge.color.empty() ? std::string(kLineColor) : edge.color;
      out_ += fmt::format("<g{}><title>{}</title><path d=\"{}\"{}/>", color, escape_xml(edge.tooltip),
                          path_data(edge.line), edge.is_dashed ? " stroke-dasharray=\"5 3\"" : "");
      out_ += fmt::format("<path d=\"{}\" fill=\"{}\" stroke=\"none\"/></g>\n", arrow(edge), head_color);
    }
    out_ += "</g>\n";
  }

  static std::string path_data(const Path& path) {
    std::string data;
    for (const Cubic& c : path) {
      if (data.empty()) data = "M" + point(c.p[0]);
      if (is_straight(c))
        data += "L" + point(c.p[3]);
      else
        data += "C" + point(c.p[1]) + " " + point(c.p[2]) + " " + point(c.p[3]);
    }
    return data;
  }

  static std::string arrow(const PictureEdge& edge) {
    const Vec d = direction(edge.arrow_back, edge.arrow_tip);
    const Vec across = Vec{-d.y, d.x} * 3.8;
    const Vec notch = edge.arrow_back + d * 2;
    return "M" + point(edge.arrow_tip) + "L" + point(edge.arrow_back + across) + "L" + point(notch) + "L" +
           point(edge.arrow_back - across) + "Z";
  }

  void nodes(const Picture& picture) {
    out_ +=
        fmt::format("<g stroke=\"{}\" stroke-width=\"1.3\" text-anchor=\"middle\" font-weight=\"bold\">\n", kLineColor);
    for (const PictureNode& node : picture.nodes) {
      const std::string fill = node.color.empty() ? std::string(kFillColor) : node.color;
      out_ += fmt::format("<g><title>{}</title>", escape_xml(node.tooltip));
      circle(node.at, node.radius(), node.is_branchpoint && node.color.empty() ? "#ffffff" : fill);
      if (node.is_initial) circle(node.at, node.radius() - 3.2, "none");
      if (node.is_urgent || node.is_committed)
        out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"10\" stroke=\"none\" fill=\"{}\">{}</text>",
                            number(node.at.x), number(node.at.y + 3.7), is_light(fill) ? "#1c2733" : "#ffffff",
                            node.is_committed ? "C" : "U");
      out_ += "</g>\n";
    }
    out_ += "</g>\n";
  }

  void circle(Vec at, double radius, std::string_view fill) {
    out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>", number(at.x), number(at.y),
                        number(radius), fill);
  }

  // A white rim keeps text readable where it crosses a line.
  void texts(const Picture& picture) {
    for (std::size_t kind = 0; kind < kTextKinds; ++kind) {
      std::string group;
      for (const PictureText& text : picture.texts)
        if (static_cast<std::size_t>(text.kind) == kind) group += text_lines(text);
      if (group.empty()) continue;
      out_ += fmt::format(
          "<g class=\"{}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"2.5\" stroke-linejoin=\"round\" "
          "paint-order=\"stroke\"{} xml:space=\"preserve\">\n{}</g>\n",
          kStyles[kind].name, kStyles[kind].color,
          kind == static_cast<std::size_t>(TextKind::Name) ? " font-weight=\"bold\"" : "", group);
    }
  }

  static std::string text_lines(const PictureText& text) {
    std::string result;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
      if (text.lines[i].empty()) continue;
      result +=
          fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(text.at.x),
                      number(text.at.y + kAscent + kLineHeight * static_cast<double>(i)), escape_xml(text.lines[i]));
    }
    return result;
  }

  std::vector<Frame> frames_;
  Vec total_;
  std::string out_;
};

}  // namespace

SvgResult write_svg(const lang::Document& document, const SvgOptions& options) {
  std::vector<Picture> pictures;
  for (const auto& each : document.templates) {
    if (!options.template_name.empty() && each->name != options.template_name) continue;
    if (has_coordinates(*each)) {
      pictures.push_back(picture_from_coordinates(*each));
      continue;
    }
    LayoutResult laid_out = picture_from_layout(*each);
    if (laid_out.error.empty()) {
      pictures.push_back(std::move(laid_out.picture));
      continue;
    }
    // Positions that fall together are better than none.
    const bool has_some = std::all_of(each->locations.begin(), each->locations.end(),
                                      [](const lang::LocationSyntax& location) { return location.at.has_value(); });
    if (!has_some) return {{}, laid_out.error};
    pictures.push_back(picture_from_coordinates(*each));
  }
  if (pictures.empty() && !options.template_name.empty())
    return {{}, fmt::format("there is no template '{}'", options.template_name)};
  return {SvgWriter().run(pictures, options.row_width), {}};
}

}  // namespace zonda::report
