#include "store/zone_table.hpp"

#include "util/check.hpp"
#include "util/hash.hpp"
#include "zone/extrapolate.hpp"
#include "zone/kernels.hpp"

#include <algorithm>
#include <cstring>

namespace zonda::store {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;
constexpr std::size_t kBlock = 64;  // bounds that are compared at once

std::uint32_t hash_of(const void* bounds, std::size_t bytes, std::uint32_t dim, std::uint32_t frame) {
  return static_cast<std::uint32_t>(hash_bytes(bounds, bytes) + dim + mix(frame, 0x9E3779B97F4A7C15ULL));
}

}  // namespace

template <typename B>
ZoneTable<B>::ZoneTable(std::int32_t largest, ZoneStyle style)
    : slots_(1024, kFree),
      is_shared_(style.is_shared),
      may_code_(style.form == ZoneForm::Auto),
      is_coded_(style.form == ZoneForm::Minimal || style.form == ZoneForm::Packed),
      coder_(style.form),
      matrices_(is_coded_ ? kMatrices : 0),
      scale_(largest),
      tries_small_(style.form == ZoneForm::Auto && 2 * std::int64_t{largest} + 1 < zone::kInfinity<zone::SmallBound>) {}

// Row by row without the diagonal, small if that will do; whether it does.
template <typename B>
bool ZoneTable<B>::encode(const zone::Dbm<B>& z) {
  const std::size_t dim = z.dim();
  if (tries_small_) {
    small_buffer_.assign((dim * (dim - 1) + kUnit - 1) / kUnit * kUnit, 0);
    bool fits = true;
    zone::SmallBound* out = small_buffer_.data();
    for (std::size_t i = 0; i < dim; ++i, out += dim - 1) {
      fits &= zone::make_small(z.row(i), i, out);
      fits &= zone::make_small(z.row(i) + i + 1, dim - i - 1, out + i);
    }
    if (fits) return true;
  }
  buffer_.resize(dim * (dim - 1));
  B* out = buffer_.data();
  for (std::size_t i = 0; i < dim; ++i) {
    out = std::copy_n(z.row(i), i, out);
    out = std::copy_n(z.row(i) + i + 1, dim - i - 1, out);
  }
  return false;
}

template <typename B>
ZoneId ZoneTable<B>::intern(const zone::Dbm<B>& z, std::uint32_t frame, std::span<const std::int32_t> lower,
                            std::span<const std::int32_t> upper) {
  if (is_full()) rebuild(slots_.size() * 2);
  const bool is_small = encode(z);
  Entry wanted;
  wanted.dim = static_cast<std::uint32_t>(z.dim()) & 0x7FFF'FFFFU;
  wanted.is_small = is_small ? 1 : 0;
  wanted.frame = frame;
  const void* from = is_small ? static_cast<const void*>(small_buffer_.data()) : buffer_.data();
  std::size_t bytes = is_small ? small_buffer_.size() : matrix_bytes(wanted);
  if (is_coded_) {
    const std::span<const std::uint64_t> code = coder_.encode(z);
    from = code.data();
    bytes = code.size_bytes();
  }
  wanted.hash = hash_of(from, bytes, wanted.dim, frame);
  std::size_t at = wanted.hash & (slots_.size() - 1);
  for (; is_shared_ && slots_[at] != kFree; at = (at + 1) & (slots_.size() - 1)) {
    const Entry& e = entries_[slots_[at]];
    if (e.hash == wanted.hash && e.dim == wanted.dim && e.is_small == wanted.is_small && e.frame == frame &&
        (!is_coded_ || coder_.units(&bounds_[e.start]) * kUnit == bytes) &&
        std::memcmp(&bounds_[e.start], from, bytes) == 0)
      return slots_[at];
  }
  wanted.start = place((bytes + kUnit - 1) / kUnit);
  std::memcpy(&bounds_[wanted.start], from, bytes);
  const ZoneId id = new_number();
  entries_[id] = wanted;
  signatures_[id] = is_small ? scale_.signature(std::span<const zone::SmallBound>(small_buffer_), z.dim(), lower, upper)
                             : scale_.signature(std::span<const B>(buffer_), z.dim(), lower, upper);
  if (is_shared_) slots_[at] = id;
  ++count_;
  live_ += bytes_of(wanted);
  if (is_coded_) matrices_[id % kMatrices] = {id, z};
  return id;
}

