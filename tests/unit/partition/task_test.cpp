#include "partition/task.hpp"

#include "partition/work_list.hpp"
#include "report/statistics.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace zonda::partition {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("zonda-task-test-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    job_.model_name = "model.xta";
    job_.model_text = "// \xE9\nprocess P() {…}";
    job_.query = "A[] true";
    job_.points = {{0, 1}, {2, 3}};
    job_.point_texts = {"P: a -> b", "Q: c -> d"};
    // No option that a worker has to know is as usual.
    for (const OptionInfo* option : job_options()) {
      std::string value = "7";
      if (const std::vector<OptionValue> words = option_values(*option); !words.empty())
        value =
            std::string(words.back().name) + (words.back().trial.empty() ? "" : ":" + std::string(words.back().trial));
      ASSERT_EQ(set_option(job_.check, *option, value), "") << option->flag;
      ASSERT_TRUE(is_given(job_.check, *option)) << option->flag;
    }
    task_.partition.layers = {{{0}, {0, 0}}, {{0, 1}, {1}}};
    task_.kind = TaskKind::Extend;
    task_.ahead = 2;
    task_.is_patient = true;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string contents(const std::string& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  static void put(const std::string& file, const std::string& text) { std::ofstream(file) << text; }
  template <typename F>
  static std::string failure(F&& work) {
    try {
      work();
    } catch (const FileError& e) {
      return e.message;
    }
    return "none";
  }

  fs::path folder_;
  Job job_;
  Task task_;
};

TEST_F(Files, TasksComeBackAsTheyWere) {
  write_task(path("t"), job_, task_);
  Job job;
  Task task;
  read_task(path("t"), job, task);
  EXPECT_EQ(job.model_text, "// ?\nprocess P() {???}");  // what is no UTF-8 stands in comments
  job_.model_text = job.model_text;
  EXPECT_EQ(job.model_name, job_.model_name);
  EXPECT_EQ(job.query, job_.query);
  EXPECT_EQ(job.points, job_.points);
  EXPECT_EQ(job.point_texts, job_.point_texts);
  ASSERT_FALSE(job_options().empty());
  for (const OptionInfo* option : job_options())
    EXPECT_EQ(option_setting(job.check, *option), option_setting(job_.check, *option)) << option->flag;
  EXPECT_EQ(run_name(job), run_name(job_));
  EXPECT_EQ(task.kind, task_.kind);
  EXPECT_EQ(task.partition, task_.partition);
  EXPECT_EQ(task.ahead, 2U);
  EXPECT_TRUE(task.is_patient);
}

TEST_F(Files, UsualOptionsComeBackAsTheyWere) {
  job_.check = CheckOptions();
  write_job(path("j"), job_);
  const Job job = read_job(path("j"));
  for (const OptionInfo* option : job_options()) EXPECT_FALSE(is_given(job.check, *option)) << option->flag;
}

template <typename T>
void number(T& value, double& next) {
  if constexpr (std::is_arithmetic_v<T>) value = static_cast<T>(++next);
}

TEST_F(Files, EveryStatisticComesBack) {
  Result result;
  double next = 0;
#define ZONDA_STATISTIC(field, ...) number(result.stats.field, next);
#include "zonda/statistics.def"
  result.stats.bytes.links = 1000;
  write_result(path("r"), "name", result);
  const Result back = read_result(path("r"), "name");
  double expected = 0;
  CheckStats numbered;
#define ZONDA_STATISTIC(field, ...) number(numbered.field, expected);
#include "zonda/statistics.def"
  EXPECT_GT(expected, 10);
  numbered.bytes.links = 1000;
  EXPECT_EQ(report::statistics_json(back.stats), report::statistics_json(numbered));
}

TEST_F(Files, ResultsComeBackAsTheyWere) {
  Result result;
  result.kind = Result::Kind::Found;
  result.reason = "because";
  result.next = {{1}, {1, 0}};
  result.stats.visited = 17;
  result.stats.seconds = 0.25;
  result.path.emplace();
  result.path->initial = {1, 2};
  result.path->moves.resize(2);
  result.path->moves[0].edges = {{0, 1}, {2, 3}};
  result.path->moves[0].selects = {4};
  result.path->moves[0].conditions.emplace({step::ClockCondition{1, 0, 5, true}});
  result.path->moves[1].edges = {{0, 2}};
  write_result(path("r"), "name", result);
  const Result back = read_result(path("r"), "name");
  EXPECT_EQ(back.kind, result.kind);
  EXPECT_EQ(back.next, result.next);
  EXPECT_EQ(back.stats.visited, 17U);
  EXPECT_EQ(back.stats.seconds, 0.25);
  ASSERT_TRUE(back.path);
  EXPECT_EQ(back.path->initial, result.path->initial);
  ASSERT_EQ(back.path->moves.size(), 2U);
  EXPECT_EQ(back.path->moves[0].edges, result.path->moves[0].edges);
  EXPECT_EQ(back.path->moves[0].conditions, result.path->moves[0].conditions);
  EXPECT_FALSE(back.path->moves[1].conditions);
}

