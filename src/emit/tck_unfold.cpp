#include "emit/tck_unfold.hpp"

#include "util/invariant.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace zonda::emit {

using model::Address;
using model::Instruction;
using model::Opcode;
using Kind = TermNode::Kind;

namespace {

constexpr std::uint32_t kMaxSteps = 200'000;
// Pseudo addresses, beyond all memory.
constexpr Address kResult = UINT32_MAX;

}  // namespace

bool is_plain_array(const model::Network& network, const model::Group& group) {
  if (group.count < 2 || group.is_meta) return false;
  const model::Layout* layout = group.layout;
  while (layout->kind == model::LayoutKind::Array) layout = layout->element;
  if (!layout->is_integer()) return false;
  const model::Cell& first = network.cells[group.base];
  for (std::uint32_t i = 1; i < group.count; ++i) {
    const model::Cell& other = network.cells[group.base + i];
    if (other.lower != first.lower || other.upper != first.upper || other.initial != first.initial) return false;
  }
  return true;
}

Unfolder::Unfolder(const model::Network& network, Terms& terms)
    : network_(network), terms_(terms), flow_(network.code) {
  for (const model::Group& g : network.variable_groups)
    if (is_plain_array(network, g)) arrays_.push_back({g.base, g.count});
  const auto& code = network.code.instructions;
  for (std::uint32_t at = 0; at < code.size(); ++at)
    if (code[at].op == Opcode::JumpBack) loop_ends_[code[at].a] = at;
}

void Unfolder::start(const SelectValues& selects, bool may_write, lang::SourceRange range) {
  state_ = {};
  for (const auto& [cell, value] : selects) state_.memory[cell] = terms_.number(value);
  may_write_ = may_write;
  keeps_loops_ = false;
  has_looped_ = false;
  locals_ = 0;
  depth_ = 0;
  steps_ = 0;
  looked_at_ = 0;
  place_ = range;
}

Term Unfolder::value(const model::IntExpr& e, const SelectValues& selects, lang::SourceRange range) {
  start(selects, false, range);
  switch (e.kind) {
    case model::IntExpr::Kind::Constant:
      return terms_.number(e.value);
    case model::IntExpr::Kind::Cell:
      return read(static_cast<Address>(e.value));
    case model::IntExpr::Kind::Program:
      break;
  }
  const auto program = static_cast<std::uint32_t>(e.value);
  run(program, program, CodeFlow::kEnd);
  return state_.memory.at(kResult);
}

// ---------------------------------------------------------------------------------------------------------
// Control

// Follows the code of one program or function from `at` until it comes to `until`, or to its end.
void Unfolder::run(std::uint32_t program, std::uint32_t at, std::uint32_t until, bool is_inside) {
  while (at != until) {
    if (++steps_ > kMaxSteps) refuse(has_looped_ ? "a loop that cannot be unrolled" : "code that becomes too large");
    if (keeps_loops_ && !std::exchange(is_inside, false)) {
      if (const auto loop = loop_at(at)) {
        keep_loop(program, *loop);
        at = loop->back + 1;
        continue;
      }
    }
    if (!step(program, at)) return;
  }
}

// One instruction, or both ways of a conditional jump up to where they meet. False at the end.
bool Unfolder::step(std::uint32_t program, std::uint32_t& at) {
  const Instruction& i = network_.code.instructions[at];
  place_ = network_.code.places[at].is_known() ? network_.code.places[at] : place_;
  switch (i.op) {
    case Opcode::Halt:
      state_.memory[kResult] = read(i.a);
      return false;
    case Opcode::Return:
      return false;
    case Opcode::JumpBack:
      has_looped_ = true;
      [[fallthrough]];
    case Opcode::Jump:
      at = i.a;
      return true;
    case Opcode::JumpZero:
    case Opcode::JumpNonZero: {
      const Term condition = read(i.b);
      const std::uint32_t if_true = i.op == Opcode::JumpZero ? at + 1 : i.a;
      const std::uint32_t if_false = i.op == Opcode::JumpZero ? i.a : at + 1;
      const bool is_known = terms_.is_number(condition) || terms_[condition].lower > 0 || terms_[condition].upper < 0;
      if (is_known) {
        at = terms_.is_number(condition, 0) ? if_false : if_true;
        return true;
      }
      const std::uint32_t meeting = flow_.meeting(program, at);
      branch(program, at, meeting, if_true, if_false);
      at = meeting;
      return meeting != CodeFlow::kEnd;
    }
    case Opcode::Call:
      if (++depth_ > kMaxDepth) refuse("calls that nest too deeply");
      run(i.a, i.a, CodeFlow::kEnd);
      --depth_;
      break;
    default:
      compute(i, at);
  }
  ++at;
  return true;
}

