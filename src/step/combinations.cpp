#include "step/combinations.hpp"

#include "util/hash.hpp"

#include <algorithm>

namespace zonda::step {

Combinations::Combinations(const EdgeTable& edges) : edges_(edges), all_(edges.count()), slots_(64) {}

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
  const auto result = static_cast<CombinationId>(all_.size());
  all_.push_back(make(id, e, result));
  slots_[at] = {id, e, result};
  if (2 * (all_.size() - edges_.count()) > slots_.size()) grow();
  return result;
}

std::unique_ptr<Combination> Combinations::make(CombinationId prefix, EdgeNumber e, CombinationId id) const {
  const EdgeCode& code = edges_[e];
  auto result =
      prefix == kNoCombination ? std::make_unique<Combination>() : std::make_unique<Combination>(*all_[prefix]);
  Combination& c = *result;
  c.edges.push_back(code.ref);
  c.targets.push_back({code.ref.process, static_cast<std::int32_t>(code.target)});
  if (code.has_program) c.programs.push_back({code.update, code.ref.process});
  const auto asked = edges_.conditions(code);
  c.conditions.insert(c.conditions.end(), asked.begin(), asked.end());
  for (const ClockSetting& s : edges_.settings(code)) {
    // The last setting of a clock counts.
    std::erase_if(c.settings, [&](const ClockSetting& earlier) { return earlier.clock == s.clock; });
    c.settings.push_back(s);
  }
  c.changes.push_back(code.ref.process);
  for (const model::Address cell : edges_.writes(code))
    if (std::find(c.changes.begin(), c.changes.end(), cell) == c.changes.end()) c.changes.push_back(cell);
  c.writes_any = c.writes_any || code.writes_any;
  c.move = Move{c.edges, {}, c.conditions, c.settings, {}, {}};
  c.move.knows_changes = !c.writes_any;
  c.move.changes = c.changes;
  c.move.combination = id;
  return result;
}

void Combinations::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& s : old)
    if (s.id != kNoCombination) slots_[slot_of(s.prefix, s.edge)] = s;
}

}  // namespace zonda::step
