// Turns the moves of step/moves.hpp into options: with intervals of delays, or with zones.
#include "trace/options.hpp"

#include "step/delay.hpp"
#include "trace/zone_conditions.hpp"

#include <algorithm>

namespace zonda::trace {

using step::ClockCondition;

namespace {

// Narrows `out` to the delays after which all of the conditions hold, for clocks with these rates.
void narrow(std::span<const ClockCondition> conditions, const ConcreteState& at, std::span<const int> rates,
            Units scale, Delays& out) {
  for (const ClockCondition& c : conditions) {
    const Units slack = c.value * scale - (at.clocks[c.left] - at.clocks[c.right]);
    const int slope = rates[c.left] - rates[c.right];
    if (slope > 0) out.lower(slack, c.is_strict);
    if (slope < 0) out.raise(-slack, c.is_strict);
    if (slope == 0 && (c.is_strict ? slack <= 0 : slack < 0)) out.is_empty = true;
  }
}

std::vector<int> rates_of(const model::Network& network, const step::Rest& rest) {
  std::vector<int> rates(network.clocks.size(), 1);
  rates[0] = 0;
  for (const std::uint32_t clock : rest.stopped) rates[clock] = 0;
  return rates;
}

}  // namespace

bool Options::note_error() {
  error_ = moves_.error() ? moves_.error()->message : "an error";
  moves_.clear_error();
  return false;
}

bool Options::rest(std::span<const std::int32_t> cells, step::Rest& out) {
  out = {};
  return moves_.rest(cells, out) || note_error();
}

bool Options::find(std::span<const std::int32_t> cells, std::vector<Found>& out) {
  const bool is_done = moves_.expand(cells, [&](const step::Move& m) {
    Found& found = out.emplace_back();
    found.conditions.assign(m.conditions.begin(), m.conditions.end());
    found.settings.assign(m.settings.begin(), m.settings.end());
    found.required.assign(m.required.begin(), m.required.end());
    found.option.move.edges.assign(m.edges.begin(), m.edges.end());
    found.option.move.selects.assign(m.selects.begin(), m.selects.end());
    found.option.move.conditions = found.conditions;
    found.option.target.assign(m.target.begin(), m.target.end());
    if (m.error != nullptr) found.option.error = m.error->message;
    return true;
  });
  return is_done || note_error();
}

bool Options::allowed(const ConcreteState& at, Units scale, Delays& out) {
  step::Rest here;
  if (!rest(at.cells, here)) return false;
  const std::vector<int> rates = rates_of(network_, here);
  out = {};
  narrow(here.invariant, at, rates, scale, out);
  if (!here.may_delay) out.lower(0, false);
  for (const auto& guard : here.urgent) {
    Delays enabled;
    narrow(guard, at, rates, scale, enabled);
    if (!enabled.is_empty) out.lower(enabled.low, false);
  }
  return true;
}

bool Options::from(const ConcreteState& at, Units scale, std::vector<Option>& out) {
  out.clear();
  step::Rest here;
  Delays may_wait;
  std::vector<Found> found;
  if (!rest(at.cells, here) || !allowed(at, scale, may_wait) || !find(at.cells, found)) return false;
  const std::vector<int> rates = rates_of(network_, here);
  for (Found& f : found) {
    Delays window = may_wait;
    narrow(f.conditions, at, rates, scale, window);
    if (f.option.error.empty()) {
      narrow(f.required, at, rates, scale, window);
      step::Rest there;
      if (!rest(f.option.target, there))
        f.option.error = error_;
      else if (!there.is_possible)
        continue;
      for (const ClockCondition& c : there.invariant) {
        const ClockCondition asked = step::before(c, f.settings);
        narrow(std::span(&asked, 1), at, rates, scale, window);
      }
    }
    if (window.is_empty) continue;
    // A move that was split into pieces is one option.
    const auto same = std::find_if(out.begin(), out.end(), [&](const Option& o) {
      return o.move.edges == f.option.move.edges && o.move.selects == f.option.move.selects &&
             o.error == f.option.error;
    });
    if (same != out.end()) {
      same->windows.push_back(window);
      continue;
    }
    f.option.windows.push_back(window);
    f.option.move.conditions.reset();
    out.push_back(std::move(f.option));
  }
  return true;
}

bool Options::enter(std::span<const std::int32_t> cells, const Zone& at, std::vector<Zone>& out) {
  out.clear();
  step::Rest here;
  if (!rest(cells, here)) return false;
  Zone z = at;
  if (!here.is_possible || !constrain_all(z, here.invariant)) return true;
  if (!is_within_limit(z)) return fail(kTooFar);
  if (here.urgent.empty() || !here.may_delay || !here.stopped.empty()) {
    if (here.may_delay && here.stopped.empty()) delay(z);
    if (here.may_delay && !here.stopped.empty()) delay_with_stopped(z, std::span<const std::uint32_t>(here.stopped));
    if (constrain_all(z, here.invariant)) out.push_back(std::move(z));
    return true;
  }
  const std::vector<std::vector<ZoneConstraint>> guards = constraints_of(here.urgent);
  bool is_exact = true;
  for (const auto& piece :
       step::delay_pieces<std::int32_t>(z, std::span<const std::vector<ZoneConstraint>>(guards), is_exact)) {
    Zone reached = piece.start;
    bool is_left = true;
    if (piece.may_delay) {
      delay(reached);
      for (const ZoneConstraint& c : piece.while_in) is_left = is_left && constrain(reached, c);
      is_left = is_left && constrain_all(reached, here.invariant);
    }
    if (is_left && std::none_of(out.begin(), out.end(), [&](const Zone& w) { return includes(w, reached); }))
      out.push_back(std::move(reached));
  }
  return is_exact || fail(kTooFar);
}

bool Options::from(std::span<const std::int32_t> cells, const Zone& zone, std::vector<Option>& out) {
  out.clear();
  std::vector<Found> found;
  if (!find(cells, found)) return false;
  for (Found& f : found) {
    Zone z = zone;
    if (!constrain_all(z, f.conditions)) continue;
    if (!f.option.error.empty()) {
      out.push_back(std::move(f.option));
      continue;
    }
    if (!constrain_all(z, f.required)) continue;
    std::vector<zone::Assignment> assignments;
    for (const step::ClockSetting& s : f.settings) assignments.push_back({s.clock, s.source, s.offset});
    Zone scratch(z.dim());
    assign(z, std::span<const zone::Assignment>(assignments), scratch);
    std::vector<Zone> entered;
    if (!enter(f.option.target, z, entered)) return false;
    for (Zone& e : entered) {
      Option& option = out.emplace_back(f.option);
      option.zone = std::move(e);
    }
  }
  return true;
}

}  // namespace zonda::trace
