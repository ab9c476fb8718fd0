// TW-BFS as its authors must have run it: this reproduces their published figures to the state. The frontier is a list.
// A state goes before the first one that should wait for it, or else to the end. Location vectors are compared as they
// are (one comes before another if each of its locations comes before the other's, or is the same), so the list is not
// sorted in any strict sense: states whose vectors are not ordered stay in the order in which they came. The locations
// of each process are ordered by a depth-first search that follows the last edge first.
//
// Adding a state takes time linear in the length of the list, so this order is for comparison only. TW-BFS with sums
// (order/waiting.cpp) makes fewer mistakes.
#include "analysis/location_order.hpp"
#include "order/orders.hpp"

#include <list>
#include <unordered_map>
#include <vector>

namespace zonda::order {

namespace {

class Listed final : public Order {
 public:
  explicit Listed(const Setting& setting)
      : packing_(setting.packing), positions_(analysis::location_positions(setting.network, true)) {}

  [[nodiscard]] bool wants_true_zones() const override { return true; }
  [[nodiscard]] bool wants_removals() const override { return true; }
  void add(const Arrival& arrival) override {
    Item item{arrival.state, arrival.is_true, vector_of(arrival.words)};
    auto at = list_.begin();
    while (at != list_.end() && !is_before(item, *at)) ++at;
    places_[key_of(arrival.state)] = list_.insert(at, std::move(item));
  }
  bool next(store::State& state) override {
    if (list_.empty()) return false;
    state = list_.front().state;
    places_.erase(key_of(state));
    list_.pop_front();
    return true;
  }
  void removed(const store::State& gone, bool was_waiting) override {
    const auto found = was_waiting ? places_.find(key_of(gone)) : places_.end();
    if (found == places_.end()) return;
    list_.erase(found->second);
    places_.erase(found);
  }
  [[nodiscard]] std::size_t size() const override { return list_.size(); }
  [[nodiscard]] std::size_t bytes() const override {
    return list_.size() * (sizeof(Item) + positions_.size() * sizeof(std::uint32_t) + kNodeBytes);
  }
  void for_each(const Visit& visit) const override {
    for (const Item& item : list_) visit(item.state);
  }
  void snapshot(Snapshot& s) override {
    std::size_t count = list_.size();
    s.values(count);
    auto at = list_.begin();
    for (std::size_t i = 0; i < count; ++i) {
      if (s.is_reading()) at = list_.insert(list_.end(), Item{});
      s.values(at->state, at->is_true);
      s.array(at->vector);
      if (s.is_reading()) places_[key_of(at->state)] = at;
      ++at;
    }
  }

 private:
  static constexpr std::size_t kNodeBytes = 96;  // about what a node of the list and one of the table take
  using Vector = std::vector<std::uint32_t>;
  struct Item {
    store::State state;
    bool is_true = false;
    Vector vector;
  };

  [[nodiscard]] Vector vector_of(std::span<const state::Word> words) const {
    Vector result;
    for (std::size_t p = 0; p < positions_.size(); ++p) {
      const state::Packing::Field f = packing_.field(p);
      const auto mask = static_cast<state::Word>((std::uint64_t{1} << f.bits) - 1);
      const std::size_t location = f.bits == 0 ? 0 : (words[f.word] >> f.shift) & mask;
      result.push_back(positions_[p][location]);
    }
    return result;
  }
  [[nodiscard]] static bool is_before(const Item& a, const Item& b) {
    if (a.is_true || b.is_true) return a.is_true && !b.is_true;
    bool differs = false;
    for (std::size_t i = 0; i < a.vector.size(); ++i) {
      if (a.vector[i] > b.vector[i]) return false;
      differs = differs || a.vector[i] != b.vector[i];
    }
    return differs;
  }
  [[nodiscard]] static std::uint64_t key_of(const store::State& s) {
    return (std::uint64_t{s.discrete} << 32U) | s.zone;
  }

  const state::Packing& packing_;
  std::vector<Vector> positions_;
  std::list<Item> list_;
  std::unordered_map<std::uint64_t, std::list<Item>::iterator> places_;
};

}  // namespace

std::unique_ptr<Order> make_listed(const Setting& setting) { return std::make_unique<Listed>(setting); }

}  // namespace zonda::order
