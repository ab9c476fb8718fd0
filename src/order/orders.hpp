// The list of search orders. A new one is a file with a make_… function, its declaration here, and a line in
// orders.cpp.
#pragma once

#include "model/network.hpp"
#include "order/order.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace zonda::order {

// What an order may be made from. All of it outlives the order.
struct Setting {
  const model::Network& network;
  const state::Packing& packing;
  const model::Formula* guide = nullptr;  // what is looked for (model::Query::guide); none: everything is wanted
  std::uint64_t seed = 1;
};

using Make = std::unique_ptr<Order> (*)(const Setting&);

struct NamedOrder {
  std::string_view name;
  std::string_view what;  // one line
  Make make = nullptr;
  bool needs_all = false;       // states that were found must stay: it may speak of them again
  bool looks_for_goal = false;  // of one query
  bool is_for_users = true;
};

[[nodiscard]] std::span<const NamedOrder> orders();
// Nothing: there is none of that name.
[[nodiscard]] const NamedOrder* find_order(std::string_view name);
// 'bfs, dfs and random': those for users.
[[nodiscard]] std::string order_names();

std::unique_ptr<Order> make_bfs(const Setting& setting);
std::unique_ptr<Order> make_dfs(const Setting& setting);
std::unique_ptr<Order> make_random(const Setting& setting);
std::unique_ptr<Order> make_ranking(const Setting& setting);
std::unique_ptr<Order> make_waiting(const Setting& setting);
std::unique_ptr<Order> make_tw_bfs(const Setting& setting);
std::unique_ptr<Order> make_patient(const Setting& setting);
std::unique_ptr<Order> make_listed(const Setting& setting);
std::unique_ptr<Order> make_true_first(const Setting& setting);
std::unique_ptr<Order> make_let_go(const Setting& setting);
std::unique_ptr<Order> make_guided(const Setting& setting);
std::unique_ptr<Order> make_greedy(const Setting& setting);
std::unique_ptr<Order> make_race(const Setting& setting);
std::unique_ptr<Order> make_swarm(const Setting& setting);
std::unique_ptr<Order> make_earliest(const Setting& setting);

}  // namespace zonda::order
