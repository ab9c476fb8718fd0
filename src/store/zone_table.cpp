#include "store/zone_table.hpp"

#include "store/zone_access.hpp"
#include "store/zone_hash.hpp"

#include <algorithm>
#include <cstring>

namespace zonda::store {

template <typename B>
ZoneTable<B>::ZoneTable(std::int32_t largest, ZoneStyle style, const TableLimits& limits)
    : slots_(1024, kFree),
      is_shared_(style.is_shared),
      may_code_(style.form == ZoneForm::Auto),
      is_coded_(style.form == ZoneForm::Minimal || style.form == ZoneForm::Packed),
      form_(style.form),
      coder_(style.form),
      scale_(largest),
      most_zones_(std::min<std::uint64_t>(limits.zones, kMostZones)),
      most_units_(std::min(limits.bound_bytes / kUnit, kStartMask)),
      tries_small_(style.form == ZoneForm::Auto && 2 * std::int64_t{largest} + 1 < zone::kInfinity<zone::SmallBound>) {}

template <typename B>
ZoneId ZoneTable<B>::add(Entry entry, const void* stored, std::size_t bytes, const Signature& signature,
                         std::size_t slot) {
  const std::size_t units = (bytes + kUnit - 1) / kUnit;
  check_room(units);
  entry.move_to(place(units));
  std::memcpy(&bounds_[entry.start()], stored, bytes);
  const ZoneId id = new_number();
  entries_[id] = entry;
  signatures_[id] = signature;
  if (is_shared_) slots_[slot] = id;
  ++count_;
  live_ += bytes_of(entry);
  return id;
}

// Throws if there is no room for one more zone. It is called before anything is changed.
template <typename B>
void ZoneTable<B>::check_room(std::size_t units) const {
  if (free_numbers_.empty() && entries_.size() >= most_zones_) throw TableFull(kZonesFull);
  const bool has_gap = units < free_.size() && !free_[units].empty();
  if (!has_gap && bounds_.size() + units > most_units_) throw TableFull(kBoundsFull);
}

template <typename B>
bool ZoneTable<B>::has_room_for(std::size_t more) const {
  // Freed zones leave numbers, and gaps in the bounds. In a small table, an eighth of it is enough.
  const std::size_t units = count_ == 0 ? 0 : (live_ / kUnit + count_ - 1) / count_;
  return count_ + std::min<std::uint64_t>(more, most_zones_ / 8) <= most_zones_ &&
         live_ / kUnit + std::min<std::uint64_t>(more * units, most_units_ / 8) <= most_units_;
}

template <typename B>
ZoneId ZoneTable<B>::new_number() {
  if (!free_numbers_.empty()) {
    const ZoneId id = free_numbers_.back();
    free_numbers_.pop_back();
    return id;
  }
  entries_.push_back({});
  signatures_.push_back({});
  return static_cast<ZoneId>(entries_.size() - 1);
}

// Finds room for the bounds of a zone: the place of a freed one, or the end.
template <typename B>
std::size_t ZoneTable<B>::place(std::size_t units) {
  if (units < free_.size() && !free_[units].empty()) {
    const std::size_t result = free_[units].back();
    free_[units].pop_back();
    return result;
  }
  const std::size_t start = bounds_.size();
  bounds_.resize(start + units, 0);
  return start;
}

template <typename B>
void ZoneTable<B>::free_unheld(const std::vector<bool>& is_in_use) {
  ++version_;
  free_numbers_.clear();
  for (std::size_t id = entries_.size(); id-- > 0;) {
    Entry& e = entries_[id];
    if (e.holders > 0) continue;
    if (!is_in_use[id]) free_numbers_.push_back(static_cast<ZoneId>(id));
    if (!e.is_alive()) continue;
    const std::size_t units = units_of(e);
    if (free_.size() <= units) free_.resize(units + 1);
    free_[units].push_back(e.start());
    live_ -= bytes_of(e);
    e.let_go();
    --count_;
  }
  rebuild(slots_.size());
}

// Gives memory back after all zones that nobody holds have been freed.
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

// Moves the bounds of all zones together, so that there are no gaps between them.
template <typename B>
void ZoneTable<B>::close_gaps_in_bounds() {
  std::vector<ZoneId> by_place;
  by_place.reserve(count_);
  for (ZoneId id = 0; id < entries_.size(); ++id)
    if (is_alive(id)) by_place.push_back(id);
  std::sort(by_place.begin(), by_place.end(),
            [&](ZoneId a, ZoneId b) { return entries_[a].start() < entries_[b].start(); });
  std::size_t end = 0;
  for (const ZoneId id : by_place) {
    Entry& e = entries_[id];
    const std::size_t units = units_of(e);
    std::copy_n(&bounds_[e.start()], units, bounds_.data() + end);
    e.move_to(end);
    end += units;
  }
  bounds_.resize(end, 0);
  free_ = {};
}

template <typename B>
bool ZoneTable<B>::compress() {
  if (is_coded_ || !may_code_) return false;
  ZoneAccess<B> access(*this);
  ZoneCoder<B> coder(ZoneForm::Packed);
  GrowingArray<std::uint64_t> codes;
  zone::Dbm<B> zone(1);
  live_ = 0;
  held_ = 0;
  for (ZoneId id = 0; id < entries_.size(); ++id) {
    if (!is_alive(id)) continue;
    Entry& e = entries_[id];
    access.load(id, zone);
    const std::span<const std::uint64_t> code = coder.encode(zone);
    e.set(codes.size(), e.dim(), false);
    e.hash = zone_hash(code.data(), code.size_bytes(), e.dim(), e.frame);
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
  form_ = form;
  coder_ = ZoneCoder<B>(form);
  is_coded_ = true;
  tries_small_ = false;
  ++version_;
}

template <typename B>
std::size_t ZoneTable<B>::free_bytes() const {
  std::size_t result = free_numbers_.capacity() * sizeof(ZoneId);
  for (const auto& places : free_) result += places.capacity() * sizeof(std::uint64_t);
  return result;
}

template <typename B>
std::size_t ZoneTable<B>::bytes() const {
  return entries_.bytes() + signatures_.bytes() + bounds_.bytes() + slots_.bytes() + free_bytes();
}

template <typename B>
StoreBytes ZoneTable<B>::bytes_by_kind() const {
  return {.zones = entries_.bytes() + signatures_.bytes() + bounds_.bytes() + free_bytes(), .table = slots_.bytes()};
}

template <typename B>
void ZoneTable<B>::look_at_table(HashStats& stats) const {
  stats.zones.slots += slots_.size();
  for (std::size_t at = 0; at < slots_.size(); ++at)
    if (slots_[at] != kFree) stats.zones.count(at, entries_[slots_[at]].hash, slots_.size());
  ZoneCoder<B> coder(form_);
  for (std::size_t id = 0; id < entries_.size() && is_coded_; ++id) {
    const Entry& e = entries_[id];
    if (!e.is_alive() || e.holders == 0) continue;
    stats.holders += e.holders;
    stats.constraints += e.holders * coder.constraints(&bounds_[e.start()], e.dim());
    stats.bounds += e.holders * std::uint64_t{e.dim()} * e.dim();
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
  s.list(free_, [&](std::vector<std::uint64_t>& places) { s.array(places); });
  s.array(free_numbers_);
  if (!s.is_reading()) return;
  ++version_;
  std::size_t slots = slots_.size();
  while (4 * (count_ + 1) > 3 * slots) slots *= 2;
  rebuild(slots);
}

template <typename B>
void ZoneTable<B>::rebuild(std::size_t slots) {
  if (!is_shared_) return;
  slots_.fill(slots, kFree);
  for (std::uint32_t id = 0; id < entries_.size(); ++id) {
    if (!is_alive(id)) continue;
    std::size_t at = entries_[id].hash & (slots_.size() - 1);
    while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = id;
  }
}

template class ZoneTable<std::int16_t>;
template class ZoneTable<std::int32_t>;

}  // namespace zonda::store
