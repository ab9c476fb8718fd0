// Cooper, Harvey and Kennedy, 'A simple, fast dominance algorithm' (A18), on the reversed graph.
#include "emit/tck_flow.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace zonda::emit {

using model::Opcode;

namespace {

struct Ways {
  std::array<std::uint32_t, 2> to{};
  std::uint32_t count = 0;
};

Ways ways_from(const model::Code& code, std::uint32_t at) {
  const model::Instruction& i = code.instructions[at];
  switch (i.op) {
    case Opcode::Halt:
    case Opcode::Return:
    case Opcode::NoProcess:
      return {{CodeFlow::kEnd}, 1};
    case Opcode::Jump:
    case Opcode::JumpBack:
      return {{i.a}, 1};
    case Opcode::JumpZero:
    case Opcode::JumpNonZero:
      return {{at + 1, i.a}, 2};
    default:
      return {{at + 1}, 1};
  }
}

// The instructions of one program, with its end last; apart from loops, each comes after those that it leads to.
struct Order {
  std::vector<std::uint32_t> sequence;
  std::unordered_map<std::uint32_t, std::uint32_t> rank;
};

Order postorder(const model::Code& code, std::uint32_t start) {
  Order result;
  std::unordered_map<std::uint32_t, std::uint32_t> next{{start, 0}};
  std::vector<std::uint32_t> stack{start};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    const Ways ways = at == CodeFlow::kEnd ? Ways{} : ways_from(code, at);
    if (next[at] < ways.count) {
      const std::uint32_t to = ways.to[next[at]++];
      if (next.emplace(to, 0).second) stack.push_back(to);
      continue;
    }
    stack.pop_back();
    result.rank[at] = static_cast<std::uint32_t>(result.sequence.size());
    result.sequence.push_back(at);
  }
  return result;
}

}  // namespace

CodeFlow::Meetings CodeFlow::analyse(std::uint32_t start) const {
  constexpr std::uint32_t kUnknown = UINT32_MAX;
  const Order order = postorder(code_, start);
  const auto end = order.rank.find(kEnd);
  if (end == order.rank.end()) return {};
  std::vector<std::uint32_t> meeting(order.sequence.size(), kUnknown);
  // Distance to the end decides which of two candidates is the farther one.
  std::vector<std::uint32_t> depth(order.sequence.size(), 0);
  meeting[end->second] = end->second;
  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      if (depth[a] < depth[b]) std::swap(a, b);
      a = meeting[a];
    }
    return a;
  };
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (std::uint32_t k = 0; k < order.sequence.size(); ++k) {
      if (k == end->second) continue;
      const Ways ways = ways_from(code_, order.sequence[k]);
      std::uint32_t found = kUnknown;
      for (std::uint32_t w = 0; w < ways.count; ++w) {
        const std::uint32_t to = order.rank.at(ways.to[w]);
        if (meeting[to] == kUnknown) continue;
        found = found == kUnknown ? to : common(found, to);
      }
      if (found == kUnknown || (meeting[k] == found && depth[k] == depth[found] + 1)) continue;
      meeting[k] = found;
      depth[k] = depth[found] + 1;
      is_changed = true;
    }
  }
  Meetings result;
  for (std::uint32_t k = 0; k < order.sequence.size(); ++k)
    result[order.sequence[k]] = meeting[k] == kUnknown ? kEnd : order.sequence[meeting[k]];
  return result;
}

std::vector<std::uint32_t> CodeFlow::instructions(std::uint32_t start) const {
  std::vector<std::uint32_t> result = postorder(code_, start).sequence;
  std::erase(result, kEnd);
  return result;
}

std::uint32_t CodeFlow::meeting(std::uint32_t start, std::uint32_t jump) {
  auto [found, is_new] = known_.try_emplace(start);
  if (is_new) found->second = analyse(start);
  const auto meeting = found->second.find(jump);
  return meeting == found->second.end() ? kEnd : meeting->second;
}

}  // namespace zonda::emit
