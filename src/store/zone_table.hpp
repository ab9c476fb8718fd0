// Zones, each kept once (docs/performance.md: zones are few). A zone is known by its number; equal zones over equally
// many clocks with the same frame have equal numbers. Kept without diagonal and padding, in one byte a bound where all
// of them are small, which keeps their order; inclusion runs on that form. Or, if that is asked for, as a code in fewer
// bytes (store/zone_code.hpp); then some matrices that were looked at last are there as well. Or not shared: then every
// zone that comes in has a number of its own.
//
// A frame stands for the bounds L and U of the clocks where the zone is used, if they matter for comparing zones.
//
// Zones are held by the states that have them. One that nobody holds stays for a while, for an operation may give it
// again; collect() frees such zones when they take up more room than the others. Their numbers are used again, so that
// whoever remembers numbers of zones that it does not hold must forget them then, or say that they are still in use.
#pragma once

#include "store/signature.hpp"
#include "store/zone_code.hpp"
#include "util/growing_array.hpp"
#include "util/hash.hpp"
#include "util/snapshot.hpp"
#include "zonda/store_stats.hpp"
#include "zone/dbm.hpp"
#include "zone/small_bound.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace zonda::store {

using ZoneId = std::uint32_t;
inline constexpr ZoneId kNoZone = UINT32_MAX;
inline constexpr ZoneId kMostZones = 0x1FFF'FFFFU;

struct ZoneStyle {
  ZoneForm form = ZoneForm::Auto;
  bool is_shared = true;  // equal zones have equal numbers
};

template <typename B>
class ZoneTable {
 public:
  // `largest`: the largest constant that clocks are compared with, for the signatures.
  explicit ZoneTable(std::int32_t largest, ZoneStyle style = {});

