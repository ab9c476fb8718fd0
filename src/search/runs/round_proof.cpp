#include "search/runs/round_proof.hpp"

#include <algorithm>
#include <utility>

namespace zonda::search {

template <typename B>
bool RoundProof<B>::succeeds(std::span<const store::State> roots) {
  constexpr std::uint32_t kPatience = 3;
  if (failures_ == kPatience) return false;
  const bool result = prove(roots);
  bytes_ = newest_.capacity() * sizeof(Node);
  if (!result) ++failures_;
  return result;
}

template <typename B>
bool RoundProof<B>::prove(std::span<const store::State> roots) {
  // The rounds that a proof is worth, and so much work that is not worth counting.
  constexpr std::uint64_t kTimes = 30;
  constexpr std::uint64_t kLittle = 1000;
  work_ = 0;
  most_work_ = UINT64_MAX;
  Level first(graph_.zones());
  if (!explore(first, roots, true)) return false;
  most_work_ = kTimes * (work_ + kLittle);
  std::vector<store::State> rest;
  store::HeldZones<B> holds(graph_.zones());
  // What a level leaves to the next one; the level may go then.
  const auto conclude = [&](Level& level) {
    find_components(level);
    // Where runs may end was asked on the first level only. A zone of a later level need not lie inside one of the
    // first, because abstraction may add more to a smaller zone; so it says nothing about runs that begin elsewhere.
    if (&level == &first) store_done(level, false);
    rest.clear();
    const bool goes_on = next_roots(level, rest);
    holds.cut(0);
    for (const store::State& s : rest) holds.add(s.zone);
    return goes_on && !control_.has_ended();
  };
  if (!conclude(first)) return false;
  while (!rest.empty()) {
    Level level(graph_.zones());
    if (!explore(level, rest, false) || !conclude(level)) return false;
  }
  store_done(first, true);
  return !control_.has_ended();
}

template <typename B>
bool RoundProof<B>::explore(Level& level, std::span<const store::State> roots, bool is_first) {
  const bool is_done = explore_all(level, roots, is_first);
  for (const Entry& entry : level.nodes) newest_[entry.state.discrete] = kNone;
  return is_done;
}

template <typename B>
bool RoundProof<B>::explore_all(Level& level, std::span<const store::State> roots, bool is_first) {
  bool goes_on = true;
  for (const store::State& s : roots) {
    (void)node_of(level, s, kNone, is_first, goes_on);
    if (!goes_on) return false;
  }
  for (Node at = 0; at < level.nodes.size(); ++at) {
    if (level.nodes[at].stand_in != kNone) continue;
    if (++work_ > most_work_ || control_.is_short()) return false;
    successors_.clear();
    if (!graph_.expand(level.nodes[at].state, successors_)) return false;
    level.nodes[at].first = static_cast<std::uint32_t>(level.edges.size());
    for (const auto& next : successors_) {
      if (!control_.watch()) return false;
      const Node to = node_of(level, next.to, at, is_first, goes_on);
      if (!goes_on) return false;
      if (to == kNone) continue;
      level.edges.push_back({next.to, to});
      level.holds.add(next.to.zone);
    }
    level.nodes[at].edges = static_cast<std::uint32_t>(level.edges.size()) - level.nodes[at].first;
    count(level);
  }
  return !control_.has_ended();
}

template <typename B>
auto RoundProof<B>::node_of(Level& level, store::State s, Node parent, bool is_first, bool& goes_on) -> Node {
  if (graph_.is_covered(s)) {
    ++graph_.counts().covered;
    return kNone;
  }
  if (s.discrete >= newest_.size()) newest_.resize(std::max<std::size_t>(s.discrete + 1, 2 * newest_.size()), kNone);
  for (Node at = newest_[s.discrete]; at != kNone; at = level.nodes[at].next)
    if (graph_.covers_zone(level.nodes[at].state.zone, s.zone)) {
      ++graph_.counts().covered;
      return at;
    }
  if (is_first && may_end_(s)) goes_on = false;
  goes_on = goes_on && !control_.has_ended();
  const auto result = static_cast<Node>(level.nodes.size());
  // What it includes is taken out of the list, and it stands in for it.
  Node* link = &newest_[s.discrete];
  while (*link != kNone) {
    Entry& other = level.nodes[*link];
    if (graph_.covers_zone(s.zone, other.state.zone)) {
      other.stand_in = result;
      *link = other.next;
    } else {
      link = &other.next;
    }
  }
  Entry entry;
  entry.state = s;
  entry.parent = parent;
  entry.next = newest_[s.discrete];
  newest_[s.discrete] = result;
  level.nodes.push_back(entry);
  level.holds.add(s.zone);
  return result;
}

// Tarjan 1972, with an explicit stack, over the nodes that no other stands in for. Components come in an order in which
// whatever one leads to comes before it.
template <typename B>
void RoundProof<B>::find_components(Level& level) {
  struct Frame {
    Node node;
    std::uint32_t next;
  };
  std::vector<std::uint32_t> number(level.nodes.size(), kOpen);
  std::vector<std::uint32_t> low(level.nodes.size(), kOpen);
  std::vector<Node> open;
  std::vector<Frame> frames;
  std::uint32_t numbers = 0;
  const auto push = [&](Node node) {
    number[node] = low[node] = numbers++;
    open.push_back(node);
    frames.push_back({node, 0});
  };
  for (Node start = 0; start < level.nodes.size(); ++start) {
    if (level.nodes[start].stand_in != kNone || number[start] != kOpen) continue;
    push(start);
    while (!frames.empty()) {
      const Node at = frames.back().node;
      const Entry& entry = level.nodes[at];
      if (frames.back().next < entry.edges) {
        const Node to = alive(level, level.edges[entry.first + frames.back().next++].to);
        if (number[to] == kOpen)
          push(to);
        else if (level.nodes[to].component == kOpen)
          low[at] = std::min(low[at], number[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[at]);
      if (low[at] == number[at]) close(level, at, open);
    }
  }
}

template <typename B>
void RoundProof<B>::close(Level& level, Node root, std::vector<Node>& open) {
  const auto first = std::find(open.rbegin(), open.rend(), root).base() - 1;
  for (auto at = first; at != open.end(); ++at) level.nodes[*at].component = root;
  bool leads_on = open.end() - first > 1;
  for (auto at = first; at != open.end() && !leads_on; ++at) {
    const Entry& entry = level.nodes[*at];
    for (std::uint32_t i = 0; i < entry.edges && !leads_on; ++i) {
      const Node to = alive(level, level.edges[entry.first + i].to);
      leads_on = to == *at || level.nodes[to].leads_on;
    }
  }
  for (auto at = first; at != open.end(); ++at) level.nodes[*at].leads_on = leads_on;
  open.erase(first, open.end());
}

// By node: the numbers of a depth-first walk through the tree of parents, and where the numbers below a node end.
// Parents have smaller indices than their children.
template <typename B>
auto RoundProof<B>::number_tree(const Level& level) -> std::vector<Interval> {
  std::vector<std::uint32_t> size(level.nodes.size(), 1);
  for (Node at = static_cast<Node>(level.nodes.size()); at-- > 0;)
    if (level.nodes[at].parent != kNone) size[level.nodes[at].parent] += size[at];
  std::vector<Interval> result(level.nodes.size());
  std::vector<std::uint32_t> next(level.nodes.size());  // the number of a node's next child
  std::uint32_t next_root = 0;
  for (Node at = 0; at < level.nodes.size(); ++at) {
    const Node parent = level.nodes[at].parent;
    std::uint32_t& number = parent == kNone ? next_root : next[parent];
    result[at] = {number, number + size[at]};
    next[at] = number + 1;
    number += size[at];
  }
  return result;
}

template <typename B>
bool RoundProof<B>::next_roots(const Level& level, std::vector<store::State>& out) {
  const std::vector<Interval> tree = number_tree(level);
  const auto is_above = [&](Node above, Node node) {
    return tree[above].first <= tree[node].first && tree[node].first < tree[above].end;
  };
  for (Node at = 0; at < level.nodes.size(); ++at) {
    const Entry& entry = level.nodes[at];
    if (entry.stand_in != kNone || !entry.leads_on) continue;
    for (std::uint32_t i = 0; i < entry.edges; ++i) {
      const Edge& edge = level.edges[entry.first + i];
      const Node to = alive(level, edge.to);
      const Entry& target = level.nodes[to];
      if (target.component != entry.component) continue;
      const bool is_itself = target.state == edge.actual;
      if (is_itself && target.parent == at) continue;
      // Going round once more would lead to the same again.
      if (is_itself && is_above(to, at)) return false;
      out.push_back(edge.actual);
    }
  }
  return true;
}

template <typename B>
void RoundProof<B>::store_done(const Level& level, bool all) {
  for (const Entry& entry : level.nodes)
    if (entry.stand_in == kNone && (all || !entry.leads_on) && !graph_.is_covered(entry.state))
      (void)graph_.insert(entry.state);
}

template <typename B>
void RoundProof<B>::count(const Level& level) {
  bytes_ = level.nodes.capacity() * (sizeof(Entry) + 2 * sizeof(std::uint32_t)) +
           level.edges.capacity() * sizeof(Edge) + level.holds.bytes() + newest_.capacity() * sizeof(Node);
  graph_.counts().note_stored(graph_.states_count() + level.nodes.size());
}

template class RoundProof<std::int16_t>;
template class RoundProof<std::int32_t>;

}  // namespace zonda::search
