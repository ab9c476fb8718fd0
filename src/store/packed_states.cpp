#include "store/packed_states.hpp"

#include "util/hash.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <bit>

namespace zonda::store {

namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;  // odd, so it has an inverse modulo any power of two
constexpr std::uint64_t kPadding = 16;                    // bytes that may be read behind the end

// Newton's iteration doubles the number of right bits.
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int i = 0; i < 6; ++i) x *= 2 - odd * x;
  return x;
}
static_assert(kFactor * inverse_of(kFactor) == 1);

// Maps the numbers with this many bits one to one onto themselves, so that every bit of the result depends on all bits
// of the number.
std::uint64_t scrambled(std::uint64_t x, unsigned bits, std::uint64_t mask) {
  const unsigned half = (bits + 1) / 2;
  for (int i = 0; i < 3; ++i) {
    x ^= x >> half;
    x = (x * kFactor) & mask;
  }
  return x ^ (x >> half);
}

// Undoes scrambled(). A shift by half of the bits or more, combined by exclusive or, is undone by doing it again.
std::uint64_t unscrambled(std::uint64_t x, unsigned bits, std::uint64_t mask) {
  constexpr std::uint64_t kInverse = inverse_of(kFactor);
  const unsigned half = (bits + 1) / 2;
  x ^= x >> half;
  for (int i = 0; i < 3; ++i) {
    x = (x * kInverse) & mask;
    x ^= x >> half;
  }
  return x;
}

}  // namespace

PackedStates::PackedStates(const state::Packing& packing) : words_(packing.words()), used_bits_(packing.words(), 0) {
  for (std::size_t i = 0; i < packing.fields(); ++i) {
    const state::Packing::Field f = packing.field(i);
    used_bits_[f.word] = std::max(used_bits_[f.word], f.shift + f.bits);
  }
  key_bits_ = std::max(1U, used_bits_[0] + (words_ > 1 ? used_bits_[1] : 0U));
  measure();
}

std::size_t PackedStates::bytes_of(const state::Packing& packing, std::size_t discrete, std::size_t states,
                                   std::size_t zones) {
  return (discrete * packing.bits() + states * (static_cast<std::size_t>(std::bit_width(zones)) + kMarks)) / 8;
}

void PackedStates::measure() {
  rest_bits_ = key_bits_ - bucket_bits_;
  least_bits_ = rest_bits_ + kMarks + zone_bits_;
  for (std::size_t i = 2; i < words_; ++i) least_bits_ += used_bits_[i];
}

std::uint64_t PackedStates::tail_hash(std::span<const state::Word> words) const {
  if (words_ <= 2) return 0;
  return hash_bytes(words.data() + 2, (words_ - 2) * sizeof(state::Word));
}

std::uint64_t PackedStates::key_of(std::span<const state::Word> words) const {
  std::uint64_t x = words[0];
  if (words_ > 1) x |= std::uint64_t{words[1]} << used_bits_[0];
  const std::uint64_t mask = low_mask(key_bits_);
  return scrambled((x ^ tail_hash(words)) & mask, key_bits_, mask);
}

void PackedStates::undo_key(std::uint64_t key, std::span<state::Word> words) const {
  const std::uint64_t mask = low_mask(key_bits_);
  const std::uint64_t x = (unscrambled(key, key_bits_, mask) ^ tail_hash(words)) & mask;
  words[0] = static_cast<state::Word>(x & low_mask(used_bits_[0]));
  if (words_ > 1) words[1] = static_cast<state::Word>(x >> used_bits_[0]);
}

bool PackedStates::is_before(std::span<const state::Word> a, std::span<const state::Word> b) const {
  const std::uint64_t left = key_of(a);
  const std::uint64_t right = key_of(b);
  if (left != right || words_ <= 2) return left < right;
  return std::lexicographical_compare(a.begin() + 2, a.end(), b.begin() + 2, b.end());
}

// --- going through the old form

PackedStates::Cursor::Cursor(PackedStates& from)
    : words(from.words_),
      from_(from),
      form_{from.bucket_bits_, from.rest_bits_, from.zone_bits_},
      data_(std::move(from.data_)),
      left_(from.discrete_) {
  bases_.swap(from.bases_);
  index_.swap(from.index_);
}

std::uint64_t PackedStates::Cursor::take(unsigned bits) { return read(data_.data(), at_, bits); }

