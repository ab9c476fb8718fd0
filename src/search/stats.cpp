#include "search/stats.hpp"

#include <algorithm>
#include <type_traits>

namespace zonda::search {

namespace {

// The column `extent` of the table.
enum class Extent : std::uint8_t { Work, Found, Peak, Held };

// Only numbers are combined here. add_part() takes `bytes` from the part that has the most `store_bytes`.
template <typename T>
void add(T& value, const T& other, bool is_sum, bool is_most) {
  if constexpr (std::is_arithmetic_v<T>) {
    if (is_sum) value += other;
    if (is_most) value = std::max(value, other);
  }
}

}  // namespace

void add_earlier(Stats& stats, const Stats& earlier) {
#define ZONDA_STATISTIC(field, kind, extent, ...) \
  add(stats.field, earlier.field, Extent::extent == Extent::Work, Extent::extent == Extent::Peak);
#include "zonda/statistics.def"
}

void add_part(Stats& sum, const Stats& part) {
  if (part.store_bytes > sum.store_bytes) sum.bytes = part.bytes;
#define ZONDA_STATISTIC(field, kind, extent, ...)                                               \
  add(sum.field, part.field, Extent::extent == Extent::Work || Extent::extent == Extent::Found, \
      Extent::extent == Extent::Peak || Extent::extent == Extent::Held);
#include "zonda/statistics.def"
}

}  // namespace zonda::search