template <typename B>
const zone::Dbm<B>& ZoneTable<B>::matrix(ZoneId id) const {
  Matrix& m = matrices_[id % kMatrices];
  if (m.id == id) return m.zone;
  m.id = id;
  coder_.decode(&bounds_[entries_[id].start], entries_[id].dim, m.zone);
  return m.zone;
}

template <typename B>
ZoneId ZoneTable<B>::new_number() {
  if (!free_numbers_.empty()) {
    const ZoneId id = free_numbers_.back();
    free_numbers_.pop_back();
    return id;
  }
  ZONDA_CHECK(entries_.size() < kMostZones, "too many zones for their numbers");
  entries_.push_back({});
  signatures_.push_back({});
  return static_cast<ZoneId>(entries_.size() - 1);
}

// Room for a zone: that of a freed one, or new.
template <typename B>
std::uint32_t ZoneTable<B>::place(std::size_t units) {
  if (units < free_.size() && !free_[units].empty()) {
    const std::uint32_t result = free_[units].back();
    free_[units].pop_back();
    return result;
  }
  const std::size_t start = bounds_.size();
  ZONDA_CHECK(start + units < kGone, "too many zones for the memory that they can have");
  bounds_.resize(start + units, 0);
  return static_cast<std::uint32_t>(start);
}

template <typename B>
B ZoneTable<B>::coded_bound(ZoneId id, std::size_t i, std::size_t j) const {
  return matrix(id).at(i, j);
}

template <typename B>
void ZoneTable<B>::free_unheld(const std::vector<bool>& is_in_use) {
  for (Matrix& m : matrices_) m.id = kNoZone;
  free_numbers_.clear();
  for (std::size_t id = entries_.size(); id-- > 0;) {
    Entry& e = entries_[id];
    if (e.holders > 0) continue;
    if (!is_in_use[id]) free_numbers_.push_back(static_cast<ZoneId>(id));
    if (e.start == kGone) continue;
    const std::size_t units = units_of(e);
    if (free_.size() <= units) free_.resize(units + 1);
    free_[units].push_back(e.start);
    live_ -= bytes_of(e);
    e.start = kGone;
    --count_;
  }
  rebuild(slots_.size());
}

// No zone is there that nobody holds.
template <typename B>
void ZoneTable<B>::close_gaps() {
  // Numbers at the end that are free need no entries.
  std::vector<bool> is_free(entries_.size(), false);
  for (const ZoneId id : free_numbers_) is_free[id] = true;
  std::size_t numbers = entries_.size();
  while (numbers > 0 && is_free[numbers - 1]) --numbers;
  entries_.resize(numbers, {});
  signatures_.resize(numbers, {});
  std::erase_if(free_numbers_, [&](ZoneId id) { return id >= numbers; });
  free_numbers_.shrink_to_fit();
  entries_.shrink();
  signatures_.shrink();
  close_gaps_in_bounds();
  bounds_.shrink();
  if (!is_shared_) return;
  std::size_t slots = 1024;
  while (4 * (count_ + count_ / 8 + 1) > 3 * slots) slots *= 2;
  slots_.fill(0, kFree);
  slots_.shrink();
  rebuild(slots);
}

// Those that are there move together.
template <typename B>
void ZoneTable<B>::close_gaps_in_bounds() {
  std::vector<ZoneId> by_place;
  by_place.reserve(count_);
  for (ZoneId id = 0; id < entries_.size(); ++id)
    if (is_alive(id)) by_place.push_back(id);
  std::sort(by_place.begin(), by_place.end(),
            [&](ZoneId a, ZoneId b) { return entries_[a].start < entries_[b].start; });
  std::size_t end = 0;
  for (const ZoneId id : by_place) {
    Entry& e = entries_[id];
    const std::size_t units = units_of(e);
    std::copy_n(&bounds_[e.start], units, bounds_.data() + end);
    e.start = static_cast<std::uint32_t>(end);
    end += units;
  }
  bounds_.resize(end, 0);
  free_ = {};
}

