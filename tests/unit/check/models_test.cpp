// The models in tests/models/ say themselves what to expect: '// expect: VERDICT: QUERY', or '# expect: …' in .tck.
// Each is checked in every way that claims to be sound for it, and all must agree.
#include "analysis/clock_bounds.hpp"
#include "api/model_parts.hpp"
#include "check/abstractions.hpp"
#include "unit/registered.hpp"
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace zonda {
namespace {

struct Expected {
  std::string verdict;
  std::string query;
};

std::vector<Expected> expectations(const std::filesystem::path& path) {
  const std::string mark = path.extension() == ".tck" ? "# expect: " : "// expect: ";
  std::vector<Expected> result;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(mark)) continue;
    const std::size_t colon = line.find(':', mark.size());
    result.push_back({line.substr(mark.size(), colon - mark.size()), line.substr(colon + 2)});
  }
  return result;
}

bool has_errors(const std::vector<Expected>& list) {
  return std::any_of(list.begin(), list.end(), [](const Expected& e) { return e.verdict == "error"; });
}

// What the query needs, read off its text, against what the abstraction is declared to preserve.
bool is_declared_sound(const std::string& name, const Model& model, std::size_t query) {
  if (name == kAuto) return true;
  const model::Network& network = *model.parts().network;
  const std::string& text = network.queries[query].text;
  const bool is_about_states = text.starts_with("E<>") || text.starts_with("A[]");
  const bool is_about_values = text.starts_with("sup") || text.starts_with("inf") || text.starts_with("bounds");
  check::Needs needs = is_about_states || is_about_values ? check::kReachability : check::kMaximalRuns;
  if (text.find("deadlock") != std::string::npos) needs |= check::kDeadlocks;
  if (analysis::clock_bounds(network, network.queries[query]).has_diagonals) needs |= check::kDifferences;
  return (needs & ~check::find_abstraction(name)->preserves) == 0;
}

class TestModels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(TestModels, EveryWayOfCheckingGivesTheExpectedVerdict) {
  const std::vector<Expected> expected = expectations(GetParam());
  ASSERT_FALSE(expected.empty());
  LoadOptions load;
  load.disabled_warnings = {"all"};
  for (const Expected& e : expected) load.queries.push_back(e.query);
  const Model model = Model::load(GetParam().string(), load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  for (const std::string& order : registered::orders()) {
    for (const std::string& abstraction : registered::with(std::string(kAuto), registered::finite_abstractions())) {
      for (const std::string& reduce : registered::reductions()) {
        CheckOptions options;
        options.order = order;
        options.abstraction = abstraction;
        options.reduce = reduce;
        options.seconds = 60;
        const auto results = model.check(options).results;
        ASSERT_EQ(results.size(), expected.size());
        for (std::size_t i = 0; i < results.size(); ++i) {
          const bool is_sound = is_declared_sound(abstraction, model, i);
          // What is not sound is refused, be it for another reason; and nothing else is refused for its options.
          if (is_sound) {
            ASSERT_NE(results[i].refusal, Refusal::Option)
                << expected[i].query << " with " << abstraction << ": " << results[i].reason;
          } else {
            ASSERT_NE(results[i].refusal, Refusal::None) << expected[i].query << " with " << abstraction;
          }
          if (!is_sound) continue;
          // Which comes first, the witness or the run-time error, depends on the order.
          const bool depends_on_order = expected[i].verdict == "error" || has_errors(expected);
          if (depends_on_order && order != order::kBreadthFirst) continue;
          EXPECT_EQ(to_string(results[i].verdict), expected[i].verdict)
              << expected[i].query << " with " << order << ", " << abstraction << " and " << reduce << ": "
              << results[i].reason;
        }
      }
    }
  }
}

// With --hull, liveness begins at once with what is otherwise for queries that take long: hulls of the states where
// runs begin, and a proof that there is no run.
TEST_P(TestModels, LivenessIsTheSameWhenItBeginsWithAProof) {
  const std::vector<Expected> expected = expectations(GetParam());
  LoadOptions load;
  load.disabled_warnings = {"all"};
  for (const Expected& e : expected)
    if (e.query.find("-->") != std::string::npos || e.query.starts_with("A<>") || e.query.starts_with("E[]"))
      load.queries.push_back(e.query);
  if (load.queries.empty()) return;
  const Model model = Model::load(GetParam().string(), load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  for (const std::string& order : registered::orders()) {
    CheckOptions options;
    options.hull = true;
    options.order = order;
    options.seconds = 60;
    const auto outcome = model.check(options);
    if (!outcome.error.empty()) continue;  // the order does not go with hulls
    const bool depends_on_order = has_errors(expected) && order != order::kBreadthFirst;
    for (const QueryResult& result : outcome.results) {
      const auto right = std::ranges::find(expected, result.formula, &Expected::query);
      ASSERT_NE(right, expected.end()) << result.formula;
      if (depends_on_order) continue;
      EXPECT_EQ(to_string(result.verdict), right->verdict) << right->query << " with " << order;
    }
  }
}

std::vector<std::filesystem::path> test_models() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(ZONDA_ROOT "/tests/models"))
    result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

INSTANTIATE_TEST_SUITE_P(All, TestModels, testing::ValuesIn(test_models()), [](const auto& each) {
  std::string name = each.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda
