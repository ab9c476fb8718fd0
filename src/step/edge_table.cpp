#include "step/edge_table.hpp"

#include "analysis/code_effects.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

namespace zonda::step {

namespace {

// Edges of joint moves have lists of their own.
std::optional<std::size_t> kind_of(const model::Edge& e) {
  switch (e.sync) {
    case model::Sync::None:
      return 0;
    case model::Sync::Send:
      return 1;
    case model::Sync::Receive:
      return 2;
    case model::Sync::Joint:
      break;
  }
  return std::nullopt;
}

bool is_comparison(model::Opcode op) {
  return op == model::Opcode::Equal || op == model::Opcode::NotEqual || op == model::Opcode::Less ||
         op == model::Opcode::LessEqual;
}

// A guard that is nothing but a comparison of two cells.
void describe_guard(const model::Network& network, const model::IntExpr& guard, EdgeCode& out) {
  if (guard.is_constant()) {
    out.guard = guard.value != 0 ? EdgeCode::Guard::Always : EdgeCode::Guard::Never;
    return;
  }
  if (guard.kind != model::IntExpr::Kind::Program) return;
  const auto* code = &network.code.instructions[static_cast<std::size_t>(guard.value)];
  if (!is_comparison(code[0].op) || code[1].op != model::Opcode::Halt || code[1].a != code[0].a) return;
  out.guard = EdgeCode::Guard::Compare;
  out.compare = code[0].op;
  out.left = code[0].b;
  out.right = code[0].c;
}

}  // namespace

EdgeTable::EdgeTable(const model::Network& network) {
  LocationNumber locations = 0;
  for (const model::Process& p : network.processes) {
    base_.push_back(locations);
    locations += static_cast<LocationNumber>(p.locations.size());
  }
  locations_.resize(locations);
  std::vector<std::vector<EdgeNumber>> lists(kKinds * locations);
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      describe(network, process.locations[l], locations_[base_[p] + l]);
    for (std::uint32_t i = 0; i < process.edges.size(); ++i) {
      const model::Edge& e = process.edges[i];
      const auto number = static_cast<EdgeNumber>(codes_.size());
      EdgeCode& code = codes_.emplace_back();
      code.ref = {p, i};
      describe(network, e, code);
      if (const auto kind = kind_of(e)) lists[kKinds * (base_[p] + e.source) + *kind].push_back(number);
      LocationCode& source = locations_[base_[p] + e.source];
      source.has_urgent = source.has_urgent || may_be_urgent(network, e);
      const std::uint64_t bits = code.has_channel ? bit_of(code.channel) : ~std::uint64_t{0};
      if (e.sync == model::Sync::Send) source.sends |= bits;
      if (e.sync == model::Sync::Receive) source.receives |= bits;
    }
  }
  for (LocationNumber n = 0; n < locations; ++n) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const auto& list = lists[kKinds * n + kind];
      locations_[n].starts[kind] = static_cast<std::uint32_t>(edges_.size());
      edges_.insert(edges_.end(), list.begin(), list.end());
    }
    locations_[n].starts[kKinds] = static_cast<std::uint32_t>(edges_.size());
    locations_[n].has_edges = locations_[n].starts[0] != locations_[n].starts[kKinds];
  }
  describe_writes(network);
  describe_joints(network);
}

// Adds constraints with known numbers; those that always hold are left out. False if there are others.
bool EdgeTable::add_fixed(const model::Condition& condition, std::uint32_t& first, std::uint32_t& count) {
  first = static_cast<std::uint32_t>(conditions_.size());
  count = 0;
  for (const model::ClockConstraint& c : condition.clocks) {
    const bool is_fixed = c.condition.is_constant() && c.left.is_constant() && c.right.is_constant() &&
                          c.bound.is_constant() &&
                          std::abs(std::int64_t{c.bound.value}) <= model::kLargestClockConstant;
    if (!is_fixed) {
      conditions_.resize(first);
      return false;
    }
    const ClockCondition fixed{static_cast<std::uint32_t>(c.left.value), static_cast<std::uint32_t>(c.right.value),
                               c.bound.value, c.is_strict};
    if (c.condition.value != 0 && !always_holds(fixed)) conditions_.push_back(fixed);
  }
  count = static_cast<std::uint32_t>(conditions_.size()) - first;
  return true;
}

