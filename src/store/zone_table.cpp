#include "store/zone_table.hpp"

#include "util/hash.hpp"
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
ZoneTable<B>::ZoneTable() : slots_(1024, kFree) {}

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
  if (4 * (entries_.size() + 1) > 3 * slots_.size()) grow();
  encode(z);
  const auto dim = static_cast<std::uint32_t>(z.dim());
  const std::span<const B> wanted(buffer_);
  for (std::size_t at = hash_of(wanted, dim) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    const std::uint32_t id = slots_[at];
    if (id == kFree) {
      std::int64_t weight = 0;
      for (const B bound : buffer_) weight += bound;
      slots_[at] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({bounds_.size(), dim, weight});
      bounds_.insert(bounds_.end(), buffer_.begin(), buffer_.end());
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
  if (a.weight < b.weight) return false;
  const std::span<const B> x = bounds(a);
  return zone::kernels<B>().covers(x.data(), bounds(b).data(), x.size());
}

template <typename B>
std::size_t ZoneTable<B>::bytes() const {
  return entries_.capacity() * sizeof(Entry) + bounds_.capacity() * sizeof(B) + slots_.capacity() * 4;
}

template <typename B>
void ZoneTable<B>::grow() {
  std::vector<std::uint32_t> larger(slots_.size() * 2, kFree);
  for (std::uint32_t id = 0; id < entries_.size(); ++id) {
    std::size_t at = hash_of(bounds(entries_[id]), entries_[id].dim) & (larger.size() - 1);
    while (larger[at] != kFree) at = (at + 1) & (larger.size() - 1);
    larger[at] = id;
  }
  slots_ = std::move(larger);
}

template class ZoneTable<std::int16_t>;
template class ZoneTable<std::int32_t>;

}  // namespace zonda::store
