// Functions that all ways of answering queries use.
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
// If there is a refusal, puts it into the result and returns true.
bool refuse(const Refused& refused, const lang::Sources& sources, QueryResult& result);
// The public statistics, with the peak memory of the process.
[[nodiscard]] CheckStats stats_of(const search::Stats& s);
// Called before each search: prepares measuring memory, and calls the program's hook.
void begin_search(const StageHook& on_stage, std::uint64_t memory_bytes);
// The limits of the query, which also hold while a trace is made.
[[nodiscard]] trace::Watch watch_for(const search::Limits& limits);
// How messages refer to queries of this kind: 'A<>', '-->[<=t]', ''for at least''.
[[nodiscard]] std::string kind_of(const model::Query& query);
// Where a search is saved, if anywhere, and a function to call before it begins: it returns whether the checkpoint
// allows the query to begin. If not, the result says why.
struct Saving {
  search::Checkpoint* checkpoint = nullptr;
  std::function<bool()> begin;
};
// How a query is answered.
enum class SearchKind : std::uint8_t {
  Reachability,  // E<> and A[]: looks for a state
  Exploration,   // values, and runs that begin anywhere: explores everything that can be reached
  Runs,          // looks for runs from the start
};
// Names the given options that make no difference for the query, and says why, as a sentence; empty: all make one. This
// is no error, because a run may have queries of all kinds.
[[nodiscard]] std::string options_without_effect(const CheckOptions& options, const model::Query& query,
                                                 SearchKind search);
// Why there is no trace, unless the search gave another reason.
inline constexpr std::string_view kLostLinks = "the links between states were dropped when memory was short";
// Appends a note to the others.
void add_note(const std::string& more, std::string& notes);

}  // namespace zonda::check
