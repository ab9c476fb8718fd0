// Zones, each kept once (design: zones are few). A zone is known by its number; equal zones over equally many clocks
// have equal numbers. Kept without diagonal and padding; inclusion runs on that form.
#pragma once

#include "zone/dbm.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::store {

using ZoneId = std::uint32_t;
inline constexpr ZoneId kNoZone = UINT32_MAX;

template <typename B>
class ZoneTable {
 public:
  ZoneTable();

  ZoneId intern(const zone::Dbm<B>& z);
  void load(ZoneId id, zone::Dbm<B>& out) const;
  // Both over the same clocks.
  [[nodiscard]] bool includes(ZoneId larger, ZoneId smaller) const;
  [[nodiscard]] std::size_t count() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    std::size_t start = 0;
    std::uint32_t dim = 0;
    // Sum of all bounds, infinity counted as a large number: a zone with a smaller sum includes no zone with a larger.
    std::int64_t weight = 0;
  };
  [[nodiscard]] std::span<const B> bounds(const Entry& e) const {
    return std::span<const B>(bounds_).subspan(e.start, std::size_t{e.dim} * (e.dim - 1));
  }
  void grow();
  void encode(const zone::Dbm<B>& z);

  std::vector<Entry> entries_;
  std::vector<B> bounds_;
  std::vector<std::uint32_t> slots_;
  std::vector<B> buffer_;
};

}  // namespace zonda::store
