// Compares findings by their places in the model's text.
#include "hunt/compare_diagnosis.hpp"

#include "oracle/facts.hpp"
#include "oracle/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace zonda::hunt {

namespace {

using Complaint = std::optional<std::pair<std::string, std::string>>;

// The 'line:column' of 'file:line:column'.
std::string place_of(const std::string& position) {
  const std::size_t column = position.rfind(':');
  return position.substr(position.rfind(':', column - 1) + 1);
}

std::set<std::string> places(const Diagnosis& d, std::initializer_list<std::string_view> kinds) {
  std::set<std::string> result;
  for (const Finding& f : d.findings)
    if (std::find(kinds.begin(), kinds.end(), f.kind) != kinds.end()) result.insert(place_of(f.position));
  return result;
}

std::string text_of(const std::set<std::string>& places) {
  std::string result = "{";
  for (const std::string& p : places) result += (result.size() == 1 ? "" : ", ") + p;
  return result + "}";
}

Complaint compare_places(const char* what, const std::set<std::string>& said, const std::set<std::string>& right) {
  if (said == right) return std::nullopt;
  return std::pair(fmt::format("{} {}", what, text_of(said)), fmt::format("{} {}", what, text_of(right)));
}

Complaint compare_ends(const Diagnosis& d, const truth::Facts& right) {
  const auto says = [&](std::string_view kind) {
    return std::any_of(d.findings.begin(), d.findings.end(), [&](const Finding& f) { return f.kind == kind; });
  };
  const auto text = [](bool is_dead, bool is_live) {
    return fmt::format("{}, {}", is_dead ? "deadlock" : "no deadlock", is_live ? "live-lock" : "no live-lock");
  };
  const bool is_dead = says("deadlock");
  const bool is_live = says("live-lock");
  const bool is_right = is_dead == right.has_deadlock && is_live == right.has_live_lock;
  if (is_right) return std::nullopt;
  return std::pair(text(is_dead, is_live), text(right.has_deadlock, right.has_live_lock));
}

Complaint compare_ranges(const Diagnosis& d, const truth::Facts& right, Tally& tally) {
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> said;
  for (const VariableRange& r : d.ranges) {
    const auto [at, is_new] = said.try_emplace(place_of(r.position), r.low, r.high);
    at->second.first = std::min<std::int64_t>(at->second.first, r.low);
    at->second.second = std::max<std::int64_t>(at->second.second, r.high);
  }
  for (const auto& [place, range] : right.ranges) {
    const auto at = said.find(place);
    if (at == said.end()) return std::pair("no range for " + place, "a range");
    const auto [low, high] = at->second;
    ++tally.verdicts[range.low == range.lowest && range.high == range.highest ? "ranges" : "ranges in between"];
    if (low <= range.low && low >= range.lowest && high >= range.high && high <= range.highest) continue;
    return std::pair(fmt::format("{}: [{},{}]", place, low, high), fmt::format("[{},{}]", range.low, range.high));
  }
  return std::nullopt;
}

DiagnoseOptions diagnose_options() {
  DiagnoseOptions options;
  options.seconds = 2;
  options.most_of_a_kind = 1000;
  return options;
}

// The range that zonda gives to the variable declared there; false if there is none.
bool widest(const Diagnosis& d, const std::string& place, std::int64_t& low, std::int64_t& high) {
  bool is_found = false;
  for (const VariableRange& r : d.ranges) {
    if (place_of(r.position) != place) continue;
    low = is_found ? std::min<std::int64_t>(low, r.low) : r.low;
    high = is_found ? std::max<std::int64_t>(high, r.high) : r.high;
    is_found = true;
  }
  return is_found;
}

bool is_part(const std::set<std::string>& some, const std::set<std::string>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Every edge that is part of a loop must be in a loop that zonda reports, and every loop that it reports must exist.
Complaint compare_loops(const Diagnosis& d, const truth::Input& input, Tally& tally) {
  const truth::Loops right = truth::loops(input);
  if (!right.refused.empty() || right.may_fail) {
    ++tally.reasons["oracle: loops: " + (right.may_fail ? "a run-time error" : right.refused)];
    return std::nullopt;
  }
  std::set<std::string> committed;
  std::set<std::string> others;
  for (const Finding& f : d.findings) {
    if (f.kind != "committed-cycle" && f.kind != "zeno-loop") continue;
    std::set<std::string> edges;
    for (const std::string& e : f.edges) edges.insert(place_of(e));
    if (!right.has(edges, f.kind == "committed-cycle"))
      return std::pair(fmt::format("{} {}", f.kind, text_of(edges)), "there is none");
    (f.kind == "committed-cycle" ? committed : others).insert(edges.begin(), edges.end());
  }
  if (auto wrong = compare_places("committed cycles", committed, right.committed)) return wrong;
  if (!is_part(right.leaving, others)) return std::pair("Zeno loops " + text_of(others), text_of(right.leaving));
  ++tally.verdicts[right.all.empty() ? "no loops" : right.committed.empty() ? "loops" : "committed loops"];
  std::set<std::string> all = committed;
  all.insert(others.begin(), others.end());
  return compare_places("loops", all, right.all);
}

// With stopwatches zonda may find too much, but must not miss what the oracle has seen.
Complaint one_sided_complaint(const Model& model, const truth::Input& input, const truth::Facts& seen, Tally& tally) {
  const Diagnosis d = model.diagnose(diagnose_options());
  if (!d.error.empty() && d.error.starts_with("internal")) return std::pair(d.error, "a diagnosis");
  if (!d.error.empty() || !d.is_explored) {
    ++tally.reasons["zonda: diagnosis with stopwatches: no result"];
    return std::nullopt;
  }
  ++tally.comparisons;
  ++tally.verdicts["diagnosis with stopwatches"];
  const auto unvisited = places(d, {"never-visited"});
  const auto untaken = places(d, {"never-taken", "blocked"});
  if (!is_part(unvisited, seen.never_visited))
    return std::pair("never visited " + text_of(unvisited), text_of(seen.never_visited));
  for (const std::string& place : untaken)
    if (seen.is_taken_in_all_ways(place)) return std::pair("never taken " + text_of(untaken), "it is: " + place);
  for (const auto& [place, range] : seen.ranges) {
    std::int64_t low = range.low;
    std::int64_t high = range.high;
    if (!widest(d, place, low, high)) return std::pair("no range for " + place, "a range");
    if (low > range.low || high < range.high)
      return std::pair(fmt::format("{}: [{},{}]", place, low, high), fmt::format("[{},{}]", range.low, range.high));
  }
  if (!d.incomplete.empty()) return std::nullopt;
  const truth::Loops loops = truth::loops(input);
  if (!loops.refused.empty() || loops.may_fail) return std::nullopt;
  std::set<std::string> said;
  for (const Finding& f : d.findings)
    if (f.kind == "committed-cycle" || f.kind == "zeno-loop")
      for (const std::string& e : f.edges) said.insert(place_of(e));
  if (!is_part(loops.all, said)) return std::pair("loops " + text_of(said), text_of(loops.all));
  return std::nullopt;
}

}  // namespace

Complaint diagnosis_complaint(const Model& model, const truth::Input& input, bool has_rates, Tally& tally) {
  const truth::Facts right = truth::facts(input);
  if (!right.refused.empty()) {
    ++tally.reasons["oracle: diagnosis: " + right.refused];
    return std::nullopt;
  }
  // If a run-time error is possible, it is not defined how much of what follows it is explored.
  if (right.may_fail) {
    ++tally.reasons["oracle: diagnosis: a run-time error"];
    return std::nullopt;
  }
  if (has_rates) return one_sided_complaint(model, input, right, tally);
  const Diagnosis d = model.diagnose(diagnose_options());
  if (!d.error.empty() && !d.error.starts_with("internal")) {
    ++tally.reasons["zonda: diagnosis: " + d.error.substr(0, d.error.find(" ("))];
    return std::nullopt;
  }
  if (!d.error.empty()) return std::pair(d.error, "a diagnosis");
  if (!d.incomplete.empty() && !d.is_explored) {
    ++tally.reasons["zonda: diagnosis: time limit"];
    return std::nullopt;
  }
  ++tally.comparisons;
  ++tally.verdicts["diagnosis"];
  if (auto wrong = compare_places("never visited", places(d, {"never-visited"}), right.never_visited)) return wrong;
  if (auto wrong = compare_places("never taken", places(d, {"never-taken", "blocked"}), right.never_taken))
    return wrong;
  if (auto wrong = compare_ends(d, right)) return wrong;
  if (auto wrong = compare_ranges(d, right, tally)) return wrong;
  if (!d.incomplete.empty()) {
    ++tally.reasons["zonda: loops: time limit"];
    return std::nullopt;
  }
  return compare_loops(d, input, tally);
}

}  // namespace zonda::hunt
