// The public C++ interface: what a search counted. All of this comes from the table zonda/statistics.def.
#pragma once

#include "zonda/store_stats.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace zonda {

// The memory stages of a search: compressing what is stored, dropping states that are not needed, moving waiting states
// to disk.
struct MemoryStageStats {
  std::uint64_t times = 0;
  std::uint64_t bytes = 0;   // freed
  std::uint64_t states = 0;  // packed, dropped or written
  double seconds = 0;        // how long it took
  double since = 0;          // seconds from the start until it was first done
};

// The kinds of statistics in the table.
namespace statistic_kinds {
using Count = std::uint64_t;
using Bytes = std::uint64_t;
using Seconds = double;
using Share = double;
using Estimate = double;
using Stage = MemoryStageStats;
using ByKind = StoreBytes;
}  // namespace statistic_kinds

struct CheckStats {
#define ZONDA_STATISTIC(field, kind, ...) statistic_kinds::kind field{};
#include "zonda/statistics.def"
  HashStats hash;  // filled in if CheckOptions::hash_stats is set

  // With hashes (--compact, --bitstate) the number of discrete states is not known.
  [[nodiscard]] bool knows_discrete_states() const { return discrete_states > 0 || stored == 0; }
};

// The text that `zonda check --stats` prints: one line for each statistic that is known.
[[nodiscard]] std::string statistics_text(const CheckStats& stats);

struct StatisticInfo {
  std::string_view label;  // in text output; empty: it has no line of its own
  std::string_view json;   // 'a.b': b in the object a
  std::string_view unit;
  std::string_view meaning;
};
// All of them, in the order of text output.
[[nodiscard]] const std::vector<StatisticInfo>& statistics();

namespace statistic_detail {
template <typename A, typename B>
constexpr bool is_same_field(A CheckStats::*a, B CheckStats::*b) {
  if constexpr (std::is_same_v<A, B>)
    return a == b;
  else
    return false;
}
}  // namespace statistic_detail

// The name of a statistic in JSON output, as json_name(&CheckStats::visited), and its label in text output.
template <typename T>
[[nodiscard]] constexpr std::string_view json_name(T CheckStats::*of) {
#define ZONDA_STATISTIC(field, kind, extent, json, ...) \
  if (statistic_detail::is_same_field(of, &CheckStats::field)) return json;
#include "zonda/statistics.def"
  return {};
}
template <typename T>
[[nodiscard]] constexpr std::string_view label_of(T CheckStats::*of) {
#define ZONDA_STATISTIC(field, kind, extent, json, rule, when, label, ...) \
  if (statistic_detail::is_same_field(of, &CheckStats::field)) return label;
#include "zonda/statistics.def"
  return {};
}

}  // namespace zonda
