#include "zone/extrapolate.hpp"

#include "unit/zone/setup.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Extrapolate : public ZoneTest<S> {};
TYPED_TEST_SUITE(Extrapolate, Setups, SetupNames);

// A zone, constants for it, and its four extrapolations as they come out of the code.
template <typename B>
struct ExtrapolationCase {
  naive::Zone zone{1};
  naive::Constants l;
  naive::Constants u;
  naive::Constants m;  // max(L, U)
  Dbm<B> with_m{1};
  Dbm<B> with_m_plus{1};
  Dbm<B> with_lu{1};
  Dbm<B> with_lu_plus{1};

  explicit ExtrapolationCase(const Scale& scale, std::size_t most_clocks = kMostClocks)
      : zone(*zones(*dims(most_clocks), scale)),
        l(*constants(zone.size(), scale)),
        u(*constants(zone.size(), scale)),
        m(l) {
    for (std::size_t i = 0; i < m.size(); ++i) m[i] = std::max(l[i], u[i]);
    extrapolate();
  }

  void extrapolate() {
    const auto all_l = as_clock_bounds(l);
    const auto all_u = as_clock_bounds(u);
    const auto all_m = as_clock_bounds(m);
    with_m = with_m_plus = with_lu = with_lu_plus = dbm_of<B>(zone);
    extra_m(with_m, ClockBounds(all_m));
    extra_m_plus(with_m_plus, ClockBounds(all_m));
    extra_lu(with_lu, ClockBounds(all_l), ClockBounds(all_u));
    extra_lu_plus(with_lu_plus, ClockBounds(all_l), ClockBounds(all_u));
  }
};

TYPED_TEST(Extrapolate, EachIsItsDefinition) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ExtrapolationCase<B> c(*some_scale<B>());
    RC_ASSERT(is_right(c.with_m, naive::extra_m(c.zone, c.m)));
    RC_ASSERT(is_right(c.with_m_plus, naive::extra_m_plus(c.zone, c.m)));
    RC_ASSERT(is_right(c.with_lu, naive::extra_lu(c.zone, c.l, c.u)));
    RC_ASSERT(is_right(c.with_lu_plus, naive::extra_lu_plus(c.zone, c.l, c.u)));
  });
}

TYPED_TEST(Extrapolate, EachHoldsTheZone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ExtrapolationCase<B> c(*some_scale<B>());
    const Dbm<B> z = dbm_of<B>(c.zone);
    RC_ASSERT(includes(c.with_m, z));
    RC_ASSERT(includes(c.with_m_plus, z));
    RC_ASSERT(includes(c.with_lu, z));
    RC_ASSERT(includes(c.with_lu_plus, z));
  });
}

TYPED_TEST(Extrapolate, PlusAndLuAreCoarser) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ExtrapolationCase<B> c(*some_scale<B>());
    RC_ASSERT(includes(c.with_m_plus, c.with_m));
    RC_ASSERT(includes(c.with_lu, c.with_m));
    RC_ASSERT(includes(c.with_lu_plus, c.with_m_plus));
    RC_ASSERT(includes(c.with_lu_plus, c.with_lu));
  });
}

// Extra+_M and Extra_LU are not ordered: the first forgets differences of large clocks, the second upper bounds that
// no guard tests.
TYPED_TEST(Extrapolate, PlusAndLuAreStrangers) {
  using B = typename TypeParam::Bound;
  Dbm<B> z = Dbm<B>::zero(3);
  reset(z, 1, 4);
  reset(z, 2, 5);
  const std::vector<std::int32_t> three{0, 3, 3};
  const std::vector<std::int32_t> none{0, kNone, kNone};
  Dbm<B> plus = z;
  Dbm<B> lu = z;
  extra_m_plus(plus, ClockBounds(three));
  extra_lu(lu, ClockBounds(three), ClockBounds(three));
  EXPECT_FALSE(includes(lu, plus));
  Dbm<B> low = Dbm<B>::zero(3);
  Dbm<B> low_lu = low;
  extra_m_plus(low, ClockBounds(three));
  extra_lu(low_lu, ClockBounds(none), ClockBounds(three));
  EXPECT_FALSE(includes(low, low_lu));
}

TYPED_TEST(Extrapolate, TwiceIsOnceForPlus) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ExtrapolationCase<B> c(*rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}));
    ExtrapolationCase<B> again = c;
    again.zone = naive_of(c.with_m_plus);
    again.extrapolate();
    RC_ASSERT(again.with_m_plus == c.with_m_plus);
    again.zone = naive_of(c.with_lu_plus);
    again.extrapolate();
    RC_ASSERT(again.with_lu_plus == c.with_lu_plus);
  });
}

