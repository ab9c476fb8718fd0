// Finds strands, cycles (by Johnson's algorithm) and back strands.
#include "analysis/local_cycles.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace zonda::analysis {

namespace {

// The locations of a process, with one arc for each strand.
struct Arc {
  StrandId strand = 0;
  std::uint32_t target = 0;
};
using Graph = std::vector<std::vector<Arc>>;  // by location

Graph graph_of(const model::Process& process, const LocalCycles& all, std::uint32_t index) {
  Graph result(process.locations.size());
  for (std::uint32_t e = 0; e < process.edges.size(); ++e) {
    const StrandId strand = all.strand_of[index][e];
    if (strand == LocalCycles::kNoStrand || all.strands[strand].edges.front() != e) continue;
    result[process.edges[e].source].push_back({strand, process.edges[e].target});
  }
  return result;
}

void add_strands(const model::Process& process, std::uint32_t index, const std::vector<EdgeSummary>& summaries,
                 LocalCycles& out) {
  out.strand_of.emplace_back(process.edges.size(), LocalCycles::kNoStrand);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<StrandId>> between;
  for (std::uint32_t e = 0; e < process.edges.size(); ++e) {
    if (!summaries[e].is_possible) continue;
    const model::Edge& edge = process.edges[e];
    std::vector<StrandId>& known = between[{edge.source, edge.target}];
    const auto same = std::find_if(known.begin(), known.end(), [&](StrandId s) {
      const std::uint32_t first = out.strands[s].edges.front();
      return process.edges[first].sync == edge.sync && process.edges[first].event == edge.event &&
             summaries[first] == summaries[e];
    });
    StrandId strand = 0;
    if (same == known.end()) {
      strand = static_cast<StrandId>(out.strands.size());
      known.push_back(strand);
      out.strands.push_back({index, {}});
    } else {
      strand = *same;
    }
    out.strands[strand].edges.push_back(e);
    out.strand_of[index][e] = strand;
  }
}

// Lists the elementary cycles by Johnson's algorithm: all cycles through the first location, then those through the
// second that avoid the first, and so on. A location from which the search came back without a cycle is blocked until a
// location behind it is free again.
class Johnson {
 public:
  Johnson(const Graph& graph, std::size_t most, std::vector<std::vector<StrandId>>& out)
      : graph_(graph), most_(most), out_(out), is_blocked_(graph.size()), waits_for_(graph.size()) {}

