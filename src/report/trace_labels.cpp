#include "report/trace.hpp"

namespace zonda::report {

namespace {

void add_labels(const ModelText& model, TraceEdge& e) {
  EdgeText text = model.edge(e.process, e.edge);
  e.guard = std::move(text.guard);
  e.sync = text.sync();
  e.update = std::move(text.update);
  if (e.branch >= 0) {
    const EdgeText branch = model.edge(e.process, static_cast<std::size_t>(e.branch));
    if (e.sync.empty()) e.sync = branch.sync();
    if (!branch.update.empty()) e.update += (e.update.empty() ? "" : ", ") + branch.update;
  }
  for (std::string& name : text.selects) e.select_names.push_back(std::move(name));
  e.position = model.place(text.range);
}

}  // namespace

void add_labels(const ModelText& model, Trace& trace) {
  for (TraceStep& step : trace.steps)
    for (TraceEdge& e : step.edges) add_labels(model, e);
}

}  // namespace zonda::report
