#include "search/limits/memory.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

namespace zonda::search {
namespace {

TEST(Memory, IsKnownWhenNoFileCanBeOpened) {
  ASSERT_GT(resident_bytes(), 0U);  // as a search does when it begins
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit none = before;
  none.rlim_cur = 0;
  setrlimit(RLIMIT_NOFILE, &none);
  const std::uint64_t resident = resident_bytes();
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_GT(resident, 100'000U);
  EXPECT_LE(resident, peak_resident_bytes());
}

}  // namespace
}  // namespace zonda::search