  // Returns false when there are too many cycles.
  bool run() {
    for (root_ = 0; root_ < graph_.size(); ++root_) {
      is_blocked_.assign(graph_.size(), false);
      for (auto& list : waits_for_) list.clear();
      if (!search()) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kStepsPerCycle = 2'000;

  struct Frame {
    std::uint32_t at = 0;
    std::size_t next = 0;
    bool found = false;
  };

  bool search() {
    std::vector<Frame> stack{{root_, 0, false}};
    is_blocked_[root_] = true;
    while (!stack.empty()) {
      if (++steps_ > kStepsPerCycle * most_) return false;
      Frame& top = stack.back();
      if (top.next == graph_[top.at].size()) {
        leave(top);
        const bool found = top.found;
        stack.pop_back();
        if (!stack.empty()) {
          stack.back().found = stack.back().found || found;
          path_.pop_back();
        }
        continue;
      }
      const Arc& arc = graph_[top.at][top.next++];
      if (arc.target < root_) continue;
      if (arc.target == root_) {
        top.found = true;
        out_.push_back(path_);
        out_.back().push_back(arc.strand);
        if (out_.size() > most_) return false;
      } else if (!is_blocked_[arc.target]) {
        path_.push_back(arc.strand);
        is_blocked_[arc.target] = true;
        stack.push_back({arc.target, 0, false});
      }
    }
    return true;
  }

  void leave(const Frame& frame) {
    if (frame.found) return unblock(frame.at);
    for (const Arc& arc : graph_[frame.at])
      if (arc.target >= root_ && std::ranges::find(waits_for_[arc.target], frame.at) == waits_for_[arc.target].end())
        waits_for_[arc.target].push_back(frame.at);
  }

  void unblock(std::uint32_t location) {
    std::vector<std::uint32_t> work{location};
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (!is_blocked_[at]) continue;
      is_blocked_[at] = false;
      work.insert(work.end(), waits_for_[at].begin(), waits_for_[at].end());
      waits_for_[at].clear();
    }
  }

  const Graph& graph_;
  std::size_t most_;
  std::vector<std::vector<StrandId>>& out_;
  std::uint32_t root_ = 0;
  std::vector<bool> is_blocked_;
  std::vector<std::vector<std::uint32_t>> waits_for_;
  std::vector<StrandId> path_;
  std::size_t steps_ = 0;
};

// Visits the strands that lead back to a location on the stack of a depth-first search. The search starts from every
// location in turn, because any of them may be an initial one.
template <typename Visit>
void for_each_back_strand(const Graph& graph, std::uint32_t initial, const std::vector<bool>* is_barred,
                          Visit&& visit) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(graph.size(), Mark::New);
  struct Frame {
    std::uint32_t at = 0;
    std::size_t next = 0;
  };
  std::vector<Frame> stack;
  for (std::uint32_t i = 0; i <= graph.size(); ++i) {
    const std::uint32_t start = i == 0 ? initial : i - 1;
    if (marks[start] != Mark::New) continue;
    marks[start] = Mark::Open;
    stack.push_back({start, 0});
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next == graph[top.at].size()) {
        marks[top.at] = Mark::Done;
        stack.pop_back();
        continue;
      }
      const Arc& arc = graph[top.at][top.next++];
      if (is_barred != nullptr && (*is_barred)[arc.strand]) continue;
      if (marks[arc.target] == Mark::Open) visit(arc.strand);
      if (marks[arc.target] != Mark::New) continue;
      marks[arc.target] = Mark::Open;
      stack.push_back({arc.target, 0});
    }
  }
}

}  // namespace

LocalCycles local_cycles(const model::Network& network, const std::vector<std::vector<EdgeSummary>>& summaries,
                         const CycleLimits& limits) {
  LocalCycles result;
  result.has_too_many.assign(network.processes.size(), false);
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    add_strands(process, p, summaries[p], result);
    if (process.locations.empty()) continue;
    const Graph graph = graph_of(process, result, p);
    std::vector<std::vector<StrandId>> found;
    const std::size_t most = std::min(limits.of_process, limits.in_all - std::min(limits.in_all, result.cycles.size()));
    if (Johnson(graph, most, found).run()) {
      for (auto& strands : found) result.cycles.push_back({p, std::move(strands)});
    } else {
      result.has_too_many[p] = true;
      for_each_back_strand(graph, process.initial, nullptr,
                           [&](StrandId strand) { result.back_strands.push_back(strand); });
    }
  }
  return result;
}

std::vector<std::vector<bool>> entering_edges(const model::Network& network, const LocalCycles& cycles) {
  std::vector<std::vector<bool>> result;
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    result.emplace_back(process.edges.size(), false);
    if (process.locations.empty()) continue;
    std::vector<bool> is_entry(process.locations.size(), false);
    for_each_back_strand(graph_of(process, cycles, p), process.initial, nullptr,
                         [&](StrandId s) { is_entry[process.edges[cycles.strands[s].edges.front()].target] = true; });
    for (std::size_t e = 0; e < process.edges.size(); ++e) result[p][e] = is_entry[process.edges[e].target];
  }
  return result;
}

bool has_cycle_without(const model::Network& network, const LocalCycles& cycles, std::uint32_t process,
                       const std::vector<bool>& is_barred) {
  const model::Process& p = network.processes[process];
  if (p.locations.empty()) return false;
  bool result = false;
  for_each_back_strand(graph_of(p, cycles, process), p.initial, &is_barred, [&](StrandId) { result = true; });
  return result;
}

}  // namespace zonda::analysis
