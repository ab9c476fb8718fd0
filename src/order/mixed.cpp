// Several searches share one store, so that what is there to be found is found soon, whichever of them is the lucky
// one, and a proof costs what it costs anyway (T16; after swarm verification, A16). This is what --order auto does for
// queries with a goal. An order for all states, the proof, has every waiting state; scouts have some of them once more:
//
//   near    guided by the goal, if its formula says something that guides
//   deep    depth-first
//   random  depth-first in random order, which begins again elsewhere after some time
//
// All take turns, in small blocks. What one expands no other expands again, so that a scout costs a proof nothing as
// long as it makes no mistakes. A mistake is put down to the scout that took the state; a scout that makes too many
// rests until the search is so large that they do not matter. After a number of turns the scouts are given up for good,
// and when memory is short.
//
// A depth-first scout goes on with what it found itself. If a successor is known already, and waits because another one
// found it, the scout takes it over; else it would turn back wherever another one had been before.
#include "order/expanded_by.hpp"
#include "order/guided_queue.hpp"
#include "order/orders.hpp"
#include "order/proof_queue.hpp"
#include "order/scout_stack.hpp"

#include <array>
#include <optional>
#include <random>

namespace zonda::order {

namespace {

class Mixed final : public Order {
 public:
  Mixed(const Setting& setting, bool has_near) : proof_(setting), random_(setting.seed) {
    stacks_[kDeep].emplace();
    stacks_[kRandom].emplace();
    if (has_near) near_.emplace(setting, kMovesForOne);
    is_resting_[kNear] = !has_near;
  }

  [[nodiscard]] bool wants_true_zones() const override { return proof_.wants_true_zones(); }
  [[nodiscard]] bool wants_mistakes() const override { return true; }
  void mistaken(const store::State& gone) override {
    const std::uint32_t who = has_scouts_ ? expanded_.find(gone) : ExpandedBy::kNobody;
    if (who == ExpandedBy::kNobody) return proof_.mistaken(has_scouts_);
    ++wrong_[who];
  }
  void stale() override {
    if (who_ == kProof) proof_.stale();
    if (!has_scouts_) return;
    ++left_;
    --turns_[who_];
    --taken_;
  }
  void add(const Arrival& arrival) override {
    const Waiting waiting{arrival.state, depth_};
    proof_.push(arrival, waiting);
    if (!has_scouts_) return;
    if (near_) push_near(arrival.words, waiting);
    push_deep(kDeep, waiting);
    push_deep(kRandom, waiting);
  }
  void known(const store::State& state) override {
    ScoutStack& stack = *stacks_[who_];
    if (!stack.may_be_own(state)) stack.push_own({state, depth_});
  }
  bool next(store::State& state) override {
    Waiting taken;
    if (!has_scouts_) {
      if (!proof_.pop(taken)) return false;
    } else if (!take_by_turns(taken)) {
      return false;
    }
    state = taken.state;
    return true;
  }
  [[nodiscard]] Upcoming upcoming() const override {
    if (who_ != kProof) return {};
    return {proof_.after(Order::kNear).state, proof_.after(Order::kFar).state};
  }
  // Every waiting state is in the queue of the proof.
  [[nodiscard]] std::size_t size() const override { return proof_.size(); }
  [[nodiscard]] std::size_t bytes() const override {
    std::size_t result = proof_.bytes() + expanded_.bytes() + (near_ ? near_->bytes() : 0);
    for (const auto& stack : stacks_) result += stack ? stack->bytes() : 0;
    return result;
  }
  void for_each(const Visit& visit) const override {
    const auto each = [&](const Waiting& w) { visit(w.state); };
    proof_.for_each(each);
    if (near_) near_->for_each(visit);
    for (const auto& stack : stacks_)
      if (stack) stack->for_each(each);
  }
  void shrink() override {
    give_up_scouts();
    proof_.shrink();
  }
  bool retain(const Retain& keep) override {
    give_up_scouts();
    proof_.retain([&](Waiting& w) { return keep(w.state); });
    return true;
  }
  bool take_late(store::State& state) override {
    give_up_scouts();
    Waiting taken;
    const bool result = proof_.pop_late(taken);
    state = taken.state;
    return result;
  }
  void snapshot(Snapshot& s) override {
    proof_.snapshot(s);
    bool has_scouts = has_scouts_;
    bool has_near = near_.has_value();
    s.values(has_scouts, has_near, who_, left_, taken_, depth_, run_left_, run_, turns_, wrong_, is_resting_,
             wants_known_);
    if (!has_scouts) return give_up_scouts();
    if (!has_near) near_.reset();
    if (near_) near_->snapshot(s);
    stacks_[kDeep]->snapshot(s);
    stacks_[kRandom]->snapshot(s);
    expanded_.snapshot(s);
    s.random(random_);
  }

 private:
  using Waiting = GuidedQueue::Waiting;
  enum Who : std::uint32_t { kNear, kDeep, kRandom, kProof, kCount };

