// Watches a replayed run step by step.
#include "trace/run_judge.hpp"

#include "analysis/clock_bounds.hpp"

namespace zonda::trace {

using lang::QueryKind;

bool RunJudge::is_for(const model::Query& query) {
  const bool is_plain_leads_to = query.kind == QueryKind::LeadsTo && !query.has_bound;
  return query.kind == QueryKind::Potentially || query.kind == QueryKind::Eventually || is_plain_leads_to;
}

RunJudge::RunJudge(const model::Network& network, const model::Query& query, const Saved& saved, std::uint32_t digits)
    : saved_(saved),
      digits_(digits),
      formula_(query.kind == QueryKind::LeadsTo ? query.conclusion : query.predicate),
      is_negated_(query.kind != QueryKind::Potentially) {
  if (query.kind == QueryKind::LeadsTo) from_ = &query.predicate;
  has_begun_ = from_ == nullptr;
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, query);
  // Without bounds, any two values of a clock count as different.
  caps_ = bounds.refusal.empty() ? analysis::largest_bounds(bounds)
                                 : std::vector<std::int64_t>(network.clocks.size(), model::kLargestClockConstant);
}

void RunJudge::note(std::optional<bool> holds) {
  if (holds_ && *holds_) holds_ = holds;
}

void RunJudge::stay(Replayer& replayer, Units units) {
  if (has_begun_) note(replayer.holds_during(formula_, is_negated_, units));
}

bool RunJudge::delay(Replayer& replayer, Units units, std::size_t step) {
  if (!has_begun_ && saved_.moment && saved_.moment->step == step) {
    const std::optional<Units> until = parse_decimal(saved_.moment->delay, digits_);
    if (until && *until <= units) {
      if (!replayer.delay(*until)) return false;
      note(replayer.holds(*from_));
      has_begun_ = true;
      units -= *until;
    }
  }
  stay(replayer, units);
  return replayer.delay(units);
}

void RunJudge::arrive(Replayer& replayer, std::size_t step) {
  stay(replayer, 0);
  if (!saved_.cycle) return;
  if (step == *saved_.cycle) round_ = replayer.now();
  if (step == saved_.steps.size()) round_ends_ = replayer.now();
}

std::optional<bool> RunJudge::shows(Replayer& replayer) const {
  if (!has_begun_) return std::nullopt;
  if (!holds_ || !*holds_) return holds_;
  if (saved_.end == "rest") return replayer.rests(formula_, is_negated_);
  if (saved_.end == "stuck") return replayer.is_stuck(formula_, is_negated_);
  if (saved_.cycle && round_ && round_ends_ && is_same(*round_, *round_ends_)) return true;
  return std::nullopt;
}

bool RunJudge::is_same(const ConcreteState& a, const ConcreteState& b) const {
  return a.cells == b.cells && have_same_clocks(a, b, caps_, scale_of(digits_));
}

}  // namespace zonda::trace
