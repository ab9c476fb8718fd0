// Discrete states with hundreds of zones, which stand in chunks, against a plain list.
#include "unit/store/open_store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <vector>

namespace zonda::store {
namespace {

// Points in the plane; one covers those that are not above it in any lane, and some that signatures would allow it does
// not cover.
class Points {
 public:
  explicit Points(std::uint32_t seed) : random_(seed) {}
  // Most are near a falling line, so that few cover others.
  ZoneId add() {
    const auto x = static_cast<std::uint16_t>(random_() % 5000);
    const auto y = static_cast<std::uint16_t>(5000 - x + random_() % 25);
    const auto z = static_cast<std::uint16_t>(random_() % 3);
    signatures_.push_back({{x, y, z}});
    is_odd_.push_back(random_() % 8 == 0);
    return static_cast<ZoneId>(signatures_.size() - 1);
  }
  [[nodiscard]] bool covers(ZoneId a, ZoneId b) const {
    return a == b || (is_odd_[a] == is_odd_[b] && dominates(signatures_[a], signatures_[b]));
  }
  [[nodiscard]] const std::vector<Signature>& signatures() const { return signatures_; }
  std::uint32_t random() { return static_cast<std::uint32_t>(random_()); }

 private:
  std::mt19937 random_;
  std::vector<Signature> signatures_;
  std::vector<bool> is_odd_;
};

struct Kept {
  ZoneId zone = 0;
  ZoneId parent = 0;
  bool waits = true;
};

class Comparison {
 public:
  Comparison(std::uint32_t seed, bool keeps_parents, bool removes)
      : points_(seed), store_(1, keeps_parents), removes_(removes) {
    const std::vector<state::Word> words{3};
    id_ = store_.add(words, StateStore::hash(words), 0);
  }

  void run(int steps) {
    for (int n = 0; n < steps; ++n) {
      insert(points_.random() % 8 == 0 && !kept_.empty() ? any().zone : points_.add());
      if (n % 3 == 0) take(any());
      if (removes_ && n % 5 == 0 && kept_.size() > 2) remove(any());
      if (removes_ && n % 50 == 0) absorb(any());
      ASSERT_EQ(store_.stored(), kept_.size());
      if (n % 97 == 0) {
        ASSERT_NO_FATAL_FAILURE(compare());
      }
    }
    compare();
  }
  // Discrete states move; what has been expanded goes.
  void shrink() {
    store_.begin_shrinking();
    store_.take_out_passed(id_);
    std::erase_if(kept_, [](const Kept& k) { return !k.waits; });
    store_.close_gaps();
    id_ = store_.moved(id_);
    store_.end_shrinking();
    compare();
  }
  [[nodiscard]] std::size_t size() const { return kept_.size(); }

 private:
  Kept& any() { return kept_[points_.random() % kept_.size()]; }

  void insert(ZoneId zone) {
    const bool is_covered =
        std::any_of(kept_.begin(), kept_.end(), [&](const Kept& k) { return points_.covers(k.zone, zone); });
    ASSERT_EQ(store_.is_covered(id_, zone, points_.signatures(), covers_), is_covered);
    std::set<ZoneId> gone;
    const ZoneId parent = zone + 1;
    const auto result = store_.insert(id_, zone, State{0, parent}, points_.signatures(), covers_,
                                      [&](ZoneId z, bool) { gone.insert(z); });
    ASSERT_EQ(result.is_new, !is_covered);
    if (is_covered) return;
    std::set<ZoneId> should_go;
    std::erase_if(kept_, [&](const Kept& k) {
      if (points_.covers(zone, k.zone)) should_go.insert(k.zone);
      return points_.covers(zone, k.zone);
    });
    ASSERT_EQ(gone, should_go);
    kept_.push_back({zone, parent, true});
  }
  void take(Kept& k) {
    ASSERT_EQ(store_.take({id_, k.zone}), k.waits);
    k.waits = false;
  }
  void remove(const Kept& k) {
    const ZoneId zone = k.zone;
    ASSERT_TRUE(store_.remove({id_, zone}));
    std::erase_if(kept_, [&](const Kept& other) { return other.zone == zone; });
    ASSERT_FALSE(store_.has({id_, zone}));
  }
  // Nothing is covered by another one, so nothing goes but for odd ones.
  void absorb(const Kept& k) {
    const ZoneId zone = k.zone;
    const auto covers_even = [&](ZoneId a, ZoneId b) {
      return dominates(points_.signatures()[a], points_.signatures()[b]);
    };
    store_.absorb({id_, zone}, points_.signatures(), covers_even, [](ZoneId) {});
    std::erase_if(
        kept_, [&](const Kept& other) { return !other.waits && other.zone != zone && covers_even(zone, other.zone); });
  }
  void compare() {
    std::set<ZoneId> found;
    store_.for_each_zone(id_, [&](ZoneId zone) { found.insert(zone); });
    std::set<ZoneId> wanted;
    for (const Kept& k : kept_) wanted.insert(k.zone);
    ASSERT_EQ(found, wanted);
    for (const Kept& k : kept_) {
      ASSERT_EQ(store_.is_waiting({id_, k.zone}), k.waits);
      if (store_.keeps_origins()) {
        ASSERT_EQ(store_.parent({id_, k.zone}), (State{0, k.parent}));
      }
    }
  }

  Points points_;
  OpenStore store_;
  bool removes_;
  DiscreteId id_ = 0;
  std::vector<Kept> kept_;
  std::function<bool(ZoneId, ZoneId)> covers_ = [this](ZoneId a, ZoneId b) { return points_.covers(a, b); };
};

TEST(ManyZones, AreTheLargestOfAll) {
  for (const bool keeps_parents : {false, true}) {
    Comparison comparison(keeps_parents ? 1 : 2, keeps_parents, false);
    comparison.run(3000);
    EXPECT_GT(comparison.size(), 400U);
  }
}

TEST(ManyZones, ComeAndGo) {
  for (const bool keeps_parents : {false, true}) {
    Comparison comparison(keeps_parents ? 3 : 4, keeps_parents, true);
    comparison.run(3000);
    EXPECT_GT(comparison.size(), 200U);
  }
}

TEST(ManyZones, StayWhatTheyAreWhenMemoryIsGivenBack) {
  Comparison comparison(5, true, true);
  comparison.run(2000);
  comparison.shrink();
  EXPECT_GT(comparison.size(), 100U);
  comparison.run(2000);
}

}  // namespace
}  // namespace zonda::store
