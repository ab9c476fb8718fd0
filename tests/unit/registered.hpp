// What there is to try, from the registries of orders, storing strategies, abstractions, reductions and forms of zones,
// so that tests try new ones by themselves.
#pragma once

#include "check/abstractions.hpp"
#include "keep/keep.hpp"
#include "order/orders.hpp"
#include "reduce/reductions.hpp"
#include "store/zone_forms.hpp"
#include "zonda/options.hpp"

#include <string>
#include <vector>

namespace zonda::registered {

// All orders that users can choose, but for auto.
inline std::vector<std::string> orders() {
  std::vector<std::string> result;
  for (const order::NamedOrder& o : order::orders())
    if (o.is_for_users) result.emplace_back(o.name);
  return result;
}

// Those under which states need not stay.
inline std::vector<std::string> forgetful_orders() {
  std::vector<std::string> result;
  for (const order::NamedOrder& o : order::orders())
    if (o.is_for_users && !o.needs_all) result.emplace_back(o.name);
  return result;
}

// Strategies that do not store all states, each with a parameter that makes a difference in small models.
inline std::vector<std::string> forgetful_strategies() {
  std::vector<std::string> result;
  for (const keep::NamedStrategy& s : keep::strategies()) {
    if (!s.is_for_users || s.stores_all) continue;
    result.emplace_back(s.name);
    if (!s.trial.empty()) result.back() += ":" + std::string(s.trial);
  }
  return result;
}

// Abstractions under which every search ends.
inline std::vector<std::string> finite_abstractions() {
  std::vector<std::string> result;
  for (const check::NamedAbstraction& a : check::abstractions())
    if (a.is_finite) result.emplace_back(a.name);
  return result;
}

// Choices of --reduce: none, and each reduction alone.
inline std::vector<std::string> reductions() {
  std::vector<std::string> result{std::string(kNone)};
  for (const reduce::NamedReduction& r : reduce::all_reductions()) result.emplace_back(r.name);
  return result;
}

inline std::vector<std::string> zone_forms() {
  std::vector<std::string> result;
  for (const store::NamedZoneForm& f : store::zone_forms()) result.emplace_back(f.name);
  return result;
}

// Before the others.
inline std::vector<std::string> with(std::string first, std::vector<std::string> others) {
  others.insert(others.begin(), std::move(first));
  return others;
}

}  // namespace zonda::registered
