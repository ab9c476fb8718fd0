// Every model of the repository: a verdict that rests on a reachable state comes with a run, which the replayer accepts
// when it is read back from its JSON.
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

std::vector<std::filesystem::path> models() {
  std::vector<std::filesystem::path> result;
  for (const char* folder : {ZONDA_ROOT "/models", ZONDA_ROOT "/tests/models"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() != ".q" && entry.path().extension() != ".md") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

// Of models that say what to expect in comments.
std::vector<std::string> queries_in(const std::filesystem::path& path) {
  std::vector<std::string> result;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t start = line.starts_with("// expect: ") ? 11 : line.starts_with("# expect: ") ? 10 : 0;
    if (start > 0) result.push_back(line.substr(line.find(':', start) + 2));
  }
  return result;
}

std::string total_time(const Trace& trace) {
  std::int64_t result = trace.last_delay;
  for (const TraceStep& s : trace.steps) result += s.delay;
  return decimal(result, trace.digits);
}

bool is_reached(const QueryResult& r) {
  return r.formula.starts_with("E") ? r.verdict == Verdict::Satisfied : r.verdict == Verdict::NotSatisfied;
}

bool is_about_states(const QueryResult& r) { return r.formula.starts_with("E<>") || r.formula.starts_with("A[]"); }

// E[], A<>, and --> without a bound.
bool is_about_runs(const QueryResult& r) {
  return r.formula.starts_with("E[]") || r.formula.starts_with("A<>") ||
         (r.formula.find("-->") != std::string::npos && r.formula.find("-->[") == std::string::npos);
}

class TracedModels : public testing::TestWithParam<std::filesystem::path> {
 protected:
  // Checks the trace of each result; its JSON must replay on a freshly loaded model.
  void expect_traces(const Model& model, const CheckOptions& options, std::vector<QueryResult>& results) {
    results = model.check(options).results;
    for (const QueryResult& r : results) {
      EXPECT_EQ(r.reason.find("internal error"), std::string::npos) << r.formula << ": " << r.reason;
      if (!is_reached(r)) continue;
      // A run that rests or goes round for ever may have no times that repeat; then the answer says so.
      if (r.trace == nullptr && !is_about_states(r) && !r.trace_note.empty()) continue;
      ASSERT_NE(r.trace, nullptr) << r.formula;
      LoadOptions load;
      load.disabled_warnings = {"all"};
      load.queries = {r.formula};
      const Model again = Model::load(GetParam().string(), load);
      const Model::Replayed replayed = again.replay(model.write_trace(*r.trace, Model::TraceFormat::Json));
      EXPECT_EQ(replayed.error, "");
      EXPECT_TRUE(replayed.fits) << r.formula << ": " << replayed.failure;
      EXPECT_TRUE(replayed.differences.empty()) << r.formula << ": " << replayed.differences[0];
      // Of what bounded properties ask, and of cycles that do not repeat, nothing can be told.
      const bool is_known =
          is_about_states(r) || (is_about_runs(r) && (r.trace->end != Trace::End::Cycle || r.trace->repeats));
      EXPECT_EQ(replayed.meets_query, is_known ? std::optional(true) : std::nullopt) << r.formula;
      EXPECT_EQ(replayed.steps, r.trace->steps.size());
    }
  }
};

TEST_P(TracedModels, EveryReachedStateComesWithARunThatReplays) {
  LoadOptions load;
  load.disabled_warnings = {"all"};
  load.queries = queries_in(GetParam());
  const Model model = Model::load(GetParam().string(), load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  CheckOptions options;
  options.seconds = 60;
  std::vector<QueryResult> shortest;
  options.trace = "shortest";
  expect_traces(model, options, shortest);
  std::vector<QueryResult> fastest;
  options.trace = "fastest";
  expect_traces(model, options, fastest);
  options.trace = "some";
  for (const std::string& order : registered::orders()) {
    options.order = order;
    std::vector<QueryResult> some;
    expect_traces(model, options, some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (!is_reached(some[i]) || shortest[i].trace == nullptr || fastest[i].trace == nullptr) continue;
      // Of runs that never end none is the shortest or the fastest.
      if (!is_about_states(some[i])) continue;
      EXPECT_LE(shortest[i].trace->steps.size(), some[i].trace->steps.size()) << some[i].formula;
      // The least time of all is not more than the least time with the moves of any other trace.
      EXPECT_LE(std::pair(fastest[i].trace->least_time, !fastest[i].trace->is_least_reached),
                std::pair(some[i].trace->least_time, !some[i].trace->is_least_reached))
          << some[i].formula;
      if (fastest[i].trace->is_least_reached) {
        EXPECT_EQ(total_time(*fastest[i].trace), decimal(fastest[i].trace->least_time, 0));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, TracedModels, testing::ValuesIn(models()), [](const auto& each) {
  std::string name = each.param.stem().string() + each.param.extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda
