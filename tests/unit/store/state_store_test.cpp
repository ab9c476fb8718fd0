// The store of states against a plain list, with intervals of integers for zones.
#include "unit/store/open_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <utility>
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
  return {{static_cast<std::uint16_t>(15 - i.low / 2), static_cast<std::uint16_t>(i.high / 2)}};
}

constexpr auto kIgnore = [](ZoneId, bool) {};

DiscreteId discrete(OpenStore& store, std::vector<state::Word> words, std::uint32_t note) {
  const std::uint64_t hash = StateStore::hash(words);
  const DiscreteId known = store.find(words, hash);
  return known != kNoDiscrete ? known : store.add(words, hash, note);
}

struct KeptZone {
  ZoneId zone = 0;
  State parent;
  bool is_passed = false;
};

void compare_with_list(bool keeps_parents) {
  OpenStore store(2, keeps_parents);
  std::vector<Interval> zones;
  std::vector<Signature> signatures;
  std::vector<State> inserted_states;
  std::map<DiscreteId, std::vector<KeptZone>> kept;  // what should be there
  const auto steps = *rc::gen::inRange(0, 200);
  for (int n = 0; n < steps; ++n) {
    const auto number = *rc::gen::inRange<std::uint32_t>(0, 4);
    const DiscreteId id = discrete(store, {number, 7}, number + 100);
    RC_ASSERT(store.note(id) == number + 100);
    RC_ASSERT(store.words(id)[0] == number);
    const int low = *rc::gen::inRange(0, 30);
    const Interval zone{low, *rc::gen::inRange(low, 31)};
    const auto zone_id = static_cast<ZoneId>(zones.size());
    zones.push_back(zone);
    signatures.push_back(signature(zone));
    const State parent = inserted_states.empty() ? State{} : inserted_states.back();
    std::vector<std::pair<ZoneId, bool>> told;
    const auto inserted = store.insert(
        id, zone_id, parent, signatures, [&](ZoneId a, ZoneId b) { return contains(zones[a], zones[b]); },
        [&](ZoneId z, bool was_waiting) { told.emplace_back(z, was_waiting); });

    auto& list = kept[id];
    const bool is_covered =
        std::any_of(list.begin(), list.end(), [&](const KeptZone& k) { return contains(zones[k.zone], zone); });
    RC_ASSERT(inserted.is_new == !is_covered);
    if (is_covered) continue;
    std::vector<KeptZone> rest;
    std::vector<std::pair<ZoneId, bool>> gone;
    std::uint32_t mistakes = 0;
    for (const KeptZone& old : list) {
      if (!contains(zone, zones[old.zone])) {
        rest.push_back(old);
        continue;
      }
      mistakes += old.is_passed ? 1U : 0U;
      gone.emplace_back(old.zone, !old.is_passed);
      RC_ASSERT(!store.take({id, old.zone}));
      if (keeps_parents && old.is_passed) RC_ASSERT(store.parent({id, old.zone}) == old.parent);
    }
    RC_ASSERT(inserted.mistakes == mistakes);
    RC_ASSERT(told == gone);
    rest.push_back({zone_id, parent, false});
    if (*rc::gen::arbitrary<bool>()) {
      RC_ASSERT(store.take({id, zone_id}));
      RC_ASSERT(!store.take({id, zone_id}));
      rest.back().is_passed = true;
    }
    list = rest;
    inserted_states.push_back({id, zone_id});
  }
  std::size_t stored = 0;
  for (const auto& [id, list] : kept) {
    stored += list.size();
    for (const KeptZone& k : list) {
      if (keeps_parents) RC_ASSERT(store.parent({id, k.zone}) == k.parent);
      RC_ASSERT(store.take({id, k.zone}) == !k.is_passed);
    }
  }
  RC_ASSERT(store.stored() == stored);
}

RC_GTEST_PROP(StateStore, KeepsTheLargestOfEachDiscreteState, ()) { compare_with_list(false); }
RC_GTEST_PROP(StateStore, RemembersParents, ()) { compare_with_list(true); }

