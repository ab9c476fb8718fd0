#include "hunt/compare.hpp"

#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

namespace zonda::hunt {

using truth::Answer;
using truth::Report;

namespace {

// What is looked for makes the query true: E<> and E[].
bool is_possibly(const std::string& query) { return query.starts_with("E<>") || query.starts_with("E[]"); }

bool is_liveness(const std::string& query) {
  return query.starts_with("E[]") || query.starts_with("A<>") || query.find("-->") != std::string::npos;
}

// Reasons without the places and numbers in them, so that they can be counted.
std::string without_place(const std::string& reason) {
  const std::size_t place = reason.find(" (");
  return reason.substr(0, place);
}

// What is wrong with the verdict, if anything.
std::optional<std::string> complaint(const Answer& answer, const std::string& query, Verdict verdict) {
  const bool is_error = verdict == Verdict::Error;
  const bool says_reached = (verdict == Verdict::Satisfied) == is_possibly(query);
  const std::string right =
      to_string(answer.is_reached == is_possibly(query) ? Verdict::Satisfied : Verdict::NotSatisfied);
  if (is_error && !answer.may_fail) return right;
  if (is_error) return std::nullopt;
  if (says_reached ? answer.may_be_reached : !answer.is_reached && !answer.must_fail) return std::nullopt;
  return answer.must_fail && !answer.is_reached ? "error: " + answer.failure : right;
}

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
    std::ofstream(scratch) << case_.model;
    LoadOptions load;
    load.queries = case_.queries;
    load.disabled_warnings = {"all"};
    const Model model = Model::load(scratch, load);
    if (!model.is_usable()) {
      found_.push_back({0, 0, "cannot use the model: " + model.messages(), "a model"});
      return found_;
    }
    for (std::size_t q = 0; q < case_.queries.size(); ++q)
      for (const std::size_t way : case_.ways[q]) look(model, q, way);
    return found_;
  }

 private:
  static std::string first_error(const truth::Input& input) {
    for (const lang::Diagnostic& d : input.diagnostics.items())
      if (d.severity == lang::Severity::Error) return d.message;
    return "?";
  }

  void look(const Model& model, std::size_t query, std::size_t number) {
    const Way& way = ways()[number];
    CheckOptions options = way.options;
    options.only = query + 1;
    Model::Checked checked;
    try {
      checked = model.check(options);
    } catch (const std::exception& e) {
      checked.error = e.what();
    }
    if (checked.results.size() != 1) {
      found_.push_back({query, number, "no result: " + checked.error, "a verdict"});
      return;
    }
    const QueryResult& result = checked.results[0];
    const bool is_divergent = way.options.nonzeno && is_liveness(case_.queries[query]);
    if (is_divergent && !divergent_) divergent_ = truth::check_divergent(*input_);
    if (is_divergent && !divergent_->refused.empty()) {
      ++tally_.reasons["oracle: with ticks: " + divergent_->refused];
      return;
    }
    const Answer& answer = (is_divergent ? *divergent_ : report_).answers[query];
    if (is_refusal(result)) {
      ++tally_.reasons["zonda: " + without_place(result.reason)];
      return;
    }
    if (!answer.refused.empty()) {
      ++tally_.reasons["oracle: " + answer.refused];
      return;
    }
    if (result.verdict == Verdict::Unknown && result.reason.starts_with("time limit")) {
      ++tally_.reasons[way.may_be_endless ? "zonda: no end in sight" : "zonda: time limit"];
      return;
    }
    ++tally_.comparisons;
    ++tally_.verdicts[to_string(result.verdict)];
    const std::string says = to_string(result.verdict) + (result.reason.empty() ? "" : ": " + result.reason);
    if (result.verdict != Verdict::Satisfied && result.verdict != Verdict::NotSatisfied &&
        result.verdict != Verdict::Error)
      found_.push_back({query, number, says, "a definite verdict"});
    else if (const auto right = complaint(answer, case_.queries[query], result.verdict))
      found_.push_back({query, number, says, *right});
    else if (const auto wrong = trace_complaint(result, way, answer, query))
      found_.push_back({query, number, says + ", " + wrong->first, wrong->second});
    else if (case_.queries[query] == "E<> false" && way.counts_discrete_states && !report_.may_fail &&
             result.stats.discrete_states != report_.discrete_states)
      found_.push_back({query, number, fmt::format("{} discrete states", result.stats.discrete_states),
                        fmt::format("{} discrete states", report_.discrete_states)});
  }

  // What is wrong with the trace, if anything: what there is, and what there should be. zonda has replayed it before.
  std::optional<std::pair<std::string, std::string>> trace_complaint(const QueryResult& result, const Way& way,
                                                                     const Answer& answer, std::size_t query) {
    const bool is_reached = (result.verdict == Verdict::Satisfied) == is_possibly(case_.queries[query]);
    if (way.options.trace == "none" || result.verdict == Verdict::Error || !is_reached) return std::nullopt;
    if (is_liveness(case_.queries[query])) return std::nullopt;
    // A limit may stop the making of a trace; it says so.
    if (result.trace == nullptr && !result.trace_note.empty()) return std::nullopt;
    if (result.trace == nullptr) return std::pair("no trace", "a trace");
    const Trace& trace = *result.trace;
    const auto moves = static_cast<std::int64_t>(trace.steps.size());
    if (way.options.trace == "shortest" && !report_.may_fail && moves != answer.least_moves)
      return std::pair(fmt::format("{} moves", moves), fmt::format("{} moves", answer.least_moves));
    if (way.options.trace != "fastest" || report_.may_fail || !result.trace_note.empty()) return std::nullopt;
    const auto& least = least_time(query);
    if (!least || *least == truth::LeastTime{trace.least_time, trace.is_least_reached}) return std::nullopt;
    const auto text = [](std::int64_t value, bool is_reached_there) {
      return fmt::format("least time {}{}", value, is_reached_there ? "" : ", not reached");
    };
    return std::pair(text(trace.least_time, trace.is_least_reached), text(least->value, least->is_attained));
  }

  // Computed once, when it is first asked for.
  const std::optional<truth::LeastTime>& least_time(std::size_t query) {
    const auto known = least_times_.find(query);
    if (known != least_times_.end()) return known->second;
    return least_times_[query] = truth::least_time(*input_, query);
  }

  const Case& case_;
  Tally& tally_;
  std::unique_ptr<truth::Input> input_;
  Report report_;
  std::optional<Report> divergent_;
  std::map<std::size_t, std::optional<truth::LeastTime>> least_times_;
  std::vector<Disagreement> found_;
};

}  // namespace

bool is_refusal(const QueryResult& result) {
  static constexpr std::array kRefusals = {"not supported", "not sound", "too many",
                                           "so that no largest constant exists"};
  return result.verdict == Verdict::Error && std::any_of(kRefusals.begin(), kRefusals.end(), [&](const char* text) {
           return result.reason.find(text) != std::string::npos;
         });
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
  const Verdict verdict = answer.is_reached == is_possibly(query) ? Verdict::Satisfied : Verdict::NotSatisfied;
  const bool is_error = answer.must_fail && !answer.is_reached;
  return fmt::format("// expect: {}: {}", is_error ? "error" : to_string(verdict), query);
}

}  // namespace zonda::hunt