bool PackedStates::Cursor::next() {
  if (left_ == 0) return false;
  --left_;
  std::uint64_t least = form_.rest_bits + kMarks + form_.zone_bits;
  for (std::size_t i = 2; i < from_.words_; ++i) least += from_.used_bits_[i];
  // Goes to where the next discrete state begins; the buckets in between may be empty.
  while (start_of(bucket_ + 1) - at_ < least) at_ = start_of(++bucket_);
  constexpr std::uint64_t kStep = std::uint64_t{64} * 1024;
  if (at_ / 8 > released_ + kStep) {
    data_.release(released_, at_ / 8);
    released_ = at_ / 8;
  }
  const std::uint64_t rest = take(form_.rest_bits);
  for (std::size_t i = 2; i < from_.words_; ++i) words[i] = static_cast<state::Word>(take(from_.used_bits_[i]));
  from_.undo_key(form_.rest_bits >= 64 ? rest : (bucket_ << form_.rest_bits) | rest, words);
  items.clear();
  bool is_last = false;
  while (!is_last) {
    is_last = take(1) != 0;
    const bool is_kept = take(1) != 0;
    const bool is_waiting = take(1) != 0;
    items.push_back({static_cast<ZoneId>(take(form_.zone_bits)), is_kept, is_waiting});
  }
  return true;
}

// --- making the new one

void PackedStates::begin(std::size_t more, std::size_t more_states, std::size_t zones) {
  const std::size_t most = discrete_ + more;
  const std::size_t most_states = states_ + more_states;
  bucket_bits_ = std::min<unsigned>(key_bits_, static_cast<unsigned>(std::bit_width(most / kBucket)));
  zone_bits_ = static_cast<unsigned>(std::bit_width(zones));
  measure();
  // The unused bits at the end of a bucket must be fewer than any discrete state has, or they would be read as one.
  if (least_bits_ < kUnit * 8) zone_bits_ += static_cast<unsigned>(kUnit * 8 - least_bits_);
  measure();
  const std::size_t buckets = std::size_t{1} << bucket_bits_;
  const std::uint64_t bits =
      most * (least_bits_ - kMarks - zone_bits_) + most_states * (std::uint64_t{zone_bits_} + kMarks);
  data_ = Pages(bits / 8 + buckets * kUnit + kPadding + kUnit);
  bases_.fill(1, 0);
  index_.fill(1, 0);
  discrete_ = 0;
  states_ = 0;
  kept_ = 0;
  waiting_ = 0;
  put_at_ = 0;
}

void PackedStates::put(std::uint64_t value, unsigned bits) {
  unsigned char* data = data_.data();
  while (bits > 0) {
    const unsigned shift = put_at_ % 8;
    const unsigned now = std::min(bits, 8 - shift);
    data[put_at_ / 8] = static_cast<unsigned char>(data[put_at_ / 8] | ((value & low_mask(now)) << shift));
    value >>= now;
    put_at_ += now;
    bits -= now;
  }
}

// The bucket `last` begins at the next unit, and so do those before it that have not begun yet, which stay empty.
void PackedStates::open_buckets(std::uint64_t last) {
  if (index_.size() > last) return;
  const std::uint64_t unit = (put_at_ + kUnit * 8 - 1) / (kUnit * 8);
  while (index_.size() <= last) {
    if (index_.size() >> kGroupBits == bases_.size()) bases_.push_back(unit);
    const std::uint64_t offset = unit - bases_[bases_.size() - 1];
    ZONDA_CHECK(offset <= UINT32_MAX, "a group of buckets takes 16 GiB, so that states are not spread evenly");
    index_.push_back(static_cast<std::uint32_t>(offset));
  }
  put_at_ = unit * kUnit * 8;
}

void PackedStates::write(std::span<const state::Word> words, std::span<const Item> items) {
  const std::uint64_t key = key_of(words);
  open_buckets(bucket_of(key));
  put(key & low_mask(rest_bits_), rest_bits_);
  for (std::size_t i = 2; i < words_; ++i) put(words[i], used_bits_[i]);
  for (std::size_t i = 0; i < items.size(); ++i) {
    put(i + 1 == items.size() ? 1 : 0, 1);
    put(items[i].is_kept ? 1 : 0, 1);
    put(items[i].is_waiting ? 1 : 0, 1);
    put(items[i].zone, zone_bits_);
    waiting_ += items[i].is_waiting ? 1U : 0U;
    kept_ += items[i].is_kept && !items[i].is_waiting ? 1U : 0U;
  }
  ++discrete_;
  states_ += items.size();
}

void PackedStates::finish() {
  open_buckets(std::uint64_t{1} << bucket_bits_);
  used_ = put_at_ / 8 + kPadding;
  data_.cut(used_);
}

void PackedStates::snapshot(Snapshot& s) {
  s.values(bucket_bits_, zone_bits_, used_, discrete_, states_, kept_, waiting_);
  s.array(bases_);
  s.array(index_);
  if (s.is_reading()) {
    measure();
    data_ = Pages(used_);
  }
  s.block(data_.data(), used_);
}

}  // namespace zonda::store
