#include "report/trace.hpp"
#include "report/walk_json.hpp"

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

class JsonTrace {
 public:
  explicit JsonTrace(const Trace& trace) : trace_(trace) {}

  Json write() const {
    Json result{{"format", "zonda-trace"},
                {"version", 1},
                {"kind", trace_.kind},
                {"formula", trace_.formula},
                {"times", trace_.has_times}};
    if (trace_.has_times) {
      std::int64_t total = trace_.last_delay;
      for (const TraceStep& s : trace_.steps) total += s.delay;
      result["time"] = decimal(total, trace_.digits);
      result["least_time"] = decimal(trace_.least_time, 0);
      result["least_time_reached"] = trace_.is_least_reached;
    }
    result["initial"] = state(trace_.initial);
    Json steps = Json::array();
    for (const TraceStep& s : trace_.steps) steps.push_back(step(s));
    result["steps"] = std::move(steps);
    if (trace_.has_times) result["last_delay"] = decimal(trace_.last_delay, trace_.digits);
    add_end(result);
    return result;
  }

  [[nodiscard]] Json state(const TraceState& s) const {
    Json locations = Json::object();
    for (std::size_t p = 0; p < s.locations.size(); ++p)
      locations[trace_.processes[p].name] = trace_.processes[p].locations[s.locations[p]];
    Json variables = Json::object();
    for (std::size_t i = 0; i < s.variables.size(); ++i) variables[trace_.variables[i]] = s.variables[i];
    Json result{{"locations", std::move(locations)}, {"variables", std::move(variables)}};
    if (trace_.has_times && s.clocks.size() == trace_.clocks.size()) {
      Json clocks = Json::object();
      for (std::size_t i = 0; i < s.clocks.size(); ++i) clocks[trace_.clocks[i]] = decimal(s.clocks[i], trace_.digits);
      result["clocks"] = std::move(clocks);
    }
    Json zone = Json::array();
    for (const TraceBound& b : s.zone) zone.push_back(bound_text(trace_, b));
    result["zone"] = std::move(zone);
    return result;
  }

  [[nodiscard]] Json edge(const TraceEdge& e) const {
    const TraceProcess& process = trace_.processes[e.process];
    Json result{{"process", process.name},
                {"edge", e.edge},
                {"from", process.locations[e.source]},
                {"to", process.locations[e.target]}};
    if (e.branch >= 0) result["branch"] = e.branch;
    Json selects = Json::object();
    for (std::size_t i = 0; i < e.selects.size(); ++i) selects[e.select_names[i]] = e.selects[i];
    if (!selects.empty()) result["select"] = std::move(selects);
    if (!e.guard.empty()) result["guard"] = e.guard;
    if (!e.sync.empty()) result["sync"] = e.sync;
    if (!e.update.empty()) result["update"] = e.update;
    result["position"] = e.position;
    return result;
  }

 private:
  // How a run without end goes on, and what the query is about.
  void add_end(Json& result) const {
    switch (trace_.end) {
      case Trace::End::Goal:
        break;
      case Trace::End::Cycle:
        result["end"] = "cycle";
        result["cycle"] = trace_.cycle;
        result["repeats"] = trace_.repeats;
        break;
      case Trace::End::Rest:
        result["end"] = "rest";
        break;
      case Trace::End::Stuck:
        result["end"] = "stuck";
        break;
    }
    if (!trace_.end_note.empty()) result["end_note"] = trace_.end_note;
    if (!trace_.has_moment) return;
    result["moment"] = {{"step", trace_.moment_step}, {"note", trace_.moment_note}};
    if (trace_.has_times) result["moment"]["delay"] = decimal(trace_.moment_delay, trace_.digits);
  }

  [[nodiscard]] Json step(const TraceStep& s) const {
    Json result = Json::object();
    if (trace_.has_times) result["delay"] = decimal(s.delay, trace_.digits);
    Json edges = Json::array();
    for (const TraceEdge& e : s.edges) edges.push_back(edge(e));
    result["edges"] = std::move(edges);
    result["state"] = state(s.state);
    return result;
  }

  const Trace& trace_;
};

}  // namespace

Json trace_json(const Trace& trace) { return JsonTrace(trace).write(); }

Json walk_json(const std::string& path, bool is_symbolic, const Trace& trace, const TraceState& state,
               const std::vector<WalkMove>& moves) {
  const JsonTrace writer(trace);
  Json result = writer.write();
  result["tool"] = "zonda";
  result["model"] = path;
  result["mode"] = is_symbolic ? "symbolic" : "concrete";
  result["state"] = writer.state(state);
  Json list = Json::array();
  for (const WalkMove& m : moves) {
    Json edges = Json::array();
    for (const TraceEdge& e : m.edges) edges.push_back(writer.edge(e));
    Json one{{"edges", std::move(edges)}};
    Json windows = Json::array();
    for (const WalkWindow& w : m.windows) {
      Json window{{"from", w.from}, {"from_open", w.is_from_open}};
      if (w.to) {
        window["to"] = *w.to;
        window["to_open"] = w.is_to_open;
      }
      windows.push_back(std::move(window));
    }
    if (!is_symbolic) one["delays"] = std::move(windows);
    if (!m.error.empty())
      one["error"] = m.error;
    else
      one["target"] = writer.state(m.target);
    list.push_back(std::move(one));
  }
  result["moves"] = std::move(list);
  return result;
}

}  // namespace zonda::report