// States come and go; equal zones only cover one another, so that all that was not taken out is there.
void compare_with_set(bool keeps_parents) {
  OpenStore store(1, keeps_parents);
  const std::vector<Signature> signatures(8);
  std::map<std::pair<std::uint32_t, ZoneId>, bool> kept;  // whether it waits
  const auto same = [](ZoneId a, ZoneId b) { return a == b; };
  std::mt19937 random(*rc::gen::inRange<std::uint32_t>(0, 1000000));
  for (int n = 0; n < 4000; ++n) {
    const auto number = static_cast<std::uint32_t>(random() % 1500);
    const auto zone = static_cast<ZoneId>(random() % 5);
    const std::vector<state::Word> words{number * 977};
    const DiscreteId known = store.find(words, StateStore::hash(words));
    const auto wanted = kept.find({number, zone});
    const bool has_any = kept.lower_bound({number, 0}) != kept.lower_bound({number + 1, 0});
    RC_ASSERT((known != kNoDiscrete) == has_any);
    switch (random() % 4) {
      case 0:
      case 1: {
        const DiscreteId id = known != kNoDiscrete ? known : store.add(words, StateStore::hash(words), number);
        const bool is_new = store.insert(id, zone, State{number, zone}, signatures, same, kIgnore).is_new;
        RC_ASSERT(is_new == (wanted == kept.end()));
        kept.try_emplace({number, zone}, true);
        RC_ASSERT(store.words(id)[0] == words[0]);
        RC_ASSERT(store.note(id) == number);
        break;
      }
      case 2:
        if (known == kNoDiscrete) break;
        RC_ASSERT(store.is_waiting({known, zone}) == (wanted != kept.end() && wanted->second));
        RC_ASSERT(store.take({known, zone}) == (wanted != kept.end() && wanted->second));
        if (wanted != kept.end()) wanted->second = false;
        break;
      default:
        if (known == kNoDiscrete) break;
        if (keeps_parents && wanted != kept.end()) RC_ASSERT(store.parent({known, zone}) == (State{number, zone}));
        RC_ASSERT(store.remove({known, zone}) == (wanted != kept.end()));
        kept.erase({number, zone});
    }
    RC_ASSERT(store.stored() == kept.size());
  }
}

RC_GTEST_PROP(StateStore, LetsStatesGo, ()) { compare_with_set(false); }
RC_GTEST_PROP(StateStore, LetsStatesGoWithTheirParents, ()) { compare_with_set(true); }

TEST(StateStore, StaysSmallWhenStatesComeAndGo) {
  OpenStore store(1, false);
  const std::vector<Signature> signatures(1);
  const auto add = [&](std::uint32_t i) {
    const DiscreteId id = discrete(store, {i}, 0);
    store.insert(
        id, 0, {}, signatures, [](ZoneId, ZoneId) { return false; }, kIgnore);
    return id;
  };
  std::vector<DiscreteId> ids;
  for (std::uint32_t i = 0; i < 1000; ++i) ids.push_back(add(i));
  const std::size_t bytes = store.bytes();
  for (std::uint32_t i = 1000; i < 100'000; ++i) {
    ASSERT_TRUE(store.remove({ids[i % 1000], 0}));
    ids[i % 1000] = add(i);
  }
  EXPECT_EQ(store.discrete_count(), 1000U);
  EXPECT_LE(store.bytes(), bytes + 64);
}

