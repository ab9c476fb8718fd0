// The network as a planning problem: edges are operators with preconditions and effects. Only processes that can matter
// for the goal are looked at.
#include "order/relaxation.hpp"

#include "analysis/location_order.hpp"
#include "util/hash.hpp"

#include <algorithm>

namespace zonda::order {

namespace {

using model::Sync;

bool are_partners(const model::Edge& a, const model::Edge& b) {
  const bool is_pair =
      (a.sync == Sync::Send && b.sync == Sync::Receive) || (a.sync == Sync::Receive && b.sync == Sync::Send);
  return is_pair && a.channel.lower <= b.channel.upper && b.channel.lower <= a.channel.upper;
}

std::uint32_t sum(std::uint32_t a, std::uint32_t b) { return std::min(a + b, Relaxation::kFar); }

}  // namespace

Relaxation::Relaxation(const model::Network& network, const state::Packing& packing,
                       const std::vector<bool>& is_goal_process)
    : network_(network),
      packing_(packing),
      first_fact_(first_facts(network)),
      first_condition_(first_fact_.back()),
      conditions_(network),
      writers_(network.state_cells()),
      is_relevant_(network.processes.size(), false),
      guards_(network.processes.size()),
      writes_(network.processes.size()) {
  find_writers();
  find_relevant(is_goal_process);
  find_changed_conditions();
  for (std::uint32_t p = 0; p < network.processes.size(); ++p)
    if (is_relevant_[p])
      for (std::uint32_t e = 0; e < network.processes[p].edges.size(); ++e) add_edge({p, e});
  sort_operators();
  holds_.resize(conditions_.count());
  costs_.resize(first_partner() + partners_.size());
  for (std::size_t p = 0; p < network.processes.size(); ++p) {
    const state::Packing::Field field = packing.field(p);
    if (location_mask_.size() <= field.word) location_mask_.resize(field.word + 1, 0);
    const auto bits = static_cast<state::Word>((std::uint64_t{1} << field.bits) - 1);
    location_mask_[field.word] |= bits << field.shift;
  }
}

std::vector<Relaxation::Fact> Relaxation::first_facts(const model::Network& network) {
  std::vector<Fact> result{0};
  for (const model::Process& p : network.processes)
    result.push_back(result.back() + static_cast<Fact>(p.locations.size()));
  return result;
}

void Relaxation::find_writers() {
  analysis::CodeEffects effects(network_);
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
    analysis::CellSet written(network_.state_cells());
    for (const model::Edge& e : network_.processes[p].edges)
      if (!e.update.is_constant()) effects.may_write(e.update, written);
    for (std::uint32_t cell = 0; cell < network_.state_cells(); ++cell)
      if (written.has(cell)) writers_[cell].push_back(p);
  }
}

// The processes of the goal are relevant, and so are their partners, the processes that write what their guards read,
// and so on. This also collects the conditions of the guards.
void Relaxation::find_relevant(const std::vector<bool>& is_goal_process) {
  std::vector<std::uint32_t> work;
  const auto add = [&](std::uint32_t p) {
    if (is_relevant_[p]) return;
    is_relevant_[p] = true;
    work.push_back(p);
  };
  for (std::uint32_t p = 0; p < is_goal_process.size(); ++p)
    if (is_goal_process[p]) add(p);
  while (!work.empty()) {
    const std::uint32_t p = work.back();
    work.pop_back();
    for (const model::Edge& e : network_.processes[p].edges) {
      guards_[p].push_back(conditions_.of(e.guard.integer));
      for (const std::uint32_t condition : guards_[p].back())
        for (const model::Address cell : conditions_.reads(condition))
          for (const std::uint32_t writer : writers_[cell]) add(writer);
      if (e.sync != Sync::Send && e.sync != Sync::Receive) continue;
      for (std::uint32_t q = 0; q < network_.processes.size(); ++q) {
        const auto& others = network_.processes[q].edges;
        if (!is_relevant_[q] && std::any_of(others.begin(), others.end(), [&](auto& o) { return are_partners(e, o); }))
          add(q);
      }
    }
    for (const model::Joint& joint : network_.joints)
      if (std::any_of(joint.parts.begin(), joint.parts.end(), [&](const auto& part) { return part.process == p; }))
        for (const model::JointPart& part : joint.parts) add(part.process);
  }
}

