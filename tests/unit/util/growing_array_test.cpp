#include "util/growing_array.hpp"

#include "search/limits/memory.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <cstdio>

namespace zonda {
namespace {

TEST(GrowingArray, KeepsItsElementsWhileItGrows) {
  GrowingArray<std::uint32_t> array;
  for (std::uint32_t i = 0; i < 5'000'000; ++i) array.push_back(i);
  for (std::uint32_t i = 0; i < 5'000'000; ++i) ASSERT_EQ(array[i], i);
}

// A large block grows by moving pages. If it were copied, both copies would be there for a moment.
TEST(GrowingArray, LargeArraysAreNotCopiedWhenTheyGrow) {
  std::FILE* file = std::fopen("/proc/self/clear_refs", "w");
  if (file == nullptr) GTEST_SKIP() << "the peak cannot be set back here";
  const bool is_reset = std::fputs("5", file) >= 0;
  if (std::fclose(file) != 0 || !is_reset) GTEST_SKIP() << "the peak cannot be set back here";
  // As the program does before a search. Without it the allocator decides by itself which blocks have their own
  // mapping, by what was freed before.
  constexpr int kOwnMapping = 1 << 18;
  ASSERT_EQ(mallopt(M_MMAP_THRESHOLD, kOwnMapping), 1);
  const std::uint64_t before = search::resident_bytes();
  GrowingArray<std::uint64_t> array;
  constexpr std::size_t kCount = 8'000'000;
  for (std::size_t i = 0; i < kCount; ++i) array.push_back(i);
  constexpr std::uint64_t kSlack = std::uint64_t{8} << 20U;
  EXPECT_LE(search::peak_resident_bytes(), before + array.bytes() + kSlack);
}

}  // namespace
}  // namespace zonda
