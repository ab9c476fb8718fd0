// Writes code into guards and updates of the network.
#include "partition/guide.hpp"

#include "analysis/values.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace zonda::partition {

namespace {

using model::Address;
using model::Code;
using model::Edge;
using model::Formula;
using model::IntExpr;
using model::Opcode;
using model::Sync;

// Appends instructions, variables and tables to the code of a network.
class Writer {
 public:
  explicit Writer(Code& code) : code_(code) {}

  Address cell(std::int32_t value) {
    code_.memory.push_back(value);
    return static_cast<Address>(code_.memory.size() - 1);
  }
  Address constant(std::int32_t value) {
    const Address result = cell(value);
    code_.mark_constant(result, 1);
    return result;
  }
  template <typename Values>
  Address table(const Values& values) {
    const auto first = static_cast<Address>(code_.memory.size());
    for (const auto value : values) code_.memory.push_back(static_cast<std::int32_t>(value));
    code_.mark_constant(first, values.size());
    return first;
  }

  [[nodiscard]] Address here() const { return static_cast<Address>(code_.instructions.size()); }
  // An expression that is the program which begins at the next instruction.
  IntExpr begin() const {
    IntExpr result;
    result.kind = IntExpr::Kind::Program;
    result.value = static_cast<std::int32_t>(code_.instructions.size());
    return result;
  }
  IntExpr begin_condition() const {
    IntExpr result = begin();
    result.lower = 0;
    result.upper = 1;
    return result;
  }
  void add(Opcode op, Address a, Address b = 0, Address c = 0) {
    code_.instructions.push_back({op, a, b, c});
    code_.places.emplace_back();
  }
  // Ends a program with 'cell and condition': the result is 0 if the cell is 0, and else that of the condition.
  void end_with(Address cell, const IntExpr& condition) {
    switch (condition.kind) {
      case IntExpr::Kind::Constant:
        add(Opcode::Halt, condition.value != 0 ? cell : constant(0));
        return;
      case IntExpr::Kind::Cell: {
        const auto behind = static_cast<Address>(code_.instructions.size() + 2);
        add(Opcode::JumpNonZero, behind, cell);
        add(Opcode::Halt, cell);
        add(Opcode::Halt, static_cast<Address>(condition.value));
        return;
      }
      case IntExpr::Kind::Program:
        add(Opcode::JumpNonZero, static_cast<Address>(condition.value), cell);
        add(Opcode::Halt, cell);
        return;
    }
  }

 private:
  Code& code_;
};

class Guide {
 public:
  Guide(model::Network& network, std::span<const step::EdgeRef> points, const Automaton& automaton, model::Query* query)
      : network_(network),
        points_(points),
        automaton_(automaton),
        query_(query),
        code_(network.code),
        position_(network.state_cells() - 1),
        limit_(code_.constant(static_cast<std::int32_t>(automaton.inside))),
        result_(code_.cell(0)) {}

  Guided run() {
    network_.cells[position_].upper = static_cast<std::int32_t>(automaton_.states) - 1;
    Guided guided{position_, automaton_.states > automaton_.inside + 1};
    for (PointId p = 0; p < points_.size(); ++p) is_closed_.push_back(may_close(p));
    for (PointId p = 0; p < points_.size(); ++p) guided.stores_outside |= !is_closed_[p] && automaton_.leads_outside(p);
    if (guided.stores_outside) {
      close_outside();
      if (query_ != nullptr) see_inside_only();
    }
    for (PointId p = 0; p < points_.size(); ++p) {
      if (!automaton_.reads(p)) continue;
      if (is_closed_[p] && automaton_.leads_outside(p)) close(p);
      move(p);
    }
    // The edges write other values now, in code that the value analysis does not know how to follow.
    network_.values.forget();
    (void)network_.values.get<analysis::Values>(
        [&] { return std::make_shared<const analysis::Values>(analysis::declared_values(network_)); });
    return guided;
  }

