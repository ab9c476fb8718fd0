#include "step/combinations.hpp"

#include "util/hash.hpp"

#include <algorithm>

namespace zonda::step {

Combinations::Combinations(const EdgeTable& edges) : edges_(edges), slots_(64) {
  for (EdgeNumber e = 0; e < edges.count(); ++e) add(kNoCombination, e);
}

std::size_t Combinations::slot_of(CombinationId prefix, EdgeNumber e) const {
  const std::uint64_t key = (std::uint64_t{prefix} << 32U) | e;
  std::size_t at = mix(key + 1, 0x9E3779B97F4A7C15ULL) & (slots_.size() - 1);
  while (slots_[at].id != kNoCombination && (slots_[at].prefix != prefix || slots_[at].edge != e))
    at = (at + 1) & (slots_.size() - 1);
  return at;
}

CombinationId Combinations::extended(CombinationId id, EdgeNumber e) {
  if (id == kNoCombination || !edges_[e].is_fixed) return kNoCombination;
  const std::size_t at = slot_of(id, e);
  if (slots_[at].id != kNoCombination) return slots_[at].id;
  if (all_.size() >= edges_.count() + kMost) return kNoCombination;
  const CombinationId result = add(id, e);
  slots_[at] = {id, e, result};
  if (2 * (all_.size() - edges_.count()) > slots_.size()) grow();
  return result;
}

CombinationId Combinations::add(CombinationId prefix, EdgeNumber e) {
  // By value: the lists may move while they grow.
  const auto list = [](const auto& span) { return std::vector(span.begin(), span.end()); };
  const EdgeCode& code = edges_[e];
  Combination result;
  std::vector<EdgeRef> refs;
  std::vector<Target> targets;
  std::vector<model::IntExpr> programs;
  std::vector<ClockCondition> conditions;
  std::vector<ClockSetting> settings;
  std::vector<model::Address> changes;
  if (prefix != kNoCombination) {
    refs = list(edges(prefix));
    conditions = list(this->conditions(prefix));
    settings = list(this->settings(prefix));
    changes = list(this->changes(prefix));
    targets = list(this->targets(prefix));
    programs = list(this->programs(prefix));
    result.writes_any = writes_any(prefix);
  }
  refs.push_back(code.ref);
  targets.push_back({code.ref.process, static_cast<std::int32_t>(code.target)});
  if (code.has_program) programs.push_back(code.update);
  const auto asked = edges_.conditions(code);
  conditions.insert(conditions.end(), asked.begin(), asked.end());
  for (const ClockSetting& s : edges_.settings(code)) {
    // The last to a clock counts.
    std::erase_if(settings, [&](const ClockSetting& earlier) { return earlier.clock == s.clock; });
    settings.push_back(s);
  }
  changes.push_back(code.ref.process);
  for (const model::Address cell : edges_.writes(code))
    if (std::find(changes.begin(), changes.end(), cell) == changes.end()) changes.push_back(cell);
  result.writes_any = result.writes_any || code.writes_any;
  const auto keep = [](auto& all, const auto& some) {
    const Slice slice{static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(some.size())};
    all.insert(all.end(), some.begin(), some.end());
    return slice;
  };
  result.refs = keep(refs_, refs);
  keep(targets_, targets);
  result.programs = keep(programs_, programs);
  result.conditions = keep(conditions_, conditions);
  result.settings = keep(settings_, settings);
  result.changes = keep(changes_, changes);
  all_.push_back(result);
  return static_cast<CombinationId>(all_.size() - 1);
}

void Combinations::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& s : old)
    if (s.id != kNoCombination) slots_[slot_of(s.prefix, s.edge)] = s;
}

}  // namespace zonda::step
