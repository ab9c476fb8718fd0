// Matches names of the saved trace with the model, and lets the Replayer make every step.
#include "trace/retrace.hpp"

#include "trace/replay.hpp"
#include "trace/run_judge.hpp"
#include "zonda/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace zonda::trace {

namespace {

class Retracer {
 public:
  Retracer(const model::Network& network, const Saved& saved,
           const std::vector<std::vector<std::vector<std::string>>>& select_names)
      : network_(network),
        saved_(saved),
        select_names_(select_names),
        digits_(most_decimals(saved)),
        replayer_(network, scale_of(digits_)) {
    for (const model::Query& q : network.queries) {
      const bool is_of_state = q.kind == lang::QueryKind::Invariantly || q.kind == lang::QueryKind::Possibly;
      if (q.is_wrong || (!is_of_state && !RunJudge::is_for(q))) continue;
      query_ = &q;
      if (!is_of_state && digits_ <= kMostDigits) judge_.emplace(network, q, saved, digits_);
      break;
    }
  }

  Retraced run() {
    result_.fits = go();
    result_.time = decimal(time_, digits_);
    if (result_.fits) meets_query();
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kMostDigits = 9;
  static std::uint32_t most_decimals(const Saved& saved) {
    std::uint32_t result = decimals(saved.last_delay);
    if (saved.moment) result = std::max(result, decimals(saved.moment->delay));
    for (const SavedStep& s : saved.steps) result = std::max(result, decimals(s.delay));
    return result;
  }

  bool fail(std::string why) {
    result_.failure = std::move(why);
    return false;
  }

  bool go() {
    if (digits_ > kMostDigits) return fail(fmt::format("delays have more than {} decimals", kMostDigits));
    std::vector<std::int32_t> initial;
    for (std::uint32_t i = 0; i < network_.state_cells(); ++i) initial.push_back(network_.cells[i].initial);
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const auto at = saved_.initial.locations.find(network_.processes[p].name);
      if (at == saved_.initial.locations.end()) continue;
      const std::optional<std::uint32_t> location = find_location(p, at->second);
      if (!location) return fail(fmt::format("{} has no location '{}'", network_.processes[p].name, at->second));
      initial[p] = static_cast<std::int32_t>(*location);
    }
    if (!replayer_.start(initial)) return fail("at the start: " + replayer_.why());
    if (judge_) judge_->arrive(replayer_, 0);
    note_names();
    compare("at the start", saved_.initial);
    for (const SavedStep& step : saved_.steps)
      if (!make(step)) return false;
    if (saved_.cycle) {
      // Goes around the cycle once more. If that comes back to where it was, the run can go on for ever.
      goes_round_ = true;
      for (std::size_t i = *saved_.cycle; i < saved_.steps.size(); ++i)
        if (!make(saved_.steps[i])) return fail("in the second round: " + result_.failure);
    }
    const std::string why = wait(saved_.last_delay);
    return why.empty() || fail("at the end: " + why);
  }

  // Lets time pass. Returns what is in the way, or nothing.
  std::string wait(const std::string& delay) {
    const std::optional<Units> units = parse_decimal(delay, digits_);
    if (!units || __builtin_add_overflow(time_, *units, &time_)) return "the delay is too long to compute with";
    const bool is_possible = judge_ ? judge_->delay(replayer_, *units, result_.steps) : replayer_.delay(*units);
    return is_possible ? "" : replayer_.why();
  }

  [[nodiscard]] std::optional<std::uint32_t> find_location(std::size_t process, const std::string& name) const {
    const auto& all = network_.processes[process].locations;
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (all[i].name == name) return i;
    return std::nullopt;
  }

  bool make(const SavedStep& step) {
    const std::string where = fmt::format("step {}", result_.steps + 1);
    if (const std::string why = wait(step.delay); !why.empty())
      return fail(fmt::format("{}: after {}: {}", where, step.delay, why));
    std::vector<std::vector<MoveEdge>> choices;
    std::set<std::string> moved;
    for (const SavedEdge& e : step.edges) {
      if (!moved.insert(e.process).second) return fail(fmt::format("{}: {} takes two edges at once", where, e.process));
      std::string why;
      choices.push_back(candidates(e, why));
      if (choices.back().empty()) return fail(fmt::format("{}: {}", where, why));
      // If there is a choice, edges that are not enabled by themselves need not be tried.
      if (choices.back().size() > 1) {
        std::vector<MoveEdge> open = choices.back();
        std::erase_if(open, [&](const MoveEdge& c) { return !replayer_.is_open(c); });
        if (!open.empty()) choices.back() = std::move(open);
      }
    }
    std::vector<MoveEdge> chosen;
    std::string first_reason;
    tries_ = 0;
    if (!take(choices, chosen, first_reason)) return fail(fmt::format("{}: {}", where, first_reason));
    if (!goes_round_) ++result_.steps;
    if (judge_) judge_->arrive(replayer_, result_.steps + (goes_round_ ? 1 : 0));
    if (goes_round_) return true;
    compare(where, step.state);
    return true;
  }

  // Tries to take the move with any of the edges that fit, the likeliest first.
  bool take(const std::vector<std::vector<MoveEdge>>& choices, std::vector<MoveEdge>& chosen, std::string& reason) {
    constexpr std::size_t kMostTries = 1000;
    if (tries_ >= kMostTries) return false;
    if (chosen.size() == choices.size()) {
      ++tries_;
      if (replayer_.take(chosen)) return true;
      if (reason.empty()) reason = replayer_.why();
      return false;
    }
    for (const MoveEdge& e : choices[chosen.size()]) {
      chosen.push_back(e);
      const bool is_taken = take(choices, chosen, reason);
      chosen.pop_back();
      if (is_taken) return true;
    }
    return false;
  }

