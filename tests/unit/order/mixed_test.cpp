// The order that --order auto takes for queries with a goal.
#include "order/orders.hpp"
#include "unit/order/fixture.hpp"
#include "util/snapshot.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

namespace zonda::order {
namespace {

constexpr const char* kModel =
    "process P() { state l0, l1, l2; init l0; trans l0 -> l1 { }, l1 -> l2 { }, l2 -> l0 { }; }\n"
    "A = P(); B = P(); system A, B;\n";

// A frontier with a store that knows which states wait. The zone of a state is its number.
class Mix {
 public:
  explicit Mix(std::string_view proof = kBreadthFirst, std::uint64_t seed = 1)
      : loaded_(kModel, "E<> A.l2"),
        order_(make_mixed(
            {*loaded_.network, *loaded_.packing, &loaded_.network->queries[0].guide, seed, UINT64_MAX, proof})) {}

  std::uint32_t add(std::int32_t a = 0, std::int32_t b = 0) {
    const std::vector<state::Word> words = loaded_.packed({a, b});
    order_->add({{static_cast<std::uint32_t>(3 * a + b), added_}, words, false, 0});
    waiting_.insert(added_);
    places_.push_back(static_cast<std::uint32_t>(3 * a + b));
    return added_++;
  }
  // The next state that waits, or UINT32_MAX.
  std::uint32_t next() {
    store::State state;
    while (order_->next(state)) {
      if (waiting_.erase(state.zone) > 0) return state.zone;
      order_->stale();
    }
    return UINT32_MAX;
  }
  void mistaken(std::uint32_t zone) { order_->mistaken(store::State{places_[zone], zone}); }
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  Order& operator*() { return *order_; }
  Order* operator->() { return order_.get(); }

 private:
  Loaded loaded_;
  std::unique_ptr<Order> order_;
  std::set<std::uint32_t> waiting_;
  std::vector<std::uint32_t> places_;
  std::uint32_t added_ = 0;
};

constexpr std::uint32_t kBlock = 64;

// Lets others take their turns until it is that of a depth-first scout. Each state has one successor.
void wait_for_deep(Mix& mix) {
  do {
    (void)mix.next();
    mix.add();
  } while (!mix->wants_known());
}

TEST(Mixed, GoesNearFirstThenDeepThenAtRandomThenByTheProof) {
  Mix mix;
  const std::uint32_t oldest = mix.add(0, 0);
  mix.add(0, 0);
  for (std::uint32_t i = 2; i < 1000; ++i) mix.add(i > 100 && i < 200 ? 1 : 0, 0);
  EXPECT_EQ(mix.next(), 101U) << "nearest to the goal";
  for (std::uint32_t i = 1; i < kBlock; ++i) (void)mix.next();
  EXPECT_EQ(mix.next(), 999U) << "depth-first";
  for (std::uint32_t i = 1; i < kBlock; ++i) EXPECT_EQ(mix.next(), 999U - i);
  for (std::uint32_t i = 0; i < kBlock; ++i) (void)mix.next();
  EXPECT_LE(mix.next(), oldest + 10) << "breadth-first, but for what the random one took";
}

TEST(Mixed, ADepthFirstScoutGoesOnWithWhatItFound) {
  Mix mix;
  mix.add();
  wait_for_deep(mix);
  for (std::uint32_t i = 1; i < kBlock; ++i) {
    mix.add();
    const std::uint32_t newest = mix.add();
    EXPECT_EQ(mix.next(), newest);
  }
}

TEST(Mixed, ADepthFirstScoutTakesOverWhatAnotherFound) {
  Mix mix;
  const std::uint32_t waits = [&] {
    mix.add();
    (void)mix.next();
    return mix.add(0, 1);
  }();
  for (int i = 0; i < 100; ++i) mix.add(1, 0);
  while (!mix->wants_known()) (void)mix.next();
  for (std::uint32_t i = 0; i < 3; ++i) mix.add();
  mix->known({1, waits});
  EXPECT_EQ(mix.next(), waits);
}

// How many of 2,000 states are not taken in the order of the proof. All states are there from the beginning.
std::size_t out_of_order(Mix& mix, bool makes_mistakes) {
  std::size_t result = 0;
  std::uint32_t expected = 0;
  std::set<std::uint32_t> taken;
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t state = mix.next();
    while (taken.contains(expected)) ++expected;
    taken.insert(state);
    if (state == expected) continue;
    ++result;
    if (makes_mistakes) mix.mistaken(state);
  }
  return result;
}

TEST(Mixed, AScoutThatMakesMistakesRests) {
  Mix good;
  Mix bad;
  for (int i = 0; i < 10'000; ++i) {
    good.add();
    bad.add();
  }
  EXPECT_GT(out_of_order(good, false), 1000U);
  EXPECT_LT(out_of_order(bad, true), 3 * 2 * kBlock + 1);
}

TEST(Mixed, ScoutsAreGivenUpAfterManyTurns) {
  Mix mix;
  for (int i = 0; i < 3000; ++i) mix.add();
  for (int i = 0; i < 250'000; ++i) {
    mix.add();
    ASSERT_NE(mix.next(), UINT32_MAX);
  }
  const std::uint32_t first = mix.next();
  std::uint32_t last = first;
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t now = mix.next();
    EXPECT_GT(now, last);
    last = now;
  }
  EXPECT_FALSE(mix->wants_known());
}

