// The list of search orders. A new one is a file with a make_… function, its declaration here, and a line in
// orders.cpp.
#pragma once

#include "model/network.hpp"
#include "order/names.hpp"
#include "order/order.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace zonda::order {

// What an order is made from. All of it must outlive the order.
struct Setting {
  const model::Network& network;
  const state::Packing& packing;
  const model::Formula* guide = nullptr;  // the goal (model::Query::guide); null if all states are to be explored
  std::uint64_t seed = 1;
  std::uint64_t most_nodes = UINT64_MAX;  // of an order that keeps a tree of all states; see store/table_limits.hpp
  std::string_view proof = kPatient;      // of an order of several: which one gets through all states
};

using Make = std::unique_ptr<Order> (*)(const Setting&);

struct NamedOrder {
  std::string_view name;
  std::string_view what;  // a description of one line
  Make make = nullptr;
  bool needs_all = false;       // it may refer to any state that was added, so that none may be forgotten
  bool looks_for_goal = false;  // it depends on the goal of one query
  bool is_for_users = true;
  bool is_for_runs = false;  // it works for runs from the start (E[], A<>), which are looked for depth-first
};

[[nodiscard]] std::span<const NamedOrder> orders();
// The order with this name, or null.
[[nodiscard]] const NamedOrder* find_order(std::string_view name);

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
std::unique_ptr<Order> make_mixed(const Setting& setting);
std::unique_ptr<Order> make_swarm(const Setting& setting);
std::unique_ptr<Order> make_earliest(const Setting& setting);

}  // namespace zonda::order
