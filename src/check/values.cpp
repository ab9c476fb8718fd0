#include "check/values.hpp"

#include "analysis/clock_bounds.hpp"
#include "check/abstractions.hpp"
#include "check/answering.hpp"
#include "check/choose_order.hpp"
#include "check/plan.hpp"
#include "check/widths.hpp"
#include "order/names.hpp"
#include "search/limits/limitations.hpp"
#include "search/values/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <vector>

namespace zonda::check {

namespace {

using lang::QueryKind;
using search::Outcome;
using search::ValueRange;

class ValueCheck {
 public:
  ValueCheck(const model::Network& network, const model::Query& query, const Request& options,
             const lang::Sources& sources, const Saving& saving, QueryResult& result)
      : choice_(choose_reductions(query, options)),
        reductions_(choice_.used, network, query),
        network_(reductions_.network(network)),
        query_(reductions_.query(query)),
        sources_(sources),
        saving_(saving),
        result_(result),
        asked_abstraction_(options.abstraction),
        asked_order_(options.order),
        options_(search_options(options)) {
    // An approximation of the states would give other values.
    options_.hull = options_.compact = false;
    options_.bitstate_bytes = 0;
    options_.reductions = &reductions_;
    options_.checkpoint = saving.checkpoint;
    marks_error_ = set_marks(network_, options, marks_, options_);
    if (options.order == order::kRandom && !options_.shuffle) options_.shuffle = options.seed;
    if (options.progress)
      options_.progress = [this, &options](const search::Stats& stats, std::size_t waiting) {
        options.progress({result_.index, stats_of(stats), waiting});
      };
  }

  void run() {
    if (refuse(refused_option(choice_.refusal), sources_, result_)) return;
    if (refuse(refused_option(marks_error_), sources_, result_)) return;
    if (!choose(bounds_for(asked_abstraction_, network_, query_)) || !saving_.begin()) return;
    result_.reduce = reductions_.names();
    add_note(choice_.left_out, result_.note);
    bool goes_on = find_all();
    if (!goes_on && is_too_narrow_ && asked_abstraction_ == kAuto && is_whole_) {
      // The bounds of zones that are not split along differences of clocks outgrew the widest format. Bounds of zones
      // that are split do not grow.
      asked_abstraction_ = best_abstraction(kReachability | kDifferences, analysis::Differences::Split).name;
      result_.reason.clear();
      result_.refusal = Refusal::None;
      goes_on = find_all();
    }
    result_.stats = stats_of(stats_);
    if (!goes_on) return;
    result_.verdict = network_.has_stopwatches ? Verdict::MaybeSatisfied : Verdict::Satisfied;
    if (network_.has_stopwatches)
      result_.reason = "stopwatches are over-approximated: some of these values may not be possible";
    const bool is_supremum = query_.kind == QueryKind::Supremum;
    for (const QueryValue& value : result_.values) {
      if (!result_.value.empty()) result_.value += ", ";
      result_.value += value_text(value, is_supremum, query_.kind == QueryKind::Infimum);
    }
  }

 private:
  // False: a search ended without an answer.
  bool find_all() {
    is_too_narrow_ = false;
    result_.values.clear();
    for (const model::ValueExpr& value : query_.values)
      result_.values.push_back({value.text, value.is_clock, {}, false});
    bool goes_on = numbers();
    for (std::size_t i = 0; i < query_.values.size() && goes_on; ++i)
      if (query_.values[i].is_clock) goes_on = clock(i);
    return goes_on;
  }

  // Chooses an abstraction that is sound for these bounds, as for reachability: the bounds tell the wanted values
  // apart.
  bool choose(const analysis::ClockBounds& bounds) {
    const ChosenAbstraction chosen =
        choose_abstraction(asked_abstraction_, abstraction_needs(query_, bounds), bounds, kind_of(query_));
    if (refuse(chosen.refused, sources_, result_)) return false;
    const NamedAbstraction* abstraction = chosen.abstraction;
    options_.abstraction = abstraction->kind;
    options_.use_alu = abstraction->use_alu;
    result_.abstraction = abstraction->name;
    is_whole_ = abstraction->differences == analysis::Differences::Whole;
    options_.order = asked_order_ == kAuto ? order_for_all(network_, bounds) : asked_order_;
    result_.order = options_.order;
    return true;
  }

