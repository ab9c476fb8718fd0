// Starts with the cells that are needed in any case, and adds those whose values may flow into them.
#include "analysis/influence.hpp"

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace zonda::analysis {

namespace {

using model::Address;
using model::Instruction;
using model::IntExpr;
using model::Opcode;

// The cells that are needed, and those from which they may get their values.
class Influence {
 public:
  explicit Influence(const model::Network& network)
      : network_(network), cells_(network.state_cells()), needed_(cells_), effects_(network) {
    for (Address p = 0; p < network.processes.size(); ++p) needed_.add(p);
  }

  void need(const IntExpr& e) { effects_.reads(e, needed_); }
  void need(const model::Condition& c) { effects_.reads(c, needed_); }
  void need(const model::ClockConstraint& c) { effects_.reads(c, needed_); }
  void need(const model::Formula& f) {
    need(f.integer);
    if (f.kind == model::Formula::Kind::Clock) need(f.clock);
    for (const model::Formula& child : f.children) need(child);
  }

  void close(const std::vector<IntExpr>& updates) {
    // An update that does anything is a program, so expressions of other kinds can be skipped.
    std::vector<std::vector<Instruction>> programs;
    for (const IntExpr& e : updates) {
      programs.emplace_back();
      if (e.kind == IntExpr::Kind::Program)
        effects_.for_each_instruction(e, [&](const Instruction& i) { programs.back().push_back(i); });
    }
    do {
      has_grown_ = false;
      for (const std::vector<Instruction>& program : programs) close_program(program);
    } while (has_grown_);
  }

  [[nodiscard]] const CellSet& needed() const { return needed_; }

 private:
  // Cells beyond those of the network are temporaries, whose values do not outlive one run of the program.
  void close_program(const std::vector<Instruction>& program) {
    own_.clear();
    needs_all_own_ = false;
    bool is_stable = false;
    while (!is_stable) {
      const std::size_t before = own_.size();
      const bool had_all = needs_all_own_;
      const bool had_grown = std::exchange(has_grown_, false);
      for (const Instruction& i : program) look(i);
      is_stable = !has_grown_ && own_.size() == before && needs_all_own_ == had_all;
      has_grown_ = has_grown_ || had_grown;
    }
  }

  // Meta variables, which lie between the cells of the state and the temporaries, are always needed: they carry values
  // from one update of a move to the next.
  [[nodiscard]] bool is_needed(Address cell) const {
    if (cell < cells_) return needed_.has(cell);
    return cell < network_.cells.size() || needs_all_own_ || own_.contains(cell);
  }
  void add(Address cell) {
    if (cell >= cells_) {
      own_.insert(cell);
    } else if (!needed_.has(cell)) {
      needed_.add(cell);
      has_grown_ = true;
    }
  }
  void add_everything() {
    for (Address cell = 0; cell < cells_; ++cell) add(cell);
    needs_all_own_ = true;
  }
  void load(const Instruction& i) {
    add(i.c);
    if (!is_needed(i.a)) return;
    if (i.b >= cells_) {
      // It is a table of constants, or an array of a function.
      if (i.b < network_.cells.size()) return add_everything();
      if (!network_.code.holds_constant(i.b)) needs_all_own_ = true;
      return;
    }
    const model::Group* group = group_of(network_, i.b);
    if (group == nullptr) return add_everything();
    for (std::uint32_t k = 0; k < group->count; ++k) add(group->base + k);
  }
  void store(const Instruction& i) {
    add(i.c);
    const model::Group* group = i.b < cells_ ? group_of(network_, i.b) : nullptr;
    if (group == nullptr) return add(i.a);
    for (std::uint32_t k = 0; k < group->count; ++k)
      if (is_needed(group->base + k)) return add(i.a);
  }

  void look(const Instruction& i) {
    switch (i.op) {
      case Opcode::Move:
      case Opcode::Bool:
      case Opcode::Not:
        if (is_needed(i.a)) add(i.b);
        return;
      case Opcode::Minimum:
      case Opcode::Maximum:
      case Opcode::Less:
      case Opcode::LessEqual:
      case Opcode::Equal:
      case Opcode::NotEqual:
      case Opcode::BitAnd:
      case Opcode::BitOr:
      case Opcode::BitXor:
        if (!is_needed(i.a)) return;
        add(i.b);
        return add(i.c);
      case Opcode::Load:
        return load(i);
      case Opcode::Store:
        return store(i);
      case Opcode::CheckRange:
      case Opcode::Assert:
        return add(i.a);
      case Opcode::Negate:
      case Opcode::Abs:
      case Opcode::JumpZero:
      case Opcode::JumpNonZero:
      case Opcode::Index:
        return add(i.b);
      case Opcode::Add:
      case Opcode::Subtract:
      case Opcode::Multiply:
      case Opcode::Divide:
      case Opcode::Modulo:
      case Opcode::Power:
      case Opcode::ShiftLeft:
      case Opcode::ShiftRight:
        add(i.b);
        return add(i.c);
      case Opcode::SetClock:
        add(i.a);
        return add(i.b);
      case Opcode::CopyClock:
        add(i.a);
        add(i.b);
        return add(i.c);
      // Halt reads the value of the update, which nobody uses; the others read nothing.
      case Opcode::Halt:
      case Opcode::Jump:
      case Opcode::JumpBack:
      case Opcode::Call:
      case Opcode::Return:
      case Opcode::NoProcess:
        return;
      // These compute addresses, which may be any.
      case Opcode::CheckBlock:
      case Opcode::CopyBlock:
      case Opcode::EqualBlock:
        return add_everything();
    }
    add_everything();
  }

  const model::Network& network_;
  std::size_t cells_;
  CellSet needed_;
  CodeEffects effects_;
  std::unordered_set<Address> own_;  // the temporaries that the program at hand needs
  bool needs_all_own_ = false;       // it needs all of them
  bool has_grown_ = false;
};

}  // namespace

CellSet influential_cells(const model::Network& network, const model::Query& query) {
  Influence influence(network);
  influence.need(query.predicate);
  influence.need(query.conclusion);
  for (const model::ValueExpr& value : query.values)
    for (const IntExpr* e : {&value.integer, &value.left, &value.right}) influence.need(*e);
  for (const auto* hooks : {&network.before_update, &network.after_update})
    for (const model::UpdateHook& hook : *hooks) influence.need(hook.code);
  std::vector<IntExpr> updates;
  for (const model::Process& process : network.processes) {
    for (const model::Location& location : process.locations) {
      influence.need(location.invariant);
      for (const model::ClockRate& rate : location.rates) {
        influence.need(rate.clock);
        influence.need(rate.rate);
      }
    }
    for (const model::Edge& e : process.edges) {
      influence.need(e.guard);
      if (e.sync == model::Sync::Send || e.sync == model::Sync::Receive) influence.need(e.channel);
      updates.push_back(e.update);
    }
  }
  // Update hooks write cells, as updates do.
  for (const auto* hooks : {&network.before_update, &network.after_update})
    for (const model::UpdateHook& hook : *hooks) updates.push_back(hook.code);
  influence.close(updates);
  return influence.needed();
}

}  // namespace zonda::analysis
