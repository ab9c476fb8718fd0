#include "emit/tck.hpp"

#include "emit/tck_edges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::emit {

using model::Sync;

namespace {

// Refuses the first construct that the format cannot express, wherever it is used.
void refuse_what_is_missing(const model::Network& network) {
  if (!network.limitations.empty())
    throw TckRefusal{network.limitations.front().feature, network.limitations.front().range};
  const auto hook = [&](const std::vector<model::UpdateHook>& hooks, std::string_view name) {
    for (const model::UpdateHook& h : hooks)
      if (h.code.kind == model::IntExpr::Kind::Program)
        throw TckRefusal{std::string(name), network.code.places[static_cast<std::size_t>(h.code.value)]};
  };
  hook(network.before_update, "before_update");
  hook(network.after_update, "after_update");
  for (const model::Group& g : network.variable_groups)
    if (g.is_meta && g.count > 0) throw TckRefusal{"a meta variable", g.range};
  for (const model::Group& g : network.clock_groups)
    for (std::uint32_t k = 0; k < g.count; ++k)
      if (network.clocks[g.base + k].initial != 0) throw TckRefusal{"a clock that does not start at 0", g.range};
  for (const model::Process& p : network.processes)
    for (const model::Location& l : p.locations)
      if (!l.rates.empty()) throw TckRefusal{"a stopwatch", l.rates.front().range};
  if (network.has_priorities) throw TckRefusal{"a priority", network.priority_range};
}

// 'models/fischer.xta' is the system 'fischer'.
std::string_view stem(std::string_view path) {
  path.remove_prefix(path.find_last_of("/\\") + 1);
  return path.substr(0, path.find_last_of('.'));
}

class TckWriter {
 public:
  TckWriter(const model::Network& network, std::string_view system)
      : network_(network), names_(network, system), unfolder_(network, terms_), text_(names_, terms_) {}

  std::string run(std::string_view origin) {
    const TckEdges edges(network_, unfolder_, terms_);
    for (std::size_t p = 0; p < network_.processes.size(); ++p) process(p, edges);
    std::string out = fmt::format("# Written by zonda from {}.\nsystem:{}\n\n", origin, names_.system);
    variables(out);
    events(edges, out);
    out += processes_;
    syncs(edges, out);
    return out;
  }

 private:
  void variables(std::string& out) const {
    const std::size_t start = out.size();
    for (const TckVariable& v : names_.variables) {
      const model::Cell& c = network_.cells[v.base];
      out += fmt::format("int:{}:{}:{}:{}:{}\n", v.count, c.lower, c.upper, c.initial, v.name);
    }
    for (const TckVariable& c : names_.clocks) out += fmt::format("clock:{}:{}\n", c.count, c.name);
    if (out.size() != start) out += '\n';
  }

  void events(const TckEdges& edges, std::string& out) const {
    const std::size_t start = out.size();
    for (const std::string& e : names_.events) out += fmt::format("event:{}\n", e);
    if (is_internal_used_) out += fmt::format("event:{}\n", names_.internal);
    for (std::size_t c = 0; c < network_.channels.size(); ++c) {
      if (!edges.senders(c).empty()) out += fmt::format("event:{}\n", names_.sends[c]);
      if (!edges.receivers(c).empty()) out += fmt::format("event:{}\n", names_.receives[c]);
    }
    if (out.size() != start) out += '\n';
  }

  // A refusal that concerns the text of a label gets the label's place.
  template <typename F>
  static auto at(lang::SourceRange range, F&& work) {
    try {
      return work();
    } catch (TckRefusal& refusal) {
      if (!refusal.range.is_known()) refusal.range = range;
      throw;
    }
  }

  void process(std::size_t p, const TckEdges& edges) {
    const model::Process& process = network_.processes[p];
    processes_ += fmt::format("process:{}\n", names_.processes[p]);
    for (std::size_t l = 0; l < process.locations.size(); ++l) location(p, l);
    for (const TckEdge& e : edges.of(p)) edge(p, e);
    processes_ += '\n';
  }

  void location(std::size_t p, std::size_t index) {
    const model::Process& process = network_.processes[p];
    const model::Location& l = process.locations[index];
    std::vector<std::string> attributes;
    const auto& others = process.other_initials;
    if (process.initial == index || std::find(others.begin(), others.end(), index) != others.end())
      attributes.emplace_back("initial:");
    if (l.is_committed) attributes.emplace_back("committed:");
    if (l.is_urgent) attributes.emplace_back("urgent:");
    const std::string invariant =
        at(l.range, [&] { return text_.guard(TckEdges::invariant(l.invariant, unfolder_, terms_)); });
    if (!invariant.empty()) attributes.push_back("invariant: " + invariant);
    if (!l.labels.empty()) attributes.push_back(fmt::format("labels: {}", fmt::join(l.labels, ", ")));
    processes_ += fmt::format("location:{}:{}{{{}}}\n", names_.processes[p], names_.locations[p][index],
                              fmt::join(attributes, " : "));
  }

  const std::string& event(const TckEdge& e) {
    if (e.sync == Sync::Send) return names_.sends[e.number];
    if (e.sync == Sync::Receive) return names_.receives[e.number];
    if (!names_.events.empty()) return names_.events[e.number];
    is_internal_used_ = true;
    return names_.internal;
  }

  void edge(std::size_t p, const TckEdge& e) {
    std::vector<std::string> attributes;
    at(e.range, [&] {
      const std::string guard = text_.guard(e.guard);
      if (!guard.empty()) attributes.push_back("provided: " + guard);
      const std::string update = text_.update(e.update);
      if (!update.empty()) attributes.push_back("do: " + update);
    });
    const std::vector<std::string>& locations = names_.locations[p];
    processes_ += fmt::format("edge:{}:{}:{}:{}{{{}}}\n", names_.processes[p], locations[e.source], locations[e.target],
                              event(e), fmt::join(attributes, " : "));
  }

  void syncs(const TckEdges& edges, std::string& out) const {
    for (const model::Joint& joint : network_.joints) {
      out += "sync";
      for (const model::JointPart& part : joint.parts)
        out +=
            fmt::format(":{}@{}{}", names_.processes[part.process], names_.events[part.event], part.is_weak ? "?" : "");
      out += '\n';
    }
    for (std::uint32_t c = 0; c < network_.channels.size(); ++c)
      for (const std::uint32_t sender : edges.senders(c)) channel(c, sender, edges, out);
  }

  // The sender comes first, because its update runs first.
  void channel(std::uint32_t c, std::uint32_t sender, const TckEdges& edges, std::string& out) const {
    const std::string first = fmt::format("sync:{}@{}", names_.processes[sender], names_.sends[c]);
    std::string all = first;
    for (const std::uint32_t r : edges.receivers(c)) {
      if (r == sender) continue;
      const std::string part = fmt::format(":{}@{}", names_.processes[r], names_.receives[c]);
      if (network_.channels[c].is_broadcast)
        all += part + (edges.is_always_part(r, c) ? "" : "?");
      else
        out += first + part + "\n";
    }
    if (all != first) out += all + "\n";
  }

  const model::Network& network_;
  const TckNames names_;
  Terms terms_;
  Unfolder unfolder_;
  TckText text_;
  std::string processes_;
  bool is_internal_used_ = false;
};

}  // namespace

TckResult write_tck(const model::Network& network, std::string_view path) {
  try {
    refuse_what_is_missing(network);
    const std::string_view system = network.name.empty() ? stem(path) : network.name;
    // A line break in the path would end the comment.
    std::string origin(path.substr(path.find_last_of("/\\") + 1));
    std::replace_if(
        origin.begin(), origin.end(), [](unsigned char c) { return c < ' '; }, '?');
    return {TckWriter(network, system).run(origin), {}, {}};
  } catch (const TckRefusal& refusal) {
    return {{}, refusal.feature, refusal.range};
  }
}

}  // namespace zonda::emit