// Finds, for each edge, the conditions that its update may change.
void Relaxation::find_changed_conditions() {
  analysis::CodeEffects effects(network_);
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
    if (!is_relevant_[p]) continue;
    for (const model::Edge& e : network_.processes[p].edges) {
      std::vector<std::uint32_t>& changed = writes_[p].emplace_back();
      if (e.update.is_constant()) continue;
      analysis::CellSet written(network_.state_cells());
      effects.may_write(e.update, written);
      for (std::uint32_t c = 0; c < conditions_.count(); ++c)
        if (std::ranges::any_of(conditions_.reads(c), [&](model::Address cell) { return written.has(cell); }))
          changed.push_back(c);
    }
  }
}

void Relaxation::add_edge(EdgeRef ref) {
  const model::Edge& e = edge(ref);
  if (e.source == e.target && writes_[ref.process][ref.edge].empty()) return;
  if (e.sync == Sync::Joint) return add_joint_operators(ref);
  const auto first_group = static_cast<std::uint32_t>(groups_.size());
  const bool needs_partner = e.sync == Sync::Receive || (e.sync == Sync::Send && !model::may_be_broadcast(network_, e));
  if (!needs_partner || add_partners(ref)) add_operator(ref, first_group);
}

// Adds an operator for the edge. The groups from `first_group` on are its partners.
void Relaxation::add_operator(EdgeRef ref, std::uint32_t first_group) {
  const model::Edge& e = edge(ref);
  for (const std::uint32_t condition : guards_[ref.process][ref.edge]) {
    groups_.push_back({static_cast<std::uint32_t>(facts_.size()), 1});
    facts_.push_back(first_condition_ + condition);
  }
  Operator result{fact(ref.process, e.source), {static_cast<std::uint32_t>(facts_.size()), 0}, first_group, 0};
  result.groups = static_cast<std::uint32_t>(groups_.size()) - first_group;
  facts_.push_back(fact(ref.process, e.target));
  for (const std::uint32_t condition : writes_[ref.process][ref.edge]) facts_.push_back(first_condition_ + condition);
  result.effects.count = static_cast<std::uint32_t>(facts_.size()) - result.effects.first;
  operators_.push_back(result);
}

// Adds the partners of an edge as a group. Returns false if it has none.
bool Relaxation::add_partners(EdgeRef ref) {
  const model::Edge& e = edge(ref);
  const auto [known, is_new] = partner_numbers_.try_emplace(
      {ref.process, e.sync == Sync::Send ? 1 : 0, e.channel.lower, e.channel.upper}, kNoPartner);
  if (is_new) {
    const auto first = static_cast<std::ptrdiff_t>(facts_.size());
    for (std::uint32_t q = 0; q < network_.processes.size(); ++q) {
      if (q == ref.process) continue;
      for (const model::Edge& other : network_.processes[q].edges)
        if (are_partners(e, other)) facts_.push_back(fact(q, other.source));
    }
    std::sort(facts_.begin() + first, facts_.end());
    facts_.erase(std::unique(facts_.begin() + first, facts_.end()), facts_.end());
    const auto count = static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(facts_.size()) - first);
    if (count > 0) {
      known->second = static_cast<std::uint32_t>(partners_.size());
      partners_.push_back({static_cast<std::uint32_t>(first), count});
    }
  }
  if (known->second == kNoPartner) return false;
  groups_.push_back({static_cast<std::uint32_t>(facts_.size()), 1});
  facts_.push_back(first_partner() + known->second);
  return true;
}

