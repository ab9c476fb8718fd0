// Answers queries on the graph of reachable states.
#include "oracle/oracle.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "oracle/attempt.hpp"
#include "oracle/explorer.hpp"
#include "oracle/fault.hpp"
#include "oracle/runs.hpp"
#include "oracle/viewer.hpp"
#include "oracle/watch.hpp"

namespace zonda::truth {

using lang::Query;
using lang::QueryKind;

std::unique_ptr<Input> read(const std::string& name, const std::string& text, const std::vector<std::string>& queries) {
  auto input = std::make_unique<Input>();
  (void)input->diagnostics.disable("all");
  const auto file = input->sources.add(name, text);
  input->document = formats::read_tree(input->sources, file, input->diagnostics);
  if (input->document == nullptr || input->document->has_syntax_errors) return input;
  input->document->queries.clear();
  for (std::size_t i = 0; i < queries.size(); ++i)
    lang::read_queries(input->sources, input->sources.add("query " + std::to_string(i + 1), queries[i]),
                       *input->document, input->diagnostics);
  auto semantics = lang::check(*input->document, input->diagnostics);
  if (!input->diagnostics.has_model_errors()) input->semantics = std::move(semantics);
  return input;
}

namespace {

bool is_liveness(const Query& query) {
  return query.kind == QueryKind::Potentially || query.kind == QueryKind::Eventually ||
         (query.kind == QueryKind::LeadsTo && !lang::is_pattern(query));
}

std::string why_refused(const Query& query) {
  if (query.has_error) return "a formula with errors";
  const bool is_reachability = query.kind == QueryKind::Possibly || query.kind == QueryKind::Invariantly;
  return is_reachability || is_liveness(query) || lang::is_pattern(query) ? "" : "queries for values";
}

// Looks for a maximal run inside p (for E[] p), outside of p (for A<> p), or outside of q after p (for p --> q).
Answer answer_liveness(const Query& query, const Graph& graph, Viewer& viewer, Ends ends) {
  Answer result;
  Failures failures = graph.failures;
  const bool is_leads_to = query.kind == QueryKind::LeadsTo;
  const lang::Expr& formula = is_leads_to ? *query.conclusion : *query.predicate;
  std::vector<bool> inside(graph.nodes.size(), false);
  std::vector<bool> begins(graph.nodes.size(), false);
  try {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const auto holds = viewer.holds(formula, i, failures);
      inside[i] = holds && *holds == (query.kind == QueryKind::Potentially);
      // A checker need not evaluate the left side where the right side holds, so an error in it is only possible.
      const bool is_begin = is_leads_to ? viewer.holds(*query.predicate, i, failures).value_or(false) : i == 0;
      begins[i] = inside[i] && is_begin;
    }
  } catch (const Refused& reason) {
    result.refused = reason.what();
    return result;
  }
  const std::vector<bool> good = begin_of_runs(graph, inside, ends);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) result.is_reached = result.is_reached || (begins[i] && good[i]);
  // A search for runs inside must meet the errors that are reachable inside.
  const std::vector<bool> met = reached_inside(graph, inside, begins);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    result.must_fail = result.must_fail || (graph.nodes[i].can_fail && (is_leads_to || met[i]));
  result.may_fail = failures.is_possible;
  result.failure = failures.message;
  return result;
}

Answer answer(const Query& query, const Graph& graph, Viewer& viewer, Ends ends) {
  Answer result;
  result.refused = why_refused(query);
  // Queries that need an observer are answered on another graph (watch.cpp).
  if (!result.refused.empty() || lang::is_pattern(query)) return result;
  if (is_liveness(query)) return answer_liveness(query, graph, viewer, ends);
  Failures failures = graph.failures;
  try {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (!viewer.is_goal(query, i, failures).value_or(false)) continue;
      if (!result.is_reached || graph.nodes[i].moves < result.least_moves) result.least_moves = graph.nodes[i].moves;
      result.is_reached = true;
    }
  } catch (const Refused& reason) {
    result.refused = reason.what();
  }
  result.must_fail = failures.is_certain;
  result.may_fail = failures.is_possible;
  result.failure = failures.message;
  return result;
}

