#include "store/zone_access.hpp"

#include "store/zone_hash.hpp"
#include "util/hash.hpp"
#include "zone/extrapolate.hpp"
#include "zone/kernels.hpp"

#include <algorithm>
#include <cstring>

namespace zonda::store {

namespace {

constexpr std::size_t kBlock = 64;  // bounds that are compared at once

}  // namespace

template <typename B>
bool ZoneAccess<B>::encode(const zone::Dbm<B>& z) {
  const std::size_t dim = z.dim();
  if (table_.tries_small_) {
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
ZoneId ZoneAccess<B>::intern(const zone::Dbm<B>& z, std::uint32_t frame, std::span<const std::int32_t> lower,
                             std::span<const std::int32_t> upper) {
  if (table_.is_full()) table_.rebuild(table_.slots_.size() * 2);
  const bool is_small = encode(z);
  Entry wanted;
  wanted.set(0, z.dim(), is_small);
  wanted.frame = frame;
  const void* from = is_small ? static_cast<const void*>(small_buffer_.data()) : buffer_.data();
  std::size_t bytes = is_small ? small_buffer_.size() : ZoneTable<B>::matrix_bytes(wanted);
  if (table_.is_coded_) {
    catch_up();
    const std::span<const std::uint64_t> code = coder_.encode(z);
    from = code.data();
    bytes = code.size_bytes();
  }
  wanted.hash = zone_hash(from, bytes, z.dim(), frame);
  const auto& slots = table_.slots_;
  const auto& bounds = table_.bounds_;
  std::size_t at = wanted.hash & (slots.size() - 1);
  for (; table_.is_shared_ && slots[at] != ZoneTable<B>::kFree; at = (at + 1) & (slots.size() - 1)) {
    const Entry& e = table_.entries_[slots[at]];
    if (e.hash == wanted.hash && e.dim() == z.dim() && e.is_small() == is_small && e.frame == frame &&
        (!table_.is_coded_ || coder_.units(&bounds[e.start()]) * kUnit == bytes) &&
        std::memcmp(&bounds[e.start()], from, bytes) == 0)
      return slots[at];
  }
  const Signature signature =
      is_small
          ? table_.scale_.signature(std::span<const zone::SmallBound>(small_buffer_).first(z.dim() * (z.dim() - 1)),
                                    z.dim(), lower, upper)
          : table_.scale_.signature(std::span<const B>(buffer_), z.dim(), lower, upper);
  const ZoneId id = table_.add(wanted, from, bytes, signature, at);
  if (table_.is_coded_) matrices_[id % kMatrices] = {id, z};
  return id;
}

template <typename B>
void ZoneAccess<B>::catch_up() {
  if (version_ == table_.version_) return;
  version_ = table_.version_;
  coder_ = ZoneCoder<B>(table_.form_);
  matrices_.resize(kMatrices);
  for (Matrix& m : matrices_) m.id = kNoZone;
}

template <typename B>
const zone::Dbm<B>& ZoneAccess<B>::matrix(ZoneId id) {
  catch_up();
  Matrix& m = matrices_[id % kMatrices];
  if (m.id == id) return m.zone;
  m.id = id;
  const Entry& e = table_.entries_[id];
  coder_.decode(&table_.bounds_[e.start()], e.dim(), m.zone);
  return m.zone;
}

template <typename B>
B ZoneAccess<B>::coded_bound(ZoneId id, std::size_t i, std::size_t j) {
  return matrix(id).at(i, j);
}

template <typename B>
void ZoneAccess<B>::load(ZoneId id, zone::Dbm<B>& out) {
  const Entry& e = table_.entries_[id];
  const std::size_t dim = e.dim();
  if (table_.is_coded_) {
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
  e.is_small() ? copy(table_.small_bounds(e)) : copy(table_.wide_bounds(e));
}

template <typename B>
std::uint64_t ZoneAccess<B>::content_hash(ZoneId id) {
  load(id, hashed_);
  std::uint64_t result = table_.entries_[id].frame;
  for (std::size_t i = 0; i < hashed_.dim(); ++i)
    result = mix(result ^ hash_bytes(hashed_.row(i), hashed_.dim() * sizeof(B)), 0xE7037ED1A0B428DBULL);
  return result;
}

template <typename B>
const B* ZoneAccess<B>::widened_copy(const Entry& e, std::vector<B>& buffer) const {
  buffer.resize(ZoneTable<B>::size_of(e));
  zone::widen(table_.small_bounds(e), buffer.size(), buffer.data());
  return buffer.data();
}

template <typename B>
bool ZoneAccess<B>::includes(ZoneId larger, ZoneId smaller) {
  if (larger == smaller) return true;
  if (table_.is_coded_) return coder_.includes(&table_.bounds_[table_.entries_[larger].start()], matrix(smaller));
  const Entry& a = table_.entries_[larger];
  const Entry& b = table_.entries_[smaller];
  const std::size_t size = ZoneTable<B>::size_of(a);
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
  // Behind the small bounds of a zone there are zeros up to the end of the last unit, which may be compared as well.
  if (a.is_small() && b.is_small())
    return is_covered([x = table_.small_bounds(a), y = table_.small_bounds(b), end = table_.units_of(a) * kUnit](
                          std::size_t at) { return zone::covers_small(x + at, y + at, std::min(kBlock, end - at)); });
  return is_covered([x = widened_bounds(a, buffer_), y = widened_bounds(b, other_buffer_), size](std::size_t at) {
    return zone::kernels<B>().covers(x + at, y + at, std::min(kBlock, size - at));
  });
}

template <typename B>
bool ZoneAccess<B>::includes_alu(ZoneId larger, ZoneId smaller, std::span<const std::int32_t> lower,
                                 std::span<const std::int32_t> upper) {
  if (larger == smaller) return true;
  if (table_.is_coded_) {
    // The matrix that is asked for next may take the place of this one.
    other_zone_ = matrix(smaller);
    return zone::is_covered_alu(other_zone_, matrix(larger), lower, upper);
  }
  const Entry& a = table_.entries_[larger];
  const Entry& b = table_.entries_[smaller];
  if (a.is_small() && b.is_small())
    return zone::is_covered_alu_packed(table_.small_bounds(b), table_.small_bounds(a), a.dim(), lower, upper,
                                       differs_at_);
  return zone::is_covered_alu_packed(widened_bounds(b, buffer_), widened_bounds(a, other_buffer_), a.dim(), lower,
                                     upper, differs_at_);
}

template <typename B>
std::size_t ZoneAccess<B>::bytes() const {
  std::size_t result = 0;
  for (const Matrix& m : matrices_) result += sizeof(m) + m.zone.size() * sizeof(B);
  return result;
}

template class ZoneAccess<std::int16_t>;
template class ZoneAccess<std::int32_t>;

}  // namespace zonda::store
