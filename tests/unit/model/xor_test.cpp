// 'xor' over clock conditions is written out in negation normal form.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace zonda::model {
namespace {

using testing::HasSubstr;

constexpr std::string_view kXorModel = "clock x, y; bool b; process P() { state s; init s; }\nsystem P;\n";

std::string formula(std::string_view query) {
  const auto built = build_right(kXorModel, query);
  return show(*built->network, built->network->queries[0].predicate);
}

std::size_t parts(const Formula& f) {
  std::size_t result = 1;
  for (const Formula& child : f.children) result += parts(child);
  return result;
}

std::string chain(std::size_t length, std::string_view operand) {
  std::string result = fmt::format("E<> {}", operand);
  for (std::size_t i = 1; i < length; ++i) result += fmt::format(" xor {}", operand);
  return result;
}

TEST(Xor, IsOneSideWithoutTheOther) {
  EXPECT_EQ(formula("E<> x > 1 xor y > 2"), formula("E<> (x > 1 && y <= 2) || (x <= 1 && y > 2)"));
  EXPECT_EQ(formula("E<> not (x > 1 xor y > 2)"), formula("E<> (x > 1 && y > 2) || (x <= 1 && y <= 2)"));
}

TEST(Xor, WithAConstantIsTheOtherSide) {
  EXPECT_EQ(formula("E<> true xor x > 1"), formula("E<> x <= 1"));
  EXPECT_EQ(formula("E<> false xor x > 1"), formula("E<> x > 1"));
}

TEST(Xor, OfALongChainStaysSmall) {
  const auto built = build_right(kXorModel, chain(40, "x > 1"));
  EXPECT_LT(parts(built->network->queries[0].predicate), 20'000U);
}

TEST(Xor, ThatIsTooLargeIsAnError) {
  std::string nested = "x > 1";
  for (int i = 0; i < 40; ++i) nested = fmt::format("(b && ({} xor x > 1))", nested);
  const auto built = build_text(kXorModel, "E<> " + nested);
  EXPECT_THAT(built->messages(), HasSubstr("'xor' and quantifiers written out, have more than 1000000 parts"));
  ASSERT_NE(built->network, nullptr);
  EXPECT_TRUE(built->network->queries[0].is_wrong);
}

}  // namespace
}  // namespace zonda::model
