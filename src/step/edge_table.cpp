#include "step/edge_table.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::step {

namespace {

std::size_t kind_of(const model::Edge& e) {
  switch (e.sync) {
    case model::Sync::None:
      return 0;
    case model::Sync::Send:
      return 1;
    case model::Sync::Receive:
      return 2;
    case model::Sync::Joint:
      return 3;
  }
  return 0;
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
  std::size_t locations = 0;
  for (const model::Process& p : network.processes) {
    base_.push_back(locations);
    locations += p.locations.size();
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
      lists[kKinds * (base_[p] + e.source) + kind_of(e)].push_back(number);
      LocationCode& source = locations_[base_[p] + e.source];
      source.has_urgent = source.has_urgent || may_be_urgent(network, e);
      const std::uint64_t bits = code.has_channel ? bit_of(code.channel) : ~std::uint64_t{0};
      if (e.sync == model::Sync::Send) source.sends |= bits;
      if (e.sync == model::Sync::Receive) source.receives |= bits;
      if (e.sync == model::Sync::Joint) source.events |= bits;
    }
  }
  for (std::size_t l = 0; l < locations; ++l) {
    auto& joint = lists[kKinds * l + 3];
    std::stable_sort(joint.begin(), joint.end(),
                     [&](EdgeNumber a, EdgeNumber b) { return codes_[a].channel < codes_[b].channel; });
  }
  for (const auto& list : lists) {
    starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.insert(edges_.end(), list.begin(), list.end());
  }
  starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
  led_words_ = (network.joints.size() + 63) / 64;
  led_.resize(locations * led_words_);
  find_led_joints(network);
}

// Constraints with numbers only; those that always hold are left out. False when there are others.
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
  if (!out.sets_numbers) return;
  out.first_setting = static_cast<std::uint32_t>(settings_.size());
  for (const model::ClockReset& r : edge.resets) {
    // The last to a clock counts.
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

void EdgeTable::find_led_joints(const model::Network& network) {
  for (std::uint32_t i = 0; i < network.joints.size(); ++i) {
    const auto& parts = network.joints[i].parts;
    const auto strong = std::find_if(parts.begin(), parts.end(), [](const auto& part) { return !part.is_weak; });
    const bool is_all_weak = strong == parts.end();
    for (const model::JointPart& part : parts) {
      if (!is_all_weak && &part != &*strong) continue;
      const model::Process& process = network.processes[part.process];
      for (std::size_t l = 0; l < process.locations.size(); ++l) {
        const auto edges = joint(part.process, static_cast<std::int32_t>(l));
        if (std::any_of(edges.begin(), edges.end(), [&](EdgeNumber e) { return codes_[e].channel == part.event; }))
          led_[(base_[part.process] + l) * led_words_ + i / 64] |= std::uint64_t{1} << (i % 64);
      }
    }
  }
}

}  // namespace zonda::step