  // The edges of the process between these locations with these select values; those with the saved number come first.
  [[nodiscard]] std::vector<MoveEdge> candidates(const SavedEdge& saved, std::string& why) const {
    const auto& all = network_.processes;
    const auto process =
        std::find_if(all.begin(), all.end(), [&](const model::Process& p) { return p.name == saved.process; });
    if (process == all.end())
      return why = fmt::format("there is no process '{}'", saved.process), std::vector<MoveEdge>{};
    const auto p = static_cast<std::uint32_t>(process - all.begin());
    for (const std::string& name : {saved.from, saved.to})
      if (!find_location(p, name))
        return why = fmt::format("{} has no location '{}'", saved.process, name), std::vector<MoveEdge>{};
    std::vector<MoveEdge> exact;
    std::vector<MoveEdge> others;
    for (std::uint32_t i = 0; i < process->edges.size(); ++i) {
      const model::Edge& e = process->edges[i];
      if (process->locations[e.source].name != saved.from || process->locations[e.target].name != saved.to) continue;
      const std::optional<std::vector<std::int32_t>> selects = selects_of(*process, e, saved);
      if (!selects || (!e.select_values.empty() && *selects != e.select_values)) continue;
      const bool is_exact = saved.edge == e.template_edge && saved.branch.value_or(-1) == e.branch_edge;
      (is_exact ? exact : others).push_back({p, i, e.selects.empty() ? std::vector<std::int32_t>{} : *selects});
    }
    exact.insert(exact.end(), others.begin(), others.end());
    if (exact.empty()) why = fmt::format("{} has no such edge from {} to {}", saved.process, saved.from, saved.to);
    return exact;
  }

  [[nodiscard]] std::optional<std::vector<std::int32_t>> selects_of(const model::Process& process, const model::Edge& e,
                                                                    const SavedEdge& saved) const {
    std::vector<std::int32_t> result;
    for (const std::string& name : select_names_[process.template_index][e.template_edge]) {
      const auto value = saved.selects.find(name);
      if (value == saved.selects.end()) return std::nullopt;
      result.push_back(value->second);
    }
    for (std::size_t i = 0; i < e.selects.size(); ++i)
      if (result[i] < e.selects[i].range.lower || result[i] > e.selects[i].range.upper) return std::nullopt;
    return result;
  }

  // Notes the names that only the model or only the trace has.
  void note_names() {
    const auto missing = [&](const auto& saved, std::set<std::string> known, const char* what) {
      for (const auto& [name, value] : saved)
        if (known.erase(name) == 0) note(fmt::format("the model has no {} '{}'", what, name));
      for (const std::string& name : known) note(fmt::format("the trace has no {} '{}'", what, name));
    };
    std::set<std::string> processes;
    for (const model::Process& p : network_.processes) processes.insert(p.name);
    missing(saved_.initial.locations, processes, "process");
    std::set<std::string> variables;
    for (auto i = static_cast<std::uint32_t>(network_.processes.size()); i < network_.state_cells(); ++i)
      variables.insert(network_.cell_name(i));
    missing(saved_.initial.variables, variables, "variable");
    std::set<std::string> clocks;
    for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) clocks.insert(network_.clock_name(x));
    missing(saved_.initial.clocks, clocks, "clock");
  }

  // Notes the values that are not those of the saved trace.
  void compare(const std::string& where, const SavedState& saved) {
    const ConcreteState& now = replayer_.now();
    for (auto i = static_cast<std::uint32_t>(network_.processes.size()); i < network_.state_cells(); ++i) {
      const auto was = saved.variables.find(network_.cell_name(i));
      if (was != saved.variables.end() && was->second != now.cells[i])
        note(fmt::format("{}: {} is {}, the trace has {}", where, was->first, now.cells[i], was->second));
    }
    for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) {
      const auto was = saved.clocks.find(network_.clock_name(x));
      const std::string is = decimal(now.clocks[x], digits_);
      if (was != saved.clocks.end() && was->second != is)
        note(fmt::format("{}: {} is {}, the trace has {}", where, was->first, is, was->second));
    }
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const auto was = saved.locations.find(network_.processes[p].name);
      const std::string& is = network_.location(p, now.cells[p]).name;
      if (was != saved.locations.end() && was->second != is)
        note(fmt::format("{}: {} is in {}, the trace has {}", where, was->first, is, was->second));
    }
  }

  void note(std::string text) {
    constexpr std::size_t kMost = 20;
    if (result_.differences.size() < kMost) result_.differences.push_back(std::move(text));
  }

  void meets_query() {
    if (query_ == nullptr) return;
    result_.asked = query_->text;
    result_.is_of_run = judge_.has_value();
    if (judge_) {
      result_.meets_query = judge_->shows(replayer_);
    } else if (const std::optional<bool> holds = replayer_.holds(query_->predicate)) {
      result_.meets_query = *holds != (query_->kind == lang::QueryKind::Invariantly);
    }
  }

  const model::Network& network_;
  const Saved& saved_;
  const std::vector<std::vector<std::vector<std::string>>>& select_names_;
  std::uint32_t digits_;
  Replayer replayer_;
  const model::Query* query_ = nullptr;
  std::optional<RunJudge> judge_;  // if the query is about the whole run
  Units time_ = 0;
  bool goes_round_ = false;  // the cycle is replayed for the second time
  std::size_t tries_ = 0;    // how many choices of edges were tried for the current step
  Retraced result_;
};

}  // namespace

Retraced retrace(const model::Network& network, const Saved& saved,
                 const std::vector<std::vector<std::vector<std::string>>>& select_names) {
  return Retracer(network, saved, select_names).run();
}

}  // namespace zonda::trace
