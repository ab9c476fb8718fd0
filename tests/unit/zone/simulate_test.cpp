// The cover test for tests of differences, against its definition: v is covered when some v' of the zone has, for each
// clock, v' = v, or L < v' < v, or U < v < v', and passes each test of a difference as v does, as far as that matters.
#include "zone/simulate.hpp"

#include "store/signature.hpp"
#include "unit/zone/setup.hpp"
#include "zone/extrapolate.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Simulated : public ZoneTest<S> {};
TYPED_TEST_SUITE(Simulated, Setups, SetupNames);

struct Test {
  std::size_t left = 1;
  std::size_t right = 2;
  naive::Limit limit;
  std::int32_t sides = kHoldsMatters;
};

struct SimulationCase {
  naive::Zone inner{1};
  naive::Zone outer{1};
  naive::Constants l;
  naive::Constants u;
  std::vector<Test> tests;
};

// The zone where the test holds, or where it fails.
naive::Zone side_of(const Test& test, bool holds, std::size_t dim) {
  naive::Zone result = naive::universe(dim);
  const std::int64_t value = test.limit.value;
  if (holds)
    naive::tighten(result, test.left, test.right, test.limit);
  else
    naive::tighten(result, test.right, test.left, test.limit.is_strict ? naive::at_most(-value) : naive::below(-value));
  return result;
}

// The inner zone is often the outer one, extrapolated, loosened or tightened a little, so that both answers are common.
SimulationCase random_simulation(std::size_t most_clocks, std::size_t most_tests, const Scale& scale) {
  SimulationCase c;
  const auto dim = *rc::gen::inRange<std::size_t>(3, most_clocks + 2);
  c.outer = *zones(dim, scale);
  c.inner = *zones(dim, scale);
  c.l = *constants(dim, scale);
  c.u = *constants(dim, scale);
  const auto count = *rc::gen::inRange<std::size_t>(1, most_tests + 1);
  for (std::size_t i = 0; i < count; ++i) {
    Test test;
    test.left = *rc::gen::inRange<std::size_t>(1, dim);
    test.right = *rc::gen::inRange<std::size_t>(1, dim - 1);
    if (test.right >= test.left) ++test.right;
    test.limit.value = *rc::gen::inRange<std::int64_t>(-scale.span, scale.span + 1);
    test.limit.is_strict = *rc::gen::arbitrary<bool>();
    test.sides = *rc::gen::inRange(1, 4);
    c.tests.push_back(test);
  }
  const int kind = *rc::gen::inRange(0, 3);
  if (kind == 0) return c;
  naive::Zone varied = kind == 1 ? c.outer : naive::extra_lu_plus(c.outer, c.l, c.u);
  for (std::size_t i = 0; i < dim; ++i)
    for (std::size_t j = 1; j < dim; ++j)
      if (i != j && *rc::gen::inRange(0, 4) == 0) varied.at(i, j).value += *rc::gen::inRange(-1, 2);
  varied = naive::intersection(varied, naive::universe(dim));
  if (naive::close(varied)) c.inner = varied;
  return c;
}

std::vector<std::int32_t> codes_of(const std::vector<Test>& tests) {
  std::vector<std::int32_t> result;
  for (const Test& t : tests) {
    const auto raw = static_cast<std::int32_t>(2 * t.limit.value + (t.limit.is_strict ? 0 : 1));
    result.insert(result.end(), {static_cast<std::int32_t>(t.left), static_cast<std::int32_t>(t.right), raw, t.sides});
  }
  return result;
}

template <typename B>
bool is_simulated_case(const SimulationCase& c) {
  const auto l = as_clock_bounds(c.l);
  const auto u = as_clock_bounds(c.u);
  const auto tests = codes_of(c.tests);
  return is_simulated(dbm_of<B>(c.inner), dbm_of<B>(c.outer), ClockBounds(l), ClockBounds(u), DifferenceTests(tests));
}

// What of the outer zone passes the tests as a valuation does in which those tests hold that `holds` has the bits of.
naive::Zone alike(const SimulationCase& c, std::uint32_t holds) {
  naive::Zone result = c.outer;
  for (std::size_t i = 0; i < c.tests.size(); ++i) {
    const bool it_holds = ((holds >> i) & 1U) != 0;
    if ((c.tests[i].sides & (it_holds ? kHoldsMatters : kFailsMatters)) == 0) continue;
    result = naive::intersection(result, side_of(c.tests[i], it_holds, result.size()));
  }
  return result;
}

// Everything that the outer zone covers, as a union over all outcomes of the tests. Unlike the code under test it takes
// all tests at once, and leaves none out.
naive::Union covered_by_outer(const SimulationCase& c) {
  naive::Union result;
  for (std::uint32_t holds = 0; holds < (1U << c.tests.size()); ++holds) {
    naive::Zone similar = alike(c, holds);
    if (!naive::close(similar)) continue;
    naive::Zone where = naive::universe(c.outer.size());
    for (std::size_t i = 0; i < c.tests.size(); ++i)
      where = naive::intersection(where, side_of(c.tests[i], ((holds >> i) & 1U) != 0, where.size()));
    for (const naive::Zone& part : naive::a_lu(similar, c.l, c.u)) {
      naive::Zone piece = naive::intersection(part, where);
      if (naive::close(piece)) result.push_back(piece);
    }
  }
  return result;
}

