// The bundled models are read without a word, and every verdict that zonda gives is the expected one.
#include "zonda/model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace zonda {
namespace {

class Bundled : public testing::TestWithParam<std::filesystem::path> {};

std::vector<std::filesystem::path> bundled_models() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(ZONDA_ROOT "/models"))
    if (entry.path().extension() == ".xml" || entry.path().extension() == ".xta") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

TEST_P(Bundled, IsReadWithoutErrors) {
  const Model model = Model::load(GetParam().string());
  ASSERT_TRUE(model.is_usable()) << model.messages();
  EXPECT_EQ(model.error_count(), 0U) << model.messages();
  EXPECT_GT(model.query_count(), 0U);
}

TEST_P(Bundled, HasTheExpectedVerdicts) {
  const Model model = Model::load(GetParam().string());
  ASSERT_TRUE(model.is_usable()) << model.messages();
  const auto info = nlohmann::json::parse(model.info_json());
  CheckOptions options;
  options.seconds = 120;
  std::size_t decided = 0;
  for (const QueryResult& r : model.check(options).results) {
    const auto& expected = info["queries"][r.index - 1];
    ASSERT_TRUE(expected.contains("expected")) << r.formula << " has no expectation";
    ASSERT_NE(r.verdict, Verdict::Error) << r.formula << " " << r.reason;
    ++decided;
    ASSERT_FALSE(r.expected.empty()) << r.formula;
    EXPECT_TRUE(r.is_as_expected) << r.formula << " " << to_string(r.verdict) << " " << r.value << " " << r.reason;
    // A value is expected of sup, inf and bounds; for all others it is a verdict.
    if (expected["expected"] == "success" || expected["expected"] == "failure") {
      const std::string wanted = expected["expected"] == "success" ? "satisfied" : "not satisfied";
      EXPECT_EQ(to_string(r.verdict), wanted) << r.formula << " " << r.reason;
    }
  }
  EXPECT_GT(decided, 0U);
}

INSTANTIATE_TEST_SUITE_P(Models, Bundled, testing::ValuesIn(bundled_models()), [](const auto& each) {
  std::string name = each.param.stem().string() + each.param.extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda
