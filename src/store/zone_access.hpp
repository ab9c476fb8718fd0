// How one worker reads and adds zones. The table of zones (store/zone_table.hpp) is shared by all workers; each worker
// has its own buffers, coder and, if zones are stored as codes, the matrices of those that were used last.
#pragma once

#include "store/zone_code.hpp"
#include "store/zone_table.hpp"
#include "zone/dbm.hpp"
#include "zone/small_bound.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace zonda::store {

template <typename B>
class ZoneAccess {
 public:
  // Refers to the table, which must outlive it.
  explicit ZoneAccess(ZoneTable<B>& table) : table_(table), coder_(table.form_) {}

  [[nodiscard]] ZoneTable<B>& table() const { return table_; }

  // The number of a zone, which is added to the table if it is new. `lower` and `upper` are the bounds that the frame
  // stands for; if they are empty there are none, and zones are compared by inclusion only. Throws TableFull, and
  // changes nothing, if there is no room for a new zone.
  ZoneId intern(const zone::Dbm<B>& z, std::uint32_t frame, std::span<const std::int32_t> lower,
                std::span<const std::int32_t> upper);
  void load(ZoneId id, zone::Dbm<B>& out);
  // One bound of a zone, not on the diagonal.
  [[nodiscard]] B bound(ZoneId id, std::size_t i, std::size_t j) {
    const Entry& e = table_.entries_[id];
    const std::size_t at = i * (e.dim() - 1) + j - (j > i ? 1 : 0);
    if (e.is_small()) return zone::widened<B>(table_.small_bounds(e)[at]);
    if (table_.is_coded_) [[unlikely]]
      return coded_bound(id, i, j);
    return table_.wide_bounds(e)[at];
  }
  // Whether the zone has all valuations, so that no other zone covers it.
  [[nodiscard]] bool is_true(ZoneId id) {
    const Entry& e = table_.entries_[id];
    if (table_.is_coded_) return matrix(id) == zone::Dbm<B>::universe(e.dim());
    const auto is_true = [&](auto* bounds) {
      using Stored = std::remove_cvref_t<decltype(*bounds)>;
      const auto is_free = [](Stored b) { return b == zone::kInfinity<Stored>; };
      const auto is_zero = [](Stored b) { return b == zone::kZero<Stored>; };
      return std::all_of(bounds + (e.dim() - 1), bounds + ZoneTable<B>::size_of(e), is_free) &&
             std::all_of(bounds, bounds + (e.dim() - 1), is_zero);
    };
    return e.is_small() ? is_true(table_.small_bounds(e)) : is_true(table_.wide_bounds(e));
  }
  // A hash of the bounds alone: equal zones have the same hash, whatever their numbers are and however they are stored.
  [[nodiscard]] std::uint64_t content_hash(ZoneId id);
  // Whether the larger zone includes the smaller one; both are over the same clocks.
  [[nodiscard]] bool includes(ZoneId larger, ZoneId smaller);
  // Whether the smaller zone is a subset of a_LU(larger).
  [[nodiscard]] bool includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                  std::span<const std::int32_t> upper);

  // Bytes of the matrices.
  [[nodiscard]] std::size_t bytes() const;

 private:
  using Entry = typename ZoneTable<B>::Entry;
  static constexpr std::size_t kUnit = ZoneTable<B>::kUnit;
  static constexpr std::size_t kMatrices = 64;

  // Writes the bounds of a zone row by row without the diagonal, into small_buffer_ if all are small and into buffer_
  // otherwise. Returns whether they are small.
  bool encode(const zone::Dbm<B>& z);
  // The bounds of a zone in the width for computing, in `buffer` if they are stored as small ones.
  [[nodiscard]] const B* widened_bounds(const Entry& e, std::vector<B>& buffer) const {
    return e.is_small() ? widened_copy(e, buffer) : table_.wide_bounds(e);
  }
  [[nodiscard]] const B* widened_copy(const Entry& e, std::vector<B>& buffer) const;
  // The matrix of a zone that is stored as a code; valid until another one takes its place in matrices_.
  [[nodiscard]] const zone::Dbm<B>& matrix(ZoneId id);
  // Not a part of bound(), so that the usual form needs no call.
  [[nodiscard]] B coded_bound(ZoneId id, std::size_t i, std::size_t j);
  // Forgets matrices and adopts the form of codes, if either has changed in the table.
  void catch_up();

  struct Matrix {
    ZoneId id = kNoZone;
    zone::Dbm<B> zone{1};
  };

  ZoneTable<B>& table_;
  std::size_t differs_at_ = 0;  // where the last two zones that were compared differed
  std::vector<B> buffer_;
  std::vector<B> other_buffer_;
  std::vector<zone::SmallBound> small_buffer_;
  ZoneCoder<B> coder_;
  std::uint64_t version_ = UINT64_MAX;  // of the table, when matrices_ were right
  std::vector<Matrix> matrices_;        // of codes that were looked at, by number modulo kMatrices
  zone::Dbm<B> hashed_{1};
  zone::Dbm<B> other_zone_{1};
};

}  // namespace zonda::store