TEST(Mixed, ScoutsHaveBoundedMemory) {
  Mix mix;
  for (int i = 0; i < 300'000; ++i) mix.add(i % 3, 0);
  const std::size_t with = mix->bytes();
  mix->shrink();
  EXPECT_LT(with - mix->bytes(), std::size_t{8} << 20U);
}

TEST(Mixed, WithoutMemoryTheProofGoesOnAlone) {
  Mix mix;
  for (int i = 0; i < 10; ++i) mix.add(i == 9 ? 1 : 0, 0);
  EXPECT_EQ(mix.next(), 9U) << "nearest to the goal";
  mix->shrink();
  for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(mix.next(), i);
  EXPECT_EQ(mix.next(), UINT32_MAX);
}

RC_GTEST_PROP(Mixed, LosesNothing, (std::uint64_t seed)) {
  Mix mix(*rc::gen::element(kBreadthFirst, kTrueFirst, kPatient), seed);
  const auto codes = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  std::vector<std::uint32_t> taken;
  mix.add();
  for (const std::uint32_t code : codes) {
    // A few thousand states, so that blocks end and scouts rest.
    for (std::uint32_t i = 0; i < code / 16 % 64; ++i) {
      const std::uint32_t state = mix.next();
      if (state == UINT32_MAX) break;
      taken.push_back(state);
      if (code / 1024 % 4 == 0) mix.mistaken(state);
    }
    for (std::uint32_t i = 0; i < code / 4096 % 64; ++i)
      mix.add(static_cast<std::int32_t>(i % 3), static_cast<std::int32_t>(i / 3 % 3));
    if (code % 256 == 0) mix->shrink();
  }
  while (mix.waiting() > 0) RC_ASSERT(mix.next() != UINT32_MAX);
  RC_ASSERT(mix.next() == UINT32_MAX);
}

TEST(Mixed, GoesOnFromASnapshotAsItWouldHave) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-mixed-" + std::to_string(::getpid()))).string();
  for (const int steps : {10, 100, 300, 5000}) {
    Mix mix(kPatient);
    for (int i = 0; i < 100; ++i) mix.add(i % 3, i / 3 % 3);
    for (int i = 0; i < steps; ++i) {
      const std::uint32_t taken = mix.next();
      if (i % 5 == 0) mix.mistaken(taken);
      mix.add(i % 3, i / 3 % 3);
      mix.add(i / 9 % 3, i % 3);
    }
    {
      SnapshotWriter writer(path, "mix-test");
      mix->snapshot(writer);
      writer.finish();
    }
    Mix again(kPatient);
    SnapshotReader reader(path, "mix-test");
    again->snapshot(reader);
    reader.finish();
    for (int i = 0; i < 2000; ++i) {
      store::State expected;
      store::State got;
      ASSERT_EQ(mix->next(expected), again->next(got));
      ASSERT_EQ(expected, got) << steps << " and " << i;
    }
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace zonda::order
