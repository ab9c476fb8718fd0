#include "check/covering.hpp"

#include "analysis/clock_bounds.hpp"
#include "model/names.hpp"
#include "search/walks/edge_frequencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace zonda::check {

std::vector<std::vector<double>> walk_frequencies(const model::Network& network, std::uint64_t seed) {
  // Comparisons of clocks in queries do not matter here.
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, model::Query{});
  if (bounds.refusal.empty()) {
    search::WalkOptions options;
    options.seed = seed;
    return search::edge_frequencies(network, bounds, options);
  }
  std::vector<std::vector<double>> none;
  for (const model::Process& p : network.processes) none.emplace_back(p.edges.size(), 0.0);
  return none;
}

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// One line, split into its parts, which are views into it.
struct EdgeLine {
  std::string_view process;
  std::string_view source;
  std::string_view target;
  std::string_view sync;  // may be empty
};

std::optional<EdgeLine> taken_apart(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::size_t arrow = line.find("->");
  if (colon == std::string_view::npos || arrow == std::string_view::npos || arrow < colon) return std::nullopt;
  EdgeLine result;
  result.process = trimmed(line.substr(0, colon));
  result.source = trimmed(line.substr(colon + 1, arrow - colon - 1));
  const std::string_view rest = trimmed(line.substr(arrow + 2));
  // Names of locations have no spaces, except in 'location 3' for one without a name.
  const bool has_no_name = rest.starts_with("location ");
  const std::size_t space = rest.find_first_of(" \t", has_no_name ? 9 : 0);
  result.target = trimmed(rest.substr(0, space));
  if (space != std::string_view::npos) result.sync = trimmed(rest.substr(space));
  if (result.process.empty() || result.source.empty() || result.target.empty()) return std::nullopt;
  return result;
}

bool is_of(std::string_view process, std::string_view wanted) {
  return process == wanted ||
         (process.size() > wanted.size() && process.starts_with(wanted) && process[wanted.size()] == '(');
}

}  // namespace

OwnSet read_own_set(const model::Network& network, const analysis::CycleCover& cover, std::string_view text,
                    std::string_view file) {
  OwnSet result;
  const auto& strands = cover.cycles().strands;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view content = trimmed(line.substr(0, line.find('#')));
    if (content.empty()) continue;
    const auto column = static_cast<std::size_t>(content.data() - line.data()) + 1;
    const std::optional<EdgeLine> wanted = taken_apart(content);
    if (!wanted) {
      result.error =
          fmt::format("{}:{}:{}: '{}' is not an edge; write 'Process: from -> to'", file, number, column, content);
      return result;
    }
    bool is_found = false;
    for (analysis::StrandId s = 0; s < strands.size(); ++s) {
      const std::uint32_t process = strands[s].process;
      const model::Edge& e = network.processes[process].edges[strands[s].edges.front()];
      if (!is_of(network.processes[process].name, wanted->process) ||
          model::location_name(network, process, e.source) != wanted->source ||
          model::location_name(network, process, e.target) != wanted->target)
        continue;
      if (!wanted->sync.empty() && model::sync_text(network, e) != wanted->sync) continue;
      is_found = true;
      result.strands.push_back(s);
    }
    if (!is_found) {
      result.error =
          fmt::format("{}:{}:{}: the model has no edge '{}' that can be taken", file, number, column, content);
      return result;
    }
  }
  const std::optional<analysis::CycleCover::Gap> gap = cover.gap(result.strands);
  if (!gap) return result;
  const std::string& process = network.processes[gap->process].name;
  if (!gap->cycle) {
    result.error = fmt::format("{}: the edges do not cover all cycles of {}", file, process);
    return result;
  }
  std::string names;
  const analysis::Cycle& cycle = cover.cycles().cycles[*gap->cycle];
  for (const analysis::StrandId s : cycle.strands)
    names += model::location_name(network, gap->process,
                                  network.processes[gap->process].edges[strands[s].edges.front()].source) +
             " -> ";
  names += names.substr(0, names.find(" -> "));
  result.error = fmt::format("{}: the edges do not cover the cycle {}: {}", file, process, names);
  return result;
}

std::vector<std::vector<keep::Marks>> move_marks(const model::Network& network, const keep::Strategy& strategy,
                                                 const MarkOptions& options, std::string& error) {
  std::vector<std::vector<keep::Marks>> result;
  if (strategy.marks() == 0) return result;
  const analysis::CycleCover cover(network, {}, options.joins_zones);
  std::vector<std::vector<bool>> edges;
  if (strategy.marks() == keep::kEntry) {
    edges = analysis::entering_edges(network, cover.cycles());
  } else if (!options.own_set.empty()) {
    const OwnSet own = read_own_set(network, cover, options.own_set, options.file);
    error = own.error;
    if (!error.empty()) return result;
    edges = cover.edges_of(own.strands);
  } else {
    edges = cover.edges_of(cover.best(walk_frequencies(network, options.seed), options.seed).strands);
  }
  for (const std::vector<bool>& process : edges) {
    result.emplace_back();
    for (const bool is_marked : process) result.back().push_back(is_marked ? strategy.marks() : keep::Marks{0});
  }
  return result;
}

}  // namespace zonda::check
