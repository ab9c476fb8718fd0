// Checks a model in one way after the other, and judges verdicts, traces and values.
#include "hunt/compare.hpp"

#include "api/model_parts.hpp"
#include "hunt/compare_diagnosis.hpp"
#include "hunt/compare_values.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>

namespace zonda::hunt {

using truth::Answer;
using truth::Report;

namespace {

// Whether finding a witness makes the query true, as for E<> and E[].
bool is_possibly(const std::string& query) { return query.starts_with("E<>") || query.starts_with("E[]"); }

bool is_reachability(const std::string& query) { return query.starts_with("E<>") || query.starts_with("A[]"); }

bool is_liveness(const std::string& query) {
  return query.starts_with("E[]") || query.starts_with("A<>") || query.find("--> ") != std::string::npos;
}

bool is_value(const std::string& query) {
  return query.starts_with("sup{") || query.starts_with("inf{") || query.starts_with("bounds{");
}

// Takes places and numbers out of a reason, so that equal reasons can be counted.
std::string without_place(const std::string& reason) {
  const std::size_t place = reason.find(" (");
  return reason.substr(0, place);
}

// Whether there is no verdict because of an error that may exist in the over-approximation only.
bool is_error_of_approximation(const QueryResult& result) {
  return result.verdict == Verdict::Unknown && (result.reason.starts_with("zones are over-approximated") ||
                                                result.reason.starts_with("stopwatches are over-approximated") ||
                                                result.reason.starts_with("stopwatches and zones are over-approx"));
}

// Whether the verdict is a 'maybe' that this approximation is allowed to give.
bool is_rightly_unsure(const Way& way, bool has_rates, const std::string& query, const QueryResult& result) {
  const Verdict reached = is_possibly(query) ? Verdict::MaybeSatisfied : Verdict::MaybeNotSatisfied;
  const Verdict missed = is_possibly(query) ? Verdict::MaybeNotSatisfied : Verdict::MaybeSatisfied;
  if (way.may_miss && result.verdict == missed) return true;
  if (!way.may_reach_too_much && !has_rates) return false;
  return result.verdict == reached || is_error_of_approximation(result);
}

// The right verdict, if this one is wrong.
// `must_find`: an error is no answer, because what the query looks for exists.
std::optional<std::string> complaint(const Answer& answer, const std::string& query, Verdict verdict, bool must_find) {
  const bool is_error = verdict == Verdict::Error;
  const bool says_reached = (verdict == Verdict::Satisfied) == is_possibly(query);
  const std::string right =
      to_string(answer.is_reached == is_possibly(query) ? Verdict::Satisfied : Verdict::NotSatisfied);
  if (is_error && (!answer.may_fail || must_find)) return right;
  if (is_error) return std::nullopt;
  if (says_reached ? answer.may_be_reached : !answer.is_reached && !answer.must_fail) return std::nullopt;
  return answer.must_fail && !answer.is_reached ? "error: " + answer.failure : right;
}

// Ends the process if one check takes far longer than its limits allow, so that the hunt shows the model.
class Deadline {
 public:
  Deadline() : left_(::alarm(kSeconds)) {
    if (left_ > 0 && left_ < kSeconds) ::alarm(left_);
  }
  ~Deadline() { ::alarm(left_); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  static constexpr unsigned kSeconds = 120;
  unsigned left_;  // until the alarm of somebody else
};

class Comparison {
 public:
  Comparison(const Case& one, Tally& tally) : case_(one), tally_(tally) {}

  std::vector<Disagreement> run(const std::string& scratch) {
    ++tally_.models;
    input_ = truth::read("model.xta", case_.model, case_.queries);
    if (input_->semantics == nullptr || input_->diagnostics.has_errors()) {
      ++tally_.reasons["generator: " + first_error(*input_)];
      return {};
    }
    report_ = truth::check(*input_);
    if (!report_.refused.empty()) {
      ++tally_.reasons["oracle: " + report_.refused];
      return {};
    }
    scratch_ = scratch;
    std::ofstream(scratch) << case_.model;
    LoadOptions load;
    load.queries = case_.queries;
    load.disabled_warnings = {"all"};
    const Model model = Model::load(scratch, load);
    std::filesystem::remove(scratch);
    if (!model.is_usable()) {
      found_.push_back({0, 0, "cannot use the model: " + model.messages(), "a model"});
      return found_;
    }
    for (std::size_t q = 0; q < case_.queries.size(); ++q)
      for (const std::size_t way : case_.ways[q]) look(model, q, way);
    if (case_.queries.size() > 1 && !case_.ways[0].empty()) {
      look_at_all(model, case_.ways[0].front());
      if (case_.ways[0].size() > 1) look_at_all(model, case_.ways[0].back());
    }
    if (case_.diagnoses)
      if (const auto wrong = diagnosis_complaint(model, *input_, says_rates(), tally_))
        found_.push_back({0, 0, wrong->first, wrong->second, true});
    return found_;
  }

