#include "check/plan.hpp"

#include "check/choose_order.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <variant>

namespace zonda::check {

namespace {

using step::Abstraction;

constexpr std::array kAbstractions = {
    NamedAbstraction{"none", Abstraction::None, false},
    NamedAbstraction{"extra-m", Abstraction::ExtraM, false},
    NamedAbstraction{"extra-m-plus", Abstraction::ExtraMPlus, false},
    NamedAbstraction{"extra-lu", Abstraction::ExtraLU, false},
    NamedAbstraction{"extra-lu-plus", Abstraction::ExtraLUPlus, false},
    NamedAbstraction{"alu", Abstraction::ExtraLUPlus, true},
};

// option_error() has looked at it.
keep::Strategy strategy_of(const CheckOptions& options) {
  keep::Strategy result = std::get<keep::Strategy>(keep::parse_strategy(options.keep));
  result.seed = options.seed;
  if (result.kind == keep::Strategy::Kind::Auto) result.kind = keep::Strategy::Kind::All;
  return result;
}

}  // namespace

const NamedAbstraction* find_abstraction(std::string_view name) {
  for (const NamedAbstraction& a : kAbstractions)
    if (a.name == name) return &a;
  return nullptr;
}

const store::ZoneForm* find_zone_form(std::string_view name) {
  using store::ZoneForm;
  static constexpr std::array<std::pair<std::string_view, ZoneForm>, 4> kForms = {{{"auto", ZoneForm::Auto},
                                                                                   {"full", ZoneForm::Full},
                                                                                   {"minimal", ZoneForm::Minimal},
                                                                                   {"packed", ZoneForm::Packed}}};
  for (const auto& [form_name, form] : kForms)
    if (form_name == name) return &form;
  return nullptr;
}

Plan make_plan(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
               const CheckOptions& options) {
  Plan plan;
  plan.options.seed = options.seed;
  plan.options.keep = strategy_of(options);
  plan.options.hull = options.hull;
  plan.options.compact = options.compact;
  plan.options.bitstate_bytes = options.bitstate_bytes;
  plan.swarm = options.swarm;
  plan.options.order = choose_order(network, bounds, query, options, search::stores_all(plan.options));
  plan.options.shuffle = options.shuffle;
  plan.options.hash_stats = options.hash_stats;
  // Other queries look for runs or values, and know states by the numbers of zones.
  const bool may_differ = query.kind == lang::QueryKind::Possibly || query.kind == lang::QueryKind::Invariantly;
  plan.options.packs = options.pack;
  plan.options.zones = {*find_zone_form(options.zones), options.share_zones || !may_differ};
  const bool is_constant = query.guide.kind == model::Formula::Kind::Discrete && query.guide.integer.is_constant();
  plan.options.guide = is_constant ? nullptr : &query.guide;
  // What a hull reaches may be real; a trace that replays shows it.
  plan.options.wants_path = options.trace != "none" || options.hull;
  plan.options.is_shortest = options.trace == "shortest";
  plan.clears_dead = options.reduce == "auto" || options.reduce == "dead-variables";
  plan.options.limits = {options.memory_bytes, options.seconds,      options.interrupt,  options.spill,
                         options.rehearsal,    options.most_visited, options.most_looks, options.relieve};
  std::string_view name = options.abstraction;
  if (name == "auto") name = bounds.has_diagonals ? "extra-m" : query.has_deadlock ? "extra-m-plus" : "alu";
  plan.abstraction = find_abstraction(name);
  if (options.abstraction == "auto" && query.has_deadlock && !bounds.has_diagonals)
    plan.first = find_abstraction("extra-lu-plus");
  const bool is_lu = name == "extra-lu" || name == "extra-lu-plus" || name == "alu";
  if (is_lu && query.has_deadlock)
    plan.refusal = fmt::format("--abstraction {} is not sound for 'deadlock'; use extra-m-plus", name);
  if (name != "extra-m" && name != "none" && bounds.has_diagonals)
    plan.refusal = fmt::format("--abstraction {} is not sound with clock differences; use extra-m", name);
  if (bounds.has_diagonals && bounds.has_urgent_guards)
    plan.refusal = "not supported: clock differences together with clock guards on urgent channels";
  if (!bounds.refusal.empty() && name != "none") {
    plan.refusal = bounds.refusal;
    plan.refusal_range = bounds.refusal_range;
  }
  plan.options.abstraction = plan.abstraction->kind;
  plan.options.use_alu = plan.abstraction->use_alu;
  return plan;
}

}  // namespace zonda::check
