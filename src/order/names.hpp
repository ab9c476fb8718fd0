// Names of the orders that other parts of zonda ask for. order/orders.hpp has the list of all.
#pragma once

#include <string_view>

namespace zonda::order {

inline constexpr std::string_view kBreadthFirst = "bfs";
inline constexpr std::string_view kDepthFirst = "dfs";
inline constexpr std::string_view kRandom = "random";
inline constexpr std::string_view kPatient = "patient";
inline constexpr std::string_view kTrueFirst = "true-first";
inline constexpr std::string_view kRace = "race";
inline constexpr std::string_view kMixed = "mixed";
inline constexpr std::string_view kEarliest = "earliest";

}  // namespace zonda::order
