// Without abstraction zones grow until their bounds do not fit; there must be no verdict from what does not fit.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

namespace zonda {
namespace {

TEST(NoAbstraction, HasNoOpinionBeyondTheRangeOfBounds) {
  LoadOptions load;
  load.queries = {"E<> deadlock && x <= 1 && y >= 0", "E<> deadlock"};
  load.disabled_warnings = {"all"};
  const Model model = Model::load(ZONDA_ROOT "/tests/models/deadlock_without_abstraction.xta", load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  CheckOptions options;
  options.abstraction = "none";
  options.seconds = 1;
  const auto results = model.check(options).results;
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].verdict, Verdict::Unknown) << results[0].reason;
  EXPECT_GT(results[0].stats.visited, 5000U);  // beyond the narrow bounds
  EXPECT_EQ(results[1].verdict, Verdict::Satisfied) << results[1].reason;
}

}  // namespace
}  // namespace zonda
