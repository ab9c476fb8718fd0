// The waiting strategy (O3; order paper, 4, alg. 1.3): a state is not explored while another one waits that may still
// lead to a larger zone for it, because its locations come before. Each process by itself says which of its locations
// come before which (analysis/location_order.hpp); one vector of locations comes before another if each of its
// locations does, or is the same (the joint order, 4.2). The state with the smallest sum of positions is taken, and of
// equal sums the one that came first. A vector that comes before another has the smaller sum, so this never takes a
// state that should wait.
//
// TW-BFS (O4; 5) takes true zones first. The patient one, which --order auto uses, makes use of it where that helps
// (order/proof_queue.hpp).
#include "analysis/location_order.hpp"
#include "order/keyed.hpp"
#include "order/location_sum.hpp"
#include "order/orders.hpp"
#include "order/proof_queue.hpp"

namespace zonda::order {

namespace {

class Waiting final : public Keyed {
 public:
  Waiting(const Setting& setting, bool takes_true_first)
      : position_(setting.network, setting.packing, analysis::location_positions(setting.network)),
        takes_true_first_(takes_true_first) {}

  [[nodiscard]] bool wants_true_zones() const override { return takes_true_first_; }
  void add(const Arrival& arrival) override {
    const bool is_first = takes_true_first_ && arrival.is_true;
    push(is_first ? 0 : 1 + position_(arrival.words), arrival.state);
  }

 private:
  LocationSum position_;
  bool takes_true_first_;
};

class Patient final : public Order {
 public:
  explicit Patient(const Setting& setting) : queue_(setting) {}

  [[nodiscard]] bool wants_true_zones() const override { return true; }
  [[nodiscard]] bool wants_mistakes() const override { return true; }
  void mistaken(const store::State& /*gone*/) override { queue_.mistaken(false); }
  void stale() override { queue_.stale(); }
  void add(const Arrival& arrival) override { queue_.push(arrival, arrival.state); }
  bool next(store::State& state) override { return queue_.pop(state); }
  [[nodiscard]] std::size_t size() const override { return queue_.size(); }
  [[nodiscard]] std::size_t bytes() const override { return queue_.bytes(); }
  [[nodiscard]] Upcoming upcoming() const override { return {queue_.after(kNear), queue_.after(kFar)}; }
  void for_each(const Visit& visit) const override { queue_.for_each(visit); }
  void shrink() override { queue_.shrink(); }
  bool retain(const Retain& keep) override {
    queue_.retain(keep);
    return true;
  }
  bool take_late(store::State& state) override { return queue_.pop_late(state); }
  void snapshot(Snapshot& s) override { queue_.snapshot(s); }

 private:
  ProofQueue<store::State> queue_;
};

}  // namespace

std::unique_ptr<Order> make_waiting(const Setting& setting) { return std::make_unique<Waiting>(setting, false); }
std::unique_ptr<Order> make_tw_bfs(const Setting& setting) { return std::make_unique<Waiting>(setting, true); }
std::unique_ptr<Order> make_patient(const Setting& setting) {
  Setting patient = setting;
  patient.proof = kPatient;
  return std::make_unique<Patient>(patient);
}

}  // namespace zonda::order
