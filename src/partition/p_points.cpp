// Reads the items one by one and matches each with the edges of the network.
#include "partition/p_points.hpp"

#include "lang/nearest.hpp"
#include "model/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>

namespace zonda::partition {

namespace {

using model::Edge;
using model::Sync;
using step::EdgeRef;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Whether `wanted` means the process: 'P' means P as well as P(0), P(1), … of a set, and '*' means all.
bool is_meant(std::string_view process, std::string_view wanted) {
  return wanted == "*" || process == wanted ||
         (process.size() > wanted.size() && process.starts_with(wanted) && process[wanted.size()] == '(');
}

// Null where the model has no syntax tree.
const lang::EdgeSyntax* syntax_of(const Scene& scene, const EdgeRef& ref) {
  if (scene.tree == nullptr) return nullptr;
  const model::Process& process = scene.network.processes[ref.process];
  return &scene.tree->templates[process.template_index]->edges[process.edges[ref.edge].template_edge];
}

lang::SourceRange range_of(const Scene& scene, const EdgeRef& ref) {
  const lang::EdgeSyntax* syntax = syntax_of(scene, ref);
  return syntax != nullptr ? syntax->range : scene.network.processes[ref.process].edges[ref.edge].range;
}

// The text of the edge, and of a comment that follows it on its last line.
std::string_view written(const Scene& scene, const EdgeRef& ref) {
  const lang::SourceRange range = range_of(scene, ref);
  if (!range.is_known() || range.end <= range.begin) return {};
  const std::string_view own = scene.sources.slice(range);
  const std::string_view line = scene.sources.line_at(range.end - 1);
  const auto behind = static_cast<std::size_t>(own.data() + own.size() - line.data());
  if (behind > line.size()) return own;
  std::string_view rest = line.substr(behind);
  // If another edge begins before the comment, the comment belongs to that one.
  const std::size_t comment = std::min(rest.find("//"), rest.find("/*"));
  if (comment == std::string_view::npos || rest.substr(0, comment).find("->") != std::string_view::npos) return own;
  return {own.data(), own.size() + rest.size()};
}

bool has_mark(const Scene& scene, const EdgeRef& ref) {
  constexpr std::string_view kMark = "p-point";
  if (const lang::EdgeSyntax* syntax = syntax_of(scene, ref))
    for (const lang::Label& label : syntax->labels)
      if (label.kind == "comments" && label.text.text.find(kMark) != std::string_view::npos) return true;
  const std::string_view text = written(scene, ref);
  for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::size_t line = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n');
    if (before.find("//", line) != std::string_view::npos) return true;
    const std::size_t open = before.rfind("/*");
    if (open != std::string_view::npos && before.find("*/", open) == std::string_view::npos) return true;
  }
  return false;
}

class Finder {
 public:
  Finder(const Scene& scene, std::string_view text) : scene_(scene), network_(scene.network), text_(text) {}

  FoundPoints run() {
    std::size_t start = 0;
    while (result_.error.empty()) {
      const std::size_t end = item_end(start);
      item(trimmed(text_.substr(start, end - start)));
      if (end >= text_.size()) break;
      start = end + 1;
    }
    if (!result_.error.empty()) result_.edges.clear();
    std::sort(result_.edges.begin(), result_.edges.end(), [](const EdgeRef& a, const EdgeRef& b) {
      return std::pair(a.process, a.edge) < std::pair(b.process, b.edge);
    });
    result_.edges.erase(std::unique(result_.edges.begin(), result_.edges.end()), result_.edges.end());
    return std::move(result_);
  }