TEST(StateStore, FindsEveryDiscreteStateAgain) {
  OpenStore store(3, false);
  constexpr std::uint32_t kMany = 20'000;
  for (std::uint32_t i = 0; i < kMany; ++i) EXPECT_EQ(discrete(store, {i, i * i, 5}, i), i);
  EXPECT_EQ(store.discrete_count(), kMany);
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const std::vector<state::Word> words{i, i * i, 5};
    EXPECT_EQ(store.find(words, StateStore::hash(words)), i);
    EXPECT_EQ(store.note(i), i);
  }
  // With what was found beforehand, even if others came since.
  OpenStore small(1, false, false);
  const auto hash = [](std::uint32_t i) { return StateStore::hash(std::vector<state::Word>{i}); };
  std::vector<std::size_t> slots;
  for (std::uint32_t i = 0; i < 800; ++i) slots.push_back(small.candidate(hash(i)));
  for (std::uint32_t i = 0; i < 800; ++i) {
    const std::vector<state::Word> words{i};
    EXPECT_EQ(small.find(words, hash(i), slots[i]), kNoDiscrete);
    small.add(words, hash(i), 0);
    EXPECT_EQ(small.find(words, hash(i), slots[i]), i);
  }
  for (std::uint32_t i = 0; i < 800; ++i) {
    const std::vector<state::Word> words{i};
    EXPECT_EQ(small.find(words, hash(i), slots[i]), i);
  }
  const std::vector<state::Word> other{1, 1, 6};
  EXPECT_EQ(store.find(other, StateStore::hash(other)), kNoDiscrete);
}

TEST(StateStore, TellsStatesApartThatHaveTheSameHash) {
  OpenStore store(2, false);
  constexpr std::uint64_t kHash = 0x1234'5678'9ABC'DEF0ULL;
  for (std::uint32_t i = 0; i < 50; ++i) {
    const std::vector<state::Word> words{i / 2, i % 2};
    EXPECT_EQ(store.find(words, kHash), kNoDiscrete);
    EXPECT_EQ(store.add(words, kHash, 0), i);
  }
  for (std::uint32_t i = 0; i < 50; ++i) {
    const std::vector<state::Word> words{i / 2, i % 2};
    EXPECT_EQ(store.find(words, kHash), i);
    EXPECT_EQ(store.find(words, kHash, store.candidate(kHash)), i);
  }
}

TEST(StateStore, HoldsLongLists) {
  for (const bool keeps_parents : {false, true}) {
    OpenStore store(1, keeps_parents);
    const DiscreteId id = discrete(store, {3}, 0);
    const std::vector<Signature> signatures(5001);
    const auto same = [](ZoneId a, ZoneId b) { return a == b; };
    for (ZoneId zone = 0; zone < 5000; ++zone)
      EXPECT_TRUE(store.insert(id, zone, {}, signatures, same, kIgnore).is_new);
    for (ZoneId zone = 0; zone < 5000; ++zone)
      EXPECT_FALSE(store.insert(id, zone, {}, signatures, same, kIgnore).is_new);
    EXPECT_EQ(store.stored(), 5000U);
    for (ZoneId zone = 0; zone < 4000; ++zone) EXPECT_TRUE(store.take({id, zone}));
    std::size_t waiting = 0;
    std::size_t passed = 0;
    (void)store.insert(
        id, 5000, {}, signatures, [](ZoneId a, ZoneId) { return a == 5000; },
        [&](ZoneId, bool was_waiting) { ++(was_waiting ? waiting : passed); });
    EXPECT_EQ(waiting, 1000U);
    EXPECT_EQ(passed, 4000U);
    EXPECT_EQ(store.stored(), 1U);
  }
}

TEST(StateStore, KeepsWaitingStatesWhereItIsTold) {
  OpenStore store(1, false);
  store.keep_waiting();
  const DiscreteId id = discrete(store, {3}, 0);
  const std::vector<Signature> signatures(3);
  const auto larger = [](ZoneId a, ZoneId b) { return a >= b; };
  EXPECT_TRUE(store.insert(id, 0, {}, signatures, larger, kIgnore).is_new);
  EXPECT_TRUE(store.insert(id, 1, {}, signatures, larger, kIgnore).is_new);
  EXPECT_EQ(store.stored(), 2U);
  EXPECT_TRUE(store.take({id, 0}));
  EXPECT_EQ(store.insert(id, 2, {}, signatures, larger, kIgnore).mistakes, 1U);
  EXPECT_EQ(store.stored(), 2U);
}

