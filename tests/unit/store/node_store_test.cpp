// The store of states against a plain list, with intervals of integers for zones.
#include "store/node_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace zonda::store {
namespace {

struct Interval {
  int low = 0;
  int high = 0;
};

bool contains(const Interval& a, const Interval& b) { return a.low <= b.low && a.high >= b.high; }

// Two lanes: both grow when an interval does.
Signature signature(const Interval& i) {
  return static_cast<Signature>(15 - i.low / 2) | static_cast<Signature>(i.high / 2) << 5U;
}

RC_GTEST_PROP(NodeStore, KeepsTheLargestOfEachDiscreteState, ()) {
  NodeStore store;
  std::vector<Interval> zones;
  std::map<DiscreteId, std::vector<NodeId>> kept;  // what should be alive
  std::vector<bool> is_passed;
  const auto steps = *rc::gen::inRange(0, 200);
  for (int n = 0; n < steps; ++n) {
    const auto discrete = *rc::gen::inRange<DiscreteId>(0, 4);
    const int low = *rc::gen::inRange(0, 30);
    const Interval zone{low, *rc::gen::inRange(low, 31)};
    const auto id = static_cast<ZoneId>(zones.size());
    zones.push_back(zone);
    const auto covers = [&](ZoneId a, ZoneId b) { return contains(zones[a], zones[b]); };
    const auto inserted = store.insert(discrete, id, signature(zone), kNoNode, covers);

    auto& list = kept[discrete];
    bool is_covered = false;
    for (const NodeId old : list) is_covered = is_covered || contains(zones[store[old].zone], zone);
    RC_ASSERT((inserted.node == kNoNode) == is_covered);
    if (is_covered) continue;
    std::uint32_t removed = 0;
    std::uint32_t mistakes = 0;
    std::vector<NodeId> rest;
    for (const NodeId old : list) {
      if (!contains(zone, zones[store[old].zone])) {
        rest.push_back(old);
        continue;
      }
      ++removed;
      mistakes += is_passed[old] ? 1U : 0U;
      RC_ASSERT(!store.is_alive(old));
    }
    rest.push_back(inserted.node);
    list = rest;
    RC_ASSERT(inserted.removed == removed);
    RC_ASSERT(inserted.mistakes == mistakes);
    RC_ASSERT(store[inserted.node].zone == id);
    RC_ASSERT(store[inserted.node].discrete == discrete);
    is_passed.push_back(false);
    if (*rc::gen::arbitrary<bool>()) {
      store.mark_passed(inserted.node);
      is_passed.back() = true;
    }
  }
  std::size_t alive = 0;
  for (const auto& [discrete, list] : kept) {
    alive += list.size();
    for (const NodeId node : list) RC_ASSERT(store.is_alive(node));
  }
  RC_ASSERT(store.alive() == alive);
}

TEST(NodeStore, HoldsLongLists) {
  NodeStore store;
  const auto never = [](ZoneId a, ZoneId b) { return a == b; };
  for (ZoneId zone = 0; zone < 5000; ++zone) EXPECT_NE(store.insert(7, zone, 0, kNoNode, never).node, kNoNode);
  for (ZoneId zone = 0; zone < 5000; ++zone) EXPECT_EQ(store.insert(7, zone, 0, kNoNode, never).node, kNoNode);
  EXPECT_EQ(store.alive(), 5000U);
  EXPECT_EQ(store.insert(7, 5000, 0, kNoNode, [](ZoneId a, ZoneId) { return a == 5000; }).removed, 5000U);
  EXPECT_EQ(store.alive(), 1U);
}

TEST(NodeStore, UsesOutgrownBlocksAgain) {
  NodeStore store;
  const auto never = [](ZoneId, ZoneId) { return false; };
  for (ZoneId zone = 0; zone < 64; ++zone) (void)store.insert(0, zone, 0, kNoNode, never);
  const std::size_t before = store.bytes();
  for (ZoneId zone = 0; zone < 32; ++zone) (void)store.insert(1, zone, 0, kNoNode, never);
  // Nodes, flags and the list itself; no new blocks, for the first list left blocks of 1 to 32.
  EXPECT_EQ(store.bytes() - before, 32 * (sizeof(NodeStore::Node) + 1) + 12);
}

}  // namespace
}  // namespace zonda::store
