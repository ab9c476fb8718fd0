// Looks for cycles among symbolic states, depth-first, and goes on after each: unlike RunFinder it does not ask where
// runs end, and one cycle is not the end of the search.
//
// A new zone that includes one on the stack closes a cycle that some run goes around for ever (search/run_finder.hpp
// says why). What was looked at completely stands in for all that it includes.
#pragma once

#include "search/symbolic_graph.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class CycleFinder {
 public:
  CycleFinder(SymbolicGraph<B>& graph, Control& control) : graph_(graph), control_(control) {
    control.add_part({[this] {
                        return StoreBytes{.frontier = frames_.capacity() * sizeof(Frame) +
                                                      pending_.capacity() * sizeof(Pending) +
                                                      top_.capacity() * sizeof(std::uint32_t)};
                      },
                      [](Stats&) {}});
  }
  CycleFinder(const CycleFinder&) = delete;
  CycleFinder& operator=(const CycleFinder&) = delete;

  // `on_cycle(states, first)`: the states on the way from a root, the last one closing the cycle that begins with the
  // one numbered `first`. It may use the graph, and stop the control.
  template <typename OnCycle>
  void search(std::span<const store::State> roots, OnCycle&& on_cycle) {
    for (const store::State& s : roots) graph_.zones().hold(s.zone);
    for (const store::State& s : roots) {
      bool goes_on = visit(s, on_cycle);
      while (goes_on && !frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.next == pending_.size())
          pop();
        else
          goes_on = visit(pending_[frame.next++].to, on_cycle);
      }
      if (!goes_on) break;
    }
    for (const store::State& s : roots) graph_.zones().drop(s.zone);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Frame {
    store::State at;
    std::uint32_t below = kNone;  // the next frame with the same discrete state
    std::size_t first = 0;        // its successors in pending_
    std::size_t next = 0;
  };
  using Pending = typename SymbolicGraph<B>::Successor;

  // False: the control stopped.
  template <typename OnCycle>
  bool visit(store::State s, OnCycle& on_cycle) {
    if (!control_.watch(pending_.size())) return false;
    bool is_on_stack = false;
    if (s.discrete < top_.size()) {
      bool is_told = false;
      for (std::uint32_t at = top_[s.discrete]; at != kNone; at = frames_[at].below) {
        const store::ZoneId older = frames_[at].at.zone;
        is_on_stack = is_on_stack || older == s.zone;
        if (is_told || (older != s.zone && !graph_.zones().includes(s.zone, older))) continue;
        is_told = true;
        on_cycle(way_to(s), std::size_t{at});
        if (control_.is_stopped()) return false;
      }
    }
    return is_on_stack || is_done(s) || push(s);
  }

  bool is_done(store::State s) {
    return graph_.states().is_covered(
        s.discrete, s.zone, graph_.zones().signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return graph_.covers(s.discrete, a, b); });
  }

  bool push(store::State s) {
    graph_.zones().hold(s.zone);
    if (s.discrete >= top_.size()) top_.resize(std::max<std::size_t>(s.discrete + 1, 2 * top_.size()), kNone);
    frames_.push_back({s, top_[s.discrete], pending_.size(), pending_.size()});
    top_[s.discrete] = static_cast<std::uint32_t>(frames_.size() - 1);
    const bool goes_on = graph_.expand(s, pending_);
    for (std::size_t i = frames_.back().first; i < pending_.size(); ++i) graph_.zones().hold(pending_[i].to.zone);
    return goes_on;
  }

  // All its successors were looked at. The state keeps the hold that its frame had.
  void pop() {
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

  [[nodiscard]] std::vector<store::State> way_to(store::State last) const {
    std::vector<store::State> result;
    for (const Frame& frame : frames_) result.push_back(frame.at);
    result.push_back(last);
    return result;
  }

  SymbolicGraph<B>& graph_;
  Control& control_;
  std::vector<Frame> frames_;
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> top_;  // by discrete state: the highest frame with it
};

}  // namespace zonda::search
