// Follows code from point to point; value_instructions.cpp has the instructions, value_refinement.cpp the branches.
#include "analysis/value_run.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace zonda::analysis {

using model::Address;
using model::Instruction;
using model::IntExpr;
using model::Opcode;

namespace {

// First with loops unrolled, then with loops that are widened.
struct Effort {
  std::uint64_t steps;
  std::uint32_t rounds;
  std::size_t memories;
};
constexpr Effort kEfforts[] = {{200'000, 100'000, 4}, {20'000, 1, 1}};
// How often the state of a loop may grow before it is widened, and before it is widened at once to all numbers.
constexpr std::uint32_t kPatience = 2;
constexpr std::uint32_t kLastPatience = 12;
constexpr std::uint32_t kNoJump = UINT32_MAX;

}  // namespace

ValueRun::ValueRun(const model::Network& network) : network_(network) {}

void ValueRun::note_reads(std::vector<Address>* reads) {
  reads_ = reads;
  if (reads == nullptr) return;
  read_stamps_.resize(network_.cells.size(), 0);
  ++read_stamp_;
}

// Looks at the code that was added since the last run.
void ValueRun::extend() {
  const auto& code = network_.code.instructions;
  if (known_code_ == code.size()) return;
  is_target_.resize(code.size() + 1, false);
  for (std::size_t at = known_code_; at < code.size(); ++at) {
    const Instruction& i = code[at];
    const bool jumps =
        i.op == Opcode::Jump || i.op == Opcode::JumpBack || i.op == Opcode::JumpZero || i.op == Opcode::JumpNonZero;
    if (jumps) is_target_[i.a] = true;
    if (i.op == Opcode::JumpBack) loops_[i.a].push_back(static_cast<std::uint32_t>(at));
  }
  for (auto& [head, ends] : loops_) std::sort(ends.begin(), ends.end(), std::greater<>());
  known_code_ = code.size();
}

bool ValueRun::run(const IntExpr& e, std::vector<ValueMemory>& memories) {
  if (e.kind != IntExpr::Kind::Program) {
    for (ValueMemory& m : memories) m.result = e.kind == IntExpr::Kind::Cell ? static_cast<Address>(e.value) : 0;
    return true;
  }
  extend();
  for (const Effort& effort : kEfforts) {
    steps_left_ = effort.steps;
    most_rounds_ = effort.rounds;
    most_memories_ = effort.memories;
    is_lost_ = false;
    std::vector<ValueMemory> ends;
    const bool is_done = explore(static_cast<std::uint32_t>(e.value), memories, ends);
    all_steps_ += effort.steps - steps_left_;
    if (!is_done) continue;
    memories = std::move(ends);
    return true;
  }
  return false;
}

bool ValueRun::explore(std::uint32_t start, const std::vector<ValueMemory>& in, std::vector<ValueMemory>& out) {
  queue_.clear();
  heads_.clear();
  Where first;
  first.push_back({});
  arrive(first, start, kNoJump);
  for (const ValueMemory& memory : in) enqueue(first, memory);
  while (!queue_.empty()) {
    auto node = queue_.extract(queue_.begin());
    if (!enter_saturated_loop(node.key(), node.mapped())) continue;
    for (ValueMemory& memory : node.mapped()) {
      follow(node.key(), std::move(memory), out);
      if (is_lost_) return false;
    }
  }
  return true;
}

// A loop that is not unrolled any more goes on with all that its first instruction has seen, until that stays the same.
bool ValueRun::enter_saturated_loop(const Where& where, std::vector<ValueMemory>& memories) {
  bool is_saturated = false;
  for (std::size_t i = where.size() - 1; i-- > 0 && where[i].kind == Spot::Kind::Loop;)
    is_saturated = is_saturated || (where[i].position == where.back().position && where[i].round >= most_rounds_);
  if (!is_saturated) return true;
  ValueMemory all = std::move(memories.front());
  for (std::size_t i = 1; i < memories.size(); ++i) all = joined(all, memories[i]);
  memories.clear();
  const auto [place, is_new] = heads_.try_emplace(where);
  Head& head = place->second;
  if (is_new) {
    head.memory = all;
  } else {
    if (is_inside(all, head.memory)) return false;
    ValueMemory grown = joined(head.memory, all);
    if (++head.times > kPatience)
      for (KnownCell& known : grown.cells) {
        const Numbers old = value(head.memory, known.cell);
        if (known.value == old) continue;
        known.value = head.times > kLastPatience ? Numbers::all() : widened(old, known.value);
        known.origin = {};
      }
    head.memory = std::move(grown);
  }
  // It stands for all rounds, and how a value was computed in one of them says nothing about the others.
  head.memory.forget_origins();
  memories.push_back(head.memory);
  return true;
}

Numbers ValueRun::widened(const Numbers& old, const Numbers& grown) const {
  if (old.is_none()) return grown;
  std::int64_t lower = grown.lower;
  std::int64_t upper = grown.upper;
  if (lower < old.lower) {
    const auto above = std::upper_bound(thresholds_.begin(), thresholds_.end(), lower);
    lower = above == thresholds_.begin() ? Numbers::kLowest : *(above - 1);
  }
  if (upper > old.upper) {
    const auto next = std::lower_bound(thresholds_.begin(), thresholds_.end(), upper);
    upper = next == thresholds_.end() ? Numbers::kHighest : *next;
  }
  return Numbers::between(lower, upper);
}

// Moves to the instruction: leaves the loops that it is not in, and enters those that begin there. `jump_from`: the
// jump back that leads there, or kNoJump.
void ValueRun::arrive(Where& where, std::uint32_t at, std::uint32_t jump_from) const {
  where.pop_back();
  const auto is_in_loop = [&] { return !where.empty() && where.back().kind == Spot::Kind::Loop; };
  while (is_in_loop() && (jump_from != kNoJump ? where.back().position != at || where.back().end != jump_from
                                               : at < where.back().position || at > where.back().end))
    where.pop_back();
  if (jump_from != kNoJump && is_in_loop() && where.back().round < most_rounds_) ++where.back().round;
  if (const auto loops = loops_.find(at); loops != loops_.end())
    for (const std::uint32_t end : loops->second) {
      const bool is_known = std::any_of(
          where.rbegin(),
          std::find_if(where.rbegin(), where.rend(), [](const Spot& s) { return s.kind != Spot::Kind::Loop; }),
          [&](const Spot& s) { return s.position == at && s.end == end; });
      if (!is_known) where.push_back({at, end, Spot::Kind::Loop, 0});
    }
  where.push_back({at, 0, Spot::Kind::At, 0});
}

void ValueRun::enqueue(const Where& where, ValueMemory memory) {
  add(queue_[where], std::move(memory), most_memories_);
}

// Adds a memory to those that are at one point. Those that agree in the outcome of the latest condition become one, and
// if there are too many, all do.
void ValueRun::add(std::vector<ValueMemory>& list, ValueMemory memory, std::size_t most) {
  const Numbers outcome = value(memory, memory.last_result);
  for (ValueMemory& other : list)
    if (other.last_result == memory.last_result && outcome.is_one() && value(other, other.last_result) == outcome) {
      other = joined(other, memory);
      return;
    }
  list.push_back(std::move(memory));
  if (list.size() <= most) return;
  ValueMemory all = std::move(list.front());
  for (std::size_t i = 1; i < list.size(); ++i) all = joined(all, list[i]);
  list.clear();
  list.push_back(std::move(all));
}

// What holds in both. A cell that one of them does not list is in it as before the run.
ValueMemory ValueRun::joined(const ValueMemory& a, const ValueMemory& b) {
  ValueMemory result;
  result.last_result = a.last_result == b.last_result ? a.last_result : 0;
  result.result = a.result;
  const std::uint64_t cost = (a.cells.size() + b.cells.size()) / 8;
  steps_left_ -= std::min(steps_left_, cost);
  const auto alone = [&](const KnownCell& known) {
    if (!is_state(known.cell) || known.version == 0) return;
    result.cells.push_back({known.cell, next_version_++, join(known.value, base_[known.cell]), {}, known.is_cut});
  };
  auto x = a.cells.begin();
  auto y = b.cells.begin();
  while (x != a.cells.end() || y != b.cells.end()) {
    if (y == b.cells.end() || (x != a.cells.end() && x->cell < y->cell)) {
      alone(*x++);
    } else if (x == a.cells.end() || y->cell < x->cell) {
      alone(*y++);
    } else {
      KnownCell both = *x;
      both.value = join(x->value, y->value);
      both.is_cut = x->is_cut || y->is_cut;
      if (x->version != y->version) {
        both.version = next_version_++;
        both.origin = {};
      }
      result.cells.push_back(both);
      ++x;
      ++y;
    }
  }
  return result;
}

// Whether the second stands for the first, in its values and in what was written.
bool ValueRun::is_inside(const ValueMemory& a, const ValueMemory& b) const {
  const auto holds = [&](Address cell) { return value(b, cell).contains(value(a, cell)); };
  const auto is_written = [&](const KnownCell& k) { return k.version == 0 || version(b, k.cell) != 0; };
  return std::ranges::all_of(a.cells, [&](const KnownCell& k) { return holds(k.cell) && is_written(k); }) &&
         std::ranges::all_of(b.cells, [&](const KnownCell& k) { return holds(k.cell); });
}

void ValueRun::follow(Where where, ValueMemory memory, std::vector<ValueMemory>& out) {
  std::uint32_t at = where.back().position;
  for (;;) {
    if (steps_left_ == 0) is_lost_ = true;
    if (is_lost_) return;
    --steps_left_;
    const std::uint32_t here = at;
    switch (step(where, memory, at)) {
      case Next::Fails:
      case Next::Left:
        return;
      case Next::Done:
        return add(out, std::move(memory), most_memories_);
      case Next::GoOn:
        break;
    }
    if (at == here + 1 && !is_target_[at]) continue;
    where.back().position = at;
    if (is_target_[at]) {
      arrive(where, at, kNoJump);
      return enqueue(where, std::move(memory));
    }
  }
}

ValueRun::Next ValueRun::step(Where& where, ValueMemory& memory, std::uint32_t& at) {
  const Instruction& i = network_.code.instructions[at];
  const auto unless = [](bool works) { return works ? Next::GoOn : Next::Fails; };
  const auto go = [&](Where to, std::uint32_t target, std::uint32_t jump_from, ValueMemory with) {
    arrive(to, target, jump_from);
    enqueue(to, std::move(with));
  };
  switch (i.op) {
    case Opcode::Halt:
      (void)read(memory, i.a);
      memory.result = i.a;
      return Next::Done;
    case Opcode::Jump:
      go(where, i.a, kNoJump, std::move(memory));
      return Next::Left;
    case Opcode::JumpBack:
      go(where, i.a, at, std::move(memory));
      return Next::Left;
    case Opcode::JumpZero:
    case Opcode::JumpNonZero: {
      const bool jumps_if = i.op == Opcode::JumpNonZero;
      const Numbers tested = read(memory, i.b);
      if (tested.is_one(0) || !tested.has(0)) {
        ++at;
        if (tested.is_one(0) == jumps_if) return Next::GoOn;
        go(where, i.a, kNoJump, std::move(memory));
        return Next::Left;
      }
      ValueMemory other = memory;
      steps_left_ -= std::min<std::uint64_t>(steps_left_, memory.cells.size() / 8);
      if (refine_truth(other, i.b, jumps_if)) go(where, i.a, kNoJump, std::move(other));
      ++at;
      return unless(refine_truth(memory, i.b, !jumps_if));
    }
    case Opcode::Call: {
      where.back() = {at, 0, Spot::Kind::Call, 0};
      where.push_back({});
      arrive(where, i.a, kNoJump);
      enqueue(where, std::move(memory));
      return Next::Left;
    }
    case Opcode::Return: {
      while (!where.empty() && where.back().kind != Spot::Kind::Call) where.pop_back();
      if (where.empty()) {
        is_lost_ = true;
        return Next::Fails;
      }
      const std::uint32_t back = where.back().position + 1;
      go(where, back, kNoJump, std::move(memory));
      return Next::Left;
    }
    case Opcode::CheckRange: {
      const model::ValueRange& range = network_.code.ranges[i.c];
      const Numbers wanted = read(memory, i.a);
      ++at;
      if (!refine(memory, i.a, Numbers::between(range.lower, range.upper))) return Next::Fails;
      if (value(memory, i.a) != wanted) memory.at(i.a).is_cut = true;
      return Next::GoOn;
    }
    case Opcode::CheckBlock:
      ++at;
      return Next::GoOn;
    case Opcode::Assert:
      (void)read(memory, i.a);
      ++at;
      return unless(refine_truth(memory, i.a, true));
    case Opcode::NoProcess:
      return Next::Fails;
    case Opcode::Load:
      ++at;
      return unless(load(memory, i));
    case Opcode::Store:
      ++at;
      return unless(store(memory, i));
    case Opcode::CopyBlock:
      ++at;
      return unless(copy(memory, i));
    case Opcode::EqualBlock:
      ++at;
      return unless(equal_blocks(memory, i));
    case Opcode::SetClock:
    case Opcode::CopyClock:
      note_clock(memory, i, at);
      ++at;
      return Next::GoOn;
    default:
      ++at;
      return unless(compute(memory, i));
  }
}

}  // namespace zonda::analysis
