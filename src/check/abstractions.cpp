#include "check/abstractions.hpp"

#include "check/liveness.hpp"
#include "zonda/options.hpp"

#include <fmt/format.h>

#include <array>

namespace zonda::check {

namespace {

using analysis::Differences;
using step::Abstraction;

constexpr Needs kAll = kReachability | kDeadlocks | kMaximalRuns | kDifferences;

constexpr std::array kAbstractions = {
    NamedAbstraction{"none", "exact zones; a search may not end", Abstraction::None, kAll, false, false},
    NamedAbstraction{"extra-m", "maximal constants of clocks", Abstraction::ExtraM, kAll},
    NamedAbstraction{"extra-m-plus", "as extra-m, but coarser where a clock is beyond its constant",
                     Abstraction::ExtraMPlus, kReachability | kDeadlocks | kMaximalRuns},
    NamedAbstraction{"extra-lu", "lower and upper bounds of clocks", Abstraction::ExtraLU, kReachability},
    NamedAbstraction{"extra-lu-plus", "as extra-lu, but coarser where a clock is beyond its bounds",
                     Abstraction::ExtraLUPlus, kReachability},
    NamedAbstraction{"alu-differences", "alu for clock differences, without splitting zones along them",
                     Abstraction::ExtraLUPlus, kReachability | kDifferences, true, true, Differences::Whole},
    NamedAbstraction{"alu", "extra-lu-plus, and a state also covers states that it simulates", Abstraction::ExtraLUPlus,
                     kReachability, true},
};

}  // namespace

std::span<const NamedAbstraction> abstractions() { return kAbstractions; }

const NamedAbstraction* find_abstraction(std::string_view name) {
  for (const NamedAbstraction& a : kAbstractions)
    if (a.name == name) return &a;
  return nullptr;
}

Needs abstraction_needs(const model::Query& query, const analysis::ClockBounds& bounds) {
  Needs result = is_liveness(query) ? kMaximalRuns : kReachability;
  if (query.has_deadlock) result |= kDeadlocks;
  if (bounds.has_diagonals) result |= kDifferences;
  return result;
}

analysis::ClockBounds bounds_for(const std::string& asked, const model::Network& network, const model::Query& query,
                                 std::span<const analysis::ClockBound> tests) {
  if (asked != kAuto) return analysis::clock_bounds(network, query, tests, find_abstraction(asked)->differences);
  if (is_liveness(query) || query.has_deadlock || network.has_stopwatches)
    return analysis::clock_bounds(network, query, tests);
  analysis::ClockBounds whole = analysis::clock_bounds(network, query, tests, Differences::Whole);
  return whole.refusal.empty() ? whole : analysis::clock_bounds(network, query, tests);
}

const NamedAbstraction& best_abstraction(Needs needs, Differences differences) {
  const NamedAbstraction* best = &kAbstractions.front();
  for (const NamedAbstraction& a : kAbstractions)
    if ((needs & ~a.preserves) == 0 && ((needs & kDifferences) == 0 || a.differences == differences)) best = &a;
  return *best;
}

const NamedAbstraction& widest_abstraction() {
  const NamedAbstraction* widest = &kAbstractions.front();
  for (const NamedAbstraction& a : kAbstractions)
    if (!a.use_alu) widest = &a;
  return *widest;
}

ChosenAbstraction choose_abstraction(const std::string& asked, Needs needs, const analysis::ClockBounds& bounds,
                                     const std::string& asker) {
  ChosenAbstraction result;
  // What is not sound for the query whatever the bounds is compared with the best of all.
  const bool may_be_whole =
      bounds.differences == Differences::Whole && (needs & (kDeadlocks | kMaximalRuns)) == 0 && !bounds.has_stopwatches;
  const NamedAbstraction& best = best_abstraction(needs, may_be_whole ? Differences::Whole : Differences::Split);
  result.abstraction = asked == kAuto ? &best : find_abstraction(asked);
  const Needs missing = needs & static_cast<Needs>(~result.abstraction->preserves);
  if (bounds.has_diagonals && bounds.has_stopwatches && result.abstraction->differences == Differences::Whole)
    result.refused = {Refusal::Option, fmt::format("{} {} is not sound with stopwatches; use {}",
                                                   flag_of(&CheckOptions::abstraction), asked, best.name)};
  else if (missing != 0)
    result.refused = {
        Refusal::Option,
        fmt::format("{} {} is not sound {}; use {}", flag_of(&CheckOptions::abstraction), asked,
                    (missing & kDifferences) != 0 ? "with clock differences" : "for " + asker, best.name)};
  if (!bounds.refusal.empty() && result.abstraction->is_finite)
    result.refused = {Refusal::Unsupported, bounds.refusal, bounds.refusal_range};
  return result;
}

}  // namespace zonda::check
