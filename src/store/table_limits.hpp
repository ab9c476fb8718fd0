// The largest sizes of the tables of a search, and the exception that a full table throws.
//
// Numbers and offsets that are stored with every state have few bits, so that states take few bytes; that gives each
// table a largest size. A table that is full throws TableFull before it changes anything. The search then ends with
// 'unknown', as it does when memory or time runs out: what is stored is whole, and can be saved in a checkpoint.
#pragma once

#include <cstdint>
#include <new>
#include <string_view>

namespace zonda::store {

// A kind of bad_alloc, so that code that copes with a lack of memory copes with a full table, too.
class TableFull : public std::bad_alloc {
 public:
  // The text must outlive the exception. It says which table is full, as the reason of an unknown verdict.
  explicit TableFull(const char* text) : text_(text) {}
  [[nodiscard]] const char* what() const noexcept override { return text_; }

 private:
  const char* text_;
};

inline constexpr const char* kZonesFull = "the table of zones is full";
inline constexpr const char* kBoundsFull = "the table of clock bounds is full";
inline constexpr const char* kListsFull = "the table of zone lists is full";
inline constexpr const char* kListFull = "the zone list of a discrete state is full";
inline constexpr const char* kDiscreteFull = "the table of discrete states is full";
inline constexpr const char* kLogFull = "the log of states for traces is full";
inline constexpr const char* kTreeFull = "the tree of the search order is full";

// Whether a search ended for this reason because a table was full.
[[nodiscard]] inline bool is_table_full(std::string_view reason) {
  for (const char* text : {kZonesFull, kBoundsFull, kListsFull, kListFull, kDiscreteFull, kLogFull, kTreeFull})
    if (reason.starts_with(text)) return true;
  return false;
}

// For tests: lower limits than a table has by itself. Limits above the largest size have no effect.
struct TableLimits {
  std::uint64_t zones = UINT64_MAX;
  std::uint64_t bound_bytes = UINT64_MAX;
  std::uint64_t list_bytes = UINT64_MAX;
  std::uint64_t zones_in_list = UINT64_MAX;  // of one discrete state
  std::uint64_t discrete_states = UINT64_MAX;
  std::uint64_t log_entries = UINT64_MAX;
  std::uint64_t tree_nodes = UINT64_MAX;
};

}  // namespace zonda::store
