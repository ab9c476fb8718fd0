#include "search/runs/run_finder.hpp"

#include <algorithm>

namespace zonda::search {

template <typename B>
bool RunFinder<B>::search(std::span<const store::State> roots) {
  if (proof_ && (proof_->succeeds(roots) || control_.has_ended())) return false;
  for (const store::State& s : roots) {
    pending_.push_back(s);
    holds_.add(s.zone);
  }
  roots_ = roots.size();
  next_root_ = 0;
  return resume();
}

template <typename B>
bool RunFinder<B>::resume() {
  while (!frames_.empty() || next_root_ < roots_) {
    if (!frames_.empty() && frames_.back().next == pending_.size()) {
      pop();
      continue;
    }
    const std::size_t at = frames_.empty() ? next_root_++ : frames_.back().next++;
    if (!visit(pending_[at])) {
      if (!is_found_) step_back();
      return is_found_;
    }
    if (control_.needs_care() && between_) between_();
    if (control_.has_ended()) return false;
  }
  cut(0);
  roots_ = next_root_ = 0;
  return false;
}

// The state that was taken last is to be taken again.
template <typename B>
void RunFinder<B>::step_back() {
  if (frames_.empty())
    --next_root_;
  else
    --frames_.back().next;
}

template <typename B>
void RunFinder<B>::cut(std::size_t count) {
  pending_.resize(count);
  holds_.cut(count);
}

template <typename B>
void RunFinder<B>::abandon() {
  for (const Frame& frame : frames_) top_[frame.at.discrete] = kNone;
  frames_.clear();
  cut(0);
  roots_ = next_root_ = 0;
}

template <typename B>
void RunFinder<B>::snapshot(Snapshot& s) {
  s.array(frames_);
  s.array(pending_);
  holds_.snapshot(s);
  s.values(roots_, next_root_);
  s.array(top_);
}

template <typename B>
bool RunFinder<B>::visit(store::State s) {
  if (!control_.watch()) return false;
  if (closes_cycle(s)) return find(MaximalRun::End::Cycle, s);
  if (graph_.is_covered(s)) {
    ++graph_.counts().covered;
    return true;
  }
  const std::optional<MaximalRun::End> end = end_in(s);
  if (control_.has_ended()) return false;
  return end ? find(*end, s) : push(s);
}

template <typename B>
std::optional<MaximalRun::End> RunFinder<B>::end_in(store::State s) {
  if (goal_ != nullptr && goal_->is_met(s)) return MaximalRun::End::Goal;
  const auto cells = graph_.cells(s.discrete);
  graph_.load(s.zone, zone_);
  const auto kind = endings_.find(cells, s.discrete, graph_.operations().shape(cells), zone_, true,
                                  [&](std::vector<Conjunction>& out) { return graph_.avoided(cells, out); });
  if (kind == Endings<B>::Kind::None || control_.has_ended()) return std::nullopt;
  return kind == Endings<B>::Kind::Rest ? MaximalRun::End::Rest : MaximalRun::End::Stuck;
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
    if (older != s.zone && !graph_.includes(s.zone, older)) continue;
    cycle_ = at;
    return true;
  }
  return false;
}

template <typename B>
reduce::Target RunFinder<B>::target_of(store::State s) {
  const bool closes_at_once =
      s.discrete == expanding_.discrete && (s.zone == expanding_.zone || graph_.includes(s.zone, expanding_.zone));
  if (!closes_at_once && !closes_cycle(s)) return graph_.target_among_done(s);
  reduce::Target result;
  result.is_on_stack = true;
  return result;
}

template <typename B>
bool RunFinder<B>::push(store::State s) {
  successors_.clear();
  expanding_ = s;
  if (!graph_.expand(s, successors_)) return false;
  if (s.discrete >= top_.size()) top_.resize(std::max<std::size_t>(s.discrete + 1, 2 * top_.size()), kNone);
  frames_.push_back({s, top_[s.discrete], pending_.size(), pending_.size()});
  top_[s.discrete] = static_cast<std::uint32_t>(frames_.size() - 1);
  for (const auto& next : successors_) {
    pending_.push_back(next.to);
    holds_.add(next.to.zone);
  }
  graph_.counts().note_stored(stored());
  return true;
}

// All its successors were looked at.
template <typename B>
void RunFinder<B>::pop() {
  const Frame frame = frames_.back();
  cut(frame.first);
  top_[frame.at.discrete] = frame.below;
  frames_.pop_back();
  (void)graph_.insert(frame.at);
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
