#include "util/spill_file.hpp"

#include "unit/util/full_disk.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <numeric>

namespace zonda {
namespace {

TEST(SpillFile, GivesBackInOrder) {
  SpillFile file(testing::TempDir());
  std::uint64_t put = 0;
  std::uint64_t taken = 0;
  const auto put_some = [&](int count) {
    for (int i = 0; i < count; ++i, ++put) file.put(&put, sizeof(put));
  };
  const auto take_some = [&](int count) {
    for (int i = 0; i < count; ++i, ++taken) {
      std::uint64_t value = 0;
      file.take(&value, sizeof(value));
      ASSERT_EQ(value, taken);
    }
  };
  put_some(3);
  take_some(2);
  put_some(50'000);
  take_some(30'000);
  put_some(10);
  EXPECT_EQ(file.size(), (put - taken) * 8);
  take_some(static_cast<int>(put - taken));
  EXPECT_EQ(file.size(), 0U);
  put_some(20'000);
  take_some(20'000);
}

TEST(SpillFile, ShowsAllThatIsInside) {
  SpillFile file(testing::TempDir());
  std::vector<std::uint32_t> numbers(100'000);
  std::iota(numbers.begin(), numbers.end(), 0U);
  file.put(numbers.data(), numbers.size() * 4);
  std::uint32_t first = 0;
  file.take(&first, 4);
  std::vector<unsigned char> seen;
  file.for_each_piece([&](unsigned char* data, std::size_t size) { seen.insert(seen.end(), data, data + size); });
  ASSERT_EQ(seen.size(), file.size());
  EXPECT_EQ(*reinterpret_cast<std::uint32_t*>(seen.data()), 1U);
}

TEST(SpillFile, LeavesNoFile) {
  const std::string folder = testing::TempDir() + "spill-folder";
  std::filesystem::create_directory(folder);
  const SpillFile file(folder);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(SpillFile, NeedsAFolder) { EXPECT_THROW(SpillFile("/no/where"), SpillError); }

// What was not written yet is shown all the same, when there is no more room on the disk.
TEST(SpillFile, ShowsAllThatIsInsideWhenTheDiskIsFull) {
  SpillFile file(testing::TempDir());
  const std::uint64_t number = 42;
  file.put(&number, sizeof(number));
  const FullDisk full;
  std::uint64_t shown = 0;
  file.for_each_piece([&](const unsigned char* data, std::size_t size) {
    ASSERT_EQ(size, sizeof(shown));
    std::memcpy(&shown, data, size);
  });
  EXPECT_EQ(shown, number);
}

}  // namespace
}  // namespace zonda
