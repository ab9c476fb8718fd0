#include "util/snapshot.hpp"

#include "unit/util/full_disk.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <unordered_map>

namespace zonda {
namespace {

const std::string kMagic = "test-cp1";

class SnapshotTest : public testing::Test {
 protected:
  std::string path_ = testing::TempDir() + "snapshot-" + testing::UnitTest::GetInstance()->current_test_info()->name();

  void TearDown() override { std::filesystem::remove(path_); }

  struct Things {
    std::uint32_t number = 0;
    bool flag = false;
    std::vector<std::uint16_t> list;
    GrowingArray<std::uint64_t> large;
    std::string text;
    std::unordered_map<std::uint64_t, std::uint32_t> map;
    std::mt19937_64 random{1};

    void snapshot(Snapshot& s) {
      s.values(number, flag);
      s.array(list);
      s.array(large);
      s.text(text);
      s.map(map);
      s.random(random);
    }
  };

  void write_some(std::size_t large = 50'000) {
    Things things;
    things.number = 7;
    things.flag = true;
    things.list = {1, 2, 3};
    for (std::size_t i = 0; i < large; ++i) things.large.push_back(i * i);
    things.text = "Fischer";
    things.map = {{1, 2}, {30, 4}};
    things.random.discard(5);
    SnapshotWriter writer(path_, kMagic);
    things.snapshot(writer);
    writer.finish();
  }
  // What is wrong with the file; empty: nothing.
  std::string problem() {
    try {
      Things things;
      SnapshotReader reader(path_, kMagic);
      things.snapshot(reader);
      reader.finish();
      return {};
    } catch (const SnapshotError& e) {
      return e.what();
    }
  }
  std::string content() {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void set_content(const std::string& text) { std::ofstream(path_, std::ios::binary | std::ios::trunc) << text; }
};

TEST_F(SnapshotTest, ComesBackAsItWas) {
  write_some();
  Things things;
  SnapshotReader reader(path_, kMagic);
  things.snapshot(reader);
  reader.finish();
  EXPECT_EQ(things.number, 7U);
  EXPECT_TRUE(things.flag);
  EXPECT_EQ(things.list, (std::vector<std::uint16_t>{1, 2, 3}));
  ASSERT_EQ(things.large.size(), 50'000U);
  EXPECT_EQ(things.large[49'999], std::uint64_t{49'999} * 49'999);
  EXPECT_EQ(things.text, "Fischer");
  EXPECT_EQ(things.map.at(30), 4U);
  std::mt19937_64 random(1);
  random.discard(5);
  EXPECT_EQ(things.random(), random());
}

TEST_F(SnapshotTest, EveryByteCounts) {
  write_some(20);
  const std::string whole = content();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
    set_content(damaged);
    ASSERT_NE(problem(), "") << "byte " << i;
  }
}

TEST_F(SnapshotTest, EveryLengthButTheRightOneIsRefused) {
  write_some(20);
  const std::string whole = content();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    set_content(whole.substr(0, size));
    ASSERT_NE(problem(), "") << size << " bytes";
  }
  set_content(whole + "x");
  EXPECT_NE(problem(), "");
  set_content(whole + whole.substr(whole.size() - 16));
  EXPECT_NE(problem(), "");
  set_content(whole);
  EXPECT_EQ(problem(), "");
}

TEST_F(SnapshotTest, FramesOfAnotherFileAreRefused) {
  write_some(20'000);
  const std::string first = content();
  write_some(20'001);
  const std::string second = content();
  constexpr std::size_t kCut = 8 + 16 + 65536;  // after the first frame
  ASSERT_GT(first.size(), kCut);
  set_content(first.substr(0, kCut) + second.substr(kCut));
  EXPECT_NE(problem(), "");
}

TEST_F(SnapshotTest, OtherFilesAreNotTakenForIt) {
  set_content("system:fischer");
  EXPECT_EQ(problem(), "is not a checkpoint");
  set_content("");
  EXPECT_EQ(problem(), "is not a checkpoint");
  std::filesystem::remove(path_);
  EXPECT_EQ(problem(), "cannot be read: No such file or directory");
}

TEST_F(SnapshotTest, WhatIsNotFinishedLeavesTheOldFile) {
  write_some(20);
  const std::string whole = content();
  {
    SnapshotWriter writer(path_, kMagic);
    std::uint64_t number = 5;
    writer.value(number);
  }
  EXPECT_EQ(content(), whole);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
}

TEST_F(SnapshotTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_THROW(SnapshotWriter(path_ + "/no/where", kMagic), SnapshotError);
}

// Not even the first bytes can be written.
TEST_F(SnapshotTest, LeavesNothingBehindWhenTheDiskIsFull) {
  const auto open_files = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  const auto before = open_files();
  {
    const FullDisk full;
    EXPECT_THROW(SnapshotWriter(path_, kMagic), SnapshotError);
  }
  EXPECT_EQ(open_files(), before);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
}

}  // namespace
}  // namespace zonda