 private:
  static std::string first_error(const truth::Input& input) {
    for (const lang::Diagnostic& d : input.diagnostics.items())
      if (d.severity == lang::Severity::Error) return d.message;
    return "?";
  }

  // Checks one query in the way with this number.
  void look(const Model& model, std::size_t query, std::size_t number) {
    check::Request options = ways()[number].options;
    options.only = query + 1;
    const Model::Checked checked = check(model, options);
    if (checked.results.size() == 1)
      judge(query, number, checked.results[0]);
    else
      found_.push_back({query, number, "no result: " + checked.error, "a verdict"});
  }
  // Checks all queries in one run, in which some may share an exploration.
  void look_at_all(const Model& model, std::size_t number) {
    const Model::Checked checked = check(model, ways()[number].options);
    if (checked.results.size() != case_.queries.size())
      found_.push_back({0, number, "not all results: " + checked.error, "a verdict for each query"});
    for (const QueryResult& result : checked.results) {
      if (!result.shared_with.empty()) ++tally_.verdicts["(in a shared exploration)"];
      judge(result.index - 1, number, result);
    }
  }
  // Checks with a search that stops again and again and goes on from a checkpoint.
  Model::Checked check_piecewise(const Model& model, check::Request options) const {
    options.checkpoint = scratch_ + ".checkpoint";
    std::filesystem::remove(options.checkpoint);
    const auto is_stopped = [](const QueryResult& r) { return r.reason.starts_with("stopped after"); };
    // The limits grow, so this is more than any search needs.
    constexpr int kMostRounds = 300;
    Model::Checked checked;
    for (int round = 0; round < kMostRounds; ++round) {
      checked = check_model(model.parts(), options);
      // A query that ran out of time keeps the checkpoint, and those after it do not start: going on would not help.
      if (std::none_of(checked.results.begin(), checked.results.end(), is_stopped)) break;
      // Each time the limit is larger, or the search might never get to the end of an expansion.
      if (options.most_looks > 0) options.most_looks += options.most_looks / 2 + 1;
      if (options.most_visited > 0) options.most_visited += options.most_visited / 4 + 1;
    }
    std::filesystem::remove(options.checkpoint);
    return checked;
  }
  Model::Checked check(const Model& model, const check::Request& options) const {
    const Deadline deadline;
    try {
      return options.most_visited + options.most_looks > 0 ? check_piecewise(model, options)
                                                           : check_model(model.parts(), options);
    } catch (const std::exception& e) {
      return {{}, e.what()};
    }
  }

  void judge(std::size_t query, std::size_t number, const QueryResult& result) {
    const Way& way = ways()[number];
    const bool is_divergent = way.options.nonzeno && is_liveness(case_.queries[query]);
    if (is_divergent && !divergent_) divergent_ = truth::check_divergent(*input_);
    if (is_divergent && !divergent_->refused.empty()) {
      ++tally_.reasons["oracle: with ticks: " + divergent_->refused];
      return;
    }
    const Answer& answer = (is_divergent ? *divergent_ : report_).answers[query];
    if (is_value(case_.queries[query])) return look_at_values(query, number, result);
    if (was_refused(result)) return;
    if (!answer.refused.empty()) {
      ++tally_.reasons["oracle: " + answer.refused];
      return;
    }
    if (ran_out_of_time(result, way)) return;
    ++tally_.comparisons;
    ++tally_.verdicts[to_string(result.verdict)];
    const std::string says = to_string(result.verdict) + (result.reason.empty() ? "" : ": " + result.reason);
    if (result.reason.starts_with("internal error")) {
      found_.push_back({query, number, says, "no such error"});
      return;
    }
    const bool has_rates = says_rates();
    const bool must = must_find(answer, query, way);
    if (is_rightly_unsure(way, has_rates, case_.queries[query], result)) {
      if (has_rates && must && is_error_of_approximation(result))
        found_.push_back({query, number, says, "what the query looks for"});
      if (report_.is_partial) ++tally_.verdicts[answer.is_reached ? "maybe, and so it is" : "maybe, and who knows"];
      return;
    }
    if (result.verdict != Verdict::Satisfied && result.verdict != Verdict::NotSatisfied &&
        result.verdict != Verdict::Error)
      found_.push_back({query, number, says, "a definite verdict"});
    else if (const auto right = complaint(answer, case_.queries[query], result.verdict, must))
      found_.push_back({query, number, says, *right});
    else if (report_.is_partial && is_overconfident(answer, case_.queries[query], result.verdict))
      found_.push_back({query, number, says, "'maybe', because of stopwatches"});
    else if (const auto wrong = trace_complaint(result, way, answer, query))
      found_.push_back({query, number, says + ", " + wrong->first, wrong->second});
    else if (case_.queries[query] == "E<> false" && way.counts_discrete_states && !report_.may_fail && !has_rates &&
             result.stats.discrete_states != report_.discrete_states)
      found_.push_back({query, number, fmt::format("{} discrete states", result.stats.discrete_states),
                        fmt::format("{} discrete states", report_.discrete_states)});
  }

