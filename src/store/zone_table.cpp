#include "store/zone_table.hpp"

#include "util/check.hpp"
#include "util/hash.hpp"
#include "zone/extrapolate.hpp"
#include "zone/kernels.hpp"

#include <algorithm>

namespace zonda::store {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;

template <typename B>
std::uint32_t hash_of(std::span<const B> bounds, std::uint32_t dim, std::uint32_t frame) {
  return static_cast<std::uint32_t>(hash_bytes(bounds.data(), bounds.size_bytes()) + dim +
                                    mix(frame, 0x9E3779B97F4A7C15ULL));
}

}  // namespace

template <typename B>
ZoneTable<B>::ZoneTable(std::int32_t largest) : slots_(1024, kFree), scale_(largest) {}

// Row by row without the diagonal.
template <typename B>
void ZoneTable<B>::encode(const zone::Dbm<B>& z) {
  const std::size_t dim = z.dim();
  buffer_.resize(dim * (dim - 1));
  B* out = buffer_.data();
  for (std::size_t i = 0; i < dim; ++i) {
    const B* row = z.row(i);
    out = std::copy_n(row, i, out);
    out = std::copy_n(row + i + 1, dim - i - 1, out);
  }
}

template <typename B>
ZoneId ZoneTable<B>::intern(const zone::Dbm<B>& z, std::uint32_t frame, std::span<const std::int32_t> lower,
                            std::span<const std::int32_t> upper) {
  if (is_full()) rebuild(slots_.size() * 2);
  encode(z);
  const auto dim = static_cast<std::uint32_t>(z.dim());
  const std::span<const B> wanted(buffer_);
  const std::uint32_t hash = hash_of(wanted, dim, frame);
  std::size_t at = hash & (slots_.size() - 1);
  for (; slots_[at] != kFree; at = (at + 1) & (slots_.size() - 1)) {
    const Entry& e = entries_[slots_[at]];
    if (e.hash == hash && e.dim == dim && e.frame == frame && std::ranges::equal(bounds(e), wanted)) return slots_[at];
  }
  const std::uint32_t start = place(dim);
  std::copy(wanted.begin(), wanted.end(), bounds_.data() + std::size_t{start} * kUnit);
  const ZoneId id = new_number();
  entries_[id] = {start, dim, frame, hash, 0};
  signatures_[id] = scale_.signature(wanted, dim, lower, upper);
  slots_[at] = id;
  ++count_;
  live_ += wanted.size();
  return id;
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
std::uint32_t ZoneTable<B>::place(std::uint32_t dim) {
  if (dim < free_.size() && !free_[dim].empty()) {
    const std::uint32_t result = free_[dim].back();
    free_[dim].pop_back();
    return result;
  }
  const std::size_t units = (std::size_t{dim} * (dim - 1) + kUnit - 1) / kUnit;
  const std::size_t start = bounds_.size() / kUnit;
  ZONDA_CHECK(start + units < kGone, "too many zones for the memory that they can have");
  bounds_.resize((start + units) * kUnit, B{});
  return static_cast<std::uint32_t>(start);
}

template <typename B>
void ZoneTable<B>::free_unheld(const std::vector<bool>& is_in_use) {
  free_numbers_.clear();
  for (std::size_t id = entries_.size(); id-- > 0;) {
    Entry& e = entries_[id];
    if (e.holders > 0) continue;
    if (!is_in_use[id]) free_numbers_.push_back(static_cast<ZoneId>(id));
    if (e.start == kGone) continue;
    if (free_.size() <= e.dim) free_.resize(e.dim + 1);
    free_[e.dim].push_back(e.start);
    live_ -= size_of(e);
    e.start = kGone;
    --count_;
  }
  rebuild(slots_.size());
}

template <typename B>
void ZoneTable<B>::load(ZoneId id, zone::Dbm<B>& out) const {
  const Entry& e = entries_[id];
  if (out.dim() != e.dim) out.resize(e.dim);
  const B* from = bounds_.data() + std::size_t{e.start} * kUnit;
  for (std::size_t i = 0; i < e.dim; ++i) {
    B* row = out.row(i);
    std::copy_n(from, i, row);
    from += i;
    row[i] = zone::kZero<B>;
    std::copy_n(from, e.dim - i - 1, row + i + 1);
    from += e.dim - i - 1;
  }
}

template <typename B>
bool ZoneTable<B>::includes(ZoneId larger, ZoneId smaller) {
  if (larger == smaller) return true;
  const std::span<const B> x = bounds(entries_[larger]);
  const std::span<const B> y = bounds(entries_[smaller]);
  // Zones of one discrete state tend to differ in the same clocks.
  constexpr std::size_t kBlock = 64;
  const auto covers = [&](std::size_t at) {
    return zone::kernels<B>().covers(x.data() + at, y.data() + at, std::min(kBlock, x.size() - at));
  };
  if (x.size() <= kBlock) return covers(0);
  if (differs_at_ < x.size() && !covers(differs_at_)) return false;
  for (std::size_t at = 0; at < x.size(); at += kBlock) {
    if (covers(at)) continue;
    differs_at_ = at;
    return false;
  }
  return true;
}

template <typename B>
bool ZoneTable<B>::includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                std::span<const std::int32_t> upper) {
  if (larger == smaller) return true;
  const Entry& a = entries_[larger];
  const Entry& b = entries_[smaller];
  return zone::is_covered_alu_packed(bounds(b).data(), bounds(a).data(), a.dim, lower, upper, differs_at_);
}

template <typename B>
std::size_t ZoneTable<B>::bytes() const {
  std::size_t free = 0;
  for (const auto& places : free_) free += places.capacity() * sizeof(std::uint32_t);
  return entries_.bytes() + signatures_.bytes() + bounds_.bytes() + slots_.bytes() + free +
         free_numbers_.capacity() * sizeof(ZoneId);
}

template <typename B>
void ZoneTable<B>::rebuild(std::size_t slots) {
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
