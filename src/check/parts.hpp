// What the ways of answering queries have in common.
#pragma once

#include "lang/source.hpp"
#include "model/network.hpp"
#include "search/reachability.hpp"
#include "trace/track.hpp"
#include "zonda/check.hpp"

#include <string>
#include <string_view>

namespace zonda::check {

struct NamedAbstraction {
  std::string_view name;
  step::Abstraction kind;
  bool use_alu;
};
// Null: there is none with this name.
[[nodiscard]] const NamedAbstraction* find_abstraction(std::string_view name);

[[nodiscard]] std::string with_place(const std::string& reason, model::SourceRange range, const lang::Sources& sources);
[[nodiscard]] CheckStats stats_of(const search::Stats& s);
// Making a trace stays within the limits of the query, too.
[[nodiscard]] trace::Watch watch_for(const search::Limits& limits);

}  // namespace zonda::check
