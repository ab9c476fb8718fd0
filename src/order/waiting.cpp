// The waiting strategy (O3; order paper, 4, alg. 1.3): a state is not explored while another one waits that may still
// lead to a larger zone for it, because its locations come before. Each process by itself says which of its locations
// come before which (analysis/location_order.hpp); one vector of locations comes before another if each of its
// locations does, or is the same (the joint order, 4.2). The state with the smallest sum of positions is taken, and of
// equal sums the one that came first. A vector that comes before another has the smaller sum, so this never takes a
// state that should wait.
//
// TW-BFS (O4; 5) takes true zones first. The patient one, which --order auto uses, goes on breadth-first when that made
// too many mistakes: the states that wait then leave as they would have, and after them the new ones, in the order in
// which they were added.
#include "analysis/location_order.hpp"
#include "order/keyed.hpp"
#include "order/location_sum.hpp"
#include "order/orders.hpp"
#include "order/patient_key.hpp"

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

class Patient final : public Keyed {
 public:
  explicit Patient(const Setting& setting) : key_(setting) {}

  [[nodiscard]] bool wants_true_zones() const override { return true; }
  void mistaken(std::uint32_t states) override { key_.mistaken(states); }
  void add(const Arrival& arrival) override { push(key_(arrival), arrival.state); }
  bool next(store::State& state) override {
    key_.taken();
    return Keyed::next(state);
  }
  void snapshot(Snapshot& s) override {
    Keyed::snapshot(s);
    key_.snapshot(s);
  }

 private:
  PatientKey key_;
};

}  // namespace

std::unique_ptr<Order> make_waiting(const Setting& setting) { return std::make_unique<Waiting>(setting, false); }
std::unique_ptr<Order> make_tw_bfs(const Setting& setting) { return std::make_unique<Waiting>(setting, true); }
std::unique_ptr<Order> make_patient(const Setting& setting) { return std::make_unique<Patient>(setting); }

}  // namespace zonda::order