TEST_F(Files, DamageIsNoticedWhereverItIs) {
  write_task(path("t"), job_, task_);
  const std::string good = contents(path("t"));
  for (std::size_t i = 0; i + 1 < good.size(); i += 3) {
    std::string bad = good;
    bad[i] = bad[i] == 'x' ? 'y' : 'x';
    put(path("t"), bad);
    Job job;
    Task task;
    const std::string why = failure([&] { read_task(path("t"), job, task); });
    // White space between the parts may change.
    if (good[i] != ' ' && good[i] != '\n') {
      EXPECT_NE(why, "none") << i << ": " << good.substr(i, 20);
    }
  }
  put(path("t"), good.substr(0, good.size() / 2));
  Job job;
  Task task;
  EXPECT_NE(failure([&] { read_task(path("t"), job, task); }).find("damaged"), std::string::npos);
}

TEST_F(Files, ForeignFilesAreRefused) {
  write_result(path("r"), "name", {});
  Job job;
  Task task;
  EXPECT_NE(failure([&] { read_task(path("r"), job, task); }).find("is not a partition task"), std::string::npos);
  EXPECT_NE(failure([&] { (void)read_result(path("r"), "other"); }).find("another task"), std::string::npos);
  EXPECT_NE(failure([&] { read_task(path("nowhere"), job, task); }).find("cannot open"), std::string::npos);
}

TEST_F(Files, FoldersOfOtherRunsAreRefused) {
  { const WorkList first(path("w"), job_); }
  EXPECT_EQ(failure([&] { const WorkList again(path("w"), job_); }), "none");
  Job other = job_;
  other.query = "E<> false";
  EXPECT_NE(failure([&] { const WorkList w(path("w"), other); }).find("another run"), std::string::npos);
  fs::create_directories(path("mine"));
  put(path("mine/letter"), "dear");
  EXPECT_NE(failure([&] { const WorkList w(path("mine"), job_); }).find("not empty"), std::string::npos);
  EXPECT_FALSE(fs::exists(path("mine/tasks")));
}

TEST_F(Files, OneAtATime) {
  const WorkList first(path("w"), job_);
  EXPECT_NE(failure([&] { const WorkList w(path("w"), job_); }).find("another run is at work"), std::string::npos);
}

TEST_F(Files, TemporaryFoldersGoAway) {
  std::string where;
  {
    const WorkList work("", job_);
    where = work.folder();
    EXPECT_TRUE(fs::exists(where));
  }
  EXPECT_FALSE(fs::exists(where));
}

TEST_F(Files, NamesTellTasksApart) {
  Task other = task_;
  other.partition.layers[1].prefix = {0};
  EXPECT_NE(task_name("run", task_), task_name("run", other));
  other = task_;
  other.ahead = 1;
  EXPECT_NE(task_name("run", task_), task_name("run", other));
  EXPECT_EQ(task_name("run", task_), task_name("run", Task(task_)));
}

// Else the result of a task could be taken for that of the same task of another run.
TEST_F(Files, NamesTellRunsApart) {
  EXPECT_NE(task_name(run_name(job_), task_), task_name("another", task_));
  Job other = job_;
  other.model_text += " ";
  EXPECT_NE(run_name(job_), run_name(other));
  other = job_;
  other.query += " ";
  EXPECT_NE(run_name(job_), run_name(other));
  EXPECT_EQ(run_name(job_), run_name(Job(job_)));
}

TEST_F(Files, AFolderWhoseRunWasNeverSaidIsNew) {
  fs::create_directories(path("half") + "/tasks");
  fs::create_directories(path("half") + "/results");
  std::ofstream(path("half") + "/lock");
  const WorkList work(path("half"), job_);
  EXPECT_TRUE(fs::exists(path("half") + "/run.json"));
}

}  // namespace
}  // namespace zonda::partition
