// Waiting states that were put away come back as they were.
#include "search/engine/shelf.hpp"

#include <gtest/gtest.h>

namespace zonda::search {
namespace {

Shelf::Entry entry(std::uint32_t n) {
  return {{n, n + 1}, n, store::Origin(store::Origin::Note{n + 2, n + 3}), n % 3 == 0};
}

// Takes out these, and compares all that they have.
void expect_next(Shelf& shelf, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t n = first; n < last; ++n) {
    Shelf::Entry out;
    shelf.take(out);
    const Shelf::Entry in = entry(n);
    ASSERT_EQ(out.words, in.words);
    ASSERT_EQ(out.zone, in.zone);
    ASSERT_EQ(out.is_kept, in.is_kept) << n;
    ASSERT_EQ(out.note.note().flag, in.note.note().flag);
    ASSERT_EQ(out.note.note().entry, in.note.note().entry);
  }
}

constexpr std::uint32_t kMany = 5000;  // more than one piece of memory holds

TEST(Shelf, WhatIsPutInFirstComesOutFirst) {
  Shelf shelf(2, true, "");
  for (std::uint32_t n = 0; n < kMany; ++n) shelf.put(entry(n));
  EXPECT_EQ(shelf.size(), kMany);
  expect_next(shelf, 0, kMany);
  EXPECT_EQ(shelf.size(), 0U);
}

TEST(Shelf, WhatWentToDiskComesBackAsItWas) {
  Shelf shelf(2, true, testing::TempDir());
  for (std::uint32_t n = 0; n < kMany; ++n) shelf.put(entry(n));
  expect_next(shelf, 0, 7);
  EXPECT_EQ(shelf.move_to_disk(), kMany - 7);
  EXPECT_EQ(shelf.on_disk(), kMany - 7);
  expect_next(shelf, 7, kMany);
  EXPECT_EQ(shelf.size(), 0U);
}

TEST(Shelf, WhatIsInMemoryComesBeforeWhatIsOnDisk) {
  Shelf shelf(2, true, testing::TempDir());
  for (std::uint32_t n = 0; n < 10; ++n) shelf.put(entry(n));
  shelf.move_to_disk();
  for (std::uint32_t n = 10; n < 20; ++n) shelf.put(entry(n));
  expect_next(shelf, 10, 20);
  expect_next(shelf, 0, 10);
}

TEST(Shelf, TakesNoRoomForNotesThatAreOfNoUse) {
  Shelf without(2, false, testing::TempDir());
  for (std::uint32_t n = 0; n < 10; ++n) without.put(entry(n));
  without.move_to_disk();
  EXPECT_EQ(without.bytes_on_disk(), 10 * (2 * sizeof(state::Word) + sizeof(store::ZoneId)));
}

}  // namespace
}  // namespace zonda::search
