// Zones, each stored once, because a search meets the same zones again and again (docs/performance.md). A zone is known
// by its number: equal zones over equally many clocks with the same frame have the same number.
//
// A zone is stored without diagonal and padding, in one byte per bound if all its bounds are small. The bytes of small
// bounds have the same order as the bounds, so zones are compared in this form. On request zones are stored as codes of
// fewer bytes instead (store/zone_code.hpp), or are not shared, so that every zone that is added has its own number.
//
// A frame stands for the bounds L and U of the clocks where the zone is used, if they matter for comparing zones.
//
// States hold the zones that they have. A zone that nobody holds stays for a while, because an operation may give it
// again; collect() frees such zones when they take up more room than the others. Their numbers are used again, so code
// that remembers numbers of zones without holding them must then forget them, or say that they are still in use.
//
// All workers share the table. Each reads and adds zones through a ZoneAccess of its own (store/zone_access.hpp), which
// has the buffers for it.
#pragma once

#include "store/signature.hpp"
#include "store/table_limits.hpp"
#include "store/zone_code.hpp"
#include "util/growing_array.hpp"
#include "util/hash.hpp"
#include "util/snapshot.hpp"
#include "zonda/store_stats.hpp"
#include "zone/dbm.hpp"
#include "zone/small_bound.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
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
class ZoneAccess;

template <typename B>
class ZoneTable {
 public:
  // `largest`: the largest constant that clocks are compared with, for the signatures.
  explicit ZoneTable(std::int32_t largest, ZoneStyle style = {}, const TableLimits& limits = {});
  ZoneTable(const ZoneTable&) = delete;
  ZoneTable& operator=(const ZoneTable&) = delete;

  // The number of clocks of a zone, and one for the reference clock.
  [[nodiscard]] std::size_t dim(ZoneId id) const { return entries_[id].dim(); }
  // These two prefetch into the cache: first where the bounds of a zone are, later the bounds.
  void prefetch(ZoneId id) const { __builtin_prefetch(&entries_[id]); }
  void prefetch_bounds(ZoneId id) const {
    if (is_alive(id)) __builtin_prefetch(&bounds_[entries_[id].start()]);
  }
  // The signatures of all zones, by number.
  [[nodiscard]] std::span<const Signature> signatures() const { return signatures_.part(0, signatures_.size()); }

  // --- holders; see store/held_zone.hpp
  void hold(ZoneId id) {
    if (entries_[id].holders++ == 0) held_ += bytes_of(entries_[id]);
  }
  void drop(ZoneId id) {
    if (--entries_[id].holders == 0) held_ -= bytes_of(entries_[id]);
  }
  // Whether the number stands for a zone, and was not freed.
  [[nodiscard]] bool is_alive(ZoneId id) const { return entries_[id].is_alive(); }
  // Frees the zones that nobody holds if they take more than `spare` bytes, and returns whether it did; is_alive()
  // tells which zones are left. `for_each_in_use(visit)` visits numbers that must not be given to other zones yet,
  // alive or not.
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

  // Frees all zones that nobody holds, at once: the remaining bounds move together, and memory is returned to the
  // system.
  template <typename ForEachInUse>
  void shrink(ForEachInUse&& for_each_in_use) {
    std::vector<bool> is_in_use(entries_.size(), false);
    for_each_in_use([&](ZoneId id) { is_in_use[id] = true; });
    free_unheld(is_in_use);
    close_gaps();
  }

  // From now on zones are stored as codes, if the form was left to the table. Returns whether that is new.
  bool compress();

  // --- how much there is
  // An estimate of whether this many more zones of the same kind would fit.
  [[nodiscard]] bool has_room_for(std::size_t more) const;
  // All numbers of zones are below this.
  [[nodiscard]] std::size_t numbers() const { return entries_.size(); }
  // By how many bytes the hash table grows with this many more zones.
  [[nodiscard]] std::size_t growth_with(std::size_t more) const {
    return is_shared_ && 4 * (count_ + more + 1) > 3 * slots_.size() ? slots_.bytes() : 0;
  }
  // By how many bytes the hash table grows with the next new zone.
  [[nodiscard]] std::size_t growth() const { return is_full() ? slots_.bytes() : 0; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] StoreBytes bytes_by_kind() const;
  // Adds statistics of the hash table, which takes a pass through all of it.
  void look_at_table(HashStats& stats) const;

  // Writes the table to a file, or reads it; zones keep their numbers.
  void snapshot(Snapshot& s);

 private:
  friend class ZoneAccess<B>;

