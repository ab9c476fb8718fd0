// The XML of verifyta -X: the system, then vectors of locations and variables and zones, which the nodes refer to.
#include "report/text.hpp"
#include "report/trace.hpp"
#include "zone/minimal.hpp"

#include <fmt/format.h>

namespace zonda::report {

namespace {

class XmlTrace {
 public:
  XmlTrace(const ModelText& model, const model::Network& network, const Trace& trace)
      : model_(model), network_(network), trace_(trace) {}

  std::string write() {
    out_ = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<trace initial_node=\"State1\" trace_options=\"symbolic\">\n";
    system();
    state(1, trace_.initial);
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) state(i + 2, trace_.steps[i].state);
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) transition(i + 1, trace_.steps[i]);
    return out_ + "</trace>\n";
  }

 private:
  // 'P(0).x' belongs to the process 'P(0)', 'x' to the system.
  struct Owned {
    std::string owner;
    std::string name;
    [[nodiscard]] std::string id() const { return owner + "." + name; }
  };

  [[nodiscard]] Owned owned(const std::vector<model::Group>& groups, std::uint32_t index,
                            const std::string& name) const {
    for (const model::Group& g : groups) {
      if (index < g.base || index >= g.base + g.count || g.process < 0) continue;
      const std::string& process = network_.processes[static_cast<std::size_t>(g.process)].name;
      if (name.starts_with(process + ".")) return {process, name.substr(process.size() + 1)};
    }
    return {"sys", name};
  }

  [[nodiscard]] Owned clock(std::uint32_t x) const {
    if (x == 0) return {"sys", "#t(0)"};
    return owned(network_.clock_groups, x, trace_.clocks[x - 1]);
  }
  [[nodiscard]] Owned variable(std::size_t i) const {
    const auto cell = static_cast<std::uint32_t>(network_.processes.size() + i);
    return owned(network_.variable_groups, cell, trace_.variables[i]);
  }

  void declare(const std::string& owner) {
    for (std::uint32_t x = 0; x <= trace_.clocks.size(); ++x)
      if (const Owned c = clock(x); c.owner == owner) line("  <clock name=\"{}\" id=\"{}\"/>", c.name, c.id());
    for (std::size_t i = 0; i < trace_.variables.size(); ++i)
      if (const Owned v = variable(i); v.owner == owner) line("  <variable name=\"{}\" id=\"{}\"/>", v.name, v.id());
  }

  void system() {
    out_ += " <system>\n";
    declare("sys");
    for (std::size_t p = 0; p < network_.processes.size(); ++p) process(p);
    out_ += " </system>\n";
  }

  void process(std::size_t p) {
    const std::string& name = trace_.processes[p].name;
    line("  <process id=\"{}\" name=\"{}\">", name, name);
    declare(name);
    for (std::size_t i = 0; i < trace_.processes[p].locations.size(); ++i) {
      const std::string& at = trace_.processes[p].locations[i];
      line("   <location id=\"{0}.{1}\" name=\"{1}\">{2}</location>", name, at, or_true(model_.invariant(p, i)));
    }
    for (std::size_t i = 0; i < model_.edge_count(p); ++i) edge(name, i, model_.edge(p, i));
    out_ += "  </process>\n";
  }

  void edge(const std::string& process, std::size_t i, const EdgeText& e) {
    line(
        "   <edge id=\"{}.Edge{}\" from=\"{}.{}\" "
        "to=\"{}.{}\"><guard>{}</guard><sync>{}</sync><update>{}</update></edge>",
        process, std::to_string(i + 1), process, e.source_name, process, e.target_name, or_true(e.guard),
        e.channel.empty() ? std::string("tau") : e.channel, or_true(e.update));
  }

  static std::string or_true(const std::string& text) { return text.empty() ? "1" : text; }

  void state(std::size_t number, const TraceState& s) {
    std::string locations;
    for (std::size_t p = 0; p < s.locations.size(); ++p)
      locations += fmt::format("{}.{} ", trace_.processes[p].name, trace_.processes[p].locations[s.locations[p]]);
    const std::string n = std::to_string(number);
    line(" <location_vector id=\"LocVec{}\" locations=\"{}\"/>", n, locations);
    line(" <variable_vector id=\"varvec.{}\">", n);
    for (std::size_t i = 0; i < s.variables.size(); ++i)
      line("  <variable_state variable=\"{}\" value=\"{}\"/>", variable(i).id(), std::to_string(s.variables[i]));
    out_ += " </variable_vector>\n";
    line(" <dbm_instance id=\"DBM{}\">", n);
    for (const TraceBound& b : all_bounds(s))
      line("  <clockbound clock1=\"{}\" clock2=\"{}\" bound=\"{}\" comp=\"{}\"/>", clock(b.left).id(),
           clock(b.right).id(), std::to_string(b.value), b.is_strict ? "<" : "<=");
    out_ += " </dbm_instance>\n";
    line(
        " <node id=\"State{0}\" location_vector=\"LocVec{0}\" dbm_instance=\"DBM{0}\" variable_vector=\"varvec.{0}\"/>",
        n);
  }

  // Every finite bound, not just those that imply the others.
  [[nodiscard]] std::vector<TraceBound> all_bounds(const TraceState& s) const {
    using Bound = std::int32_t;
    std::vector<zone::Constraint<Bound>> listed;
    for (const TraceBound& b : s.zone)
      listed.push_back({b.left, b.right, zone::make_bound<Bound>(b.value, b.is_strict)});
    zone::Dbm<Bound> z(trace_.clocks.size() + 1);
    std::vector<TraceBound> result;
    if (!zone::from_constraints<Bound>(z.dim(), listed, z)) return result;
    for (std::uint32_t i = 0; i < z.dim(); ++i)
      for (std::uint32_t j = 0; j < z.dim(); ++j)
        if (i != j && z.at(i, j) < zone::kInfinity<Bound>)
          result.push_back({i, j, zone::value_of(z.at(i, j)), zone::is_strict(z.at(i, j))});
    return result;
  }

  void transition(std::size_t from, const TraceStep& s) {
    std::string edges;
    for (const TraceEdge& e : s.edges) edges += fmt::format("{}.Edge{} ", trace_.processes[e.process].name, e.edge + 1);
    line(" <transition from=\"State{}\" to=\"State{}\" edges=\"{}\"/>", std::to_string(from), std::to_string(from + 1),
         edges);
  }

  // Everything that is filled in is escaped.
  template <typename... Texts>
  void line(fmt::string_view format, const Texts&... texts) {
    out_ += fmt::vformat(format, fmt::make_format_args(escape_xml(texts)...));
    out_ += '\n';
  }

  const ModelText& model_;
  const model::Network& network_;
  const Trace& trace_;
  std::string out_;
};

}  // namespace

std::string trace_xml(const ModelText& model, const model::Network& network, const Trace& trace) {
  return XmlTrace(model, network, trace).write();
}

}  // namespace zonda::report