void Unfolder::branch(std::uint32_t program, std::uint32_t at, std::uint32_t meeting, std::uint32_t if_true,
                      std::uint32_t if_false) {
  if (++depth_ > kMaxDepth) refuse(has_looped_ ? "a loop that cannot be unrolled" : "conditions that nest too deeply");
  const Term condition = read(network_.code.instructions[at].b);
  State before = std::move(state_);
  State yes = follow(before, program, if_true, meeting);
  State no = follow(before, program, if_false, meeting);
  merge(condition, std::move(before), std::move(yes), std::move(no));
  --depth_;
}

Unfolder::State Unfolder::follow(const State& from, std::uint32_t program, std::uint32_t at, std::uint32_t until,
                                 bool is_inside) {
  state_.memory = from.memory;
  state_.known = from.known;
  state_.statements.clear();
  const lang::SourceRange place = place_;
  run(program, at, until, is_inside);
  place_ = place;
  return std::move(state_);
}

namespace {

void collect_changes(const model::Network& network, const std::vector<TckStatement>& statements,
                     std::set<Address>& out) {
  for (const TckStatement& s : statements) {
    if (s.kind == TckStatement::Kind::Variable || s.kind == TckStatement::Kind::Element) {
      out.insert(s.target);
      if (s.kind == TckStatement::Kind::Element)
        for (const model::Group& g : network.variable_groups)
          if (g.base == s.target)
            for (std::uint32_t i = 0; i < g.count; ++i) out.insert(g.base + i);
    }
    collect_changes(network, s.yes, out);
    collect_changes(network, s.no, out);
  }
}

}  // namespace

// After the meeting point, a temporary is a choice between its values on the two ways. The condition must still have
// the meaning that it had before the ways were taken.
void Unfolder::merge(Term condition, State before, State yes, State no) {
  state_ = std::move(before);
  Term lasting = condition;
  if (!yes.statements.empty() || !no.statements.empty()) {
    std::set<Address> changed;
    collect_changes(network_, yes.statements, changed);
    collect_changes(network_, no.statements, changed);
    if (reads(condition, changed)) lasting = save(condition, false);
    TckStatement s;
    s.kind = TckStatement::Kind::If;
    s.value = condition;
    s.yes = std::move(yes.statements);
    s.no = std::move(no.statements);
    state_.statements.push_back(std::move(s));
  }
  const auto initial = [&](Address a) {
    return terms_.number(a < network_.code.memory.size() ? network_.code.memory[a] : 0);
  };
  state_.memory = yes.memory;
  for (const auto& [address, value] : no.memory) state_.memory.try_emplace(address, initial(address));
  for (auto& [address, value] : state_.memory) {
    const auto other = no.memory.find(address);
    value = kept_short(terms_.choice(lasting, value, other == no.memory.end() ? initial(address) : other->second));
  }
  state_.known.clear();
  for (const auto& [cell, value] : yes.known)
    if (const auto other = no.known.find(cell); other != no.known.end() && other->second == value)
      state_.known.emplace(cell, value);
}

// ---------------------------------------------------------------------------------------------------------
// Instructions that compute

