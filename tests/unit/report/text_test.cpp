#include "report/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::report {
namespace {

using ::testing::ElementsAre;

TEST(Text, ReplacesBytesThatAreNoCharacters) {
  EXPECT_EQ(valid_utf8("aé→😀"), "aé→😀");
  EXPECT_EQ(valid_utf8("a\x80z"), "a\uFFFDz");
  EXPECT_EQ(valid_utf8("\xC0\x80"), "\uFFFD\uFFFD");            // overlong
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // surrogate
  EXPECT_EQ(valid_utf8("\xE2\x86"), "\uFFFD\uFFFD");            // cut off
  EXPECT_EQ(valid_utf8(std::string_view("a\0b\tc\nd", 7)), "a\uFFFDb\tc\nd");
}

TEST(Text, EscapesXml) { EXPECT_EQ(escape_xml("a<b && c>\"d\"\x01"), "a&lt;b &amp;&amp; c&gt;&quot;d&quot;\uFFFD"); }

TEST(Text, SplitsAtEveryKindOfLineBreak) {
  EXPECT_THAT(split_lines("a  \r\n\tb\n\nc"), ElementsAre("a", "    b", "", "c"));
}

TEST(Text, WrapsBehindOperators) {
  EXPECT_THAT(wrap("aaaa == 1 && bbbb == 2 && cccc == 3", 26), ElementsAre("aaaa == 1 && bbbb == 2 &&", "cccc == 3"));
  EXPECT_THAT(wrap("x = 0, yyyyyyyyyyyyyyy = 1", 20), ElementsAre("x = 0,", "yyyyyyyyyyyyyyy = 1"));
  EXPECT_THAT(wrap("no_blank_in_here_at_all", 10), ElementsAre("no_blank_in_here_at_all"));
}

TEST(Text, CountsCharactersNotBytes) {
  EXPECT_DOUBLE_EQ(text_width("éé", 10), text_width("→→", 10));
  EXPECT_GT(text_width("m", 10), text_width("i", 10));
}

}  // namespace
}  // namespace zonda::report