  static constexpr std::uint64_t kBlock = 64;              // how many states one takes in turn
  static constexpr std::uint64_t kTurns = 50'000;          // after this many of each, scouts are given up
  static constexpr std::uint64_t kFreeMistakes = 30;       // of each scout
  static constexpr std::uint64_t kStatesForMistake = 200;  // every 200 states taken allow one mistake more
  static constexpr std::uint64_t kFirstRun = 2'048;        // the first run of the random scout; later ones are longer
  static constexpr std::size_t kMostNear = std::size_t{1} << 16U;

  // What depth-first scouts found is far from the start for no good reason; it comes last among equals.
  void push_near(std::span<const state::Word> words, const Waiting& waiting) {
    if (is_resting_[kNear]) return;
    near_->push(words, {waiting.state, who_ == kNear || who_ == kProof ? waiting.depth : 0});
    if (near_->size() >= kMostNear) near_->keep_first(kMostNear / 2);
  }
  void push_deep(Who who, const Waiting& waiting) {
    if (is_resting_[who]) return;
    // The initial states, which are there before anybody has taken one, are everybody's.
    if (who_ == who || taken_ == 0)
      stacks_[who]->push_own(waiting);
    else
      stacks_[who]->push_foreign(waiting);
  }
  bool take_by_turns(Waiting& taken) {
    while (true) {
      if (left_ == 0 && !begin_turn()) return proof_.pop(taken);
      if (pop(taken)) break;
      // The proof has all that waits.
      if (who_ == kProof) return false;
      left_ = 0;
    }
    --left_;
    ++turns_[who_];
    ++taken_;
    depth_ = taken.depth + 1;
    if (who_ != kProof) expanded_.note(taken.state, who_);
    return true;
  }
  bool pop(Waiting& taken) {
    if (who_ == kProof) return proof_.pop(taken);
    if (who_ == kNear) return near_->pop(taken);
    if (who_ == kDeep) return stacks_[kDeep]->pop(taken);
    if (run_left_ == 0) {
      run_left_ = run_ *= 2;
      stacks_[kRandom]->restart();
    }
    --run_left_;
    return stacks_[kRandom]->pop(taken, random_);
  }
  // Chooses who takes the next states. False: the scouts were given up.
  bool begin_turn() {
    if (turns_[kProof] >= kTurns) {
      give_up_scouts();
      return false;
    }
    do who_ = static_cast<Who>((who_ + 1) % kCount);
    while (!may_take(who_));
    left_ = kBlock;
    wants_known_ = who_ == kDeep || who_ == kRandom;
    return true;
  }
  // A scout rests when it has made too many mistakes, and begins again, with nothing, when they do not matter any more.
  bool may_take(Who who) {
    if (who == kProof) return true;
    if (who == kNear && !near_) return false;
    const std::uint64_t allowed = kFreeMistakes + taken_ / kStatesForMistake;
    if (wrong_[who] > allowed)
      rest(who);
    else if (2 * wrong_[who] <= allowed)
      is_resting_[who] = false;
    return !is_resting_[who];
  }
  void rest(Who who) {
    if (is_resting_[who]) return;
    is_resting_[who] = true;
    if (who == kNear)
      near_->keep_first(0);
    else
      stacks_[who].emplace();
  }
  void give_up_scouts() {
    has_scouts_ = false;
    wants_known_ = false;
    who_ = kProof;
    depth_ = 0;
    near_.reset();
    for (auto& stack : stacks_) stack.reset();
    expanded_.clear();
  }

  ProofQueue<Waiting> proof_;
  std::optional<GuidedQueue> near_;
  std::array<std::optional<ScoutStack>, kCount> stacks_;  // of the depth-first scouts
  ExpandedBy expanded_;                                   // what scouts took
  std::mt19937_64 random_;
  bool has_scouts_ = true;
  Who who_ = kProof;         // whose turn it is
  std::uint64_t left_ = 0;   // how many states it may still take
  std::uint64_t taken_ = 0;  // by all
  std::uint32_t depth_ = 0;  // the number of moves to the states that are added now
  std::uint64_t run_ = kFirstRun;
  std::uint64_t run_left_ = kFirstRun;  // of the random scout, until it begins again
  std::array<std::uint64_t, kCount> turns_{};
  std::array<std::uint64_t, kCount> wrong_{};
  std::array<bool, kCount> is_resting_{};
};

}  // namespace

std::unique_ptr<Order> make_mixed(const Setting& setting) {
  std::size_t edges = 0;
  for (const model::Process& p : setting.network.processes) edges += p.edges.size();
  const bool has_near = setting.guide != nullptr && edges <= Relaxation::kManyEdges &&
                        Distance(setting.network, setting.packing, *setting.guide).is_useful();
  return std::make_unique<Mixed>(setting, has_near);
}

}  // namespace zonda::order