void Unfolder::compute(const Instruction& i, std::uint32_t at) {
  switch (i.op) {
    case Opcode::Move:
      write(i.a, read(i.b));
      return;
    case Opcode::Bool:
    case Opcode::Not:
    case Opcode::Negate:
    case Opcode::Abs:
      write(i.a, terms_.operation(i.op, read(i.b), 0, place_));
      return;
    case Opcode::CheckRange:
      check_range(i, at);
      return;
    case Opcode::CheckBlock:
      check_block(i, at);
      return;
    case Opcode::Index: {
      const model::ValueRange& range = network_.code.ranges[i.c];
      if (range.lower > range.upper) refuse("an index into an array without elements");
      const Term index = terms_.checked(read(i.b), range.lower, range.upper);
      if (terms_.is_number(terms_[index].a) && terms_[index].kind == Kind::Checked)
        refuse("an index that is always out of range");
      write(i.a, terms_.operation(Opcode::Subtract, index, terms_.number(range.lower), place_));
      return;
    }
    case Opcode::Load:
      write(i.a, load(i.b, read(i.c)));
      return;
    case Opcode::Store:
      store(i.b, read(i.c), read(i.a));
      return;
    case Opcode::CopyBlock:
      copy_block(i, at);
      return;
    case Opcode::EqualBlock:
      equal_block(i, at);
      return;
    case Opcode::SetClock:
    case Opcode::CopyClock:
      clock_statement(i);
      return;
    case Opcode::Assert:
      if (terms_[read(i.a)].lower > 0) return;
      refuse("an assertion");
    case Opcode::NoProcess:
      refuse("a process of a set that is chosen while the model runs");
    default:
      write(i.a, terms_.operation(i.op, read(i.b), read(i.c), place_));
  }
}

// Assigning to a variable checks the range anyway; any other value is checked by assigning it to a local variable.
void Unfolder::check_range(const Instruction& i, std::uint32_t at) {
  const model::ValueRange& range = network_.code.ranges[i.c];
  const Term value = read(i.a);
  if (terms_.is_within(value, range.lower, range.upper)) return;
  if (terms_.is_number(value)) refuse("a value that is always out of range");
  const Instruction& next = network_.code.instructions[at + 1];
  const auto has_range = [&](Address cell) {
    return is_variable(cell) && network_.cells[cell].lower == range.lower && network_.cells[cell].upper == range.upper;
  };
  if (next.op == Opcode::Move && next.b == i.a && has_range(next.a)) return;
  if (next.op == Opcode::Store && next.a == i.a && has_range(next.b)) return;
  const Term checked = terms_.checked(value, range.lower, range.upper);
  // From here on, readers get the value that was checked, until it changes.
  (is_variable(i.a) ? state_.known : state_.memory)[i.a] = may_write_ ? save(checked, true) : checked;
}

void Unfolder::check_block(const Instruction& i, std::uint32_t at) {
  const model::ValueRange& range = network_.code.ranges[i.c];
  (void)at;
  const Term first = read(i.a);
  for (std::uint32_t k = 0; k < i.b; ++k)
    if (!terms_.is_within(load(0, next(first, k)), range.lower, range.upper))
      refuse("an assignment of whole arrays or records of different ranges");
}

void Unfolder::copy_block(const Instruction& i, std::uint32_t at) {
  (void)at;
  const Term to = read(i.a);
  const Term from = read(i.b);
  // The values are at addresses of their own until they are written, so that they are saved if necessary.
  const Address first = kResult - i.c;
  for (std::uint32_t k = 0; k < i.c; ++k) state_.memory[first + k] = load(0, next(from, k));
  for (std::uint32_t k = 0; k < i.c; ++k) {
    const Term value = state_.memory[first + k];
    state_.memory.erase(first + k);
    store(0, next(to, k), value);
  }
}

void Unfolder::equal_block(const Instruction& i, std::uint32_t at) {
  (void)at;
  const Term left = read(i.a);
  const Term right = read(i.b);
  Term result = terms_.number(1);
  for (std::uint32_t k = i.c; k-- > 0;) {
    const Term one = terms_.operation(Opcode::Equal, load(0, next(left, k)), load(0, next(right, k)), place_);
    result = terms_.choice(one, result, terms_.number(0));
  }
  write(i.a, result);
}

void Unfolder::clock_statement(const Instruction& i) {
  if (!may_write_) refuse("a clock that is set in a condition");
  TckStatement s;
  s.kind = i.op == Opcode::SetClock ? TckStatement::Kind::SetClock : TckStatement::Kind::CopyClock;
  s.index = read(i.a);
  if (i.op == Opcode::SetClock) {
    s.value = read(i.b);
  } else {
    s.source = read(i.b);
    s.value = read(i.c);
  }
  state_.statements.push_back(std::move(s));
}

}  // namespace zonda::emit