 private:
  Edge& edge(const step::EdgeRef& ref) { return network_.processes[ref.process].edges[ref.edge]; }
  [[nodiscard]] const Edge& edge(const step::EdgeRef& ref) const {
    return network_.processes[ref.process].edges[ref.edge];
  }
  // Whether closing the guard of the edge does no more than to remove the moves that leave the partition.
  [[nodiscard]] bool may_close(PointId p) const {
    const step::EdgeRef& ref = points_[p];
    const Edge& e = edge(ref);
    if (network_.has_priorities || (query_ != nullptr && query_->has_deadlock)) return false;
    if (may_be_urgent(network_, e)) return false;
    switch (e.sync) {
      case Sync::None:
      case Sync::Send:  // its p-point comes first in a move, so that its guard sees the right position
        return true;
      case Sync::Receive:
        return !may_be_broadcast(network_, e) && !meets_sending_point(e);
      case Sync::Joint:
        return is_alone(ref, e);
    }
    return false;
  }
  [[nodiscard]] bool is_read(const step::EdgeRef& ref) const {
    const auto found = std::find(points_.begin(), points_.end(), ref);
    return automaton_.reads(static_cast<PointId>(found - points_.begin()));
  }
  // Whether a sender that is a p-point may take part in the move. It would change the variable before the receiver
  // does, but the receiver's guard sees the value before the move.
  [[nodiscard]] bool meets_sending_point(const Edge& receiver) const {
    return std::any_of(points_.begin(), points_.end(), [&](const step::EdgeRef& ref) {
      const Edge& e = edge(ref);
      return is_read(ref) && e.sync == Sync::Send && e.channel.lower <= receiver.channel.upper &&
             receiver.channel.lower <= e.channel.upper;
    });
  }
  // Whether no other p-point can take part in a joint move with this edge.
  [[nodiscard]] bool is_alone(const step::EdgeRef& at, const Edge& e) const {
    return std::none_of(network_.joints.begin(), network_.joints.end(), [&](const model::Joint& joint) {
      const auto has = [&](std::uint32_t process, std::uint32_t event) {
        return std::any_of(joint.parts.begin(), joint.parts.end(), [&](const model::JointPart& part) {
          return part.process == process && part.event == event;
        });
      };
      return has(at.process, e.event) && std::any_of(points_.begin(), points_.end(), [&](const step::EdgeRef& ref) {
               return ref.process != at.process && is_read(ref) && edge(ref).sync == Sync::Joint &&
                      has(ref.process, edge(ref).event);
             });
    });
  }

  // Lets the p-point change the variable, before its own update.
  void move(PointId p) {
    Edge& e = edge(points_[p]);
    const IntExpr program = automaton_.tree ? move_in_tree(*automaton_.tree, p) : move_by_table(p);
    if (e.update.kind == IntExpr::Kind::Program)
      code_.add(Opcode::Jump, static_cast<Address>(e.update.value));
    else
      code_.add(Opcode::Halt, position_);
    e.update = program;
  }
  IntExpr move_by_table(PointId p) {
    const Address table = code_.table(automaton_.next[p]);
    const IntExpr program = code_.begin();
    code_.add(Opcode::Load, position_, table, position_);
    return program;
  }
  // Computes what Automaton::after() does. A table would be large, and every evaluator has a copy of all tables.
  IntExpr move_in_tree(const Automaton::Tree& tree, PointId p) {
    const std::uint32_t root = tree.root();
    std::vector<std::uint32_t> in_prefix;
    for (std::uint32_t s = 0; s < root; ++s) in_prefix.push_back(automaton_.after(p, s));
    const Address table = code_.table(in_prefix);
    const Address first = number(root);
    const Address width = number(tree.width());
    // This may be negative; the sum is right modulo 2^32.
    const Address shift = number(root + 1 + tree.letter(p) - tree.width() * root);
    const IntExpr program = code_.begin();
    const Address start = code_.here();
    constexpr Address kLength = 10;
    code_.add(Opcode::Less, result_, position_, first);
    code_.add(Opcode::JumpZero, start + 4, result_);
    code_.add(Opcode::Load, position_, table, position_);
    code_.add(Opcode::Jump, start + kLength);
    code_.add(Opcode::Less, result_, position_, limit_);
    code_.add(Opcode::JumpZero, start + kLength, result_);
    code_.add(Opcode::Multiply, position_, position_, width);
    code_.add(Opcode::Add, position_, position_, shift);
    code_.add(Opcode::LessEqual, result_, limit_, position_);
    code_.add(Opcode::Add, position_, position_, result_);
    ZONDA_CHECK(code_.here() == start + kLength, "the program has another length");
    return program;
  }
  Address number(std::uint32_t value) { return code_.constant(static_cast<std::int32_t>(value)); }