std::size_t most_states(const Caps& caps, const Limits& limits) {
  return caps.is_grid() ? limits.moments : limits.states;
}

Report check_with(System& system, Caps& caps, const Input& input, const Limits& limits) {
  Report report;
  const Graph graph = explore(system, caps, most_states(caps, limits));
  report.states = graph.nodes.size();
  report.discrete_states = graph.discretes.size();
  report.must_fail = graph.failures.is_certain;
  report.may_fail = graph.failures.is_possible;
  report.failure = graph.failures.message;
  if (graph.is_too_large && !caps.is_grid()) {
    report.refused = "too large";
    return report;
  }
  {
    Viewer viewer(system, caps, graph, true);
    for (const Query& query : input.document->queries)
      report.answers.push_back(answer(query, graph, viewer, Ends::FaultsGoOn));
  }
  for (Answer& a : report.answers) a.may_be_reached = a.is_reached;
  if (!graph.failures.is_certain) return report;
  Viewer viewer(system, caps, graph, false);
  for (std::size_t i = 0; i < report.answers.size(); ++i)
    report.answers[i].may_be_reached |= answer(input.document->queries[i], graph, viewer, Ends::Plain).is_reached;
  return report;
}

// Joins what two grids show.
void join(Answer& to, const Answer& from) {
  if (to.refused.empty()) to.refused = from.refused;
  to.is_reached = to.is_reached || from.is_reached;
  to.must_fail = to.must_fail || from.must_fail;
  if (to.failure.empty()) to.failure = from.failure;
}

void join(Report& to, const Report& from) {
  if (to.answers.empty()) {
    to = from;
    return;
  }
  to.must_fail = to.must_fail || from.must_fail;
  for (std::size_t i = 0; i < to.answers.size(); ++i) join(to.answers[i], from.answers[i]);
}

// Says that there may be more than what was found.
void leave_open(Answer& answer) {
  answer.may_be_reached = true;
  answer.may_fail = true;
}

void leave_open(Report& report) {
  report.is_partial = true;
  report.may_fail = true;
  for (Answer& a : report.answers) leave_open(a);
}

// The class of the clock `time` in the goal state where it is least.
std::optional<std::int64_t> least_time_class(System& system, Caps& caps, const Query& query, const Limits& limits,
                                             std::size_t time) {
  const Graph graph = explore(system, caps, limits.states, time);
  if (graph.is_too_large) throw Refused("too large");
  Viewer viewer(system, caps, graph, true);
  std::optional<std::int64_t> least;
  Failures ignored;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!viewer.is_goal(query, i, ignored).value_or(false)) continue;
    const std::int64_t now = graph.regions[graph.nodes[i].region].value_class(time);
    if (!least || now < *least) least = now;
  }
  return least;
}

// All queries but those that need an observer.
Report check_plain(const Input& input, const Limits& limits) {
  Report report;
  const std::string refused = refusal_of([&] {
    if (input.semantics == nullptr) throw Refused("a model with errors");
    const bool is_partial = on_regions_or_grids([&](int grid) {
      System system(*input.document, *input.semantics);
      Caps caps(system.clocks.size() - 1, grid);
      join(report, until_settled([&] { return check_with(system, caps, input, limits); }));
    });
    if (is_partial) leave_open(report);
  });
  if (!refused.empty()) report.refused = refused;
  return report;
}

}  // namespace

Report check(const Input& input, const Limits& limits) {
  Report report = check_plain(input, limits);
  for (std::size_t i = 0; i < report.answers.size(); ++i)
    if (report.answers[i].refused.empty() && lang::is_pattern(input.document->queries[i]))
      report.answers[i] = watch(input, i, limits);
  if (report.is_partial) leave_open(report);
  return report;
}

