// How far bounds may grow before someone has to look. See docs/internals/zones.md.
#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"
#include "zone/extrapolate.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Limit : public ZoneTest<S> {};
TYPED_TEST_SUITE(Limit, Setups, SetupNames);

// The zone in the code and in the twin, through the same operations.
template <typename B>
struct Pair {
  Dbm<B> z{1};
  naive::Zone twin{1};
  bool is_full = true;

  void constrain_both(std::size_t left, std::size_t right, const naive::Limit& limit) {
    naive::tighten(twin, left, right, limit);
    is_full = naive::close(twin);
    RC_ASSERT(constrain(z, {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right), encoded<B>(limit)}) ==
              is_full);
  }
};

constexpr bool kOnlyUpper = true;

// Any number of x ~ c, with constants up to the limit that the zone is likely to survive.
template <typename B>
void constrain_some(Pair<B>& pair, bool is_only_upper) {
  const std::int64_t most = (kLimit<B> - 1) / 2;
  const auto count = *rc::gen::inRange(0, 6);
  for (int n = 0; n < count && pair.is_full && pair.z.dim() > 1; ++n) {
    const auto clock = *rc::gen::inRange<std::size_t>(1, pair.z.dim());
    const bool is_upper = is_only_upper || *rc::gen::arbitrary<bool>();
    const naive::Limit& lower = pair.twin.at(0, clock);
    const std::int64_t least = std::min(-lower.value + (is_upper ? 1 : 0), most);
    const std::int64_t value = *rc::gen::element(least, most, (least + most) / 2);
    const bool is_strict = *rc::gen::arbitrary<bool>();
    const naive::Limit limit{is_upper ? value : -value, is_strict, false};
    pair.constrain_both(is_upper ? clock : 0, is_upper ? 0 : clock, limit);
  }
}

template <typename B>
void reset_some(Pair<B>& pair) {
  const std::int64_t most = (kLimit<B> - 1) / 2;
  std::vector<std::size_t> sources(pair.z.dim());
  std::vector<std::int64_t> offsets(pair.z.dim(), 0);
  for (std::uint32_t i = 0; i < pair.z.dim(); ++i) {
    sources[i] = i;
    if (i == 0 || *rc::gen::inRange(0, 3) != 0) continue;
    sources[i] = 0;
    offsets[i] = *rc::gen::element<std::int64_t>(0, most);
    reset(pair.z, i, static_cast<std::int32_t>(offsets[i]));
  }
  pair.twin = naive::assigned(pair.twin, sources, offsets);
}

// Zones with differences as large as the limit allows.
template <typename B>
Pair<B> pair_at_the_limit() {
  const std::int64_t most = (kLimit<B> - 1) / 2;
  Pair<B> pair;
  pair.twin = *zones(*dims(), {most, 0});
  RC_PRE(fits(pair.twin, kLimit<B>));
  pair.z = dbm_of<B>(pair.twin);
  return pair;
}

TYPED_TEST(Limit, AWholeStepIsExactWithoutALook) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Pair<B> pair = pair_at_the_limit<B>();
    constrain_some(pair, !kOnlyUpper);
    if (!pair.is_full) return;
    reset_some(pair);
    constrain_some(pair, !kOnlyUpper);
    if (!pair.is_full) return;
    delay(pair.z);
    pair.twin = naive::after_delay(pair.twin);
    constrain_some(pair, kOnlyUpper);
    if (!pair.is_full) return;
    RC_ASSERT(pair.z == dbm_of<B>(pair.twin));

    const naive::Constants l = *constants(pair.z.dim(), {kLimit<B> / 4, 0});
    const naive::Constants u = *constants(pair.z.dim(), {kLimit<B> / 4, 0});
    const auto all_l = as_clock_bounds(l);
    const auto all_u = as_clock_bounds(u);
    Dbm<B> same = pair.z;
    extra_lu_plus(pair.z, ClockBounds(all_l), ClockBounds(all_u));
    RC_ASSERT(is_right(pair.z, naive::extra_lu_plus(pair.twin, l, u)));
    extra_lu(same, ClockBounds(all_l), ClockBounds(all_u));
    RC_ASSERT(is_right(same, naive::extra_lu(pair.twin, l, u)));
  });
}

TYPED_TEST(Limit, OneConstraintOnADifferenceIsExact) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Pair<B> pair = pair_at_the_limit<B>();
    const std::int64_t most = (kLimit<B> - 1) / 2;
    const auto left = *rc::gen::inRange<std::size_t>(0, pair.z.dim());
    const auto right = *rc::gen::inRange<std::size_t>(0, pair.z.dim());
    pair.constrain_both(left, right, {*rc::gen::inRange(-most, most + 1), *rc::gen::arbitrary<bool>(), false});
    if (pair.is_full) RC_ASSERT(pair.z == dbm_of<B>(pair.twin));
  });
}

TYPED_TEST(Limit, AssignmentsAreExact) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Pair<B> pair = pair_at_the_limit<B>();
    const std::int64_t most = (kLimit<B> - 1) / 2;
    std::vector<std::size_t> sources(pair.z.dim(), 0);
    std::vector<std::int64_t> offsets(pair.z.dim(), 0);
    std::vector<Assignment> assignments;
    for (std::uint32_t i = 1; i < pair.z.dim(); ++i) {
      sources[i] = *rc::gen::inRange<std::size_t>(0, pair.z.dim());
      offsets[i] = *rc::gen::element(pair.twin.at(0, sources[i]).value, most);
      assignments.push_back({i, static_cast<std::uint32_t>(sources[i]), static_cast<std::int32_t>(offsets[i])});
    }
    Dbm<B> scratch(1);
    assign(pair.z, std::span<const Assignment>(assignments), scratch);
    RC_ASSERT(pair.z == dbm_of<B>(naive::assigned(pair.twin, sources, offsets)));
  });
}

}  // namespace
}  // namespace zonda::zone
