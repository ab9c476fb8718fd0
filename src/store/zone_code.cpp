#include "store/zone_code.hpp"

#include "util/invariant.hpp"
#include "zone/minimal.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace zonda::store {

namespace {

constexpr std::size_t kUnit = 8;  // bytes

// --- bits, the lowest of each unit first
class BitWriter {
 public:
  explicit BitWriter(std::vector<std::uint64_t>& out) : out_(out) {}
  void put(std::uint64_t value, unsigned bits) {
    if (bits == 0) return;
    const unsigned shift = at_ % 64;
    out_[at_ / 64] |= value << shift;
    if (shift + bits > 64) out_[at_ / 64 + 1] |= value >> (64 - shift);
    at_ += bits;
  }
  // A number is written seven bits at a time, each time with a bit that says whether more follow.
  void put_number(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) put((value & 127U) | 128U, 8);
    put(value, 8);
  }

 private:
  std::vector<std::uint64_t>& out_;
  std::size_t at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const std::uint64_t* code) : code_(code) {}
  [[nodiscard]] std::uint64_t take(unsigned bits) {
    if (bits == 0) return 0;
    const unsigned shift = at_ % 64;
    std::uint64_t value = code_[at_ / 64] >> shift;
    if (shift + bits > 64) value |= code_[at_ / 64 + 1] << (64 - shift);
    at_ += bits;
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  }
  [[nodiscard]] std::uint64_t take_number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t group = take(8);
      result |= (group & 127U) << shift;
      if (group < 128) return result;
    }
  }

 private:
  const std::uint64_t* code_;
  std::size_t at_ = 0;
};

[[nodiscard]] std::size_t number_bits(std::uint64_t value) {
  return 8 * std::max<std::size_t>(1, (static_cast<std::size_t>(std::bit_width(value)) + 6) / 7);
}
// Maps numbers of either sign to numbers without sign, so that numbers near zero stay small.
[[nodiscard]] std::uint64_t folded(std::int64_t value) {
  return value < 0 ? ~(static_cast<std::uint64_t>(value) << 1U) : static_cast<std::uint64_t>(value) << 1U;
}
[[nodiscard]] std::int64_t unfolded(std::uint64_t value) {
  return static_cast<std::int64_t>((value & 1U) != 0 ? ~(value >> 1U) : value >> 1U);
}
[[nodiscard]] unsigned width_of(std::uint64_t largest) { return static_cast<unsigned>(std::bit_width(largest)); }
[[nodiscard]] std::uint64_t all_set(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

// In which of the three ways a code in bits says which bounds it has.
enum class Mode : std::uint8_t { Matrix, Set, List };
constexpr unsigned kModeBits = 2;
constexpr unsigned kWidthBits = 6;

// The smallest and the largest of some bounds.
struct Range {
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
  void add(std::int64_t bound) {
    low = std::min(low, bound);
    high = std::max(high, bound);
  }
  [[nodiscard]] std::int64_t base() const { return low <= high ? low : 0; }
  [[nodiscard]] std::uint64_t span() const { return low <= high ? static_cast<std::uint64_t>(high - low) : 0; }
};

// The position of a bound in the matrix without its diagonal, row by row.
[[nodiscard]] std::size_t place_of(std::uint32_t left, std::uint32_t right, std::size_t dim) {
  return left * (dim - 1) + right - (right > left ? 1 : 0);
}
template <typename B>
[[nodiscard]] zone::Constraint<B> constraint_at(std::size_t place, std::size_t dim, std::int64_t bound) {
  const std::size_t left = place / (dim - 1);
  const std::size_t column = place % (dim - 1);
  return {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(column + (column >= left ? 1 : 0)),
          static_cast<B>(bound)};
}

// The head of a code that is made of records.
struct RecordsHead {
  std::uint32_t units = 0;
  std::uint32_t count : 29 = 0;
  std::uint32_t has_wide_clocks : 1 = 0;  // numbers of clocks in two bytes
  std::uint32_t has_wide_bounds : 1 = 0;
  std::uint32_t unused : 1 = 0;
};
static_assert(sizeof(RecordsHead) == kUnit);

}  // namespace

template <typename B>
std::span<const std::uint64_t> ZoneCoder<B>::encode(const zone::Dbm<B>& z) {
  zone::minimal_constraints(z, constraints_);
  form_ == ZoneForm::Minimal ? write_records(z.dim()) : write_bits(z);
  return code_;
}