 private:
  // The end of the item that begins here: a comma that is not inside brackets or quotes, or the end of the text.
  [[nodiscard]] std::size_t item_end(std::size_t at) const {
    int depth = 0;
    bool is_quoted = false;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '"') is_quoted = !is_quoted;
      if (is_quoted) continue;
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
      if (c == ',' && depth <= 0) break;
    }
    return at;
  }

  void fail(std::string_view where, std::string message, std::string hint = {}) {
    result_.error = std::move(message);
    result_.error_at = static_cast<std::size_t>(where.data() - text_.data());
    result_.error_length = std::max<std::size_t>(1, where.size());
    result_.hint = std::move(hint);
  }

  void item(std::string_view item) {
    constexpr std::string_view kForms = "write P:a->b, P.cs, P#3, chan go, label \"x := 0\", marked or colour #ff0000";
    if (item.empty()) return fail(item, "a p-point is expected here", std::string(kForms));
    if (item == "marked") {
      const auto marked = marked_points(scene_);
      if (marked.empty()) return fail(item, "no edge of the model has 'p-point' in a comment");
      result_.edges.insert(result_.edges.end(), marked.begin(), marked.end());
      return;
    }
    if (item.starts_with("chan ")) return channel(item, trimmed(item.substr(5)));
    if (item.starts_with("label ")) return label(trimmed(item.substr(6)));
    if (item.starts_with("colour ") || item.starts_with("color ")) return colour(trimmed(item.substr(item.find(' '))));
    if (const std::size_t hash = item.find('#'); hash != std::string_view::npos)
      return number(trimmed(item.substr(0, hash)), trimmed(item.substr(hash + 1)));
    if (const std::size_t arrow = item.find("->"); arrow != std::string_view::npos) {
      const std::size_t colon = item.find(':');
      if (colon == std::string_view::npos || colon > arrow)
        return fail(item, "an edge needs its process", "write P:a->b");
      return edge(trimmed(item.substr(0, colon)), trimmed(item.substr(colon + 1, arrow - colon - 1)),
                  trimmed(item.substr(arrow + 2)));
    }
    if (const std::size_t dot = item.rfind('.'); dot != std::string_view::npos)
      return location(trimmed(item.substr(0, dot)), trimmed(item.substr(dot + 1)));
    fail(item, fmt::format("'{}' is not a p-point", item), std::string(kForms));
  }

  // Adds the edges of the matching processes for which `is_wanted` returns true. Returns whether there is one.
  using Test = std::function<bool(const EdgeRef&, const Edge&)>;
  bool add(std::string_view process, const Test& is_wanted) {
    bool is_found = false;
    for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
      if (!is_meant(network_.processes[p].name, process)) continue;
      for (std::uint32_t e = 0; e < network_.processes[p].edges.size(); ++e) {
        if (!is_wanted({p, e}, network_.processes[p].edges[e])) continue;
        result_.edges.push_back({p, e});
        is_found = true;
      }
    }
    return is_found;
  }
  bool knows_process(std::string_view wanted) {
    for (const model::Process& p : network_.processes)
      if (is_meant(p.name, wanted)) return true;
    lang::Nearest nearest(wanted);
    for (const model::Process& p : network_.processes) {
      nearest.offer(p.name);
      nearest.offer(std::string_view(p.name).substr(0, p.name.find('(')));
    }
    fail(wanted, fmt::format("there is no process '{}'", wanted), nearest.hint());
    return false;
  }
  bool knows_location(std::string_view process, std::string_view wanted) {
    lang::Nearest nearest(wanted);
    std::vector<std::string> names;
    for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
      if (!is_meant(network_.processes[p].name, process)) continue;
      for (std::uint32_t l = 0; l < network_.processes[p].locations.size(); ++l) {
        names.push_back(location_name(network_, p, l));
        if (names.back() == wanted) return true;
      }
    }
    for (const std::string& name : names) nearest.offer(name);
    fail(wanted, fmt::format("{} has no location '{}'", process == "*" ? "no process" : process, wanted),
         nearest.hint());
    if (process == "*") result_.error = fmt::format("no process has a location '{}'", wanted);
    return false;
  }

  void edge(std::string_view process, std::string_view source, std::string_view rest) {
    // A location without a name is written 'location 3', so that its name contains a space.
    const std::size_t space = rest.find_first_of(" \t", rest.starts_with("location ") ? 9 : 0);
    const std::string_view target = trimmed(rest.substr(0, space));
    const std::string_view sync = space == std::string_view::npos ? "" : trimmed(rest.substr(space));
    if (source.empty() || target.empty()) return fail(rest, "an edge goes from one location to another", "P:a->b");
    if (!knows_process(process) || !knows_location(process, source) || !knows_location(process, target)) return;
    const bool is_found = add(process, [&](const EdgeRef& ref, const Edge& e) {
      return location_name(network_, ref.process, e.source) == source &&
             location_name(network_, ref.process, e.target) == target &&
             (sync.empty() || sync_text(network_, e) == sync);
    });
    if (!is_found)
      fail({source.data(), static_cast<std::size_t>(rest.data() + rest.size() - source.data())},
           fmt::format("{} has no such edge", process == "*" ? "no process" : process));
  }
  void location(std::string_view process, std::string_view name) {
    if (!knows_process(process) || !knows_location(process, name)) return;
    if (!add(process,
             [&](const EdgeRef& ref, const Edge& e) { return location_name(network_, ref.process, e.target) == name; }))
      fail(name, fmt::format("no edge leads to location '{}'", name));
  }
  void number(std::string_view process, std::string_view text) {
    if (!knows_process(process)) return;
    std::uint32_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || value == 0)
      return fail(text, fmt::format("'{}' is not the number of an edge; edges are counted from 1", text));
    if (!add(process, [&](const EdgeRef&, const Edge& e) { return e.template_edge + 1 == value; }))
      fail(text, fmt::format("there is no edge {} that can be taken", value));
  }
  void channel(std::string_view whole, std::string_view name) {
    bool is_sender = true;
    if (name.ends_with('!') || name.ends_with('?')) {
      is_sender = name.ends_with('!');
      name = trimmed(name.substr(0, name.size() - 1));
    }
    if (name.empty()) return fail(whole, "which channel?", "write chan go");
    std::vector<bool> is_wanted;
    lang::Nearest nearest(name);
    for (std::uint32_t c = 0; c < network_.channels.size(); ++c) {
      const std::string full = network_.channel_name(c);
      is_wanted.push_back(full == name ||
                          (full.size() > name.size() && full.starts_with(name) && full[name.size()] == '['));
    }
    std::vector<bool> is_event;
    for (const std::string& e : network_.events) is_event.push_back(e == name);
    const auto has = [](const std::vector<bool>& set) { return std::find(set.begin(), set.end(), true) != set.end(); };
    if (!has(is_wanted) && !has(is_event)) {
      for (const model::Group& g : network_.channel_groups) nearest.offer(g.name);
      for (const std::string& e : network_.events) nearest.offer(e);
      return fail(name, fmt::format("there is no channel '{}'", name), nearest.hint());
    }
    const bool is_found = add("*", [&](const EdgeRef&, const Edge& e) {
      if (e.sync == Sync::Joint) return is_event[e.event] == true;
      if (e.sync != (is_sender ? Sync::Send : Sync::Receive)) return false;
      for (std::int32_t c = std::max(0, e.channel.lower); c <= e.channel.upper; ++c) {
        if (static_cast<std::size_t>(c) >= is_wanted.size()) break;
        if (is_wanted[static_cast<std::size_t>(c)]) return true;
      }
      return false;
    });
    if (!is_found) fail(name, fmt::format("no edge {} '{}'", is_sender ? "sends on" : "receives on", name));
  }
  void label(std::string_view quoted) {
    std::string_view wanted = quoted;
    if (wanted.size() >= 2 && wanted.starts_with('"') && wanted.ends_with('"'))
      wanted = wanted.substr(1, wanted.size() - 2);
    if (wanted.empty()) return fail(quoted, "which text?", "write label \"x := 0\"");
    const bool is_found = add("*", [&](const EdgeRef& ref, const Edge&) {
      const lang::EdgeSyntax* syntax = syntax_of(scene_, ref);
      const bool has_labels = syntax != nullptr && !syntax->labels.empty();
      if (!has_labels) return written(scene_, ref).find(wanted) != std::string_view::npos;
      return std::any_of(syntax->labels.begin(), syntax->labels.end(),
                         [&](const lang::Label& l) { return l.text.text.find(wanted) != std::string_view::npos; });
    });
    if (!is_found) fail(quoted, "no edge has this text in a label");
  }
  void colour(std::string_view wanted) {
    if (wanted.empty()) return fail(wanted, "which colour?", "write colour #ff0000");
    const bool is_found = add("*", [&](const EdgeRef& ref, const Edge&) {
      const lang::EdgeSyntax* syntax = syntax_of(scene_, ref);
      return syntax != nullptr && syntax->color == wanted;
    });
    if (!is_found) fail(wanted, fmt::format("no edge has the colour '{}'", wanted));
  }

  const Scene& scene_;
  const model::Network& network_;
  std::string_view text_;
  FoundPoints result_;
};

}  // namespace

FoundPoints find_points(const Scene& scene, std::string_view text) { return Finder(scene, text).run(); }

std::string describe(const FoundPoints& found, std::string_view text) {
  std::string shown(text);
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  std::string result = fmt::format("p-points, column {}: {}\n    {}\n    {}{}", found.error_at + 1, found.error, shown,
                                   std::string(found.error_at, ' '), '^');
  result += std::string(found.error_length - 1, '~');
  if (!found.hint.empty()) result += "\n    hint: " + found.hint;
  return result;
}

std::vector<EdgeRef> marked_points(const Scene& scene) {
  std::vector<EdgeRef> result;
  for (std::uint32_t p = 0; p < scene.network.processes.size(); ++p)
    for (std::uint32_t e = 0; e < scene.network.processes[p].edges.size(); ++e)
      if (has_mark(scene, {p, e})) result.push_back({p, e});
  return result;
}

std::string point_text(const model::Network& network, const EdgeRef& ref) {
  std::string result = edge_text(network, ref.process, ref.edge);
  const Edge& e = network.processes[ref.process].edges[ref.edge];
  if (!e.select_values.empty()) result += fmt::format(" [{}]", fmt::join(e.select_values, ","));
  return result;
}

}  // namespace zonda::partition
