#include "check/abstractions.hpp"

#include "check/liveness.hpp"
#include "zonda/options.hpp"

#include <fmt/format.h>

#include <array>

namespace zonda::check {

namespace {

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

const NamedAbstraction& best_abstraction(Needs needs) {
  const NamedAbstraction* best = &kAbstractions.front();
  for (const NamedAbstraction& a : kAbstractions)
    if ((needs & ~a.preserves) == 0) best = &a;
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
  const NamedAbstraction& best = best_abstraction(needs);
  result.abstraction = asked == kAuto ? &best : find_abstraction(asked);
  const Needs missing = needs & static_cast<Needs>(~result.abstraction->preserves);
  if (bounds.has_diagonals && bounds.has_urgent_guards)
    result.refused = {Refusal::Unsupported,
                      "not supported: clock differences together with clock guards on urgent channels"};
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