void EdgeTable::describe(const model::Network& network, const model::Edge& edge, EdgeCode& out) {
  out.target = edge.target;
  describe_guard(network, edge.guard.integer, out);
  out.guard_code = edge.guard.integer;
  out.update = edge.update;
  out.has_selects = !edge.selects.empty();
  out.has_program = !edge.update.is_constant();
  out.has_fixed_conditions = add_fixed(edge.guard, out.first_condition, out.condition_count);
  if (edge.sync == model::Sync::Joint) {
    out.has_channel = true;
    out.channel = edge.event;
  } else if (edge.sync != model::Sync::None && edge.channel.is_constant()) {
    out.has_channel = true;
    out.channel = static_cast<std::uint32_t>(edge.channel.value);
  }
  out.sets_numbers = !edge.has_clock_code && std::all_of(edge.resets.begin(), edge.resets.end(),
                                                         [](const auto& r) { return r.source == 0 && r.offset >= 0; });
  out.is_plain = !out.has_selects && out.has_fixed_conditions && (out.has_channel || edge.sync == model::Sync::None);
  out.is_fixed = out.has_fixed_conditions && out.sets_numbers && !out.has_selects;
  if (!out.sets_numbers) return;
  out.first_setting = static_cast<std::uint32_t>(settings_.size());
  for (const model::ClockReset& r : edge.resets) {
    // The last setting of a clock counts.
    const auto first = settings_.begin() + out.first_setting;
    const auto known = std::find_if(first, settings_.end(), [&](const ClockSetting& s) { return s.clock == r.clock; });
    if (known != settings_.end())
      known->offset = r.offset;
    else
      settings_.push_back({r.clock, 0, r.offset});
  }
  out.setting_count = static_cast<std::uint32_t>(settings_.size()) - out.first_setting;
}

void EdgeTable::describe(const model::Network&, const model::Location& location, LocationCode& out) {
  out.stops_time = location.is_urgent || location.is_committed;
  out.is_committed = location.is_committed;
  out.has_rates = !location.rates.empty();
  out.has_fixed_invariant = location.invariant.integer.is_constant() && location.invariant.integer.value != 0 &&
                            add_fixed(location.invariant, out.first_condition, out.condition_count);
}

void EdgeTable::describe_writes(const model::Network& network) {
  analysis::CodeEffects effects(network);
  const std::uint32_t cells = network.state_cells();
  for (EdgeCode& code : codes_) {
    if (!code.has_program) continue;
    analysis::CellSet written(cells);
    effects.may_write(code.update, written);
    code.first_write = static_cast<std::uint32_t>(writes_.size());
    // If there is a location among them, any cell may be written.
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      if (!written.has(cell)) continue;
      code.writes_any = code.writes_any || cell < network.processes.size();
      writes_.push_back(cell);
    }
    if (code.writes_any) writes_.resize(code.first_write);
    code.write_count = static_cast<std::uint32_t>(writes_.size()) - code.first_write;
  }
}

void EdgeTable::describe_joints(const model::Network& network) {
  // The events of each process, in the order in which they occur.
  std::vector<std::map<std::uint32_t, std::uint32_t>> events(network.processes.size());
  const auto number_of = [&](std::uint32_t process, std::uint32_t event) {
    return events[process].emplace(event, static_cast<std::uint32_t>(events[process].size())).first->second;
  };
  for (const model::Joint& joint : network.joints) {
    first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
    for (const model::JointPart& part : joint.parts)
      parts_.push_back({part.process, number_of(part.process, part.event), part.is_weak, !part.is_weak});
  }
  first_part_.push_back(static_cast<std::uint32_t>(parts_.size()));
  joint_words_ = (network.joints.size() + 63) / 64;
  joint_starts_.assign(1, 0);
  EdgeNumber next = 0;
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    first_list_.push_back(joint_starts_.size() - 1);
    event_counts_.push_back(static_cast<std::uint32_t>(events[p].size()));
    std::vector<std::vector<EdgeNumber>> lists(process.locations.size() * events[p].size());
    for (; next < codes_.size() && codes_[next].ref.process == p; ++next) {
      const model::Edge& edge = process.edges[codes_[next].ref.edge];
      if (edge.sync == model::Sync::Joint)
        lists[edge.source * events[p].size() + events[p].at(edge.event)].push_back(next);
    }
    for (const auto& list : lists) {
      joint_edges_.insert(joint_edges_.end(), list.begin(), list.end());
      joint_starts_.push_back(static_cast<std::uint32_t>(joint_edges_.size()));
    }
  }
  for (PartCode& part : parts_) {
    for (std::size_t l = 0; l < network.processes[part.process].locations.size(); ++l)
      for (const EdgeNumber e : part_edges(part, static_cast<std::int32_t>(l)))
        part.is_simple = part.is_simple && codes_[e].is_plain && codes_[e].is_fixed;
  }
  joint_sets_.resize(locations_.size() * joint_words_, ~std::uint64_t{0});
  for (std::size_t j = 0; j < network.joints.size(); ++j) {
    for (const PartCode& part : parts(j)) {
      for (std::size_t l = 0; l < network.processes[part.process].locations.size(); ++l) {
        if (part.is_weak || !part_edges(part, static_cast<std::int32_t>(l)).empty()) continue;
        joint_sets_[(base_[part.process] + l) * joint_words_ + j / 64] &= ~(std::uint64_t{1} << (j % 64));
      }
    }
  }
}

}  // namespace zonda::step
