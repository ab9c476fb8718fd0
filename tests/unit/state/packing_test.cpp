#include "state/packing.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace zonda::state {
namespace {

using Values = std::vector<std::int32_t>;

Values there_and_back(const Packing& packing, const Values& values) {
  std::vector<Word> words(packing.words());
  packing.pack(values, words);
  Values result(packing.fields(), -1);
  packing.unpack(words, result);
  return result;
}

TEST(Packing, GivesBackWhatWasPacked) {
  const std::vector<FieldRange> fields{{0, 3}, {-5, 5}, {7, 7}, {INT32_MIN, INT32_MAX}, {0, 1}};
  const Packing packing(fields);
  for (const Values& values : {Values{0, -5, 7, INT32_MIN, 0}, Values{3, 5, 7, INT32_MAX, 1}, Values{2, 0, 7, -1, 1}})
    EXPECT_EQ(there_and_back(packing, values), values);
}

TEST(Packing, FieldsThatAnotherDecidesTakeNoBits) {
  const std::vector<FieldRange> fields{{0, 2}, {0, 100}, {0, 9}, {0, 100}};
  const Packing packing(fields, {{0, {1, 3}, {{5, 6}, {70, 80}, {0, 100}}}});
  EXPECT_EQ(packing.bits(), 6U);
  EXPECT_EQ(packing.field(1).bits, 0U);
  for (const Values& values : {Values{0, 5, 9, 6}, Values{1, 70, 0, 80}, Values{2, 0, 4, 100}})
    EXPECT_EQ(there_and_back(packing, values), values);
}

TEST(Packing, OneFieldCanBeReadAndChanged) {
  const std::vector<FieldRange> fields{{0, 2}, {0, 100}, {-4, 9}};
  const Packing packing(fields, {{0, {1}, {{5}, {70}, {1}}}});
  std::vector<Word> words(packing.words());
  packing.pack(Values{0, 5, -4}, words);
  packing.set(words, 0, 1);
  packing.set(words, 1, 70);
  packing.set(words, 2, 9);
  EXPECT_EQ(packing.get(words, 0), 1);
  EXPECT_EQ(packing.get(words, 1), 70);
  EXPECT_EQ(packing.get(words, 2), 9);
}

TEST(Packing, AValueThatWouldSpillIntoOtherFieldsIsAnInternalError) {
  const std::vector<FieldRange> fields{{0, 3}, {0, 3}};
  const Packing packing(fields);
  std::vector<Word> words(packing.words());
  EXPECT_THROW(packing.pack(Values{4, 0}, words), InternalError);
  EXPECT_THROW(packing.pack(Values{0, -1}, words), InternalError);
  EXPECT_THROW(packing.set(words, 0, 4), InternalError);
}

}  // namespace
}  // namespace zonda::state
