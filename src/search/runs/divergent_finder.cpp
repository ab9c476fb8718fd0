#include "search/runs/divergent_finder.hpp"

namespace zonda::search {

template <typename B>
bool DivergentFinder<B>::search(std::span<const store::State> roots) {
  (void)explicit_.explore(roots, *this);
  return is_found_;
}

// A part of a state from which no run diverges has none either.
template <typename B>
bool DivergentFinder<B>::wants(store::State s) {
  const bool is_done = graph_.is_covered(s);
  if (is_done) ++graph_.counts().covered;
  return !is_done;
}

// Resting for ever is seen at once.
template <typename B>
bool DivergentFinder<B>::enter(NodeId id) {
  const store::State s = explicit_.node(id).state;
  const auto cells = graph_.cells(s.discrete);
  graph_.load(s.zone, zone_);
  const auto kind = endings_.find(cells, s.discrete, graph_.operations().shape(cells), zone_, false,
                                  [&](std::vector<Conjunction>& out) { return graph_.avoided(cells, out); });
  if (control_.has_ended()) return false;
  if (kind != Endings<B>::Kind::Rest) return true;
  end_ = MaximalRun::End::Rest;
  is_found_ = true;
  for (const NodeId at : explicit_.way_to(id)) states_.push_back(explicit_.node(at).state);
  return false;
}

template <typename B>
bool DivergentFinder<B>::leave(std::span<const NodeId> component) {
  const std::uint32_t number = explicit_.node(component[0]).component;
  for (const NodeId id : component) {
    for (const auto& e : explicit_.edges(id)) {
      if (!e.is_tick || e.to == kNoNode || explicit_.node(e.to).component != number) continue;
      found(id, e.to);
      return false;
    }
  }
  for (const NodeId id : component) (void)graph_.insert(explicit_.node(id).state);
  return true;
}

// The way to the tick, and from it back.
template <typename B>
void DivergentFinder<B>::found(NodeId from, NodeId to) {
  is_found_ = true;
  end_ = MaximalRun::End::Cycle;
  const std::uint32_t number = explicit_.node(from).component;
  for (const NodeId at : explicit_.way_to(from)) states_.push_back(explicit_.node(at).state);
  cycle_ = states_.size() - 1;
  states_.push_back(explicit_.node(to).state);
  if (from == to) return;
  const auto back =
      explicit_.way(to, from, [&](NodeId, const auto& e) { return explicit_.node(e.to).component == number; });
  for (std::size_t i = 1; i < back.size(); ++i) states_.push_back(explicit_.node(back[i]).state);
}

template class DivergentFinder<std::int16_t>;
template class DivergentFinder<std::int32_t>;

}  // namespace zonda::search
