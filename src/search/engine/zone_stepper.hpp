// What one worker does with zones, by their numbers: it runs operations on them and remembers the results, because the
// zones of a model are few and each result is asked for again and again. The table of zones is shared.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "step/zone_memo.hpp"
#include "step/zone_step.hpp"
#include "store/zone_table.hpp"
#include "zone/dbm.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class ZoneStepper {
 public:
  using Failure = typename step::ZoneMachine<B>::Failure;

  // `use_alu`: zones are compared by a_LU, not by inclusion. `remembers`: zones are shared, so that their numbers are
  // worth remembering. `clocks`: how many there are.
  ZoneStepper(store::ZoneTable<B>& table, step::ZoneOperations& operations, std::size_t clocks, bool use_alu,
              bool remembers, std::size_t memo_words)
      : use_alu_(use_alu),
        uses_memo_(remembers),
        operations_(operations),
        machine_(operations, clocks),
        memo_(memo_words),
        table_(table),
        from_(clocks + 1, zone::Dbm<B>(1)) {}

  [[nodiscard]] Failure failure() const { return machine_.failure(); }
  // Of what is remembered; without the table.
  [[nodiscard]] std::size_t bytes() const { return memo_.bytes(); }
  [[nodiscard]] std::uint64_t lookups() const { return memo_.lookups(); }
  [[nodiscard]] std::uint64_t hits() const { return memo_.hits(); }

  store::ZoneId intern(const zone::Dbm<B>& z, step::EntryId entry) {
    if (!use_alu_) return table_.intern(z, 0, {}, {});
    return table_.intern(z, operations_.frame(entry), operations_.lower(entry), operations_.upper(entry));
  }
  // Zone a stands in for zone b where the entry is used.
  bool covers(store::ZoneId a, store::ZoneId b, step::EntryId entry) {
    if (!use_alu_) return table_.includes(a, b);
    return table_.includes_alu(a, b, operations_.lower(entry), operations_.upper(entry));
  }
  // Of an initial point.
  std::span<const zone::Dbm<B>> enter(const zone::Dbm<B>& at, step::EntryId entry) { return machine_.enter(at, entry); }

  // Forgets all results: numbers of zones are about to change their meaning. At most so many words are remembered from
  // now on.
  void shrink(std::size_t memo_words) {
    memo_.shrink(memo_words);
    operations_.shrink();
    current_ = store::kNoZone;
    is_loaded_ = false;
  }
  // The form in which the table keeps zones has changed.
  void reload() { is_loaded_ = false; }

  // --- from one zone on, which must be held
  // `spare`: bytes that zones may take which nobody holds. For the rest see ZoneTable::collect().
  template <typename ForEachInUse>
  void start(store::ZoneId from, std::size_t spare, ForEachInUse&& for_each_in_use) {
    current_ = from;
    is_loaded_ = false;
    if (table_.collect(spare, for_each_in_use))
      memo_.keep_if([this](store::ZoneId zone) { return table_.is_alive(zone); });
  }
  // Whether the constraint holds somewhere in the zone.
  [[nodiscard]] bool meets(const zone::Constraint<B>& c) const {
    return zone::add(table_.bound(current_, c.right, c.left), c.bound) >= zone::kZero<B>;
  }
  // Whether all hold somewhere together; over the clocks of the shape.
  bool is_possible(step::ShapeId shape, std::span<const step::ClockCondition> conditions) {
    return machine_.is_possible(from(), shape, conditions);
  }
  void prefetch(step::ActionId action, step::EntryId entry) const { memo_.prefetch(current_, action, entry); }
  // The zones after an operation, usually one or none; valid until the next call. `has_room(bytes)` is asked before the
  // table grows; where it says no there are none. `memo_room()`: bytes that the memory of results may take.
  template <typename MemoRoom, typename HasRoom>
  std::span<const store::ZoneId> successors(step::ActionId action, step::EntryId entry, MemoRoom&& memo_room,
                                            HasRoom&& has_room) {
    results_.clear();
    store::ZoneId known = store::kNoZone;
    if (uses_memo_ && memo_.find(current_, action, entry, known)) {
      if (known != step::ZoneMemo::kNothing) results_.push_back(known);
      return results_;
    }
    if (!has_room(table_.growth())) return results_;
    for (const zone::Dbm<B>& z : machine_.apply(from(), action, entry)) results_.push_back(intern(z, entry));
    if (results_.size() <= 1 && uses_memo_)
      memo_.remember(current_, action, entry, results_.empty() ? step::ZoneMemo::kNothing : results_[0], memo_room());
    return results_;
  }

 private:
  // The zone is not always looked at.
  const zone::Dbm<B>& from() {
    zone::Dbm<B>& result = from_[table_.dim(current_) - 1];
    if (!is_loaded_) table_.load(current_, result);
    is_loaded_ = true;
    return result;
  }

  bool use_alu_;
  bool uses_memo_;  // what it remembers is a zone that is shared
  step::ZoneOperations& operations_;
  step::ZoneMachine<B> machine_;
  step::ZoneMemo memo_;
  store::ZoneTable<B>& table_;
  store::ZoneId current_ = store::kNoZone;
  bool is_loaded_ = false;
  std::vector<zone::Dbm<B>> from_;  // by dimension
  std::vector<store::ZoneId> results_;
};

}  // namespace zonda::search
