// The table of search orders. The texts appear in the help.
#include "order/orders.hpp"

#include <array>

namespace zonda::order {

namespace {

constexpr std::array kOrders = {
    NamedOrder{.name = kBreadthFirst, .what = "breadth-first", .make = make_bfs},
    NamedOrder{.name = kDepthFirst, .what = "depth-first", .make = make_dfs, .is_for_runs = true},
    NamedOrder{
        .name = kRandom, .what = "depth-first, successors in random order", .make = make_random, .is_for_runs = true},
    NamedOrder{.name = "ranking",
               .what = "larger states come before successors of the states they cover",
               .make = make_ranking,
               .needs_all = true},
    NamedOrder{.name = "waiting", .what = "a state waits for states in earlier locations", .make = make_waiting},
    NamedOrder{.name = "tw-bfs", .what = "true zones, then waiting, then breadth-first", .make = make_tw_bfs},
    NamedOrder{.name = "tw-list",
               .what = "tw-bfs with a list, as first published; for comparison",
               .make = make_listed,
               .needs_all = true},
    NamedOrder{.name = kPatient,
               .what = "true zones, then breadth-first; tw-bfs where that makes mistakes",
               .make = make_patient},
    NamedOrder{.name = kTrueFirst, .what = "true zones, then breadth-first", .make = make_true_first},
    NamedOrder{
        .name = "let-go", .what = "first states that will not be stored, then breadth-first", .make = make_let_go},
    NamedOrder{
        .name = "guided", .what = "near to the goal, and not too deep", .make = make_guided, .looks_for_goal = true},
    NamedOrder{.name = "greedy", .what = "near to the goal", .make = make_greedy, .looks_for_goal = true},
    NamedOrder{.name = kRace,
               .what = "guided and tw-bfs take turns",
               .make = make_race,
               .needs_all = true,
               .looks_for_goal = true},
    NamedOrder{.name = kMixed,
               .what = "depth-first, guided, random and an order for all states share the work",
               .make = make_mixed,
               .needs_all = true,
               .looks_for_goal = true},
    NamedOrder{.name = "swarm",
               .what = "several orders that take turns",
               .make = make_swarm,
               .needs_all = true,
               .looks_for_goal = true},
    NamedOrder{.name = kEarliest,
               .what = "the state that can be entered soonest",
               .make = make_earliest,
               .looks_for_goal = true,
               .is_for_users = false},
};

}  // namespace

std::span<const NamedOrder> orders() { return kOrders; }

const NamedOrder* find_order(std::string_view name) {
  for (const NamedOrder& o : kOrders)
    if (o.name == name) return &o;
  return nullptr;
}

}  // namespace zonda::order