  // Whether some invariant says how a clock runs. Then zonda may say 'maybe', even if no clock ever stands still.
  [[nodiscard]] bool says_rates() const { return case_.model.find("' ==") != std::string::npos; }

  // Whether a verdict says that something exists that the oracle has not found where clocks stand still.
  static bool is_overconfident(const Answer& answer, const std::string& query, Verdict verdict) {
    if (verdict == Verdict::Error) return !answer.must_fail;
    return (verdict == Verdict::Satisfied) == is_possibly(query) && !answer.is_reached;
  }

  // A goal that can be reached is found whatever errors there are elsewhere. Three things are left open: searches that
  // may miss states; what 'deadlock' means where a guard cannot be evaluated; and guards that cannot be evaluated in
  // models with broadcasts or priorities, where other moves depend on them.
  [[nodiscard]] bool must_find(const Answer& answer, std::size_t query, const Way& way) const {
    const auto has = [](const std::string& text, const char* word) { return text.find(word) != std::string::npos; };
    return answer.is_reached && is_reachability(case_.queries[query]) && !way.may_miss &&
           !has(case_.queries[query], "deadlock") && !has(case_.model, "broadcast") && !has(case_.model, "priority") &&
           !has(case_.model, " < P") && !has(case_.model, "urgent");
  }

  // Counts a result that there is nothing to compare with.
  bool was_refused(const QueryResult& result) {
    if (!is_refusal(result)) return false;
    ++tally_.reasons["zonda: " + without_place(result.reason)];
    return true;
  }
  bool ran_out_of_time(const QueryResult& result, const Way& way) {
    if (result.verdict != Verdict::Unknown) return false;
    if (result.reason.starts_with("not started")) {
      ++tally_.reasons["zonda: not started, because a query before it ran out of time"];
      return true;
    }
    if (!result.reason.starts_with("time limit")) return false;
    ++tally_.reasons[way.may_be_endless ? "zonda: no end in sight" : "zonda: time limit"];
    return true;
  }

  void look_at_values(std::size_t query, std::size_t number, const QueryResult& result) {
    if (was_refused(result) || ran_out_of_time(result, ways()[number])) return;
    constexpr std::int64_t kHorizon = 16;
    auto known = values_.find(query);
    if (known == values_.end()) known = values_.emplace(query, truth::values(*input_, query, kHorizon)).first;
    const truth::Values& right = known->second;
    if (!right.refused.empty()) {
      ++tally_.reasons["oracle: values: " + right.refused];
      return;
    }
    ++tally_.comparisons;
    const std::string says = to_string(result.verdict) + ": " + result.value + result.reason;
    if (result.verdict == Verdict::Error && right.is_partial && !report_.must_fail) {
      found_.push_back({query, number, says, "an error that is not certain"});
      return;
    }
    if (result.verdict == Verdict::Error && right.may_fail) {
      ++tally_.verdicts["error"];
      return;
    }
    if (says_rates() && is_error_of_approximation(result)) {
      ++tally_.verdicts["values: an error of the approximation"];
      return;
    }
    const bool is_maybe = says_rates() && result.verdict == Verdict::MaybeSatisfied;
    if (result.verdict == Verdict::Satisfied && right.is_partial) {
      found_.push_back({query, number, says, "'maybe', because of stopwatches"});
      return;
    }
    if (result.verdict != Verdict::Satisfied && !is_maybe) {
      // The search may stop without a value if clocks grow beyond the largest constant that it can tell apart.
      if (result.reason.starts_with("the value may be larger than"))
        ++tally_.reasons["zonda: no largest value found"];
      else
        found_.push_back({query, number, says, "values"});
      return;
    }
    for (std::size_t i = 0; i < result.values.size(); ++i) {
      const bool is_infinite = !result.values[i].intervals.empty() && !result.values[i].intervals.back().has_high;
      ++tally_.verdicts[result.values[i].intervals.empty() ? "no value"
                        : is_infinite                      ? "values without end"
                        : right.values[i].is_beyond        ? "values beyond the horizon"
                                                           : "values"];
      const auto look = is_maybe ? missing_value : value_complaint;
      if (const auto wrong = look(case_.queries[query], result.values[i], right.values[i], kHorizon))
        found_.push_back({query, number, says, *wrong});
    }
  }