  // `lower` and `upper` are the bounds that the frame stands for; empty: there are none, and zones are compared by
  // inclusion only.
  ZoneId intern(const zone::Dbm<B>& z, std::uint32_t frame, std::span<const std::int32_t> lower,
                std::span<const std::int32_t> upper);
  void load(ZoneId id, zone::Dbm<B>& out) const;
  [[nodiscard]] std::size_t dim(ZoneId id) const { return entries_[id].dim; }
  // Fetches what will be looked at: first where the bounds are, later the bounds.
  void prefetch(ZoneId id) const { __builtin_prefetch(&entries_[id]); }
  void prefetch_bounds(ZoneId id) const {
    if (is_alive(id)) __builtin_prefetch(&bounds_[entries_[id].start]);
  }
  // One bound of it; not on the diagonal.
  [[nodiscard]] B bound(ZoneId id, std::size_t i, std::size_t j) const {
    const Entry& e = entries_[id];
    const std::size_t at = i * (e.dim - 1) + j - (j > i ? 1 : 0);
    if (e.is_small != 0) return zone::widened<B>(small_bounds(e)[at]);
    if (is_coded_) [[unlikely]]
      return coded_bound(id, i, j);
    return wide_bounds(e)[at];
  }
  // All valuations are in it, so that no other covers it.
  [[nodiscard]] bool is_true(ZoneId id) const {
    const Entry& e = entries_[id];
    if (is_coded_) return matrix(id) == zone::Dbm<B>::universe(e.dim);
    const auto is_true = [&](auto* bounds) {
      using Stored = std::remove_cvref_t<decltype(*bounds)>;
      const auto is_free = [](Stored b) { return b == zone::kInfinity<Stored>; };
      const auto is_zero = [](Stored b) { return b == zone::kZero<Stored>; };
      return std::all_of(bounds + (e.dim - 1), bounds + size_of(e), is_free) &&
             std::all_of(bounds, bounds + (e.dim - 1), is_zero);
    };
    return e.is_small != 0 ? is_true(small_bounds(e)) : is_true(wide_bounds(e));
  }
  // Of the bounds alone, whatever the number and however they are kept: equal zones have equal ones.
  [[nodiscard]] std::uint64_t content_hash(ZoneId id) const;
  // Both over the same clocks.
  [[nodiscard]] bool includes(ZoneId larger, ZoneId smaller);
  // The smaller is a subset of a_LU(larger).
  [[nodiscard]] bool includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                  std::span<const std::int32_t> upper);
  [[nodiscard]] std::span<const Signature> signatures() const { return signatures_.part(0, signatures_.size()); }

  void hold(ZoneId id) {
    if (entries_[id].holders++ == 0) held_ += bytes_of(entries_[id]);
  }
  void drop(ZoneId id) {
    if (--entries_[id].holders == 0) held_ -= bytes_of(entries_[id]);
  }
  [[nodiscard]] bool is_alive(ZoneId id) const { return entries_[id].start != kGone; }
  // Frees zones that nobody holds, if they take more than `spare` bytes; whether it did. is_alive() tells which are
  // left. `for_each_in_use(visit)` visits numbers that must not stand for other zones yet, alive or not.
  template <typename ForEachInUse>
  bool collect(std::size_t spare, ForEachInUse&& for_each_in_use) {
    if (live_ - held_ <= held_ / 8 || live_ - held_ - held_ / 8 <= std::max(kSpare, tries_small_ ? spare / 2 : spare))
      return false;
    std::vector<bool> is_in_use(entries_.size(), false);
    for_each_in_use([&](ZoneId id) { is_in_use[id] = true; });
    free_unheld(is_in_use);
    if (bounds_.bytes() - live_ > bounds_.bytes() / 8) close_gaps_in_bounds();
    return true;
  }

  // The same at once and thoroughly: the bounds that are left move together, and memory goes back to the system.
  template <typename ForEachInUse>
  void shrink(ForEachInUse&& for_each_in_use) {
    std::vector<bool> is_in_use(entries_.size(), false);
    for_each_in_use([&](ZoneId id) { is_in_use[id] = true; });
    free_unheld(is_in_use);
    close_gaps();
  }

  // From now on zones are kept as codes, if the form was left to the table. Whether that is new.
  bool compress();

  // Numbers are below this.
  [[nodiscard]] std::size_t numbers() const { return entries_.size(); }
  // By how much the table grows with so many more zones.
  [[nodiscard]] std::size_t growth_with(std::size_t more) const {
    return is_shared_ && 4 * (count_ + more + 1) > 3 * slots_.size() ? slots_.bytes() : 0;
  }
  // By how much the table grows with the next new zone.
  [[nodiscard]] std::size_t growth() const { return is_full() ? slots_.bytes() : 0; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] StoreBytes bytes_by_kind() const;
  // Goes through all of it.
  void look_at_table(HashStats& stats) const;

  // To or from a file; numbers stay what they are.
  void snapshot(Snapshot& s);

 private:
  static constexpr std::uint32_t kGone = UINT32_MAX;
  static constexpr std::size_t kSpare = std::size_t{1} << 17U;  // bytes
  static constexpr std::size_t kUnit = 8;                       // bytes; `start` counts in these
  static constexpr std::size_t kMatrices = 64;

  struct Entry {
    std::uint32_t start = 0;
    std::uint32_t dim : 31 = 0;
    std::uint32_t is_small : 1 = 0;  // one byte a bound
    std::uint32_t frame = 0;
    std::uint32_t hash = 0;
    std::uint32_t holders = 0;
  };
  [[nodiscard]] static std::size_t size_of(const Entry& e) { return std::size_t{e.dim} * (e.dim - 1); }
  // Of one that is there.
  [[nodiscard]] std::size_t bytes_of(const Entry& e) const { return is_coded_ ? units_of(e) * kUnit : matrix_bytes(e); }
  [[nodiscard]] std::size_t units_of(const Entry& e) const {
    return is_coded_ ? coder_.units(&bounds_[e.start]) : (matrix_bytes(e) + kUnit - 1) / kUnit;
  }
  [[nodiscard]] static std::size_t matrix_bytes(const Entry& e) {
    return size_of(e) * (e.is_small != 0 ? 1 : sizeof(B));
  }
  [[nodiscard]] const zone::SmallBound* small_bounds(const Entry& e) const {
    return reinterpret_cast<const zone::SmallBound*>(&bounds_[e.start]);
  }
  [[nodiscard]] const B* wide_bounds(const Entry& e) const { return reinterpret_cast<const B*>(&bounds_[e.start]); }
  // In this form, perhaps in one of two buffers.
  [[nodiscard]] const B* widened_bounds(const Entry& e, std::vector<B>& buffer) const;
  [[nodiscard]] bool is_full() const { return is_shared_ && 4 * (count_ + 1) > 3 * slots_.size(); }
  // Of the lists of what is free, and of matrices_.
  [[nodiscard]] std::size_t free_bytes() const;
  [[nodiscard]] std::size_t matrices_bytes() const;
  void rebuild(std::size_t slots);
  bool encode(const zone::Dbm<B>& z);
  // Of a zone that is kept as a code; valid until another one is asked for that takes its place.
  [[nodiscard]] const zone::Dbm<B>& matrix(ZoneId id) const;
  // Out of the way of the usual form.
  [[nodiscard]] B coded_bound(ZoneId id, std::size_t i, std::size_t j) const;
  ZoneId new_number();
  std::uint32_t place(std::size_t units);
  void free_unheld(const std::vector<bool>& is_in_use);
  void set_coded(ZoneForm form);
  void close_gaps();
  void close_gaps_in_bounds();

  GrowingArray<Entry> entries_;  // by number
  GrowingArray<Signature> signatures_;
  GrowingArray<std::uint64_t> bounds_;            // in units
  GrowingArray<std::uint32_t> slots_;             // in use if zones are shared
  std::vector<std::vector<std::uint32_t>> free_;  // by units: places of freed zones
  std::vector<ZoneId> free_numbers_;              // the smallest last
  std::vector<B> buffer_;
  std::vector<B> other_buffer_;
  std::vector<zone::SmallBound> small_buffer_;
  bool is_shared_;
  bool may_code_;  // see compress()
  bool is_coded_;
  struct Matrix {
    ZoneId id = kNoZone;
    zone::Dbm<B> zone{1};
  };
  mutable zone::Dbm<B> hashed_{1};
  mutable ZoneCoder<B> coder_;
  mutable std::vector<Matrix> matrices_;  // of codes that were looked at, by number modulo kMatrices
  zone::Dbm<B> other_zone_{1};
  SignatureScale scale_;
  bool tries_small_;            // bounds are small as a rule
  std::size_t differs_at_ = 0;  // where the last zones differed that were compared
  std::size_t count_ = 0;       // that are there
  std::size_t live_ = 0;        // bytes of their bounds
  std::size_t held_ = 0;        // and of those that somebody holds
};

}  // namespace zonda::store
