#include "search/survey/loop_finder.hpp"

#include "util/invariant.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace zonda::search {

template <typename B>
LoopFinder<B>::LoopFinder(const model::Network& network, SymbolicGraph<B>& graph, MoveLabels& labels, Control& control,
                          KnownLoops& known, bool stays_committed)
    : network_(network),
      graph_(graph),
      labels_(labels),
      control_(control),
      known_(known),
      stays_committed_(stays_committed) {
  control.add_part({[this] { return bytes(); },
                    [this](Stats& stats) {
                      stats.bytes.links += bytes();
                      return path_.size();
                    }});
  graph.set_judge([this](store::State s) { return target_of(s); });
}

template <typename B>
LoopFinder<B>::~LoopFinder() {
  graph_.set_judge({});
}

template <typename B>
reduce::Target LoopFinder<B>::target_of(store::State s) const {
  const auto known = numbers_.find(key_of(s));
  if (known == numbers_.end()) return graph_.target_among_done(s);
  reduce::Target result;
  result.is_on_stack = std::ranges::find(path_, known->second) != path_.end();
  result.is_expanded = !result.is_on_stack && !graph_.was_pruned(s);
  return result;
}

template <typename B>
void LoopFinder<B>::search(std::span<const store::State> roots, const OnLoop& on_loop) {
  for (const store::State& s : roots)
    if (!start(s, on_loop)) break;
}

template <typename B>
bool LoopFinder<B>::is_committed(store::DiscreteId id) {
  const auto cells = graph_.cells(id);
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p)
    if (network_.location(p, cells[p]).is_committed) return true;
  return false;
}

template <typename B>
std::uint64_t LoopFinder<B>::bytes() const {
  constexpr std::size_t kEntryBytes = 48;
  return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) + numbers_.size() * kEntryBytes +
         path_.capacity() * sizeof(NodeId) + before_.capacity() * sizeof(Step) + queue_.capacity() * sizeof(NodeId);
}

// Whether a state that has no node yet gets one.
template <typename B>
bool LoopFinder<B>::is_wanted(store::State s) {
  return (!stays_committed_ || is_committed(s.discrete)) && !graph_.is_covered(s);
}

// --- components

template <typename B>
bool LoopFinder<B>::start(store::State root, const OnLoop& on_loop) {
  if (!is_wanted(root)) return true;
  if (!push(root, kNone, 0)) return false;
  while (!path_.empty()) {
    const NodeId at = path_.back();
    if (!(nodes_[at].next == end_of(at) ? leave(at, on_loop) : visit(at, nodes_[at].next++))) return false;
  }
  return true;
}

template <typename B>
bool LoopFinder<B>::visit(NodeId from, std::size_t edge) {
  if (!control_.watch()) return false;
  const store::State to = edges_[edge].to;
  if (const auto known = numbers_.find(key_of(to)); known != numbers_.end()) {
    edges_[edge].node = known->second;
    nodes_[from].low = std::min(nodes_[from].low, known->second);
    return true;
  }
  if (!is_wanted(to)) return true;
  edges_[edge].node = static_cast<NodeId>(nodes_.size());
  return push(to, from, edges_[edge].label);
}

template <typename B>
bool LoopFinder<B>::push(store::State s, NodeId parent, std::uint32_t label) {
  const auto id = static_cast<NodeId>(nodes_.size());
  numbers_.emplace(key_of(s), id);
  nodes_.push_back(
      {s, parent, id, label, is_committed(s.discrete), edges_.size(), edges_.size(), {graph_.zones(), s.zone}});
  path_.push_back(id);
  successors_.clear();
  labels_.start();
  const bool goes_on = graph_.expand(s, successors_);
  ZONDA_CHECK(!goes_on || labels_.successors().size() == successors_.size(), "a move was not observed");
  for (std::size_t i = 0; goes_on && i < successors_.size(); ++i)
    edges_.push_back({successors_[i].to, kNone, labels_.successors()[i], std::move(successors_[i].hold)});
  return goes_on;
}

template <typename B>
bool LoopFinder<B>::leave(NodeId id, const OnLoop& on_loop) {
  path_.pop_back();
  const NodeId low = nodes_[id].low;
  if (low == id) {
    report(id, on_loop);
    forget(id);
    if (!path_.empty()) edges_[nodes_[path_.back()].next - 1].node = kNone;
  } else {
    Node& before = nodes_[path_.back()];
    before.low = std::min(before.low, low);
  }
  return !control_.has_ended();
}

// The component that begins with this node is complete.
template <typename B>
void LoopFinder<B>::forget(NodeId first) {
  edges_.resize(nodes_[first].first);
  for (std::size_t i = first; i < nodes_.size(); ++i) {
    const store::State s = nodes_[i].at;
    numbers_.erase(key_of(s));
    (void)graph_.insert(s);
  }
  nodes_.resize(first);
}

// --- loops

template <typename B>
bool LoopFinder<B>::is_needed(const Need& need) const {
  const bool is_on_committed = known_.committed.contains(need.edge);
  if (stays_committed_) return !is_on_committed;
  return !known_.others.contains(need.edge) && !(need.from_committed && is_on_committed);
}