  // Adds up the statistics; false if there is no answer.
  bool conclude(const Outcome& outcome) {
    const search::Stats& s = outcome.stats;
    search::Stats sum = s;
    search::add_earlier(sum, stats_);
    stats_ = sum;
    if (outcome.kind == Outcome::Kind::NotReached || outcome.kind == Outcome::Kind::Reached) {
      spend(outcome.seconds_here, options_.limits);
      return true;
    }
    is_too_narrow_ = outcome.kind == Outcome::Kind::TooNarrow;
    result_.verdict = outcome.kind == Outcome::Kind::Unknown ? Verdict::Unknown : Verdict::Error;
    if (search::is_limitation(outcome.reason)) result_.refusal = Refusal::Unsupported;
    result_.reason = with_place(outcome.reason, outcome.range, sources_);
    // An error that only the over-approximation may have is no answer.
    if (result_.verdict == Verdict::Error && network_.has_stopwatches) {
      result_.verdict = Verdict::Unknown;
      result_.reason = "stopwatches are over-approximated; an error in the over-approximation: " + result_.reason;
    }
    return false;
  }

  std::optional<ValueRange> sweep(const analysis::ClockBounds& bounds, search::ValueQuestion question) {
    question.where = &query_.predicate;
    question.wants_all = query_.kind == QueryKind::Bounds;
    Outcome found;
    try {
      found =
          search_in_width(bounds.largest <= kNarrowConstants, options_, [&](auto width, const search::Options& how) {
            return search::find_values<decltype(width)>(network_, bounds, question, how);
          });
    } catch (const std::bad_alloc&) {
      found.kind = Outcome::Kind::Unknown;
      found.reason = "out of memory";
    }
    found_ = std::move(found.values);
    if (!conclude(found)) return std::nullopt;
    return found_.empty() ? ValueRange{} : found_[0];
  }

  // Finds the values of all expressions that are not clocks, in one search.
  bool numbers() {
    std::vector<model::ValueExpr> wanted;
    for (const model::ValueExpr& value : query_.values)
      if (!value.is_clock) wanted.push_back(value);
    if (wanted.empty()) return true;
    const analysis::ClockBounds bounds = bounds_for(asked_abstraction_, network_, query_);
    if (!choose(bounds) || !sweep(bounds, {nullptr, wanted})) return false;
    std::size_t next = 0;
    for (std::size_t i = 0; i < query_.values.size(); ++i)
      if (!query_.values[i].is_clock) keep(i, found_[next++]);
    return true;
  }

  void keep(std::size_t i, const ValueRange& range) {
    QueryValue& value = result_.values[i];
    value.intervals.clear();
    for (const search::ValueInterval& one : range.intervals)
      value.intervals.push_back({one.low, one.high, one.is_low_open, one.is_high_open, one.has_high});
  }

  bool clock(std::size_t i) {
    const model::ValueExpr& value = query_.values[i];
    if (!value.right.is_constant(0)) {
      refuse({Refusal::Unsupported, "not supported: a difference of clocks as a value"}, sources_, result_);
      return false;
    }
    const auto last = static_cast<std::int32_t>(network_.clocks.size()) - 1;
    const std::int32_t first_clock = std::max(1, value.left.is_constant() ? value.left.value : value.left.lower);
    const std::int32_t last_clock = std::min(last, value.left.is_constant() ? value.left.value : value.left.upper);
    // Starts with the constants of the model and then raises the limit.
    std::int32_t limit = std::max(1, analysis::clock_bounds(network_, query_).largest);
    for (std::size_t round = 0;; ++round) {
      std::vector<analysis::ClockBound> asked;
      for (std::int32_t x = first_clock; x <= last_clock; ++x)
        asked.push_back({static_cast<std::uint32_t>(x), limit, limit});
      const analysis::ClockBounds bounds = bounds_for(asked_abstraction_, network_, query_, asked);
      constexpr std::int32_t kFactor = 4;
      // With the offsets of clock copies this limit exceeds what zones can hold.
      if (round > 0 && !bounds.refusal.empty() && options_.abstraction != step::Abstraction::None)
        return is_beyond(limit / kFactor);
      if (!choose(bounds)) return false;
      const std::optional<ValueRange> range = sweep(bounds, {nullptr, {&value, 1}, limit});
      if (!range) return false;
      if (is_exact(*range)) return keep(i, *range), true;
      constexpr std::size_t kBeforeGrowth = 2;
      if (round == kBeforeGrowth && first_clock == last_clock) {
        bool is_growing = false;
        if (!look_for_growth(static_cast<std::uint32_t>(first_clock), is_growing)) return false;
        if (is_growing && query_.kind != QueryKind::Infimum) return goes_on(i, *range), true;
      }
      if (limit > model::kLargestClockConstant / kFactor) return is_beyond(limit);
      limit *= kFactor;
    }
  }
  bool is_beyond(std::int32_t limit) {
    result_.verdict = Verdict::Unknown;
    result_.reason = fmt::format("the value may be larger than {}", limit);
    return false;
  }