  // What the trace is and what it should be, if it is wrong. That it is a run of the model needs no check here, because
  // zonda has replayed it.
  std::optional<std::pair<std::string, std::string>> trace_complaint(const QueryResult& result, const Way& way,
                                                                     const Answer& answer, std::size_t query) {
    const bool is_reached = (result.verdict == Verdict::Satisfied) == is_possibly(case_.queries[query]);
    if (way.options.trace == "none" || result.verdict == Verdict::Error || !is_reached) return std::nullopt;
    // A limit may stop the making of a trace; the note says so.
    if (result.trace == nullptr && !result.trace_note.empty()) {
      ++tally_.reasons["zonda: " + result.trace_note];
      return std::nullopt;
    }
    if (result.trace == nullptr) return std::pair("no trace", "a trace");
    if (!is_reachability(case_.queries[query])) return std::nullopt;
    const Trace& trace = *result.trace;
    const auto moves = static_cast<std::int64_t>(trace.steps.size());
    if (way.options.trace == kShortestTrace && !report_.may_fail && moves != answer.least_moves)
      return std::pair(fmt::format("{} moves", moves), fmt::format("{} moves", answer.least_moves));
    if (way.options.trace != kFastestTrace || report_.may_fail || !result.trace_note.empty()) return std::nullopt;
    const auto& least = least_time(query);
    if (!least || *least == truth::LeastTime{trace.least_time, trace.is_least_reached}) return std::nullopt;
    const auto text = [](std::int64_t value, bool is_reached_there) {
      return fmt::format("least time {}{}", value, is_reached_there ? "" : ", not reached");
    };
    return std::pair(text(trace.least_time, trace.is_least_reached), text(least->value, least->is_attained));
  }

  // The least time in which the query's goal is reached, computed when it is first asked for.
  const std::optional<truth::LeastTime>& least_time(std::size_t query) {
    const auto known = least_times_.find(query);
    if (known != least_times_.end()) return known->second;
    return least_times_[query] = truth::least_time(*input_, query);
  }

  const Case& case_;
  Tally& tally_;
  std::string scratch_;  // the file of the model
  std::unique_ptr<truth::Input> input_;
  Report report_;
  std::optional<Report> divergent_;
  std::map<std::size_t, truth::Values> values_;
  std::map<std::size_t, std::optional<truth::LeastTime>> least_times_;
  std::vector<Disagreement> found_;
};

}  // namespace

bool is_refusal(const QueryResult& result) {
  return result.refusal == Refusal::Unsupported || result.refusal == Refusal::Option;
}

void Tally::add(const Tally& other) {
  models += other.models;
  comparisons += other.comparisons;
  for (const auto& [reason, count] : other.reasons) reasons[reason] += count;
  for (const auto& [verdict, count] : other.verdicts) verdicts[verdict] += count;
}

std::vector<Disagreement> compare(const Case& one, const std::string& scratch, Tally& tally) {
  return Comparison(one, tally).run(scratch);
}

std::string expectation(const Answer& answer, const std::string& query) {
  if (!answer.refused.empty()) return fmt::format("// the oracle refuses {}: {}", query, answer.refused);
  if (!answer.is_reached && answer.may_be_reached) return fmt::format("// the oracle cannot find {}", query);
  const Verdict verdict = answer.is_reached == is_possibly(query) ? Verdict::Satisfied : Verdict::NotSatisfied;
  const bool is_error = answer.must_fail && !answer.is_reached;
  return fmt::format("// expect: {}: {}", is_error ? "error" : to_string(verdict), query);
}

}  // namespace zonda::hunt
