#include "lang/source.hpp"

#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

TEST(Source, PositionsCountLinesAndCharacters) {
  Sources sources;
  const auto file = sources.add("m", "ab\ncdé f\r\ng\rh");
  const std::uint32_t base = sources.base(file);
  const auto place = [&](std::uint32_t offset) { return sources.place({base + offset, base + offset + 1}); };
  EXPECT_EQ(place(0), "m:1:1");
  EXPECT_EQ(place(2), "m:1:3");  // the line break belongs to its line
  EXPECT_EQ(place(3), "m:2:1");
  EXPECT_EQ(place(8), "m:2:5");   // é is one character of two bytes
  EXPECT_EQ(place(11), "m:3:1");  // \r\n is one line break
  EXPECT_EQ(place(13), "m:4:1");  // and so is a lone \r
  EXPECT_EQ(place(14), "m:4:2");  // the end
  EXPECT_EQ(sources.place({}), "");
}

TEST(Source, FilesShareOneSpaceOfOffsets) {
  Sources sources;
  const auto first = sources.add("a", "one");
  const auto second = sources.add("b", "two\nthree");
  EXPECT_EQ(sources.file_count(), 2U);
  EXPECT_EQ(sources.name(second), "b");
  EXPECT_EQ(sources.text(first), "one");
  EXPECT_EQ(sources.place({sources.base(first) + 2, sources.base(first) + 3}), "a:1:3");
  EXPECT_EQ(sources.place({sources.base(second) + 4, sources.base(second) + 9}), "b:2:1");
  EXPECT_EQ(sources.slice({sources.base(second) + 4, sources.base(second) + 9}), "three");
  EXPECT_EQ(sources.line_at(sources.base(second) + 6), "three");
  EXPECT_EQ(sources.line_prefix(sources.base(second) + 6), "th");
}

TEST(Source, NoPositionIsHarmless) {
  const Sources sources;
  EXPECT_EQ(sources.position(0).line, 0U);
  EXPECT_EQ(sources.line_at(5), "");
  EXPECT_EQ(sources.line_prefix(5), "");
  EXPECT_EQ(sources.slice({1, 2}), "");
  Sources one;
  const auto file = one.add("a", "xy");
  EXPECT_EQ(one.slice({}), "");
  EXPECT_EQ(one.slice({one.base(file) + 2, one.base(file) + 3}), "");
}

TEST(Source, RegionsGiveThePathOfAnElement) {
  Sources sources;
  const auto file = sources.add("m.xml", "0123456789");
  const std::uint32_t base = sources.base(file);
  sources.add_region(file, {base + 2, base + 4}, "/nta/declaration");
  sources.add_region(file, {base + 6, base + 8}, "/nta/system");
  EXPECT_EQ(sources.position(base + 1).xpath, "");
  EXPECT_EQ(sources.position(base + 3).xpath, "/nta/declaration");
  EXPECT_EQ(sources.position(base + 4).xpath, "/nta/declaration");  // 'unexpected end of text' stands at the end
  EXPECT_EQ(sources.position(base + 5).xpath, "");
  EXPECT_EQ(sources.position(base + 7).xpath, "/nta/system");
}

TEST(Source, Join) {
  EXPECT_EQ(join({3, 5}, {1, 4}), (SourceRange{1, 5}));
  EXPECT_EQ(join({}, {1, 4}), (SourceRange{1, 4}));
  EXPECT_EQ(join({1, 4}, {}), (SourceRange{1, 4}));
  EXPECT_FALSE(join({}, {}).is_known());
}

TEST(Source, BlocksMapDecodedTextBack) {
  Sources sources;
  const auto file = sources.add("m.xml", "a &lt; b");
  const std::uint32_t base = sources.base(file);
  const TextBlock block{"a < b", {{0, base}, {2, base + 2}, {3, base + 6}}};
  EXPECT_EQ(block.source_offset(0), base);
  EXPECT_EQ(block.source_offset(2), base + 2);
  EXPECT_EQ(block.source_offset(4), base + 7);
  EXPECT_EQ(block.source_offset(5), base + 8);
  EXPECT_EQ(block.range(), (SourceRange{base, base + 8}));
  EXPECT_FALSE(block.is_blank());
  EXPECT_TRUE((TextBlock{" \t\r\n\f\v", {}}).is_blank());
  EXPECT_TRUE(TextBlock{}.is_blank());
  EXPECT_FALSE(TextBlock{}.range().is_known());
  EXPECT_EQ(TextBlock{}.source_offset(3), 0U);
}

}  // namespace
}  // namespace zonda::lang