  // Whether the end or the intervals that the query asks for lie below the limit.
  [[nodiscard]] bool is_exact(const ValueRange& range) const {
    if (range.intervals.empty() || !range.is_beyond) return true;
    const search::ValueInterval& lowest = range.intervals.front();
    if (query_.kind == QueryKind::Infimum)
      return !range.unknown_from || lowest.low < *range.unknown_from ||
             (lowest.low == *range.unknown_from && !lowest.is_low_open);
    if (query_.kind == QueryKind::Supremum) return range.is_endless;
    // The last interval reaches beyond the limit, and every value from some point below the limit on is possible.
    return range.has_all_beyond;
  }

  // Notes that there is no largest value.
  void goes_on(std::size_t i, ValueRange range) {
    if (query_.kind == QueryKind::Bounds) {
      // Beyond known_to nothing is known about the values, so intervals end there.
      std::erase_if(range.intervals, [&](const search::ValueInterval& one) {
        return one.low > range.known_to || (one.low == range.known_to && one.is_low_open);
      });
      for (search::ValueInterval& one : range.intervals) {
        if (one.has_high && one.high <= range.known_to) continue;
        one = {one.low, range.known_to, one.is_low_open, false, true};
      }
      result_.values[i].goes_on = true;
    } else {
      for (search::ValueInterval& one : range.intervals) one.has_high = false;
    }
    keep(i, range);
  }

  // Finds out whether the clock grows for ever. If it is ever set to another clock, the answer is no, without a search.
  // False: the search ended without an answer.
  bool look_for_growth(std::uint32_t clock, bool& is_growing) {
    const auto& copies = network_.code.clock_copies;
    if (std::any_of(copies.begin(), copies.end(),
                    [&](const model::ClockCopy& c) { return clock >= c.first_target && clock <= c.last_target; }))
      return true;
    const analysis::ClockBounds bounds = analysis::clock_bounds(network_, query_);
    search::Options options = options_;
    options.use_alu = false;
    if (options.abstraction != step::Abstraction::None)
      options.abstraction = bounds.has_diagonals ? step::Abstraction::ExtraM : step::Abstraction::ExtraMPlus;
    Outcome outcome;
    try {
      outcome =
          search_in_width(bounds.largest <= kNarrowConstants, options, [&](auto width, const search::Options& how) {
            return search::grows_for_ever<decltype(width)>(network_, bounds, query_.predicate, clock, how);
          });
    } catch (const std::bad_alloc&) {
      outcome.kind = Outcome::Kind::Unknown;
      outcome.reason = "out of memory";
    }
    is_growing = outcome.kind == Outcome::Kind::Reached;
    return conclude(outcome);
  }

  reduce::Choice choice_;
  reduce::Reductions reductions_;
  const model::Network& network_;
  const model::Query& query_;
  const lang::Sources& sources_;
  const Saving& saving_;
  QueryResult& result_;
  std::string asked_abstraction_;
  std::string_view asked_order_;
  search::Options options_;
  MoveMarks marks_;
  std::string marks_error_;
  search::Stats stats_;
  std::vector<ValueRange> found_;
  bool is_whole_ = false;       // zones are not split along differences of clocks
  bool is_too_narrow_ = false;  // the last search ended because bounds did not fit
};

}  // namespace

bool is_value_query(QueryKind kind) {
  return kind == QueryKind::Supremum || kind == QueryKind::Infimum || kind == QueryKind::Bounds;
}

void check_values(const model::Network& network, const model::Query& query, const Request& options,
                  const lang::Sources& sources, const Saving& saving, QueryResult& result) {
  begin_search(options.on_stage, options.memory_bytes);
  ValueCheck(network, query, options, sources, saving, result).run();
  add_note(options_without_effect(options, query, SearchKind::Exploration), result.note);
}

}  // namespace zonda::check