  static constexpr std::uint32_t kFree = UINT32_MAX;            // a slot that is not in use
  static constexpr std::size_t kSpare = std::size_t{1} << 17U;  // bytes
  static constexpr std::size_t kUnit = 8;                       // bytes; Entry::start() counts in these
  static constexpr unsigned kStartBits = 40;
  static constexpr std::uint64_t kStartMask = (std::uint64_t{1} << kStartBits) - 1;
  static constexpr std::uint64_t kDimMask = (std::uint64_t{1} << (63 - kStartBits)) - 1;

  // A zone that was freed has dimension 0.
  struct Entry {
    // Where its bounds begin, in units.
    [[nodiscard]] std::size_t start() const { return words() & kStartMask; }
    [[nodiscard]] std::size_t dim() const { return words() >> kStartBits & kDimMask; }
    [[nodiscard]] bool is_small() const { return words() >> 63U != 0; }  // one byte a bound
    [[nodiscard]] bool is_alive() const { return dim() != 0; }
    void set(std::size_t start, std::size_t dim, bool is_small) {
      place = std::bit_cast<Halves>(start | dim << kStartBits | std::uint64_t{is_small ? 1U : 0U} << 63U);
    }
    void move_to(std::size_t start) { set(start, dim(), is_small()); }
    void let_go() { place = {}; }

    // A number of 64 bits in two halves, so that an entry takes no more than 20 bytes.
    using Halves = std::array<std::uint32_t, 2>;
    [[nodiscard]] std::uint64_t words() const { return std::bit_cast<std::uint64_t>(place); }
    Halves place{};
    std::uint32_t frame = 0;
    std::uint32_t hash = 0;
    std::uint32_t holders = 0;
  };
  // How many bounds a zone has, without the diagonal.
  [[nodiscard]] static std::size_t size_of(const Entry& e) { return e.dim() * (e.dim() - 1); }
  // The bytes and the units that the bounds of a zone take, which must not have been freed.
  [[nodiscard]] std::size_t bytes_of(const Entry& e) const { return is_coded_ ? units_of(e) * kUnit : matrix_bytes(e); }
  [[nodiscard]] std::size_t units_of(const Entry& e) const {
    return is_coded_ ? coder_.units(&bounds_[e.start()]) : (matrix_bytes(e) + kUnit - 1) / kUnit;
  }
  [[nodiscard]] static std::size_t matrix_bytes(const Entry& e) { return size_of(e) * (e.is_small() ? 1 : sizeof(B)); }
  [[nodiscard]] const zone::SmallBound* small_bounds(const Entry& e) const {
    return reinterpret_cast<const zone::SmallBound*>(&bounds_[e.start()]);
  }
  [[nodiscard]] const B* wide_bounds(const Entry& e) const { return reinterpret_cast<const B*>(&bounds_[e.start()]); }
  [[nodiscard]] bool is_full() const { return is_shared_ && 4 * (count_ + 1) > 3 * slots_.size(); }
  // Bytes of the lists of freed numbers and places.
  [[nodiscard]] std::size_t free_bytes() const;
  void rebuild(std::size_t slots);
  void check_room(std::size_t units) const;
  // Adds a zone that is not there: its entry without a place, and what is stored of its bounds. `slot`: where the
  // search for it in the hash table ended. Throws TableFull, and changes nothing, if there is no room.
  ZoneId add(Entry entry, const void* stored, std::size_t bytes, const Signature& signature, std::size_t slot);
  ZoneId new_number();
  std::size_t place(std::size_t units);
  void free_unheld(const std::vector<bool>& is_in_use);
  void set_coded(ZoneForm form);
  void close_gaps();
  void close_gaps_in_bounds();

  GrowingArray<Entry> entries_;  // by number
  GrowingArray<Signature> signatures_;
  GrowingArray<std::uint64_t> bounds_;            // in units
  GrowingArray<std::uint32_t> slots_;             // a hash table of numbers, if zones are shared
  std::vector<std::vector<std::uint64_t>> free_;  // by units: places of freed zones
  std::vector<ZoneId> free_numbers_;              // the smallest last
  bool is_shared_;
  bool may_code_;  // see compress()
  bool is_coded_;
  ZoneForm form_;
  ZoneCoder<B> coder_;         // used only for the lengths of codes
  std::uint64_t version_ = 0;  // changes whenever numbers of zones, or codes, change their meaning
  SignatureScale scale_;
  std::uint64_t most_zones_;
  std::uint64_t most_units_;
  bool tries_small_;       // bounds are usually small
  std::size_t count_ = 0;  // zones that are alive
  std::size_t live_ = 0;   // bytes of their bounds
  std::size_t held_ = 0;   // bytes of the bounds of zones that somebody holds
};

}  // namespace zonda::store
