// Zones, each kept once (design: zones are few). A zone is known by its number; equal zones over equally many clocks
// have equal numbers. Kept without diagonal and padding; inclusion runs on that form.
#pragma once

#include "store/signature.hpp"
#include "util/growing_array.hpp"
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
  // `largest`: the largest constant that clocks are compared with, for the signatures.
  explicit ZoneTable(std::int32_t largest);

  ZoneId intern(const zone::Dbm<B>& z);
  void load(ZoneId id, zone::Dbm<B>& out) const;
  // Both over the same clocks.
  [[nodiscard]] bool includes(ZoneId larger, ZoneId smaller) const;
  // The smaller is a subset of a_LU(larger).
  [[nodiscard]] bool includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                  std::span<const std::int32_t> upper) const;
  // For comparing it with others of its discrete state, whose clocks have these bounds.
  [[nodiscard]] Signature signature(ZoneId id, std::span<const std::int32_t> lower,
                                    std::span<const std::int32_t> upper) const {
    const Entry& e = entries_[id];
    return scale_.signature(bounds(e), e.dim, lower, upper);
  }
  // By how much the table grows with the next new zone.
  [[nodiscard]] std::size_t growth() const { return is_full() ? slots_.bytes() : 0; }
  [[nodiscard]] std::size_t count() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    std::size_t start = 0;
    std::uint32_t dim = 0;
  };
  [[nodiscard]] std::span<const B> bounds(const Entry& e) const {
    return bounds_.part(e.start, std::size_t{e.dim} * (e.dim - 1));
  }
  [[nodiscard]] bool is_full() const { return 4 * (entries_.size() + 1) > 3 * slots_.size(); }
  void grow();
  void encode(const zone::Dbm<B>& z);

  GrowingArray<Entry> entries_;
  GrowingArray<B> bounds_;
  GrowingArray<std::uint32_t> slots_;
  std::vector<B> buffer_;
  SignatureScale scale_;
};

}  // namespace zonda::store
