#include "order/queue.hpp"

#include "order/heap.hpp"
#include "order/ring.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <compare>
#include <deque>
#include <vector>

namespace zonda::order {
namespace {

struct Item {
  std::uint32_t key = 0;
  std::uint32_t number = 0;
  friend auto operator<=>(const Item&, const Item&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

struct Step {
  bool is_push = false;
  std::uint32_t key = 0;
};

std::vector<Step> some_steps() {
  const auto keys = *rc::gen::element<std::uint32_t>(1, 3, 70, 5000, Queue<Item>::kMostKeys);
  const auto codes = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  std::vector<Step> result;
  for (const std::uint32_t code : codes) result.push_back({code % 8 < 5, code / 8 % keys});
  return result;
}

// The smallest key first, equal keys in the order of their coming.
template <typename Push, typename Pop, typename ForEach>
void behaves_as_a_list(Push&& push, Pop&& pop, ForEach&& for_each) {
  std::vector<Item> list;
  std::uint32_t number = 0;
  const auto take = [&] {
    const auto first = std::min_element(list.begin(), list.end());
    const Item expected = *first;
    list.erase(first);
    Item item;
    RC_ASSERT(pop(item));
    RC_ASSERT(item == expected);
  };
  for (const Step& step : some_steps()) {
    if (step.is_push) {
      push(step.key, Item{step.key, number});
      list.push_back({step.key, number++});
    } else if (!list.empty()) {
      take();
    }
    std::vector<Item> inside;
    for_each([&](const Item& item) { inside.push_back(item); });
    std::sort(inside.begin(), inside.end());
    std::vector<Item> sorted = list;
    std::sort(sorted.begin(), sorted.end());
    RC_ASSERT(inside == sorted);
  }
  while (!list.empty()) take();
}

RC_GTEST_PROP(Queue, GivesTheSmallestKeyFirstAndEqualKeysAsTheyCame, ()) {
  Queue<Item> queue;
  behaves_as_a_list([&](std::uint32_t key, Item item) { queue.push(key, item); },
                    [&](Item& item) { return queue.pop(item); }, [&](auto visit) { queue.for_each(visit); });
  RC_ASSERT(queue.empty());
}

RC_GTEST_PROP(StableHeap, GivesTheSmallestKeyFirstAndEqualKeysAsTheyCame, ()) {
  StableHeap<std::uint32_t, Item> heap;
  behaves_as_a_list([&](std::uint32_t key, Item item) { heap.push(key, item); },
                    [&](Item& item) { return heap.pop(item); }, [&](auto visit) { heap.for_each(visit); });
}

std::uint32_t taken(Queue<std::uint32_t>& queue) {
  std::uint32_t result = 0;
  EXPECT_TRUE(queue.pop(result));
  return result;
}

TEST(Queue, KnowsWhatComesNext) {
  Queue<std::uint32_t> queue;
  EXPECT_EQ(queue.after(0), 0U);
  for (std::uint32_t i = 0; i < 100; ++i) queue.push(7, i);
  queue.push(9, 1000);
  (void)taken(queue);
  EXPECT_EQ(queue.after(0), 1U);
  EXPECT_EQ(queue.after(98), 99U);
  EXPECT_EQ(queue.after(99), 0U);
  queue.push(2, 500);
  EXPECT_EQ(queue.after(0), 500U);
}

RC_GTEST_PROP(Ring, BehavesAsADeque, ()) {
  Ring<std::uint32_t> ring;
  std::deque<std::uint32_t> list;
  const auto codes = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  for (const std::uint32_t code : codes) {
    for (std::uint32_t i = 0; i < code / 4 % 20; ++i) {
      if (code % 4 < 2 || list.empty()) {
        ring.push(code + i);
        list.push_back(code + i);
      } else if (code % 4 == 2) {
        RC_ASSERT(ring.pop_oldest() == list.front());
        list.pop_front();
      } else {
        RC_ASSERT(ring.pop_newest() == list.back());
        list.pop_back();
      }
    }
    RC_ASSERT(ring.size() == list.size());
    for (std::size_t i = 0; i < list.size(); ++i) RC_ASSERT(ring[i] == list[i]);
  }
}

// Numbers of all lengths, so that items are written in many forms.
RC_GTEST_PROP(Queue, HoldsNumbersOfAllLengths, ()) {
  struct Three {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    bool operator==(const Three&) const = default;
  };
  Queue<Three> queue;
  std::deque<Three> list;
  const auto a_number = [] { return *rc::gen::arbitrary<std::uint32_t>() >> *rc::gen::inRange(0, 32); };
  const auto steps = *rc::gen::inRange(0, 150);
  for (int n = 0; n < steps; ++n) {
    const Three item{a_number(), a_number(), a_number()};
    queue.push(0, item);
    list.push_back(item);
    const std::size_t at = item.a % list.size();
    RC_ASSERT(queue.after(at) == list[at]);
    if (item.b % 3 != 0) continue;
    Three first;
    RC_ASSERT(queue.pop(first));
    RC_ASSERT(first == list.front());
    list.pop_front();
  }
  std::deque<Three> inside;
  queue.for_each([&](const Three& item) { inside.push_back(item); });
  RC_ASSERT(inside == list);
}

TEST(Queue, TakesFewBytesForSmallNumbers) {
  Queue<Item> small;
  Queue<Item> large;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    small.push(0, {i, i % 1000});
    large.push(0, {UINT32_MAX - i, UINT32_MAX});
  }
  EXPECT_LT(small.bytes(), 100'000U * 56 / 10);
  EXPECT_LT(large.bytes(), 100'000U * 9);
}

TEST(Queue, KeysBeyondTheLastAreEqual) {
  Queue<std::uint32_t> queue;
  queue.push(UINT32_MAX, 1);
  queue.push(Queue<std::uint32_t>::kMostKeys, 2);
  queue.push(3, 3);
  EXPECT_EQ(taken(queue), 3U);
  EXPECT_EQ(taken(queue), 1U);
  EXPECT_EQ(taken(queue), 2U);
}

TEST(Queue, UsesBlocksAgain) {
  Queue<std::uint32_t> queue;
  for (std::uint32_t i = 0; i < 1000; ++i) queue.push(i % 10, i);
  const std::size_t before = queue.bytes();
  for (std::uint32_t round = 0; round < 20; ++round) {
    while (!queue.empty()) (void)taken(queue);
    for (std::uint32_t i = 0; i < 1000; ++i) queue.push(i % 10, i);
  }
  EXPECT_EQ(queue.bytes(), before);
}

TEST(Queue, RetainsWhatIsWantedInItsOrder) {
  Queue<std::uint32_t> queue;
  for (std::uint32_t i = 0; i < 50'000; ++i) queue.push(i * 7 % 13, i);
  std::uint32_t late = 0;
  ASSERT_TRUE(queue.pop_late(late));
  EXPECT_EQ(late * 7 % 13, 12U);
  const std::size_t before = queue.bytes();
  queue.retain([](std::uint32_t& item) {
    const bool stays = item % 10 == 3;
    item += 1'000'000;
    return stays;
  });
  EXPECT_LT(queue.bytes(), before / 4);
  EXPECT_EQ(queue.size(), 5000U);
  // It still takes more, in the right places.
  for (std::uint32_t i = 0; i < 40; ++i) queue.push(i % 13, 2'000'000 + 10 * i);
  std::uint32_t last_key = 0;
  std::uint32_t last = 0;
  while (!queue.empty()) {
    const std::uint32_t key = queue.top_key();
    const std::uint32_t item = taken(queue);
    if (key == last_key) {
      EXPECT_GT(item, last);
    }
    EXPECT_GE(key, last_key);
    EXPECT_TRUE(item >= 2'000'000 || (item - 1'000'000) % 10 == 3);
    last_key = key;
    last = item;
  }
}

TEST(Ring, RetainsWhatIsWantedInItsOrder) {
  Ring<std::uint32_t> ring;
  for (std::uint32_t i = 0; i < 1000; ++i) ring.push(i);
  for (std::uint32_t i = 0; i < 300; ++i) (void)ring.pop_oldest();
  for (std::uint32_t i = 1000; i < 1200; ++i) ring.push(i);
  ring.retain([](std::uint32_t& item) { return item % 9 == 0; });
  EXPECT_LE(ring.bytes(), 512U);
  ring.push(5);
  std::uint32_t wanted = 306;
  while (ring.size() > 1) {
    EXPECT_EQ(ring.pop_oldest(), wanted);
    wanted += 9;
  }
  EXPECT_EQ(ring.pop_oldest(), 5U);
  ring.retain([](std::uint32_t&) { return true; });
  ring.push(1);
  EXPECT_EQ(ring.pop_newest(), 1U);
}

}  // namespace
}  // namespace zonda::order