Values values(const Input& input, std::size_t query, std::int64_t horizon, const Limits& limits) {
  Values result;
  result.refused = refusal_of([&] {
    if (input.semantics == nullptr) throw Refused("a model with errors");
    const Query& asked = input.document->queries[query];
    result.values.assign(asked.values.size(), {});
    result.is_partial = on_regions_or_grids([&](int grid) {
      System system(*input.document, *input.semantics);
      Caps caps(system.clocks.size() - 1, grid);
      until_settled([&] {
        const Graph graph = explore(system, caps, most_states(caps, limits));
        if (graph.is_too_large && grid == 0) throw Refused("too large");
        Viewer viewer(system, caps, graph, true);
        Failures failures = graph.failures;
        std::vector<ValueClasses> found(asked.values.size());
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
          if (asked.predicate != nullptr && !viewer.holds(*asked.predicate, i, failures).value_or(false)) continue;
          viewer.add_values(asked.values, i, horizon, caps, failures, found);
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
          result.values[i].classes.merge(found[i].classes);
          result.values[i].is_beyond = result.values[i].is_beyond || found[i].is_beyond;
        }
        result.may_fail = failures.is_possible || grid != 0;
      });
    });
  });
  return result;
}

namespace {

Report check_with_ticks(System& system, Caps& caps, const Input& input, const Limits& limits, std::size_t tick) {
  Report report;
  caps.note_value(tick, 1);
  const Graph graph = explore(system, caps, most_states(caps, limits), 0, tick);
  if (graph.is_too_large && !caps.is_grid()) throw Refused("too large");
  Viewer viewer(system, caps, graph, true);
  report.must_fail = graph.failures.is_certain;
  report.may_fail = graph.failures.is_possible;
  for (const Query& query : input.document->queries) {
    report.answers.emplace_back();
    if (is_liveness(query) && why_refused(query).empty())
      report.answers.back() = answer_liveness(query, graph, viewer, Ends::Divergent);
    else
      report.answers.back().refused = "divergence matters for runs only";
    report.answers.back().may_be_reached = report.answers.back().is_reached;
  }
  return report;
}

}  // namespace

// An extra clock makes a step of every unit of time.
Report check_divergent(const Input& input, const Limits& limits) {
  Report report;
  report.refused = refusal_of([&] {
    if (input.semantics == nullptr) throw Refused("a model with errors");
    const bool is_partial = on_regions_or_grids([&](int grid) {
      System system(*input.document, *input.semantics);
      const std::size_t tick = system.clocks.size();
      system.clocks.push_back(0);
      Caps caps(tick, grid);
      join(report, until_settled([&] { return check_with_ticks(system, caps, input, limits, tick); }));
    });
    if (is_partial) leave_open(report);
  });
  return report;
}

// An extra clock, which nothing resets, tells how much time has passed. It must be told apart up to the answer.
std::optional<LeastTime> least_time(const Input& input, std::size_t query, const Limits& limits) {
  constexpr std::int64_t kMostTime = 1000;
  const Report report = check(input, limits);
  if (!report.refused.empty() || !report.answers[query].refused.empty() || !report.answers[query].is_reached ||
      report.is_partial)
    return std::nullopt;
  try {
    System system(*input.document, *input.semantics);
    const std::size_t time = system.clocks.size();
    system.clocks.push_back(0);
    Caps caps(time);
    std::int64_t horizon = 8;
    while (horizon <= kMostTime) {
      try {
        caps.note_value(time, horizon);
        const auto least = least_time_class(system, caps, input.document->queries[query], limits, time);
        if (least && *least <= 2 * horizon) return LeastTime{*least / 2, *least % 2 == 0};
        horizon *= 2;
      } catch (const StartAgain&) {
        continue;
      }
    }
  } catch (const Refused&) {
    return std::nullopt;
  } catch (const Fault&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace zonda::truth