TEST(StateStore, UsesOutgrownBlocksAgain) {
  OpenStore store(1, false);
  const std::vector<Signature> signatures(64);
  const auto never = [](ZoneId, ZoneId) { return false; };
  const DiscreteId first = discrete(store, {0}, 0);
  const DiscreteId second = discrete(store, {1}, 0);
  for (ZoneId zone = 0; zone < 64; ++zone) (void)store.insert(first, zone, {}, signatures, never, kIgnore);
  const std::size_t before = store.bytes();
  // The first list left blocks of 2 to 32.
  for (ZoneId zone = 0; zone < 32; ++zone) (void)store.insert(second, zone, {}, signatures, never, kIgnore);
  EXPECT_EQ(store.bytes(), before);
}

TEST(StateStore, TakesFewWordsForTwoZones) {
  const auto never = [](ZoneId, ZoneId) { return false; };
  const std::vector<Signature> signatures(3);
  for (const bool keeps_parents : {false, true}) {
    OpenStore store(1, keeps_parents, false);
    constexpr std::uint32_t kMany = 1000;
    for (std::uint32_t i = 0; i < kMany; ++i)
      for (const ZoneId zone : {0U, 1U})
        (void)store.insert(discrete(store, {i}, 0), zone, State{i, zone}, signatures, never, kIgnore);
    EXPECT_EQ(store.bytes_by_kind().zones, kMany * 12);
    EXPECT_EQ(store.bytes_by_kind().links, keeps_parents ? kMany * 16 : 0);
    EXPECT_EQ(store.bytes_by_kind().sum(), store.bytes());
    EXPECT_EQ(store.state_bytes(), store.bytes() - store.bytes_by_kind().links);
    if (!keeps_parents) continue;
    for (std::uint32_t i = 0; i < kMany; ++i)
      for (const ZoneId zone : {0U, 1U}) EXPECT_EQ(store.parent({i, zone}), (State{i, zone}));
  }
}

// Zones come and are covered, again and again: blocks that became too large are given back, to be used by others.
TEST(StateStore, GivesBlocksBackThatAreTooLarge) {
  for (const bool keeps_parents : {false, true}) {
    OpenStore store(1, keeps_parents);
    const std::vector<Signature> signatures(100);
    const auto last_covers = [](ZoneId a, ZoneId) { return a == 99; };
    const auto fill = [&](std::uint32_t word, ZoneId zones) {
      const DiscreteId id = discrete(store, {word}, 0);
      for (ZoneId zone = 0; zone < zones; ++zone)
        (void)store.insert(id, zone, State{id, zone}, signatures, last_covers, kIgnore);
      return id;
    };
    for (const ZoneId zones : {2U, 3U, 7U, 40U}) {
      const DiscreteId first = fill(1000 + zones, zones);
      const std::size_t before = store.bytes_by_kind().zones;
      (void)store.insert(first, 99, State{7, 7}, signatures, last_covers, kIgnore);
      // The number of a second one, and nothing else.
      const DiscreteId second = fill(2000 + zones, 2);
      EXPECT_LE(store.bytes_by_kind().zones, before + sizeof(std::uint32_t)) << zones;
      if (!keeps_parents) continue;
      EXPECT_EQ(store.parent({first, 99}), (State{7, 7}));
      for (const ZoneId zone : {0U, 1U}) EXPECT_EQ(store.parent({second, zone}), (State{second, zone}));
    }
  }
}

