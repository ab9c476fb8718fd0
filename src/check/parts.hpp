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
// The same of --zones.
[[nodiscard]] const store::ZoneForm* find_zone_form(std::string_view name);

[[nodiscard]] std::string with_place(const std::string& reason, model::SourceRange range, const lang::Sources& sources);
[[nodiscard]] CheckStats stats_of(const search::Stats& s);
// Making a trace stays within the limits of the query, too.
[[nodiscard]] trace::Watch watch_for(const search::Limits& limits);
// 'A<>', '-->[<=t]', ''for at least'': how messages speak of such queries.
[[nodiscard]] std::string kind_of(const model::Query& query);
// Which of the options that were given make no difference for the query, as a sentence; empty: all do. A run may have
// queries of all kinds, so that this is no error.
[[nodiscard]] std::string options_without_effect(const CheckOptions& options, const model::Query& query);
// One more note, behind the others.
void add_note(const std::string& more, std::string& notes);

}  // namespace zonda::check