template <typename B>
bool ZoneTable<B>::compress() {
  if (is_coded_ || !may_code_) return false;
  ZoneCoder<B> coder(ZoneForm::Packed);
  GrowingArray<std::uint64_t> codes;
  zone::Dbm<B> zone(1);
  live_ = 0;
  held_ = 0;
  for (ZoneId id = 0; id < entries_.size(); ++id) {
    if (!is_alive(id)) continue;
    Entry& e = entries_[id];
    load(id, zone);
    const std::span<const std::uint64_t> code = coder.encode(zone);
    e.start = static_cast<std::uint32_t>(codes.size());
    e.is_small = 0;
    e.hash = hash_of(code.data(), code.size_bytes(), e.dim, e.frame);
    codes.append(code);
    live_ += code.size_bytes();
    if (e.holders > 0) held_ += code.size_bytes();
  }
  bounds_.swap(codes);
  bounds_.shrink();
  free_ = {};
  set_coded(ZoneForm::Packed);
  rebuild(slots_.size());
  return true;
}

template <typename B>
void ZoneTable<B>::set_coded(ZoneForm form) {
  coder_ = ZoneCoder<B>(form);
  is_coded_ = true;
  tries_small_ = false;
  matrices_.clear();
  matrices_.resize(kMatrices);
}

template <typename B>
void ZoneTable<B>::load(ZoneId id, zone::Dbm<B>& out) const {
  const Entry& e = entries_[id];
  const std::size_t dim = e.dim;
  if (is_coded_) {
    out = matrix(id);
    return;
  }
  if (out.dim() != dim) out.resize(dim);
  const auto copy = [&](auto from) {
    for (std::size_t i = 0; i < dim; ++i) {
      B* row = out.row(i);
      zone::widen(from, i, row);
      row[i] = zone::kZero<B>;
      zone::widen(from + i, dim - i - 1, row + i + 1);
      from += dim - 1;
    }
  };
  e.is_small != 0 ? copy(small_bounds(e)) : copy(wide_bounds(e));
}

template <typename B>
std::uint64_t ZoneTable<B>::content_hash(ZoneId id) const {
  load(id, hashed_);
  std::uint64_t result = entries_[id].frame;
  for (std::size_t i = 0; i < hashed_.dim(); ++i)
    result = mix(result ^ hash_bytes(hashed_.row(i), hashed_.dim() * sizeof(B)), 0xE7037ED1A0B428DBULL);
  return result;
}

template <typename B>
const B* ZoneTable<B>::widened_bounds(const Entry& e, std::vector<B>& buffer) const {
  if (e.is_small == 0) return wide_bounds(e);
  buffer.resize(size_of(e));
  zone::widen(small_bounds(e), buffer.size(), buffer.data());
  return buffer.data();
}

template <typename B>
bool ZoneTable<B>::includes(ZoneId larger, ZoneId smaller) {
  if (larger == smaller) return true;
  if (is_coded_) return coder_.includes(&bounds_[entries_[larger].start], matrix(smaller));
  const Entry& a = entries_[larger];
  const Entry& b = entries_[smaller];
  const std::size_t size = size_of(a);
  // Zones of one discrete state tend to differ in the same clocks.
  const auto is_covered = [&](auto covers) {
    if (size <= kBlock) return covers(0);
    if (differs_at_ < size && !covers(differs_at_)) return false;
    for (std::size_t at = 0; at < size; at += kBlock) {
      if (covers(at)) continue;
      differs_at_ = at;
      return false;
    }
    return true;
  };
  // Behind them there are zeros to the end of the unit.
  if (a.is_small != 0 && b.is_small != 0)
    return is_covered([x = small_bounds(a), y = small_bounds(b), end = units_of(a) * kUnit](std::size_t at) {
      return zone::covers_small(x + at, y + at, std::min(kBlock, end - at));
    });
  return is_covered([x = widened_bounds(a, buffer_), y = widened_bounds(b, other_buffer_), size](std::size_t at) {
    return zone::kernels<B>().covers(x + at, y + at, std::min(kBlock, size - at));
  });
}

