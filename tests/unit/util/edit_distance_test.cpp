#include "util/edit_distance.hpp"

#include <gtest/gtest.h>

namespace zonda {
namespace {

TEST(EditDistance, CountsEachSlipOnce) {
  EXPECT_EQ(edit_distance("count", "count"), 0U);
  EXPECT_EQ(edit_distance("count", "conut"), 1U);
  EXPECT_EQ(edit_distance("bda", "bad"), 1U);
  EXPECT_EQ(edit_distance("ab", "ba"), 1U);
  EXPECT_EQ(edit_distance("count", "cont"), 1U);
  EXPECT_EQ(edit_distance("count", "counts"), 1U);
  EXPECT_EQ(edit_distance("count", "mount"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

}  // namespace
}  // namespace zonda
