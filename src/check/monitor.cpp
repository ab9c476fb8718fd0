#include "check/monitor.hpp"

#include "search/formulas/observer.hpp"

#include <fmt/format.h>

#include <utility>

namespace zonda::check {

using lang::QueryKind;
using search::LivenessQuestion;
using Begin = LivenessQuestion::Begin;

bool is_monitor(const model::Query& query) {
  switch (query.kind) {
    case QueryKind::LeadsTo:
      return query.has_bound;
    case QueryKind::Within:
    case QueryKind::Every:
    case QueryKind::AtLeast:
    case QueryKind::AtMost:
    case QueryKind::HoldsAfter:
    case QueryKind::NeverFollows:
    case QueryKind::Precedes:
      return true;
    default:
      return false;
  }
}

namespace {

class Asker {
 public:
  Asker(const model::Network& network, const model::Query& query, Violation& violation, LivenessQuestion& question)
      : network_(network), query_(query), violation_(violation), question_(question) {}

  void run() {
    question_.has_observer = true;
    question_.bound = query_.bound;
    question_.maximal_counts = false;
    const std::string& p = query_.predicate_text;
    const std::string& q = query_.conclusion_text;
    switch (query_.kind) {
      case QueryKind::LeadsTo:
        begin(Begin::Holds, query_.predicate, fmt::format("here {} holds", p));
        return is_missing(query_.conclusion, q);
      case QueryKind::Within:
        return is_missing(query_.predicate, p);
      case QueryKind::Every:
        begin(Begin::Holds, search::truth(), fmt::format("from here on, {} does not hold", p));
        return is_missing(query_.predicate, p);
      case QueryKind::AtMost:
        begin(Begin::Holds, query_.predicate, fmt::format("from here on, {} holds", p));
        stay(query_.predicate, false);
        return reach(search::observer_beyond(network_, query_.bound, false), false,
                     fmt::format("{} has held for more than {}", p, query_.bound));
      case QueryKind::AtLeast:
        begin(Begin::Begins, query_.predicate, fmt::format("here {} begins to hold", p));
        stay(search::observer_at_most(network_, query_.bound, true), false);
        return reach(query_.predicate, true,
                     fmt::format("{} does not hold any more, before {} has passed", p, query_.bound));
      case QueryKind::HoldsAfter:
        begin(Begin::Holds, query_.conclusion, fmt::format("here {} holds", q));
        stay(search::observer_at_most(network_, query_.bound, false), false);
        return reach(query_.predicate, true,
                     fmt::format("{} does not hold, no more than {} after that", p, query_.bound));
      case QueryKind::NeverFollows:
        begin(Begin::Holds, query_.conclusion, fmt::format("here {} holds", q));
        stay(search::observer_at_most(network_, query_.bound, false), false);
        return reach(query_.predicate, false, fmt::format("{} holds, no more than {} after that", p, query_.bound));
      case QueryKind::Precedes:
        question_.has_observer = false;
        stay(query_.predicate, true);
        return reach(query_.conclusion, false, fmt::format("{} holds, and {} has not held before", q, p));
      default:
        return;
    }
  }

 private:
  void begin(Begin how, model::Formula from, std::string moment) {
    violation_.from = std::move(from);
    violation_.moment = std::move(moment);
    question_.begin = how;
    question_.from = &violation_.from;
  }
  void stay(model::Formula formula, bool is_negated) {
    violation_.stay = std::move(formula);
    question_.stay = &violation_.stay;
    question_.is_negated = is_negated;
  }
  void reach(model::Formula formula, bool is_negated, std::string end) {
    violation_.goal = std::move(formula);
    violation_.end = std::move(end);
    question_.goal = &violation_.goal;
    question_.is_goal_negated = is_negated;
  }
  // The formula does not hold until the time is up; or the run is maximal, and the formula never holds.
  void is_missing(const model::Formula& formula, const std::string& text) {
    const bool is_strict = query_.is_bound_strict;
    stay(search::both(formula, search::observer_at_most(network_, query_.bound, is_strict)), true);
    reach(search::observer_beyond(network_, query_.bound, is_strict), false,
          fmt::format("{}{} has passed, and {} has not held", is_strict ? "" : "more than ", query_.bound, text));
    question_.maximal_counts = true;
  }

  const model::Network& network_;
  const model::Query& query_;
  Violation& violation_;
  LivenessQuestion& question_;
};

}  // namespace

void ask_for_violation(const model::Network& network, const model::Query& query, Violation& violation,
                       LivenessQuestion& question) {
  Asker(network, query, violation, question).run();
}

}  // namespace zonda::check
