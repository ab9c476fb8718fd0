// Models that are texts of the program.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

namespace {

constexpr const char* kText = "clock x; process P() { state a { x <= 2 }, b; init a; trans a -> b { }; } system P;";

TEST(Parse, AModelFromText) {
  zonda::LoadOptions options;
  options.queries = {"E<> P.b", "E<> P.a && x > 2"};
  const zonda::Model model = zonda::Model::parse(kText, "inline", options);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  const auto checked = model.check();
  ASSERT_EQ(checked.results.size(), 2U);
  EXPECT_EQ(checked.results[0].verdict, zonda::Verdict::Satisfied);
  EXPECT_EQ(checked.results[1].verdict, zonda::Verdict::NotSatisfied);
}

TEST(Parse, MessagesCallItByItsName) {
  const zonda::Model model = zonda::Model::parse("int n = m; " + std::string(kText), "inline");
  EXPECT_FALSE(model.is_usable());
  EXPECT_TRUE(model.messages().starts_with("inline:1:9: error: unknown identifier 'm'")) << model.messages();
}

TEST(Parse, XmlIsKnownByItsContent) {
  const zonda::Model model = zonda::Model::parse(
      "<nta><template><name>P</name><location id=\"id0\"/><init ref=\"id0\"/></template><system>system "
      "P;</system></nta>");
  EXPECT_TRUE(model.is_usable()) << model.messages();
}

TEST(Parse, NoFileIsLookedFor) {
  // There is such a file in the folder of this test's models, with queries beside it.
  const zonda::Model model = zonda::Model::parse(kText, std::string(ZONDA_ROOT) + "/models/kettle.xta");
  ASSERT_TRUE(model.is_usable()) << model.messages();
  EXPECT_EQ(model.query_count(), 0U);
}

TEST(Parse, AnEmptyTextIsRefused) {
  const zonda::Model model = zonda::Model::parse("");
  EXPECT_FALSE(model.is_read());
  EXPECT_NE(model.messages().find("is empty"), std::string::npos) << model.messages();
}

}  // namespace