// Puts edges near the initial locations first, so that small costs are known early and few passes are needed.
void Relaxation::sort_operators() {
  const auto positions = analysis::location_positions(network_);
  std::vector<std::uint32_t> at(first_condition_);
  for (std::uint32_t p = 0; p < positions.size(); ++p)
    for (std::uint32_t l = 0; l < positions[p].size(); ++l) at[fact(p, l)] = positions[p][l];
  std::stable_sort(operators_.begin(), operators_.end(),
                   [&](const Operator& a, const Operator& b) { return at[a.from] < at[b.from]; });
}

void Relaxation::add_joint_operators(EdgeRef ref) {
  for (const model::Joint& joint : network_.joints) {
    const auto is_own = [&](const model::JointPart& part) {
      return part.process == ref.process && part.event == edge(ref).event;
    };
    if (std::none_of(joint.parts.begin(), joint.parts.end(), is_own)) continue;
    const auto first_group = static_cast<std::uint32_t>(groups_.size());
    for (const model::JointPart& part : joint.parts) {
      if (part.process == ref.process || part.is_weak) continue;
      Group group{static_cast<std::uint32_t>(facts_.size()), 0};
      for (const model::Edge& other : network_.processes[part.process].edges)
        if (other.sync == Sync::Joint && other.event == part.event) facts_.push_back(fact(part.process, other.source));
      group.count = static_cast<std::uint32_t>(facts_.size()) - group.first;
      groups_.push_back(group);
    }
    add_operator(ref, first_group);
  }
}

std::uint64_t Relaxation::key(std::span<const state::Word> words, std::span<std::int32_t> memory) {
  constexpr std::uint64_t kFactor = 0xE7037ED1A0B428DBULL;
  std::uint64_t result = 0x9E3779B97F4A7C15ULL;
  for (std::size_t i = 0; i < location_mask_.size(); ++i)
    result = mix(result ^ (words[i] & location_mask_[i]), kFactor);
  std::uint64_t bits = 1;
  for (std::uint32_t i = 0; i < conditions_.count(); ++i) {
    holds_[i] = conditions_.holds(i, memory);
    bits = bits << 1U | (holds_[i] ? 1U : 0U);
    if (i % 32 != 31) continue;
    result = mix(result ^ bits, kFactor);
    bits = 1;
  }
  return mix(result ^ bits, kFactor);
}

std::uint32_t Relaxation::least_of(const Group& group) const {
  std::uint32_t least = kFar;
  for (std::uint32_t i = 0; i < group.count; ++i) least = std::min(least, costs_[facts_[group.first + i]]);
  return least;
}

// Repeats until nothing gets cheaper. Costs only fall, so this ends; after kPasses passes they are good enough.
void Relaxation::relax(std::span<const state::Word> words) {
  constexpr int kPasses = 16;
  std::fill(costs_.begin(), costs_.end(), kFar);
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p)
    costs_[fact(p, static_cast<std::uint32_t>(packing_.get(words, p)))] = 0;
  for (std::uint32_t i = 0; i < conditions_.count(); ++i)
    if (holds_[i]) costs_[first_condition_ + i] = 0;
  bool is_changed = true;
  for (int pass = 0; pass < kPasses && is_changed; ++pass) {
    is_changed = false;
    for (std::uint32_t i = 0; i < partners_.size(); ++i) costs_[first_partner() + i] = least_of(partners_[i]);
    for (const Operator& o : operators_) {
      std::uint32_t cost = costs_[o.from] + 1;
      for (std::uint32_t g = 0; g < o.groups && cost < kFar; ++g)
        cost = sum(cost, least_of(groups_[o.first_group + g]));
      for (std::uint32_t i = 0; i < o.effects.count && cost < kFar; ++i) {
        std::uint32_t& known = costs_[facts_[o.effects.first + i]];
        if (cost >= known) continue;
        known = cost;
        is_changed = true;
      }
    }
  }
}

}  // namespace zonda::order
