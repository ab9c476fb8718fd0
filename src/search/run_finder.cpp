#include "search/run_finder.hpp"

#include <algorithm>

namespace zonda::search {

template <typename B>
bool RunFinder<B>::search(std::span<const store::State> roots) {
  // All of them are needed until they were looked at.
  for (const store::State& s : roots) graph_.zones().hold(s.zone);
  for (const store::State& s : roots) {
    if (!visit(s)) break;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == pending_.size()) {
        pop();
        continue;
      }
      if (!visit(pending_[frame.next++].to)) break;
    }
    if (!frames_.empty() || is_found_ || control_.is_stopped()) break;
  }
  for (const store::State& s : roots) graph_.zones().drop(s.zone);
  return is_found_;
}

template <typename B>
bool RunFinder<B>::visit(store::State s) {
  if (!control_.watch(pending_.size())) return false;
  if (closes_cycle(s)) return find(MaximalRun::End::Cycle, s);
  if (is_done(s)) {
    ++control_.stats().covered;
    return true;
  }
  if (goal_ != nullptr && goal_->is_met(s)) return find(MaximalRun::End::Goal, s);
  const auto cells = graph_.cells(s.discrete);
  graph_.zones().load(s.zone, zone_);
  const auto kind = endings_.find(cells, s.discrete, graph_.operations().shape(cells), zone_, true,
                                  [&](std::vector<Conjunction>& out) { return graph_.avoided(cells, out); });
  if (control_.is_stopped()) return false;
  if (kind == Endings<B>::Kind::None) return push(s);
  return find(kind == Endings<B>::Kind::Rest ? MaximalRun::End::Rest : MaximalRun::End::Stuck, s);
}

template <typename B>
bool RunFinder<B>::find(MaximalRun::End end, store::State s) {
  end_ = end;
  last_ = s;
  is_found_ = true;
  return false;
}

template <typename B>
bool RunFinder<B>::closes_cycle(store::State s) {
  if (s.discrete >= top_.size()) return false;
  for (std::uint32_t at = top_[s.discrete]; at != kNone; at = frames_[at].below) {
    const store::ZoneId older = frames_[at].at.zone;
    if (older != s.zone && !graph_.zones().includes(s.zone, older)) continue;
    cycle_ = at;
    return true;
  }
  return false;
}

template <typename B>
bool RunFinder<B>::is_done(store::State s) {
  return graph_.states().is_covered(s.discrete, s.zone, graph_.zones().signatures(),
                                    [&](store::ZoneId a, store::ZoneId b) { return graph_.covers(s.discrete, a, b); });
}

template <typename B>
bool RunFinder<B>::push(store::State s) {
  graph_.zones().hold(s.zone);
  if (s.discrete >= top_.size()) top_.resize(std::max<std::size_t>(s.discrete + 1, 2 * top_.size()), kNone);
  frames_.push_back({s, top_[s.discrete], pending_.size(), pending_.size()});
  top_[s.discrete] = static_cast<std::uint32_t>(frames_.size() - 1);
  const bool goes_on = graph_.expand(s, pending_);
  for (std::size_t i = frames_.back().first; i < pending_.size(); ++i) graph_.zones().hold(pending_[i].to.zone);
  Stats& stats = control_.stats();
  stats.stored = graph_.states().stored() + frames_.size();
  stats.peak_stored = std::max(stats.peak_stored, stats.stored);
  return goes_on;
}

// All its successors were looked at. The state keeps the hold that its frame had.
template <typename B>
void RunFinder<B>::pop() {
  const Frame frame = frames_.back();
  for (std::size_t i = frame.first; i < pending_.size(); ++i) graph_.zones().drop(pending_[i].to.zone);
  pending_.resize(frame.first);
  top_[frame.at.discrete] = frame.below;
  frames_.pop_back();
  const auto inserted = graph_.states().insert(
      frame.at.discrete, frame.at.zone, {}, graph_.zones().signatures(),
      [&](store::ZoneId a, store::ZoneId b) { return graph_.covers(frame.at.discrete, a, b); },
      [&](store::ZoneId gone, bool /*was_waiting*/) { graph_.zones().drop(gone); });
  if (!inserted.is_new) graph_.zones().drop(frame.at.zone);
}

template <typename B>
std::vector<store::State> RunFinder<B>::states() const {
  std::vector<store::State> result;
  for (const Frame& frame : frames_) result.push_back(frame.at);
  result.push_back(last_);
  return result;
}

template class RunFinder<std::int16_t>;
template class RunFinder<std::int32_t>;

}  // namespace zonda::search
