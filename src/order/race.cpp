// A guided search and TW-BFS take turns on one store: what --order auto does where a goal is likely to be there. If it
// is, the guided one finds it soon; if not, TW-BFS gets through all states. What the guided one finds too early makes
// mistakes, and TW-BFS goes on to make more from there; so the guided one is let go when there are more than
// some thousand, and in any case after some time.
//
// Each state waits with both until the first takes it; the other finds that out when it comes to it.
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
    // Nothing is only in one of them.
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
  // All that waits does so with the other one, too.
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
  static constexpr std::uint64_t kTurns = 20'000;
  static constexpr std::uint64_t kFreeMistakes = 5'000;  // a goal that was worth it took 4,000
  static constexpr std::uint64_t kStatesForMistake = 32;

  PatientKey key_;  // its patience begins when the guided one is gone
  Queue<GuidedQueue::Waiting> queue_;
  std::optional<GuidedQueue> guided_;
  bool is_guided_ = false;
  std::uint64_t turns_ = 0;  // of the guided one
  std::uint64_t taken_ = 0;
  std::uint64_t mistakes_ = 0;
  std::uint32_t depth_ = 0;  // of what is added
};

}  // namespace

std::unique_ptr<Order> make_race(const Setting& setting) {
  std::size_t edges = 0;
  for (const model::Process& p : setting.network.processes) edges += p.edges.size();
  if (setting.guide == nullptr || edges > Relaxation::kManyEdges) return make_patient(setting);
  return std::make_unique<Race>(setting);
}

}  // namespace zonda::order
