#include "emit/tck_edges.hpp"

#include <algorithm>
#include <map>

namespace zonda::emit {

using model::Opcode;
using model::Sync;

namespace {

constexpr std::int64_t kMaxSelects = 4096;
constexpr std::size_t kMaxChannels = 256;
constexpr std::size_t kMaxGuards = 64;
constexpr std::size_t kMaxLoops = 256;

TckAtom negated(const TckAtom& a, Terms& terms) {
  return {a.right, a.left, terms.operation(Opcode::Negate, a.bound, 0, {}), !a.is_strict};
}

}  // namespace

TckEdges::TckEdges(const model::Network& network, Unfolder& unfolder, Terms& terms)
    : network_(network), unfolder_(unfolder), terms_(terms), edges_(network.processes.size()) {
  for (std::size_t p = 0; p < network.processes.size(); ++p)
    for (const model::Edge& e : network.processes[p].edges) edge(p, e);
  find_partners();
  remove_lonely();
  find_partners();
  for (std::size_t p = 0; p < network.processes.size(); ++p) complete_receivers(p);
}

void TckEdges::edge(std::size_t process, const model::Edge& e) {
  if (may_be_urgent(network_, e)) throw TckRefusal{"an urgent channel", e.range};
  std::int64_t count = 1;
  for (const model::Select& s : e.selects)
    count = std::min(kMaxSelects + 1, count * (std::int64_t{s.range.upper} - s.range.lower + 1));
  if (count > kMaxSelects) throw TckRefusal{"a select with too many values", e.range};
  SelectValues values;
  for (const model::Select& s : e.selects) values[s.cell] = s.range.lower;
  if (count <= 0) return;
  for (;;) {
    add(process, e, values);
    auto next = e.selects.rbegin();
    while (next != e.selects.rend() && values[next->cell] == next->range.upper) {
      values[next->cell] = next->range.lower;
      ++next;
    }
    if (next == e.selects.rend()) return;
    ++values[next->cell];
  }
}

void TckEdges::add(std::size_t process, const model::Edge& e, const SelectValues& selects) {
  const std::vector<TckGuard> alternatives = guards(e.guard, selects);
  if (alternatives.empty()) return;
  TckEdge result;
  result.source = e.source;
  result.target = e.target;
  result.sync = e.sync;
  result.number = e.event;
  result.range = e.range;
  result.update = unfolder_.update(e, selects);
  const bool has_channel = e.sync == Sync::Send || e.sync == Sync::Receive;
  const Term channel = has_channel ? unfolder_.value(e.channel, selects, e.range) : terms_.number(0);
  const auto channels = terms_.values(channel, kMaxChannels);
  if (!channels) throw TckRefusal{"a channel that is chosen among too many while the model runs", e.range};
  for (const std::int32_t number : *channels) {
    if (has_channel) result.number = static_cast<std::uint32_t>(number);
    const Term is_this = terms_.operation(Opcode::Equal, channel, terms_.number(number), e.range);
    for (const TckGuard& guard : alternatives) {
      result.guard = guard;
      result.guard.integer = both(guard.integer, is_this);
      edges_[process].push_back(result);
    }
  }
}

namespace {

TckAtom atom_of(const model::ClockConstraint& c, const SelectValues& selects, Unfolder& unfolder) {
  return {unfolder.value(c.left, selects, c.range), unfolder.value(c.right, selects, c.range),
          unfolder.value(c.bound, selects, c.range), c.is_strict};
}

}  // namespace

// A constraint under a condition becomes two guards: one for when the condition holds, one for when it does not.
std::vector<TckGuard> TckEdges::guards(const model::Condition& condition, const SelectValues& selects) {
  std::vector<TckGuard> result(1);
  result[0].integer = terms_.truth(unfolder_.value(condition.integer, selects, condition.range));
  if (terms_.is_number(result[0].integer, 0)) return {};
  std::map<Term, std::vector<bool>> decided;  // by condition: whether it holds in each of the guards
  for (const model::ClockConstraint& c : condition.clocks) {
    const Term when = terms_.truth(unfolder_.value(c.condition, selects, c.range));
    if (terms_.is_number(when, 0)) continue;
    const TckAtom atom = atom_of(c, selects, unfolder_);
    if (terms_.is_number(when)) {
      for (TckGuard& g : result) g.atoms.push_back(atom);
      continue;
    }
    if (decided.count(when) == 0) {
      const std::size_t count = result.size();
      if (2 * count > kMaxGuards) throw TckRefusal{"a guard with too many cases", c.range};
      for (auto& [known, holds] : decided) {
        const std::vector<bool> first = holds;
        holds.insert(holds.end(), first.begin(), first.end());
      }
      const std::vector<TckGuard> same = result;  // a vector cannot be inserted into itself
      result.insert(result.end(), same.begin(), same.end());
      std::vector<bool>& holds = decided[when];
      holds.assign(2 * count, false);
      for (std::size_t k = 0; k < 2 * count; ++k) {
        holds[k] = k < count;
        result[k].integer = both(result[k].integer, holds[k] ? when : terms_.negated(when));
      }
    }
    for (std::size_t k = 0; k < result.size(); ++k)
      if (decided[when][k]) result[k].atoms.push_back(atom);
  }
  std::erase_if(result, [&](const TckGuard& g) { return terms_.is_number(g.integer, 0); });
  return result;
}

TckGuard TckEdges::invariant(const model::Condition& condition, Unfolder& unfolder, Terms& terms) {
  TckGuard result;
  result.integer = terms.truth(unfolder.value(condition.integer, {}, condition.range));
  for (const model::ClockConstraint& c : condition.clocks) {
    const Term when = terms.truth(unfolder.value(c.condition, {}, c.range));
    if (terms.is_number(when, 0)) continue;
    if (!terms.is_number(when)) throw TckRefusal{"a clock constraint under a condition in an invariant", c.range};
    result.atoms.push_back(atom_of(c, {}, unfolder));
  }
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// Partners

void TckEdges::find_partners() {
  senders_.assign(network_.channels.size(), {});
  receivers_.assign(network_.channels.size(), {});
  for (std::uint32_t p = 0; p < edges_.size(); ++p)
    for (const TckEdge& e : edges_[p]) {
      if (e.sync != Sync::Send && e.sync != Sync::Receive) continue;
      auto& list = e.sync == Sync::Send ? senders_[e.number] : receivers_[e.number];
      if (list.empty() || list.back() != p) list.push_back(p);
    }
}

// An event that no synchronisation names could be taken alone.
void TckEdges::remove_lonely() {
  for (std::uint32_t p = 0; p < edges_.size(); ++p)
    std::erase_if(edges_[p], [&](const TckEdge& e) {
      const bool is_send = e.sync == Sync::Send;
      if (!is_send && e.sync != Sync::Receive) return false;
      if (is_send && network_.channels[e.number].is_broadcast) return false;
      const auto& partners = is_send ? receivers_[e.number] : senders_[e.number];
      return std::none_of(partners.begin(), partners.end(), [&](std::uint32_t other) { return other != p; });
    });
}

void TckEdges::complete_receivers(std::size_t process) {
  using ByLocation = std::map<std::uint32_t, std::vector<const TckEdge*>>;
  std::map<std::uint32_t, ByLocation> receiving;  // by channel
  std::set<std::uint32_t> guarded;
  for (const TckEdge& e : edges_[process]) {
    if (e.sync != Sync::Receive || !network_.channels[e.number].is_broadcast) continue;
    receiving[e.number][e.source].push_back(&e);
    if (!terms_.is_number(e.guard.integer, 1) || !e.guard.atoms.empty()) guarded.insert(e.number);
  }
  std::vector<TckEdge> loops;
  for (const std::uint32_t channel : guarded) {
    always_.emplace(process, channel);
    for (std::uint32_t l = 0; l < network_.processes[process].locations.size(); ++l)
      complete(process, channel, l, receiving[channel][l], loops);
  }
  edges_[process].insert(edges_[process].end(), loops.begin(), loops.end());
}

// All ways in which every one of these edges is disabled: either its integer part fails, or one of its constraints.
void TckEdges::complete(std::size_t process, std::uint32_t channel, std::uint32_t location,
                        const std::vector<const TckEdge*>& receiving, std::vector<TckEdge>& out) {
  std::vector<TckGuard> ways(1);
  ways[0].integer = terms_.number(1);
  for (const TckEdge* e : receiving) {
    std::vector<TckGuard> longer;
    for (const TckGuard& way : ways) {
      const auto add = [&](Term integer, const TckAtom* failing) {
        TckGuard next = way;
        next.integer = both(way.integer, integer);
        if (failing != nullptr) next.atoms.push_back(negated(*failing, terms_));
        if (!terms_.is_number(next.integer, 0)) longer.push_back(std::move(next));
      };
      add(terms_.negated(e->guard.integer), nullptr);
      for (const TckAtom& a : e->guard.atoms) add(e->guard.integer, &a);
      if (longer.size() > kMaxLoops) throw TckRefusal{"broadcast receivers with too many guards", e->range};
    }
    ways = std::move(longer);
  }
  if (ways.empty()) return;
  const model::Location& l = network_.processes[process].locations[location];
  if (l.is_committed)
    throw TckRefusal{"a process with guards on receiving a broadcast that may stay behind in a committed location",
                     l.range};
  for (TckGuard& way : ways) {
    TckEdge loop;
    loop.source = loop.target = location;
    loop.sync = Sync::Receive;
    loop.number = channel;
    loop.guard = std::move(way);
    loop.range = l.range;
    out.push_back(std::move(loop));
  }
}

}  // namespace zonda::emit