template <typename B>
void ZoneCoder<B>::write_records(std::size_t dim) {
  constexpr B kMost = std::numeric_limits<std::int8_t>::max();
  RecordsHead head;
  head.count = static_cast<std::uint32_t>(constraints_.size()) & 0x1FFF'FFFFU;
  head.has_wide_clocks = dim > 256 ? 1 : 0;
  const bool has_wide_bounds = std::any_of(constraints_.begin(), constraints_.end(), [](const zone::Constraint<B>& c) {
    return c.bound > kMost || c.bound < -kMost;
  });
  head.has_wide_bounds = has_wide_bounds ? 1 : 0;
  const std::size_t record = (dim > 256 ? 4 : 2) + (has_wide_bounds ? sizeof(B) : 1);
  const std::size_t units = 1 + (constraints_.size() * record + kUnit - 1) / kUnit;
  ZONDA_CHECK(dim <= 65536 && units < UINT32_MAX, "too many clocks for the form that zones are kept in");
  head.units = static_cast<std::uint32_t>(units);
  code_.assign(units, 0);
  code_[0] = std::bit_cast<std::uint64_t>(head);
  auto* to = reinterpret_cast<unsigned char*>(code_.data() + 1);
  const auto put = [&](auto value) {
    std::memcpy(to, &value, sizeof(value));
    to += sizeof(value);
  };
  for (const zone::Constraint<B>& c : constraints_) {
    for (const std::uint32_t clock : {c.left, c.right})
      dim > 256 ? put(static_cast<std::uint16_t>(clock)) : put(static_cast<std::uint8_t>(clock));
    has_wide_bounds ? put(c.bound) : put(static_cast<std::int8_t>(c.bound));
  }
}

template <typename B>
void ZoneCoder<B>::write_bits(const zone::Dbm<B>& z) {
  const std::size_t dim = z.dim();
  const std::size_t places = dim * (dim - 1);
  Range all;
  Range needed;
  for (std::size_t i = 0; i < dim; ++i)
    for (std::size_t j = 0; j < dim; ++j)
      if (i != j && z.at(i, j) != zone::kInfinity<B>) all.add(z.at(i, j));
  for (const zone::Constraint<B>& c : constraints_) needed.add(c.bound);
  // In a matrix, all bits set stand for no bound.
  const unsigned all_width = width_of(all.span() + 1);
  const unsigned width = width_of(needed.span());
  const unsigned place_width = width_of(places);
  const std::size_t count = constraints_.size();
  const std::size_t as_matrix = places * all_width;
  const std::size_t as_set = places + count * width;
  const std::size_t as_list = number_bits(count) + count * (std::size_t{place_width} + width);
  const Mode mode = as_matrix <= std::min(as_set, as_list) ? Mode::Matrix : as_set <= as_list ? Mode::Set : Mode::List;
  const Range& range = mode == Mode::Matrix ? all : needed;
  const std::size_t body = kModeBits + kWidthBits + number_bits(folded(range.base())) +
                           (mode == Mode::Matrix ? as_matrix
                            : mode == Mode::Set  ? as_set
                                                 : as_list);
  std::size_t units = (body + 8 + 63) / 64;
  while (number_bits(units) + body > units * 64) ++units;
  code_.assign(units, 0);
  BitWriter out(code_);
  out.put_number(units);
  out.put(static_cast<std::uint64_t>(mode), kModeBits);
  out.put(mode == Mode::Matrix ? all_width : width, kWidthBits);
  out.put_number(folded(range.base()));
  const auto level = [&](B bound) { return static_cast<std::uint64_t>(bound - range.base()); };
  if (mode == Mode::Matrix) {
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t j = 0; j < dim; ++j)
        if (i != j) out.put(z.at(i, j) == zone::kInfinity<B> ? all_set(all_width) : level(z.at(i, j)), all_width);
    return;
  }
  std::sort(constraints_.begin(), constraints_.end(),
            [](const auto& a, const auto& b) { return a.left != b.left ? a.left < b.left : a.right < b.right; });
  if (mode == Mode::List) {
    out.put_number(count);
    for (const zone::Constraint<B>& c : constraints_) out.put(place_of(c.left, c.right, dim), place_width);
  } else {
    std::size_t next = 0;
    for (std::size_t place = 0; place < places; ++place) {
      const bool is_needed = next < count && place_of(constraints_[next].left, constraints_[next].right, dim) == place;
      out.put(is_needed ? 1 : 0, 1);
      next += is_needed ? 1 : 0;
    }
  }
  for (const zone::Constraint<B>& c : constraints_) out.put(level(c.bound), width);
}

