#include "model/check_network.hpp"

#include "util/invariant.hpp"

#include <algorithm>
#include <set>

namespace zonda::model {

namespace {

class NetworkCheck {
 public:
  explicit NetworkCheck(const Network& network) : network_(network) {}

  void run() {
    memory();
    for (const std::vector<Group>* groups :
         {&network_.variable_groups, &network_.clock_groups, &network_.channel_groups})
      ascending(*groups);
    for (const Process& p : network_.processes) process(p);
    for (const Joint& j : network_.joints) joint(j);
    for (const std::vector<UpdateHook>* hooks : {&network_.before_update, &network_.after_update})
      for (const UpdateHook& hook : *hooks) code(hook.code);
    for (const Query& q : network_.queries) query(q);
  }

 private:
  void memory() const {
    const Code& code = network_.code;
    ZONDA_CHECK(network_.cells.size() == network_.processes.size() + network_.variables + network_.meta_variables,
                "cells are locations, variables and meta variables");
    ZONDA_CHECK(code.memory.size() >= network_.cells.size(), "the memory begins with the state");
    ZONDA_CHECK(code.places.size() == code.instructions.size(), "every instruction has a place");
    ZONDA_CHECK(!network_.clocks.empty() && code.clocks + 1 == network_.clocks.size(), "clock 0 is the reference");
    for (const Cell& cell : network_.cells)
      ZONDA_CHECK(cell.lower <= cell.initial && cell.initial <= cell.upper, "a variable starts outside its range");
  }

  static void ascending(const std::vector<Group>& groups) {
    for (std::size_t i = 1; i < groups.size(); ++i)
      ZONDA_CHECK(groups[i - 1].base + groups[i - 1].count <= groups[i].base, "groups are in the order of their parts");
  }

  void process(const Process& p) const {
    const std::size_t locations = p.locations.size();
    ZONDA_CHECK(p.initial < locations, "a process starts in one of its locations");
    for (const std::uint32_t other : p.other_initials)
      ZONDA_CHECK(other < locations, "a process starts in one of its locations");
    for (const Location& l : p.locations) {
      condition(l.invariant);
      for (const ClockRate& rate : l.rates) {
        clock(rate.clock);
        code(rate.rate);
      }
    }
    for (const Edge& e : p.edges) {
      ZONDA_CHECK(e.source < locations && e.target < locations, "an edge joins locations of its process");
      edge(e);
    }
  }

  void edge(const Edge& e) const {
    condition(e.guard);
    code(e.update);
    if (e.sync == Sync::Send || e.sync == Sync::Receive) {
      code(e.channel);
      ZONDA_CHECK(!e.channel.is_constant() || static_cast<std::size_t>(e.channel.value) < network_.channels.size(),
                  "an edge synchronises on a channel");
    }
    if (e.sync == Sync::Joint) ZONDA_CHECK(e.event < network_.events.size(), "a joint edge has an event");
    ZONDA_CHECK(!e.has_clock_code || e.resets.empty(), "clocks are set by the code or by the list, not by both");
    for (const ClockReset& r : e.resets)
      ZONDA_CHECK(r.clock > 0 && r.clock < network_.clocks.size() && r.source < network_.clocks.size(),
                  "an edge sets a clock");
    for (const Select& s : e.selects)
      ZONDA_CHECK(s.cell >= network_.cells.size() && s.cell < network_.code.memory.size(),
                  "a select has a cell outside the state");
  }

  void joint(const Joint& j) const {
    std::set<std::uint32_t> seen;
    for (const JointPart& part : j.parts) {
      ZONDA_CHECK(part.process < network_.processes.size() && part.event < network_.events.size(),
                  "a joint move is one of processes and events");
      ZONDA_CHECK(seen.insert(part.process).second, "a process takes part in a joint move once");
    }
  }

  void condition(const Condition& c) const {
    code(c.integer);
    for (const ClockConstraint& one : c.clocks) constraint(one);
  }

  void constraint(const ClockConstraint& c) const {
    code(c.condition);
    code(c.bound);
    clock(c.left);
    clock(c.right);
    ZONDA_CHECK(!(c.left == c.right), "a constraint compares two clocks");
  }

  void clock(const IntExpr& e) const {
    code(e);
    ZONDA_CHECK(!e.is_constant() || static_cast<std::size_t>(e.value) < network_.clocks.size(),
                "there is no such clock");
  }

  void code(const IntExpr& e) const {
    const auto value = static_cast<std::uint32_t>(e.value);
    if (e.kind == IntExpr::Kind::Cell) ZONDA_CHECK(value < network_.code.memory.size(), "a cell outside the memory");
    if (e.kind == IntExpr::Kind::Program)
      ZONDA_CHECK(value < network_.code.instructions.size(), "a program outside the code");
  }

  void query(const Query& q) const {
    if (q.is_wrong || !q.refusal.empty()) return;
    formula(q.predicate);
    formula(q.conclusion);
    formula(q.guide);
  }

  void formula(const Formula& f) const {
    if (f.kind == Formula::Kind::Discrete) code(f.integer);
    if (f.kind == Formula::Kind::Clock) constraint(f.clock);
    for (const Formula& child : f.children) formula(child);
  }

  const Network& network_;
};

}  // namespace

void check_network(const Network& network) { NetworkCheck(network).run(); }

}  // namespace zonda::model