// Finds the edges that still need a loop, and some edges of the component to go through.
template <typename B>
auto LoopFinder<B>::needs(NodeId first) -> std::vector<std::pair<Need, std::vector<Step>>> {
  constexpr std::size_t kMost = 8;
  std::map<Need, std::vector<Step>> found;
  std::vector<bool> is_known(2 * labels_.count(), false);  // the label needs no loop
  for (NodeId id = first; id < nodes_.size(); ++id) {
    const bool from_committed = nodes_[id].is_committed;
    for (std::size_t e = nodes_[id].first; e < end_of(id); ++e) {
      const std::size_t mark = 2 * edges_[e].label + (from_committed ? 1 : 0);
      if (edges_[e].node == kNone || is_known[mark]) continue;
      bool is_any = false;
      for (const EdgeKey key : labels_.edges(edges_[e].label)) {
        if (!is_needed({key, from_committed})) continue;
        std::vector<Step>& steps = found[{key, from_committed}];
        if (steps.size() >= kMost) continue;
        steps.push_back({id, e});
        is_any = true;
      }
      is_known[mark] = !is_any;
    }
  }
  return {found.begin(), found.end()};
}

template <typename B>
bool LoopFinder<B>::go_round(NodeId first, std::span<const Step> through, std::vector<Step>& out) {
  std::size_t shortest = SIZE_MAX;
  for (const Step& step : through) {
    // Searches breadth-first from the target of the edge, until its source is found or the loop gets too long.
    const NodeId from = edges_[step.edge].node;
    before_.assign(nodes_.size() - first, Step{});
    queue_.assign(1, from);
    std::size_t level_ends = 1;
    std::size_t length = 1;
    bool is_found = from == step.from;
    for (std::size_t i = 0; i < queue_.size() && !is_found && length < shortest; ++i) {
      if (!control_.watch()) return false;
      if (i == level_ends) {
        level_ends = queue_.size();
        if (++length >= shortest) break;
      }
      for (std::size_t e = nodes_[queue_[i]].first; e < end_of(queue_[i]) && !is_found; ++e) {
        const NodeId to = edges_[e].node;
        if (to == kNone || to == from || before_[to - first].from != kNone) continue;
        before_[to - first] = {queue_[i], e};
        queue_.push_back(to);
        is_found = to == step.from;
      }
    }
    if (!is_found) continue;
    out.assign(1, step);
    for (NodeId at = step.from; at != from; at = out.back().from) out.push_back(before_[at - first]);
    std::reverse(out.begin() + 1, out.end());
    shortest = out.size();
  }
  return true;
}

template <typename B>
void LoopFinder<B>::report(NodeId first, const OnLoop& on_loop) {
  if (first + 1 == nodes_.size() && std::none_of(edges_.begin() + static_cast<std::ptrdiff_t>(nodes_[first].first),
                                                 edges_.end(), [&](const Edge& e) { return e.node == first; }))
    return;
  std::vector<std::pair<Need, std::vector<Step>>> rounds;
  for (auto& [need, through] : needs(first)) {
    rounds.emplace_back(need, std::vector<Step>());
    if (!go_round(first, through, rounds.back().second)) return;
  }
  // Short loops come first: long ones may go through their edges, and need not be reported then.
  std::stable_sort(rounds.begin(), rounds.end(),
                   [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  for (auto& [need, round] : rounds) {
    if (!is_needed(need)) continue;
    const FoundLoop loop = loop_of(std::move(round));
    std::set<EdgeKey>& known = loop.is_committed ? known_.committed : known_.others;
    for (std::size_t i = loop.first; i < loop.labels.size(); ++i)
      for (const EdgeKey key : labels_.edges(loop.labels[i])) known.insert(key);
    on_loop(loop);
    if (control_.has_ended()) return;
  }
}

// The reported loop begins at the state that is closest to the root.
template <typename B>
FoundLoop LoopFinder<B>::loop_of(std::vector<Step> round) const {
  std::rotate(
      round.begin(),
      std::min_element(round.begin(), round.end(), [](const Step& a, const Step& b) { return a.from < b.from; }),
      round.end());
  FoundLoop result;
  for (NodeId at = round[0].from; nodes_[at].parent != kNone; at = nodes_[at].parent) {
    result.states.push_back(nodes_[nodes_[at].parent].at);
    result.labels.push_back(nodes_[at].label);
  }
  std::reverse(result.states.begin(), result.states.end());
  std::reverse(result.labels.begin(), result.labels.end());
  result.first = result.states.size();
  for (const Step& step : round) {
    result.states.push_back(nodes_[step.from].at);
    result.labels.push_back(edges_[step.edge].label);
    result.is_committed = result.is_committed && nodes_[step.from].is_committed;
  }
  result.states.push_back(nodes_[round[0].from].at);
  return result;
}

template class LoopFinder<std::int16_t>;
template class LoopFinder<std::int32_t>;

}  // namespace zonda::search
