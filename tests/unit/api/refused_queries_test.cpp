// `info` and `check` agree on what cannot be answered.
#include "zonda/model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace zonda {
namespace {

TEST(RefusedQueries, AreMarkedByInfo) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "refused.xta";
  std::ofstream(path) << "clock x; int n; process P() { state s; init s; }\nsystem P;\n";
  LoadOptions load;
  load.queries = {"E<> P.s", "A[] P.s", "E[] P.s",   "A<> P.s",         "P.s --> P.s",
                  "sup: x",  "inf: n",  "bounds: n", "Pr[<=3](<> P.s)", "E<> nothing"};
  const Model model = Model::load(path.string(), load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  const auto queries = nlohmann::json::parse(model.info_json())["queries"];
  const auto results = model.check().results;
  ASSERT_EQ(results.size(), load.queries.size());
  for (const QueryResult& r : results) {
    const auto& told = queries[r.index - 1];
    EXPECT_EQ(told["supported"], r.verdict != Verdict::Error) << r.formula << ": " << r.reason;
    EXPECT_EQ(told.contains("reason"), r.verdict == Verdict::Error) << r.formula;
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace zonda
