// Holds on zones by others than the store. A zone that nobody holds may be freed and its number used again, so
// everybody who keeps the number of a zone keeps it in one of these.
//
//   HeldZone    one zone; it can be moved, not copied
//   HeldZones   many, as a list that grows and shrinks at its end, at the price of a number each
//
// States that are stored hold their zones, too; store/held_states.hpp sees to that. States on a shelf hold theirs by a
// hold that was released here, and that is adopted when they come back (search/engine/relief.hpp).
//
// The table must outlive both.
#pragma once

#include "store/zone_table.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace zonda::store {

template <typename B>
class HeldZone {
 public:
  HeldZone() = default;
  HeldZone(ZoneTable<B>& table, ZoneId id) : table_(&table), id_(id) { table.hold(id); }
  HeldZone(const HeldZone&) = delete;
  HeldZone& operator=(const HeldZone&) = delete;
  HeldZone(HeldZone&& other) noexcept : table_(std::exchange(other.table_, nullptr)), id_(other.id_) {}
  HeldZone& operator=(HeldZone&& other) noexcept {
    if (this == &other) return *this;
    drop();
    table_ = std::exchange(other.table_, nullptr);
    id_ = other.id_;
    return *this;
  }
  ~HeldZone() { drop(); }
  // Takes over a hold that somebody else has, who released it before.
  [[nodiscard]] static HeldZone adopt(ZoneTable<B>& table, ZoneId id) {
    HeldZone result;
    result.table_ = &table;
    result.id_ = id;
    return result;
  }

  // The hold goes over to somebody who keeps the number in some other form, and adopts it later.
  ZoneId release() {
    table_ = nullptr;
    return id_;
  }

  [[nodiscard]] ZoneId id() const { return table_ == nullptr ? kNoZone : id_; }

 private:
  void drop() {
    if (table_ != nullptr) table_->drop(id_);
  }

  ZoneTable<B>* table_ = nullptr;
  ZoneId id_ = kNoZone;
};

template <typename B>
class HeldZones {
 public:
  explicit HeldZones(ZoneTable<B>& table) : table_(&table) {}
  HeldZones(const HeldZones&) = delete;
  HeldZones& operator=(const HeldZones&) = delete;
  HeldZones(HeldZones&& other) noexcept : table_(other.table_), ids_(std::move(other.ids_)) { other.ids_.clear(); }
  HeldZones& operator=(HeldZones&&) = delete;
  ~HeldZones() { cut(0); }

  void add(ZoneId id) {
    table_->hold(id);
    ids_.push_back(id);
  }
  // Keeps holding only the first zones.
  void cut(std::size_t count) {
    while (ids_.size() > count) {
      table_->drop(ids_.back());
      ids_.pop_back();
    }
  }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }
  [[nodiscard]] std::size_t bytes() const { return ids_.capacity() * sizeof(ZoneId); }
  // Writes the numbers to a file, or reads them back. The file also has the table, which knows how often each zone is
  // held.
  void snapshot(Snapshot& s) { s.array(ids_); }

 private:
  ZoneTable<B>* table_;
  std::vector<ZoneId> ids_;
};

}  // namespace zonda::store
