// What the ways of answering queries have in common.
#pragma once

#include "check/refused.hpp"
#include "lang/source.hpp"
#include "model/network.hpp"
#include "search/limits/checkpoint.hpp"
#include "search/reach/reachability.hpp"
#include "trace/track.hpp"
#include "zonda/check.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace zonda::check {

[[nodiscard]] std::string with_place(const std::string& reason, model::SourceRange range, const lang::Sources& sources);
// Puts the refusal into the result, if there is one; whether there is.
bool refuse(const Refused& refused, const lang::Sources& sources, QueryResult& result);
// With the memory that the process has taken so far.
[[nodiscard]] CheckStats stats_of(const search::Stats& s);
// To be called before a search: lets the memory of the process be asked for from now on, and tells the program.
void begin_search(const StageHook& on_stage, std::uint64_t memory_bytes);
// Making a trace stays within the limits of the query, too.
[[nodiscard]] trace::Watch watch_for(const search::Limits& limits);
// 'A<>', '-->[<=t]', ''for at least'': how messages speak of such queries.
[[nodiscard]] std::string kind_of(const model::Query& query);
// Where a search is saved, if anywhere, and what must be asked before it begins: whether the checkpoint lets the query
// begin. If not, the result says why.
struct Saving {
  search::Checkpoint* checkpoint = nullptr;
  std::function<bool()> begin;
};
// How a query is answered.
enum class SearchKind : std::uint8_t {
  Reachability,  // is there a state?
  Exploration,   // values, and runs that begin anywhere: everything that can be reached is explored
  Runs,          // runs from the start
};
// Which of the options that were given make no difference for the query, and why, as a sentence; empty: all do. A run
// may have queries of all kinds, so that this is no error.
[[nodiscard]] std::string options_without_effect(const CheckOptions& options, const model::Query& query,
                                                 SearchKind search);
// Why there is no trace of what was found, if nothing else is said.
inline constexpr std::string_view kLostLinks = "the links between states were given up when memory was short";
// One more note, behind the others.
void add_note(const std::string& more, std::string& notes);

}  // namespace zonda::check