template <typename B>
std::size_t ZoneCoder<B>::units(const std::uint64_t* code) const {
  if (form_ == ZoneForm::Packed) return BitReader(code).take_number();
  return std::bit_cast<RecordsHead>(*code).units;
}

template <typename B>
bool ZoneCoder<B>::read_constraints(const std::uint64_t* code, std::size_t dim) {
  constraints_.clear();
  if (form_ == ZoneForm::Minimal) {
    const auto head = std::bit_cast<RecordsHead>(*code);
    const auto* from = reinterpret_cast<const unsigned char*>(code + 1);
    const auto take = [&](auto value) {
      std::memcpy(&value, from, sizeof(value));
      from += sizeof(value);
      return value;
    };
    const auto take_clock = [&]() -> std::uint32_t {
      return head.has_wide_clocks != 0 ? take(std::uint16_t{}) : take(std::uint8_t{});
    };
    for (std::uint32_t i = 0; i < head.count; ++i) {
      const std::uint32_t left = take_clock();
      const std::uint32_t right = take_clock();
      const B bound = head.has_wide_bounds != 0 ? take(B{}) : static_cast<B>(take(std::int8_t{}));
      constraints_.push_back({left, right, bound});
    }
    return true;
  }
  BitReader in(code);
  (void)in.take_number();
  const auto mode = static_cast<Mode>(in.take(kModeBits));
  if (mode == Mode::Matrix) return false;
  const auto width = static_cast<unsigned>(in.take(kWidthBits));
  const std::int64_t base = unfolded(in.take_number());
  const std::size_t places = dim * (dim - 1);
  if (mode == Mode::List) {
    const std::size_t count = in.take_number();
    for (std::size_t i = 0; i < count; ++i) constraints_.push_back(constraint_at<B>(in.take(width_of(places)), dim, 0));
  } else {
    for (std::size_t place = 0; place < places;) {
      const auto chunk = static_cast<unsigned>(std::min<std::size_t>(64, places - place));
      for (std::uint64_t bits = in.take(chunk); bits != 0; bits &= bits - 1)
        constraints_.push_back(constraint_at<B>(place + static_cast<std::size_t>(std::countr_zero(bits)), dim, 0));
      place += chunk;
    }
  }
  for (zone::Constraint<B>& c : constraints_)
    c.bound = static_cast<B>(base + static_cast<std::int64_t>(in.take(width)));
  return true;
}

template <typename B>
void ZoneCoder<B>::read_matrix(const std::uint64_t* code, zone::Dbm<B>& out) const {
  BitReader in(code);
  (void)in.take_number();
  (void)in.take(kModeBits);
  const auto width = static_cast<unsigned>(in.take(kWidthBits));
  const std::int64_t base = unfolded(in.take_number());
  const std::size_t dim = out.dim();
  for (std::size_t i = 0; i < dim; ++i)
    for (std::size_t j = 0; j < dim; ++j) {
      const std::uint64_t level = i == j ? 0 : in.take(width);
      out.at(i, j) = i == j                    ? zone::kZero<B>
                     : level == all_set(width) ? zone::kInfinity<B>
                                               : static_cast<B>(base + static_cast<std::int64_t>(level));
    }
}

template <typename B>
void ZoneCoder<B>::decode(const std::uint64_t* code, std::size_t dim, zone::Dbm<B>& out) {
  if (out.dim() != dim) out.resize(dim);
  if (!read_constraints(code, dim)) return read_matrix(code, out);
  const bool is_zone = zone::from_constraints(dim, std::span<const zone::Constraint<B>>(constraints_), out);
  ZONDA_CHECK(is_zone, "a stored zone is empty");
}

template <typename B>
std::size_t ZoneCoder<B>::constraints(const std::uint64_t* code, std::size_t dim) {
  return read_constraints(code, dim) ? constraints_.size() : dim * (dim - 1);
}

template <typename B>
bool ZoneCoder<B>::includes(const std::uint64_t* code, const zone::Dbm<B>& smaller) {
  if (read_constraints(code, smaller.dim()))
    return zone::includes(std::span<const zone::Constraint<B>>(constraints_), smaller);
  zone::Dbm<B> larger(smaller.dim());
  read_matrix(code, larger);
  return zone::includes(larger, smaller);
}

template class ZoneCoder<std::int16_t>;
template class ZoneCoder<std::int32_t>;

}  // namespace zonda::store
