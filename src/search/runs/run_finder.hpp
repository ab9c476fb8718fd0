// Depth-first search for a maximal run inside a formula. All states count alike, so there is no need for a second,
// nested search: the first cycle that is closed ends it.
//
//   on the stack   A new zone that includes one on the stack closes a cycle: every valuation of the smaller one then
//                  has a predecessor in it around the cycle, so going backwards never ends, and as there are finitely
//                  many regions some region lies on a cycle of its own. A new zone inside one on the stack says
//                  nothing.
//   done           No run from it is maximal, nor is any from a part of it: included zones are skipped.
#pragma once

#include "search/formulas/endings.hpp"
#include "search/runs/goal_test.hpp"
#include "search/runs/round_proof.hpp"
#include "search/runs/symbolic_graph.hpp"
#include "store/held_zone.hpp"

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class RunFinder {
 public:
  // `goal`: a run that comes there is one, too, whatever comes then; null: none. `proves`: first it is tried to prove
  // that there is no run (search/runs/round_proof.hpp).
  RunFinder(const model::Network& network, SymbolicGraph<B>& graph, Control& control, GoalTest<B>* goal = nullptr,
            bool proves = false)
      : graph_(graph),
        control_(control),
        goal_(goal),
        endings_(network, graph.operations(), control),
        zone_(1),
        holds_(graph.zones()) {
    control.add_part({[this] { return bytes(); },
                      [this](Stats& stats) {
                        stats.bytes.frontier += bytes();
                        stats.stored += stored();
                        return pending_.size();
                      }});
    graph.set_judge([this](store::State s) { return target_of(s); });
    if (proves) proof_.emplace(graph, control, [this](store::State s) { return end_in(s).has_value(); });
  }
  ~RunFinder() { graph_.set_judge({}); }
  RunFinder(const RunFinder&) = delete;
  RunFinder& operator=(const RunFinder&) = delete;

  // Whether a maximal run begins in one of these states; states() and so on tell which. False also when a limit ended
  // the search.
  bool search(std::span<const store::State> roots);
  // Goes on with a search that a limit ended, and that came back from a checkpoint.
  bool resume();
  // Is called between two states, where the search may be saved.
  void set_between(std::function<void()> between) { between_ = std::move(between); }
  // Lets go of a search that a limit ended. What was looked at completely stays known.
  void abandon();
  // To or from a checkpoint, which has the graph as well.
  void snapshot(Snapshot& s);

  // --- after a run was found
  [[nodiscard]] MaximalRun::End end() const { return end_; }
  // The states of the run. If it ends in a cycle, the last state is also the first one of the cycle.
  [[nodiscard]] std::vector<store::State> states() const;
  [[nodiscard]] std::size_t cycle() const { return cycle_; }  // where in states() it begins

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Frame {
    store::State at;
    std::uint32_t below = kNone;  // the next frame with the same discrete state
    std::size_t first = 0;        // its successors in pending_
    std::size_t next = 0;
  };

  [[nodiscard]] std::uint64_t bytes() const {
    return frames_.capacity() * sizeof(Frame) + pending_.capacity() * sizeof(store::State) + holds_.bytes() +
           top_.capacity() * sizeof(std::uint32_t);
  }
  [[nodiscard]] std::uint64_t stored() const { return graph_.states_count() + frames_.size(); }
  // False: a run was found, or the search has ended.
  bool visit(store::State s);
  // How a run may end in the state; nothing: it cannot, or the search has ended.
  std::optional<MaximalRun::End> end_in(store::State s);
  bool find(MaximalRun::End end, store::State s);
  bool closes_cycle(store::State s);
  // What a reduction is told of a successor of the state that is being expanded.
  [[nodiscard]] reduce::Target target_of(store::State s);
  bool push(store::State s);
  void pop();
  void step_back();
  void cut(std::size_t count);

  SymbolicGraph<B>& graph_;
  Control& control_;
  GoalTest<B>* goal_;
  Endings<B> endings_;
  std::optional<RoundProof<B>> proof_;
  zone::Dbm<B> zone_;
  std::vector<Frame> frames_;
  // The roots, and then the successors of the frames; all of them are held. The state of a frame is one of these.
  std::vector<store::State> pending_;
  store::HeldZones<B> holds_;
  std::size_t roots_ = 0;      // this many are roots …
  std::size_t next_root_ = 0;  // … and this is the next
  std::function<void()> between_;
  store::State expanding_;  // it becomes the highest frame when its successors are known
  std::vector<typename SymbolicGraph<B>::Successor> successors_;
  std::vector<std::uint32_t> top_;  // by discrete state: the highest frame with it
  bool is_found_ = false;
  MaximalRun::End end_ = MaximalRun::End::Stuck;
  std::size_t cycle_ = 0;
  store::State last_;  // that the run ends in
};

}  // namespace zonda::search
