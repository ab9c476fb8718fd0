#include "store/zone_table.hpp"

#include "util/hash.hpp"
#include "zone/extrapolate.hpp"
#include "zone/kernels.hpp"

#include <algorithm>

namespace zonda::store {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;

template <typename B>
std::uint64_t hash_of(std::span<const B> bounds, std::uint32_t dim) {
  return hash_bytes(bounds.data(), bounds.size_bytes()) + dim;
}

}  // namespace

template <typename B>
ZoneTable<B>::ZoneTable(std::int32_t largest) : slots_(1024, kFree), scale_(largest) {}

// Row by row without the diagonal.
template <typename B>
void ZoneTable<B>::encode(const zone::Dbm<B>& z) {
  buffer_.clear();
  for (std::size_t i = 0; i < z.dim(); ++i) {
    const B* row = z.row(i);
    buffer_.insert(buffer_.end(), row, row + i);
    buffer_.insert(buffer_.end(), row + i + 1, row + z.dim());
  }
}

template <typename B>
ZoneId ZoneTable<B>::intern(const zone::Dbm<B>& z) {
  if (is_full()) grow();
  encode(z);
  const auto dim = static_cast<std::uint32_t>(z.dim());
  const std::span<const B> wanted(buffer_);
  for (std::size_t at = hash_of(wanted, dim) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    const std::uint32_t id = slots_[at];
    if (id == kFree) {
      slots_[at] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({bounds_.size(), dim});
      bounds_.append(wanted);
      return slots_[at];
    }
    const Entry& e = entries_[id];
    if (e.dim == dim && std::ranges::equal(bounds(e), wanted)) return id;
  }
}

template <typename B>
void ZoneTable<B>::load(ZoneId id, zone::Dbm<B>& out) const {
  const Entry& e = entries_[id];
  if (out.dim() != e.dim) out.resize(e.dim);
  const B* from = bounds_.data() + e.start;
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
bool ZoneTable<B>::includes(ZoneId larger, ZoneId smaller) const {
  if (larger == smaller) return true;
  const Entry& a = entries_[larger];
  const Entry& b = entries_[smaller];
  const std::span<const B> x = bounds(a);
  return zone::kernels<B>().covers(x.data(), bounds(b).data(), x.size());
}

template <typename B>
bool ZoneTable<B>::includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                std::span<const std::int32_t> upper) const {
  if (larger == smaller) return true;
  const Entry& a = entries_[larger];
  const Entry& b = entries_[smaller];
  return zone::is_covered_alu_packed(bounds(b).data(), bounds(a).data(), a.dim, lower, upper);
}

template <typename B>
std::size_t ZoneTable<B>::bytes() const {
  return entries_.bytes() + bounds_.bytes() + slots_.bytes();
}

template <typename B>
void ZoneTable<B>::grow() {
  slots_.fill(slots_.size() * 2, kFree);
  for (std::uint32_t id = 0; id < entries_.size(); ++id) {
    std::size_t at = hash_of(bounds(entries_[id]), entries_[id].dim) & (slots_.size() - 1);
    while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = id;
  }
}

template class ZoneTable<std::int16_t>;
template class ZoneTable<std::int32_t>;

}  // namespace zonda::store
