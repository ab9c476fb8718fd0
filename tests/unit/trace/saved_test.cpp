// Saved traces: bad ones are refused with the reason, and edits of the model show.
#include "trace/saved.hpp"

#include "zonda/model.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

TEST(Decimals, AreExact) {
  EXPECT_EQ(trace::parse_decimal("1.25", 2), 125);
  EXPECT_EQ(trace::parse_decimal("1.25", 4), 12500);
  EXPECT_EQ(trace::parse_decimal("7", 1), 70);
  EXPECT_EQ(trace::parse_decimal("0.001", 3), 1);
  for (const char* bad : {"", ".", "1.", ".5", "-1", "1e3", "1.2.3", "x", "123456789012345678"})
    EXPECT_EQ(trace::parse_decimal(bad, trace::decimals(bad)), std::nullopt) << bad;
  EXPECT_EQ(decimal(125, 2), "1.25");
  EXPECT_EQ(decimal(120, 2), "1.2");
  EXPECT_EQ(decimal(100, 2), "1");
  EXPECT_EQ(decimal(5, 3), "0.005");
  EXPECT_EQ(decimal(0, 3), "0");
}

TEST(ReadTrace, SaysWhatIsWrong) {
  const auto error = [](const std::string& text) { return trace::read_trace(text, 0).error; };
  EXPECT_EQ(error("{\n \"format\": }"), "2:12: this is not JSON");
  EXPECT_EQ(error("[]"), "the trace should be an object");
  EXPECT_EQ(error("{}"), "the trace has no 'format'");
  EXPECT_EQ(error(R"({"format": "x", "version": 1})"), "unknown format 'x'; it should be 'zonda-trace'");
  EXPECT_EQ(error(R"({"format": "zonda-trace", "version": 9})"), "version 9 is not known; this zonda reads version 1");
  EXPECT_EQ(error(R"({"queries": []})"), "no query has a trace");
  const std::string head = R"({"format": "zonda-trace", "version": 1, "initial": {"locations": {}, "variables": {}}, )";
  EXPECT_EQ(error(head + R"("steps": 3})"), "the trace.steps should be an array");
  EXPECT_EQ(error(head + R"("steps": [{"edges": []}]})"), "steps[0].edges is empty");
  EXPECT_EQ(error(head + R"("steps": [{"edges": [{"process": 1}]}]})"), "steps[0].edges[0].process should be a string");
  EXPECT_EQ(error(head + R"("steps": [], "last_delay": "-2"})"), "the trace.last_delay is not a delay: '-2'");
  EXPECT_EQ(error(head + R"("steps": []})"), "");
}

class EditedModel : public testing::Test {
 protected:
  static constexpr const char* kModel =
      "clock x; int n; broadcast chan c;\n"
      "process P() { state a { x <= 5 }, b; init a; trans a -> b { select k : int[1,3]; guard x >= 2; sync c!; "
      "assign n = k, x = 0; }; }\n"
      "process Q() { state u, v; init u; trans u -> v { sync c?; assign n = n + 1; }; }\n"
      "system P, Q;\n";

  Model load(std::string text, const std::string& query) {
    // Tests run side by side.
    const std::string name = "edited_model_" + std::to_string(getpid()) + ".xta";
    const auto path = std::filesystem::path(testing::TempDir()) / name;
    std::ofstream(path) << text;
    LoadOptions options;
    options.queries = {query};
    options.disabled_warnings = {"all"};
    Model model = Model::load(path.string(), options);
    std::filesystem::remove(path);
    return model;
  }

  static std::string edited(const std::string& from, const std::string& to) {
    std::string text = kModel;
    const std::size_t at = text.find(from);
    return text.replace(at, from.size(), to);
  }

