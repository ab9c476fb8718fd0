// The hash of a zone. The rows are read as 64-bit words, two at a time; each word is mixed with a key that depends on
// its place, each pair is multiplied into 128 bits whose halves are folded together, and the products are added up. The
// multiplication is that of wyhash, the sum that of UMAC's NH: no product waits for the one before it.
//
// A word that equals its key would make a factor of 0, in which the other word vanishes. The bounds of zones are small
// numbers, so this does not happen. Words at the end of a row that hold nothing but padding are skipped.
#include "util/hash.hpp"

#include "zone/dbm.hpp"

#include <cstring>

namespace zonda::zone {

namespace {

// Keys without a pattern: two constants of wyhash, and the increment of SplitMix64.
constexpr std::uint64_t kFirst = 0xA0761D6478BD642FULL;
constexpr std::uint64_t kSecond = 0xE7037ED1A0B428DBULL;
constexpr std::uint64_t kNext = 0x9E3779B97F4A7C15ULL;

template <typename B>
std::uint64_t word_at(const B* bounds) {
  std::uint64_t result = 0;
  std::memcpy(&result, bounds, 8);
  return result;
}

// The sum over all rows. A row has kPairs pairs of words, or `pairs` where kPairs is 0.
template <std::size_t kPairs, typename B>
std::uint64_t sum_of_rows(const Dbm<B>& z, std::size_t pairs) {
  constexpr std::size_t kWord = 8 / sizeof(B);
  const B* row = z.row(0);
  const B* const end = row + z.size();
  const std::size_t stride = z.stride();
  std::uint64_t sum = z.dim();
  std::uint64_t key = kFirst;
  for (; row != end; row += stride) {
    for (std::size_t n = 0; n < (kPairs != 0 ? kPairs : pairs); ++n) {
      const B* pair = row + 2 * kWord * n;
      sum += mix(word_at(pair) ^ key, word_at(pair + kWord) ^ key ^ kSecond);
      key += kNext;
    }
  }
  return sum;
}

}  // namespace

template <typename B>
std::uint64_t hash(const Dbm<B>& z) {
  const std::size_t pairs = (z.dim() * sizeof(B) + 15) / 16;
  const std::uint64_t sum = pairs == 1   ? sum_of_rows<1>(z, 1)
                            : pairs == 2 ? sum_of_rows<2>(z, 2)
                                         : sum_of_rows<0>(z, pairs);
  return mix(sum ^ kFirst, sum ^ kSecond);
}

template std::uint64_t hash(const Dbm<std::int16_t>&);
template std::uint64_t hash(const Dbm<std::int32_t>&);

}  // namespace zonda::zone