template <typename B>
bool ZoneTable<B>::includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                std::span<const std::int32_t> upper) {
  if (larger == smaller) return true;
  if (is_coded_) {
    // The second may take the place of the first.
    other_zone_ = matrix(smaller);
    return zone::is_covered_alu(other_zone_, matrix(larger), lower, upper);
  }
  const Entry& a = entries_[larger];
  const Entry& b = entries_[smaller];
  if (a.is_small != 0 && b.is_small != 0)
    return zone::is_covered_alu_packed(small_bounds(b), small_bounds(a), a.dim, lower, upper, differs_at_);
  return zone::is_covered_alu_packed(widened_bounds(b, buffer_), widened_bounds(a, other_buffer_), a.dim, lower, upper,
                                     differs_at_);
}

template <typename B>
std::size_t ZoneTable<B>::free_bytes() const {
  std::size_t result = free_numbers_.capacity() * sizeof(ZoneId);
  for (const auto& places : free_) result += places.capacity() * sizeof(std::uint32_t);
  return result;
}

template <typename B>
std::size_t ZoneTable<B>::matrices_bytes() const {
  std::size_t result = 0;
  for (const Matrix& m : matrices_) result += sizeof(m) + m.zone.size() * sizeof(B);
  return result;
}

template <typename B>
std::size_t ZoneTable<B>::bytes() const {
  return entries_.bytes() + signatures_.bytes() + bounds_.bytes() + slots_.bytes() + free_bytes() + matrices_bytes();
}

template <typename B>
StoreBytes ZoneTable<B>::bytes_by_kind() const {
  return {.zones = entries_.bytes() + signatures_.bytes() + bounds_.bytes() + free_bytes(),
          .table = slots_.bytes(),
          .remembered = matrices_bytes()};
}

template <typename B>
void ZoneTable<B>::look_at_table(HashStats& stats) const {
  stats.zones.slots += slots_.size();
  for (std::size_t at = 0; at < slots_.size(); ++at)
    if (slots_[at] != kFree) stats.zones.count(at, entries_[slots_[at]].hash, slots_.size());
  for (std::size_t id = 0; id < entries_.size() && is_coded_; ++id) {
    const Entry& e = entries_[id];
    if (e.start == kGone || e.holders == 0) continue;
    stats.holders += e.holders;
    stats.constraints += e.holders * coder_.constraints(&bounds_[e.start], e.dim);
    stats.bounds += e.holders * std::uint64_t{e.dim} * e.dim;
  }
}

template <typename B>
void ZoneTable<B>::snapshot(Snapshot& s) {
  bool is_coded = is_coded_;
  s.values(count_, live_, held_, is_coded);
  if (is_coded && !is_coded_) set_coded(ZoneForm::Packed);
  s.array(entries_);
  s.array(signatures_);
  s.array(bounds_);
  s.list(free_, [&](std::vector<std::uint32_t>& places) { s.array(places); });
  s.array(free_numbers_);
  if (!s.is_reading()) return;
  std::size_t slots = slots_.size();
  while (4 * (count_ + 1) > 3 * slots) slots *= 2;
  rebuild(slots);
}

template <typename B>
void ZoneTable<B>::rebuild(std::size_t slots) {
  if (!is_shared_) return;
  slots_.fill(slots, kFree);
  for (std::uint32_t id = 0; id < entries_.size(); ++id) {
    if (entries_[id].start == kGone) continue;
    std::size_t at = entries_[id].hash & (slots_.size() - 1);
    while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = id;
  }
}

template class ZoneTable<std::int16_t>;
template class ZoneTable<std::int32_t>;

}  // namespace zonda::store
