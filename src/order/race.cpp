// A guided search and TW-BFS take turns on one store. This is what --order auto does if the goal is likely to be
// reachable: if it is, the guided search finds it soon; if not, TW-BFS gets through all states. What the guided search
// expands too early are mistakes, and TW-BFS makes more when it goes on from there. So the guided search is given up
// when there are some thousand mistakes, and in any case after some time.
//
// Each state waits in both queues until one of them takes it; when it leaves the other queue, it is no longer waiting.
#include "order/guided_queue.hpp"
#include "order/orders.hpp"
#include "order/patient_key.hpp"
#include "order/queue.hpp"

#include <optional>

namespace zonda::order {

namespace {

class Race final : public Order {
 public:
  explicit Race(const Setting& setting) : key_(setting) { guided_.emplace(setting, kMovesForOne); }

  [[nodiscard]] bool wants_true_zones() const override { return true; }
  void mistaken(std::uint32_t states) override {
    if (!guided_) return key_.mistaken(states);
    mistakes_ += states;
    if (mistakes_ > kFreeMistakes + taken_ / kStatesForMistake) guided_.reset();
  }
  void add(const Arrival& arrival) override {
    const GuidedQueue::Waiting waiting{arrival.state, depth_};
    queue_.push(key_(arrival), waiting);
    if (guided_) guided_->push(arrival.words, waiting);
  }
  bool next(store::State& state) override {
    GuidedQueue::Waiting taken;
    is_guided_ = guided_ && !is_guided_;
    // Every state that waits is in both queues, so that one empty queue means that nothing waits.
    if (is_guided_ ? !guided_->pop(taken) : !queue_.pop(taken)) return false;
    ++taken_;
    if (!guided_) key_.taken();
    if (is_guided_ && ++turns_ == kTurns) guided_.reset();
    depth_ = taken.depth + 1;
    state = taken.state;
    return true;
  }
  [[nodiscard]] std::size_t size() const override { return queue_.size() + (guided_ ? guided_->size() : 0); }
  [[nodiscard]] std::size_t bytes() const override { return queue_.bytes() + (guided_ ? guided_->bytes() : 0); }
  void for_each(const Visit& visit) const override {
    queue_.for_each([&](const GuidedQueue::Waiting& w) { visit(w.state); });
    if (guided_) guided_->for_each(visit);
  }
  // Every state that waits is in the queue of TW-BFS, too, so that the guided one can go.
  void shrink() override { guided_.reset(); }
  bool retain(const Retain& keep) override {
    shrink();
    queue_.retain([&](GuidedQueue::Waiting& w) { return keep(w.state); });
    return true;
  }
  bool take_late(store::State& state) override {
    shrink();
    GuidedQueue::Waiting taken;
    const bool result = queue_.pop_late(taken);
    state = taken.state;
    return result;
  }
  void snapshot(Snapshot& s) override {
    bool has_guided = guided_.has_value();
    s.values(is_guided_, turns_, taken_, mistakes_, depth_, has_guided);
    key_.snapshot(s);
    queue_.snapshot(s);
    if (!has_guided)
      guided_.reset();
    else
      guided_->snapshot(s);
  }

 private:
  static constexpr std::uint64_t kTurns = 20'000;         // after this many turns the guided search is given up
  static constexpr std::uint64_t kFreeMistakes = 5'000;   // finding a goal that was worth it took 4,000
  static constexpr std::uint64_t kStatesForMistake = 32;  // every 32 states taken allow one mistake more

  PatientKey key_;  // counts mistakes only when the guided search has been given up
  Queue<GuidedQueue::Waiting> queue_;
  std::optional<GuidedQueue> guided_;
  bool is_guided_ = false;
  std::uint64_t turns_ = 0;  // of the guided search
  std::uint64_t taken_ = 0;
  std::uint64_t mistakes_ = 0;
  std::uint32_t depth_ = 0;  // the number of moves to the states that are added now
};

}  // namespace

std::unique_ptr<Order> make_race(const Setting& setting) {
  std::size_t edges = 0;
  for (const model::Process& p : setting.network.processes) edges += p.edges.size();
  if (setting.guide == nullptr || edges > Relaxation::kManyEdges) return make_patient(setting);
  return std::make_unique<Race>(setting);
}

}  // namespace zonda::order
