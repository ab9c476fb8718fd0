// Compares the oracle with what the models in tests/models/ say of themselves ('// expect: VERDICT: QUERY').
#include "oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace zonda::truth {
namespace {

struct Expected {
  std::string verdict;
  std::string query;
};

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<Expected> expectations(const std::string& text) {
  const std::string mark = "// expect: ";
  std::vector<Expected> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(mark)) continue;
    const std::size_t colon = line.find(':', mark.size());
    result.push_back({line.substr(mark.size(), colon - mark.size()), line.substr(colon + 2)});
  }
  return result;
}

class OracleModels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(OracleModels, TheOracleGivesTheExpectedVerdict) {
  const std::string text = text_of(GetParam());
  const std::vector<Expected> expected = expectations(text);
  std::vector<std::string> queries;
  queries.reserve(expected.size());
  for (const Expected& e : expected) queries.push_back(e.query);
  const auto input = read(GetParam().string(), text, queries);
  ASSERT_NE(input->semantics, nullptr) << lang::render(input->diagnostics, input->sources);
  const Report report = check(*input, {500'000});
  if (!report.refused.empty()) GTEST_SKIP() << "refused: " << report.refused;
  ASSERT_EQ(report.answers.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Answer& answer = report.answers[i];
    if (!answer.refused.empty()) continue;
    const bool is_possibly = expected[i].query.starts_with("E<>") || expected[i].query.starts_with("E[]");
    const std::string& verdict = expected[i].verdict;
    // The oracle may call a state a deadlock that can only be left by an error.
    if (verdict == "error" && expected[i].query.find("deadlock") != std::string::npos) continue;
    if (verdict == "error") {
      EXPECT_TRUE(answer.may_fail) << expected[i].query;
      continue;
    }
    // What an over-approximation finds may not exist; what it does not find must not.
    if (verdict.starts_with("maybe") || verdict == "unknown") continue;
    EXPECT_EQ(answer.is_reached, is_possibly == (verdict == "satisfied")) << expected[i].query;
    EXPECT_TRUE(answer.is_reached || !answer.must_fail) << expected[i].query << ": " << answer.failure;
  }
}

std::vector<std::filesystem::path> models() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(ZONDA_ROOT "/tests/models"))
    if (entry.path().extension() == ".xta") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

INSTANTIATE_TEST_SUITE_P(All, OracleModels, testing::ValuesIn(models()), [](const auto& each) {
  std::string name = each.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda::truth
