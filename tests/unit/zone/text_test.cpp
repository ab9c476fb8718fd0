#include "zone/text.hpp"

#include "unit/zone/setup.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Text : public ZoneTest<S> {};
TYPED_TEST_SUITE(Text, Setups, SetupNames);

std::string name_of(std::uint32_t clock) { return "x" + std::to_string(clock); }

std::optional<std::uint32_t> clock_of(std::string_view name) {
  for (std::uint32_t clock = 1; clock <= kMostClocks; ++clock)
    if (name == name_of(clock)) return clock;
  return std::nullopt;
}

TYPED_TEST(Text, IsReadBack) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    const auto again = from_text<B>(to_text(z, name_of), z.dim(), clock_of);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == z);
  });
}

TYPED_TEST(Text, ShowsConstraints) {
  using B = typename TypeParam::Bound;
  EXPECT_EQ(to_text(Constraint<B>{1, 0, at_most<B>(5)}, name_of), "x1<=5");
  EXPECT_EQ(to_text(Constraint<B>{1, 0, less_than<B>(5)}, name_of), "x1<5");
  EXPECT_EQ(to_text(Constraint<B>{0, 1, at_most<B>(-5)}, name_of), "x1>=5");
  EXPECT_EQ(to_text(Constraint<B>{0, 1, less_than<B>(-5)}, name_of), "x1>5");
  EXPECT_EQ(to_text(Constraint<B>{1, 2, at_most<B>(-5)}, name_of), "x1-x2<=-5");
  EXPECT_EQ(to_text(Constraint<B>{1, 2, less_than<B>(5)}, name_of), "x1-x2<5");
}

TYPED_TEST(Text, OfAllValuationsIsTrue) {
  using B = typename TypeParam::Bound;
  EXPECT_EQ(to_text(Dbm<B>::universe(3), name_of), "true");
  EXPECT_EQ(to_text(Dbm<B>::zero(1), name_of), "true");
  EXPECT_EQ(from_text<B>(" true ", 3, clock_of), Dbm<B>::universe(3));
}

TYPED_TEST(Text, MayHaveBlanksAndAnyOrder) {
  using B = typename TypeParam::Bound;
  const auto a = from_text<B>("x1 - x2 <= -2 && x1>3&&x2 <\t9", 3, clock_of);
  ASSERT_TRUE(a.has_value());
  EXPECT_EQ(to_text(*a, name_of), "x1>3 && x1-x2<=-2 && x2<9");
}

TYPED_TEST(Text, ThatIsNoZoneGivesNothing) {
  using B = typename TypeParam::Bound;
  for (const char* text : {"",
                           "  ",
                           "x1",
                           "x1<",
                           "x1<=",
                           "<=3",
                           "x1<=3 &&",
                           "&& x1<=3",
                           "x1<=3x",
                           "x1<=3 x2<=3",
                           "x9<=3",
                           "y<=3",
                           "x1-x1<=3",
                           "x1-x2-x3<=3",
                           "x1-<=3",
                           "-x1<=3",
                           "x1=3",
                           "x1==3",
                           "x1<==3",
                           "x1<=+3",
                           "x1<=3.5",
                           "x1<=99999999999",
                           "false",
                           "x1<3 && x1>3",
                           "x1>=3 && x1-x2<=-1 && x2<4"})
    EXPECT_FALSE(from_text<B>(text, 4, clock_of).has_value()) << text;
}

TYPED_TEST(Text, ReachesTheLimit) {
  using B = typename TypeParam::Bound;
  Dbm<B> z = Dbm<B>::universe(2);
  ASSERT_TRUE(constrain(z, {1, 0, kLimit<B>}));
  ASSERT_TRUE(constrain(z, {0, 1, static_cast<B>(-kLimit<B> + 2)}));
  EXPECT_EQ(from_text<B>(to_text(z, name_of), 2, clock_of), z);
  const std::string beyond = std::to_string(value_of(kLimit<B>) + 1);
  EXPECT_FALSE(from_text<B>("x1<" + beyond, 2, clock_of).has_value());
  EXPECT_FALSE(from_text<B>("x1>" + beyond, 2, clock_of).has_value());
}

// Each constraint is within the limit, their sum is not.
TYPED_TEST(Text, ThatAddsUpBeyondTheLimitGivesNothing) {
  using B = typename TypeParam::Bound;
  const std::string most = std::to_string(value_of(kLimit<B>));
  std::string text = "x1<=" + most;
  for (std::uint32_t i = 2; i <= kMostClocks; ++i) text += " && " + name_of(i) + "-" + name_of(i - 1) + "<=" + most;
  EXPECT_FALSE(from_text<B>(text, kMostClocks + 1, clock_of).has_value());
}

}  // namespace
}  // namespace zonda::zone