TYPED_TEST(Simulated, IsWhatTheDefinitionSays) {
  using B = typename TypeParam::Bound;
  int yes = 0;
  int no = 0;
  int differs = 0;  // a_LU alone would cover it
  for_all(
      [&] {
        const SimulationCase c = random_simulation(3, 3, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {4, 2}}));
        const bool expected = naive::is_covered(c.inner, covered_by_outer(c));
        ++(expected ? yes : no);
        if (!expected && naive::is_covered(c.inner, naive::a_lu(c.outer, c.l, c.u))) ++differs;
        RC_ASSERT(is_simulated_case<B>(c) == expected);
      },
      600);
  EXPECT_GT(yes, 50);
  EXPECT_GT(no, 50);
  EXPECT_GT(differs, 10);
}

// The same by trying points; see Alu.CoversByTheGrid.
TYPED_TEST(Simulated, IsWhatPointsSay) {
  using B = typename TypeParam::Bound;
  for_all(
      [] {
        const SimulationCase c = random_simulation(2, 2, {2, 1});
        bool expected = true;
        constexpr std::int64_t kEnd = std::int64_t{20} * 3;
        naive::Spot spot{std::vector<std::int64_t>(c.inner.size(), 0), 3};
        for (std::int64_t x = 0; x <= kEnd && expected; ++x) {
          for (std::int64_t y = 0; y <= kEnd && expected; ++y) {
            spot.numerators[1] = x;
            spot.numerators[2] = y;
            if (!naive::contains(c.inner, spot)) continue;
            std::uint32_t holds = 0;
            for (std::size_t i = 0; i < c.tests.size(); ++i)
              if (naive::contains(side_of(c.tests[i], true, c.inner.size()), spot)) holds |= 1U << i;
            naive::Zone similar = alike(c, holds);
            expected = naive::close(similar) && naive::is_in_a_lu(similar, spot, c.l, c.u);
          }
        }
        RC_ASSERT(is_simulated_case<B>(c) == expected);
      },
      100);
}

TYPED_TEST(Simulated, CoversWhatInclusionCovers) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const SimulationCase c =
        random_simulation(kMostClocks - 1, 4, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}));
    const bool is_included = includes(dbm_of<B>(c.outer), dbm_of<B>(c.inner));
    RC_ASSERT(!is_included || is_simulated_case<B>(c));
  });
}

// Extrapolation that knows no limit for clocks in tests adds nothing that is not simulated.
TYPED_TEST(Simulated, HoldsTheExtrapolationOfOtherClocks) {
  using B = typename TypeParam::Bound;
  for_all([] {
    SimulationCase c = random_simulation(5, 3, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}));
    naive::Constants l = c.l;
    naive::Constants u = c.u;
    for (const Test& t : c.tests)
      for (const std::size_t clock : {t.left, t.right}) l[clock] = u[clock] = std::numeric_limits<std::int32_t>::max();
    Dbm<B> extrapolated = dbm_of<B>(c.outer);
    const auto wide_l = as_clock_bounds(l);
    const auto wide_u = as_clock_bounds(u);
    extra_lu_plus(extrapolated, ClockBounds(wide_l), ClockBounds(wide_u));
    RC_ASSERT(is_within_limit(extrapolated));
    c.inner = naive_of(extrapolated);
    RC_ASSERT(is_simulated_case<B>(c));
  });
}

// The trap: in the whole of both zones the test is neither true nor false, and each a_LU-covers the other's halves.
TYPED_TEST(Simulated, ATestThatHoldsInPartOfBothZonesCuts) {
  using B = typename TypeParam::Bound;
  // No bounds matter; x - y < 1 does where it holds. All of x - y in [0, 3] is not covered by x - y in [2, 3] …
  Dbm<B> wide = Dbm<B>::universe(3);
  constrain(wide, Constraint<B>{1, 2, at_most<B>(3)});
  constrain(wide, Constraint<B>{2, 1, at_most<B>(0)});
  Dbm<B> far = wide;
  constrain(far, Constraint<B>{2, 1, at_most<B>(-2)});
  const std::vector<std::int32_t> none{0, kNone, kNone};
  const std::vector<std::int32_t> holds{1, 2, 2, kHoldsMatters};
  EXPECT_FALSE(is_simulated(wide, far, ClockBounds(none), ClockBounds(none), DifferenceTests(holds)));
  // … but the other way round it is, unless it matters as well that the test fails.
  Dbm<B> near = wide;
  constrain(near, Constraint<B>{1, 2, at_most<B>(0)});
  EXPECT_TRUE(is_simulated(far, near, ClockBounds(none), ClockBounds(none), DifferenceTests(holds)));
  const std::vector<std::int32_t> both{1, 2, 2, kHoldsMatters | kFailsMatters};
  EXPECT_FALSE(is_simulated(far, near, ClockBounds(none), ClockBounds(none), DifferenceTests(both)));
}

}  // namespace
}  // namespace zonda::zone