  void SetUp() override {
    const Model model = load(kModel, kQuery);
    CheckOptions options;
    options.trace = "fastest";
    const auto results = model.check(options).results;
    ASSERT_EQ(results.size(), 1U);
    ASSERT_NE(results[0].trace, nullptr) << results[0].reason;
    trace_ = model.write_trace(*results[0].trace, Model::TraceFormat::Json);
  }

  Model::Replayed replay(const std::string& text) {
    const Model model = load(text, kQuery);
    EXPECT_TRUE(model.is_usable()) << model.messages();
    return model.replay(trace_);
  }

  static constexpr const char* kQuery = "E<> Q.v && n == 4";
  std::string trace_;
};

TEST_F(EditedModel, FitsItself) {
  const auto result = replay(kModel);
  EXPECT_TRUE(result.fits) << result.failure;
  EXPECT_TRUE(result.differences.empty());
  EXPECT_EQ(result.meets_query, true);
  EXPECT_EQ(result.time, "2");
}

TEST_F(EditedModel, AGuardThatIsStricterNow) {
  const auto result = replay(edited("x >= 2", "x > 2"));
  EXPECT_FALSE(result.fits);
  EXPECT_EQ(result.failure, "step 1: the guard of P.a->P.b does not hold");
  EXPECT_EQ(result.steps, 0U);
}

TEST_F(EditedModel, AnInvariantThatEndsEarlier) {
  EXPECT_EQ(replay(edited("x <= 5", "x < 2")).failure, "step 1: after 2: the delay is longer than an invariant allows");
}

TEST_F(EditedModel, AnUpdateThatDoesSomethingElse) {
  const auto result = replay(edited("n = n + 1", "n = n + 2"));
  EXPECT_TRUE(result.fits) << result.failure;
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0], "step 1: n is 5, the trace has 4");
  EXPECT_EQ(result.meets_query, false);
}

TEST_F(EditedModel, XtrFilesGoByNumber) {
  const Model model = load(kModel, kQuery);
  CheckOptions options;
  options.trace = "some";
  const auto results = model.check(options).results;
  ASSERT_NE(results.at(0).trace, nullptr);
  trace_ = model.write_trace(*results[0].trace, Model::TraceFormat::Xtr);
  const auto same = replay(kModel);
  EXPECT_TRUE(same.fits) << same.error << same.failure;
  EXPECT_TRUE(same.differences.empty());
  EXPECT_EQ(same.meets_query, true);
  EXPECT_EQ(replay(edited("x <= 5", "x < 2")).failure, "step 1: the clocks do not allow the move");
  const auto other = replay(edited("n = n + 1", "n = n + 2"));
  EXPECT_TRUE(other.fits) << other.failure;
  ASSERT_EQ(other.differences.size(), 1U);
  EXPECT_EQ(other.differences[0], "state 1: n is 5, the trace has 4");
  EXPECT_EQ(other.meets_query, false);
  for (const char* bad : {"0 0", "0 0 .\n1 2", "0 0\n.\n.\n0\n.\n0 0\n.\n.\n0\n.\n0 0\n.\n.\n", "0 9999999999"}) {
    trace_ = bad;
    EXPECT_NE(replay(kModel).error, "") << bad;
  }
  trace_ = "0 0\n.\n.\n0\n.\n1 1\n.\n.\n0\n.\n7 0 ;\n.\n.\n";
  EXPECT_EQ(replay(kModel).failure, "step 1: there is no process 7");
}

TEST_F(EditedModel, NamesThatAreGone) {
  EXPECT_EQ(replay(edited("state u, v", "state u, v, w, b")).failure, "");
  EXPECT_EQ(replay(edited("process P() { state a { x <= 5 }, b; init a; trans a -> b",
                          "process P() { state a { x <= 5 }, z; init a; trans a -> z"))
                .failure,
            "step 1: P has no location 'b'");
  EXPECT_EQ(replay(edited("select k : int[1,3]", "select k : int[1,2]")).failure,
            "step 1: P has no such edge from a to b");
}

}  // namespace
}  // namespace zonda