// States that were expanded leave, and the others close up; everything that waits is found under its new number.
void compare_after_shrinking(bool keeps_parents) {
  OpenStore store(1, keeps_parents);
  std::mt19937 random(5);
  std::vector<Signature> signatures(2000);
  std::map<state::Word, std::vector<std::pair<ZoneId, bool>>> waiting;  // with marks
  std::vector<State> order;
  std::size_t passed = 0;
  for (ZoneId zone = 0; zone < 2000; ++zone) {
    const auto word = static_cast<state::Word>(random() % 700);
    const DiscreteId id = discrete(store, {word}, word + 1);
    ASSERT_TRUE(store
                    .insert(
                        id, zone, {}, signatures, [](ZoneId, ZoneId) { return false; }, kIgnore)
                    .is_new);
    const bool is_kept = random() % 3 == 0;
    if (is_kept) store.keep({id, zone});
    EXPECT_EQ(store.is_kept({id, zone}), is_kept);
    if (random() % 4 != 0) {
      ASSERT_TRUE(store.take({id, zone}));
      ++passed;
    } else {
      waiting[word].emplace_back(zone, is_kept);
      order.push_back({id, zone});
    }
  }
  store.begin_shrinking();
  std::size_t seen = 0;
  for (DiscreteId id = 0; id < store.numbers(); ++id) {
    store.for_each_passed(id, [&](ZoneId, bool) { ++seen; });
    store.take_out_passed(id);
  }
  EXPECT_EQ(seen, passed);
  store.close_gaps();
  for (State& s : order) s.discrete = store.moved(s.discrete);
  store.end_shrinking();
  EXPECT_EQ(store.stored(), order.size());
  EXPECT_EQ(store.discrete_count(), waiting.size());
  EXPECT_FALSE(store.keeps_origins());
  for (const State& s : order) ASSERT_TRUE(store.is_waiting(s));
  for (const auto& [word, zones] : waiting) {
    const std::vector<state::Word> words{word};
    const DiscreteId id = store.find(words, StateStore::hash(words));
    ASSERT_NE(id, kNoDiscrete);
    EXPECT_EQ(store.note(id), word + 1);
    std::vector<std::pair<ZoneId, bool>> found;
    store.for_each_zone(id, [&](ZoneId zone) { found.emplace_back(zone, store.is_kept({id, zone})); });
    EXPECT_EQ(found, zones);
  }
  // It goes on as before.
  for (ZoneId zone = 0; zone < 2000; ++zone) {
    const DiscreteId id = discrete(store, {10'000 + zone % 900}, 3);
    (void)store.insert(
        id, zone, {}, signatures, [](ZoneId, ZoneId) { return false; }, kIgnore);
  }
  EXPECT_EQ(store.stored(), order.size() + 2000);
  for (const State& s : order) ASSERT_TRUE(store.take(s));
}

TEST(StateStore, ClosesUpWhenStatesLeave) { compare_after_shrinking(false); }
TEST(StateStore, ForgetsParentsWhenItCloses) { compare_after_shrinking(true); }

// Few states are left, but their numbers are large.
TEST(StateStore, ComesBackFromAFileWithLargeNumbers) {
  const std::string path = testing::TempDir() + "state-store-with-large-numbers";
  const std::vector<Signature> signatures(1);
  const auto same = [](ZoneId a, ZoneId b) { return a == b; };
  constexpr std::uint32_t kAll = 5000;
  constexpr std::uint32_t kGone = 4900;
  {
    OpenStore store(1, false);
    for (std::uint32_t i = 0; i < kAll; ++i)
      (void)store.insert(discrete(store, {i * 977}, i), 0, {}, signatures, same, kIgnore);
    for (std::uint32_t i = 0; i < kGone; ++i) ASSERT_TRUE(store.remove({i, 0}));
    SnapshotWriter writer(path, "test-st1");
    store.snapshot(writer);
    writer.finish();
  }
  OpenStore store(1, false);
  SnapshotReader reader(path, "test-st1");
  store.snapshot(reader);
  reader.finish();
  EXPECT_EQ(store.discrete_count(), kAll - kGone);
  for (std::uint32_t i = kGone; i < kAll; ++i) {
    const std::vector<state::Word> words{i * 977};
    ASSERT_EQ(store.find(words, StateStore::hash(words)), i);
    ASSERT_TRUE(store.remove({i, 0}));
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace zonda::store
