#include "lang/print.hpp"
#include "report/trace.hpp"

namespace zonda::report {

namespace {

std::string sync_text(const lang::EdgeSyntax& edge) {
  if (!edge.event.empty()) return std::string(edge.event);
  if (edge.channel == nullptr) return {};
  return lang::print(*edge.channel) + (edge.sync == lang::SyncMark::Send ? "!" : "?");
}

void add_labels(const lang::Template& t, const lang::Sources& sources, TraceEdge& e) {
  const lang::EdgeSyntax& edge = t.edges[e.edge];
  if (edge.guard != nullptr) e.guard = lang::print(*edge.guard);
  e.sync = sync_text(edge);
  e.update = lang::print_list(edge.updates);
  if (e.branch >= 0) {
    const lang::EdgeSyntax& branch = t.edges[static_cast<std::size_t>(e.branch)];
    if (e.sync.empty()) e.sync = sync_text(branch);
    const std::string rest = lang::print_list(branch.updates);
    if (!rest.empty()) e.update += (e.update.empty() ? "" : ", ") + rest;
  }
  for (const lang::Binder& binder : edge.selects) e.select_names.emplace_back(binder.name);
  e.position = sources.place(edge.range);
}

}  // namespace

void add_labels(const lang::Document& document, const model::Network& network, const lang::Sources& sources,
                Trace& trace) {
  for (TraceStep& step : trace.steps)
    for (TraceEdge& e : step.edges)
      add_labels(*document.templates[network.processes[e.process].template_index], sources, e);
}

}  // namespace zonda::report
