// Loops that are not unrolled become 'while'. Values that a round leaves in temporaries for the next one are carried in
// local variables, which are set before the loop and at the end of each round. Loops with more than one exit, or that
// write into records and arrays of functions, cannot be kept.
#include "emit/tck_unfold.hpp"

#include <algorithm>

namespace zonda::emit {

using model::Address;
using model::Instruction;
using model::Opcode;

namespace {

constexpr std::size_t kMaxCarried = 256;
constexpr std::int32_t kLowestValue = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kHighestValue = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::optional<Unfolder::Loop> Unfolder::loop_at(std::uint32_t head) const {
  const auto& code = network_.code.instructions;
  const auto back = loop_ends_.find(head);
  if (back == loop_ends_.end()) return std::nullopt;
  Loop loop{head, 0, back->second};
  std::uint32_t exits = 0;
  for (std::uint32_t at = head; at <= loop.back; ++at) {
    const Instruction& i = code[at];
    const bool leaves = i.a < head || i.a > loop.back;
    if (i.op == Opcode::Return || i.op == Opcode::Halt || (i.op == Opcode::Jump && leaves)) return std::nullopt;
    if ((i.op != Opcode::JumpZero && i.op != Opcode::JumpNonZero) || !leaves) continue;
    loop.exit = at;
    ++exits;
  }
  return exits == 1 ? std::optional(loop) : std::nullopt;
}

void Unfolder::collect_targets(const Instruction& i, std::set<Address>& out) {
  switch (i.op) {
    case Opcode::Call:
      for (const std::uint32_t at : flow_.instructions(i.a)) collect_targets(network_.code.instructions[at], out);
      return;
    case Opcode::Store:
      if (!is_variable(i.b)) refuse("a loop that cannot be unrolled");
      return;
    case Opcode::CopyBlock:
      refuse("a loop that cannot be unrolled");
    default:
      if (has_result(i.op) && !is_variable(i.a)) out.insert(i.a);
  }
}

// The temporaries that the loop may write, each in a local of its own from here on.
Unfolder::Carried Unfolder::carry(const Loop& loop) {
  std::set<Address> targets;
  for (std::uint32_t at = loop.head; at <= loop.back; ++at) collect_targets(network_.code.instructions[at], targets);
  if (targets.size() > kMaxCarried) refuse("a loop that cannot be unrolled");
  std::set<Address> variables;
  for (auto a = static_cast<Address>(network_.processes.size()); a < network_.state_cells(); ++a) variables.insert(a);
  save_readers(variables);
  state_.known.clear();
  Carried carried;
  for (const Address target : targets) {
    const std::uint32_t number = locals_;
    (void)save(read(target), false);
    carried.emplace(target, number);
    state_.memory[target] = terms_.local(number, kLowestValue, kHighestValue);
  }
  return carried;
}

bool Unfolder::reads_locals(Term t, const std::set<std::uint32_t>& numbers) const {
  std::set<std::uint32_t> read;
  std::set<Term> seen;
  collect_locals(terms_, t, seen, read);
  return std::any_of(read.begin(), read.end(), [&](std::uint32_t number) { return numbers.count(number) != 0; });
}

// At the end of a round all locals change at once, so a value that depends on another local is saved first.
void Unfolder::carry_on(const Carried& carried) {
  std::vector<std::pair<std::uint32_t, Term>> changes;
  std::set<std::uint32_t> changed;
  for (const auto& [address, number] : carried) {
    const Term value = read(address);
    if (value == terms_.local(number, kLowestValue, kHighestValue)) continue;
    changes.emplace_back(number, value);
    changed.insert(number);
  }
  for (auto& [number, value] : changes) {
    changed.erase(number);
    if (reads_locals(value, changed)) value = save(value, false);
    changed.insert(number);
  }
  for (const auto& [number, value] : changes) {
    TckStatement s;
    s.kind = TckStatement::Kind::Local;
    s.target = number;
    s.value = value;
    state_.statements.push_back(std::move(s));
  }
}

// Writes the code before the test, then the test, then the rest of the round.
void Unfolder::keep_loop(std::uint32_t program, const Loop& loop) {
  has_looped_ = true;
  if (++depth_ > kMaxDepth) refuse("loops that nest too deeply");
  const Carried carried = carry(loop);
  State before = std::move(state_);
  State test = follow(before, program, loop.head, loop.exit, true);
  state_ = test;
  const Instruction& exit = network_.code.instructions[loop.exit];
  const Term stays = exit.op == Opcode::JumpZero ? terms_.truth(read(exit.b)) : terms_.negated(read(exit.b));
  if (terms_.is_number(stays)) refuse("a loop that cannot be unrolled");
  State round = follow(test, program, loop.exit + 1, loop.head, false);
  state_ = std::move(round);
  carry_on(carried);
  TckStatement s;
  s.kind = TckStatement::Kind::While;
  s.value = stays;
  s.yes = std::move(state_.statements);
  state_ = std::move(before);
  if (!test.statements.empty()) {
    const std::uint32_t number = locals_;
    (void)save(terms_.number(1), true);
    TckStatement stop;
    stop.kind = TckStatement::Kind::Local;
    stop.target = number;
    stop.value = terms_.number(0);
    stop.is_check = true;
    TckStatement fork = std::move(s);
    fork.kind = TckStatement::Kind::If;
    fork.no.push_back(std::move(stop));
    s = {};
    s.kind = TckStatement::Kind::While;
    s.value = terms_.local(number, 0, 1);
    s.yes = std::move(test.statements);
    s.yes.push_back(std::move(fork));
  }
  state_.statements.push_back(std::move(s));
  state_.memory = std::move(test.memory);
  state_.known = std::move(test.known);
  --depth_;
}

}  // namespace zonda::emit