TYPED_TEST(Extrapolate, TwiceIsOnceForM) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ExtrapolationCase<B> c(*rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}));
    ExtrapolationCase<B> again = c;
    again.zone = naive_of(c.with_m);
    again.extrapolate();
    RC_ASSERT(again.with_m == c.with_m);
    again.zone = naive_of(c.with_lu);
    again.extrapolate();
    RC_ASSERT(again.with_lu == c.with_lu);
  });
}

TYPED_TEST(Extrapolate, WithoutConstantsAllThatIsLeftIsAtLeastZero) {
  using B = typename TypeParam::Bound;
  for_all([] {
    ExtrapolationCase<B> c(*some_scale<B>());
    c.l = c.u = c.m = naive::Constants(c.zone.size());
    c.l[0] = c.u[0] = c.m[0] = 0;
    c.extrapolate();
    const Dbm<B> all = Dbm<B>::universe(c.zone.size());
    RC_ASSERT(c.with_m == all);
    RC_ASSERT(c.with_m_plus == all);
    RC_ASSERT(c.with_lu == all);
    RC_ASSERT(c.with_lu_plus == all);
  });
}

// A constant may be larger than the width of bounds can say: nothing is beyond it.
TYPED_TEST(Extrapolate, HugeConstantsChangeNothing) {
  using B = typename TypeParam::Bound;
  for_all([] {
    ExtrapolationCase<B> c(*some_scale<B>());
    const auto huge = *rc::gen::elementOf(huge_constants<B>());
    c.l = c.u = c.m = naive::Constants(c.zone.size(), huge);
    c.l[0] = c.u[0] = c.m[0] = 0;
    c.extrapolate();
    const Dbm<B> z = dbm_of<B>(c.zone);
    RC_ASSERT(c.with_m == z);
    RC_ASSERT(c.with_m_plus == z);
    RC_ASSERT(c.with_lu == z);
    RC_ASSERT(c.with_lu_plus == z);
  });
}

// Clocks are never negative, so a negative constant is as good as none.
TYPED_TEST(Extrapolate, NegativeConstantsAreNone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto scale = *some_scale<B>();
    const auto zone = *zones(*dims(), scale);
    const auto l = as_clock_bounds(*constants(zone.size(), scale));
    const auto u = as_clock_bounds(*constants(zone.size(), scale));
    auto negative_l = l;
    auto negative_u = u;
    for (auto* bounds : {&negative_l, &negative_u})
      for (std::int32_t& bound : *bounds)
        if (bound == kNone) bound = -*rc::gen::inRange(1, 100);
    Dbm<B> z = dbm_of<B>(zone);
    Dbm<B> same = z;
    extra_lu_plus(z, ClockBounds(l), ClockBounds(u));
    extra_lu_plus(same, ClockBounds(negative_l), ClockBounds(negative_u));
    RC_ASSERT(same == z);
    z = same = dbm_of<B>(zone);
    extra_lu(z, ClockBounds(l), ClockBounds(u));
    extra_lu(same, ClockBounds(negative_l), ClockBounds(negative_u));
    RC_ASSERT(same == z);
    const Dbm<B> other = dbm_of<B>(*zones(zone.size(), scale));
    RC_ASSERT(is_covered_alu(dbm_of<B>(zone), other, ClockBounds(l), ClockBounds(u)) ==
              is_covered_alu(dbm_of<B>(zone), other, ClockBounds(negative_l), ClockBounds(negative_u)));
  });
}

// x1 - x0 <= c, x2 - x1 <= c, … with the differences over more than one step forgotten: closing again adds up the
// steps.
TYPED_TEST(Extrapolate, LongChainsLeaveTheLimitVisibly) {
  using B = typename TypeParam::Bound;
  constexpr std::size_t kDim = 40;
  const std::int32_t step = kLimit<B> / 2;
  naive::Zone zone = naive::universe(kDim);
  std::vector<std::int32_t> l(kDim, step);
  l[0] = 0;
  for (std::size_t i = 1; i < kDim; ++i) {
    naive::tighten(zone, i, i - 1, naive::at_most(step));
    for (std::size_t j = 0; j + 1 < i; ++j) naive::tighten(zone, i, j, naive::below(step + 1));
  }
  naive::close(zone);
  Dbm<B> z = dbm_of<B>(zone);
  Dbm<B> plus = z;
  extra_lu(z, ClockBounds(l), ClockBounds(l));
  EXPECT_TRUE(is_right(z, naive::extra_lu(zone, {l.begin(), l.end()}, {l.begin(), l.end()})));
  extra_lu_plus(plus, ClockBounds(l), ClockBounds(l));
  EXPECT_TRUE(is_right(plus, naive::extra_lu_plus(zone, {l.begin(), l.end()}, {l.begin(), l.end()})));
}

}  // namespace
}  // namespace zonda::zone