  // Closes the guard of the p-point where it would lead outside. In a tree this is only within the prefix, so that the
  // table ends with the root.
  void close(PointId p) {
    Edge& e = edge(points_[p]);
    if (e.guard.integer.is_constant(0)) return;
    const std::uint32_t last = automaton_.tree ? automaton_.tree->root() : automaton_.states - 1;
    std::vector<bool> is_open;
    for (std::uint32_t s = 0; s <= last; ++s) is_open.push_back(automaton_.after(p, s) != automaton_.outside());
    const Address table = code_.table(is_open);
    const Address most = number(last);
    const IntExpr program = code_.begin_condition();
    code_.add(Opcode::Minimum, result_, position_, most);
    code_.add(Opcode::Load, result_, table, result_);
    code_.end_with(result_, e.guard.integer);
    e.guard.integer = program;
  }
  // Closes all guards in states outside, so that nothing happens there. Receivers need none, because nobody sends.
  void close_outside() {
    for (model::Process& process : network_.processes) {
      for (Edge& e : process.edges) {
        if (e.sync == Sync::Receive || e.guard.integer.is_constant(0)) continue;
        const IntExpr program = code_.begin_condition();
        code_.add(Opcode::Less, result_, position_, limit_);
        code_.end_with(result_, e.guard.integer);
        e.guard.integer = program;
      }
    }
  }
  // Changes the query so that it sees states inside the partition only.
  void see_inside_only() {
    const bool is_negated = query_->kind == lang::QueryKind::Invariantly;
    Formula where;
    where.integer = code_.begin_condition();
    if (is_negated)
      code_.add(Opcode::LessEqual, result_, limit_, position_);
    else
      code_.add(Opcode::Less, result_, position_, limit_);
    code_.add(Opcode::Halt, result_);
    Formula both;
    both.kind = is_negated ? Formula::Kind::Or : Formula::Kind::And;
    both.children.push_back(std::move(where));
    both.children.push_back(std::move(query_->predicate));
    query_->predicate = std::move(both);
  }

  model::Network& network_;
  std::span<const step::EdgeRef> points_;
  const Automaton& automaton_;
  model::Query* query_;
  Writer code_;
  Address position_;  // the variable
  Address limit_;     // a constant: the states from here on are not inside
  Address result_;    // a cell for intermediate results
  std::vector<bool> is_closed_;
};

}  // namespace

Guided guide(model::Network& network, std::span<const step::EdgeRef> points, const Automaton& automaton,
             model::Query* query) {
  ZONDA_CHECK(network.variables > 0 && network.cell_name(network.state_cells() - 1) == kVariable,
              "the network has no variable for the guide");
  return Guide(network, points, automaton, query).run();
}

IntExpr lookup(model::Network& network, Address position, const std::vector<bool>& table) {
  Writer code(network.code);
  const Address values = code.table(table);
  const Address result = code.cell(0);
  const IntExpr program = code.begin_condition();
  code.add(Opcode::Load, result, values, position);
  code.add(Opcode::Halt, result);
  return program;
}

IntExpr is_negative(model::Network& network, Address position) {
  Writer code(network.code);
  const Address zero = code.constant(0);
  const Address result = code.cell(0);
  const IntExpr program = code.begin_condition();
  code.add(Opcode::Less, result, position, zero);
  code.add(Opcode::Halt, result);
  return program;
}

}  // namespace zonda::partition
