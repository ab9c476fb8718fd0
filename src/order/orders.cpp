#include "order/orders.hpp"

#include <array>

namespace zonda::order {

namespace {

constexpr std::array kOrders = {
    NamedOrder{"bfs", "breadth-first", make_bfs},
    NamedOrder{"dfs", "depth-first", make_dfs},
    NamedOrder{"random", "depth-first, successors in random order (--seed)", make_random},
    NamedOrder{"ranking", "what covers more goes before what stems from the covered", make_ranking, true},
    NamedOrder{"waiting", "locations that others lead to wait for them", make_waiting},
    NamedOrder{"tw-bfs", "true zones, then waiting, then breadth-first", make_tw_bfs},
    NamedOrder{"tw-list", "tw-bfs with a list, as first published; for comparison", make_listed, true},
    NamedOrder{"patient", "tw-bfs, and breadth-first once that made many mistakes", make_patient},
    NamedOrder{"true-first", "true zones, then breadth-first", make_true_first},
    NamedOrder{"let-go", "what will not be stored, then breadth-first (--keep)", make_let_go},
    NamedOrder{"guided", "near to the goal, and not too deep", make_guided, false, true},
    NamedOrder{"greedy", "near to the goal", make_greedy, false, true},
    NamedOrder{"race", "guided and tw-bfs take turns", make_race, true, true},
    NamedOrder{"swarm", "several orders that take turns (--seed)", make_swarm, true, true},
    NamedOrder{"earliest", "what can be entered soonest", make_earliest, false, true, false},
};

}  // namespace

std::span<const NamedOrder> orders() { return kOrders; }

const NamedOrder* find_order(std::string_view name) {
  for (const NamedOrder& o : kOrders)
    if (o.name == name) return &o;
  return nullptr;
}

std::string order_names() {
  std::string result;
  std::size_t left = 0;
  for (const NamedOrder& o : kOrders) left += o.is_for_users ? 1 : 0;
  for (const NamedOrder& o : kOrders) {
    if (!o.is_for_users) continue;
    --left;
    result += o.name;
    if (left > 0) result += left == 1 ? " and " : ", ";
  }
  return result;
}

}  // namespace zonda::order
