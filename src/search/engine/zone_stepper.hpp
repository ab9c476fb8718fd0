// The operations of one worker on zones, which are referred to by number: it reads and compares them, runs operations
// on them and remembers the results, because a model has few zones and each result is needed again and again. The table
// of zones is shared with other workers.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "step/zone_memo.hpp"
#include "step/zone_step.hpp"
#include "store/zone_access.hpp"
#include "zone/dbm.hpp"
#include "zone/simulate.hpp"

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
        zones_(table),
        from_(clocks + 1, zone::Dbm<B>(1)) {}

  [[nodiscard]] Failure failure() const { return machine_.failure(); }
  void forgive_negative_clock() { machine_.forgive_negative_clock(); }
  // Bytes that the remembered results and matrices take, without the table of zones.
  [[nodiscard]] std::size_t bytes() const { return memo_.bytes() + zones_.bytes(); }
  [[nodiscard]] std::uint64_t lookups() const { return memo_.lookups(); }
  [[nodiscard]] std::uint64_t hits() const { return memo_.hits(); }

  // See ZoneAccess.
  void load(store::ZoneId id, zone::Dbm<B>& out) { zones_.load(id, out); }
  [[nodiscard]] bool is_true(store::ZoneId id) { return zones_.is_true(id); }
  [[nodiscard]] std::uint64_t content_hash(store::ZoneId id) { return zones_.content_hash(id); }
  // The number of a zone, which is added to the table if it is new, for a discrete state with this entry.
  store::ZoneId intern(const zone::Dbm<B>& z, step::EntryId entry) {
    if (!use_alu_) return zones_.intern(z, 0, {}, {});
    return zones_.intern(z, operations_.frame(entry), operations_.lower(entry), operations_.upper(entry));
  }
  // Whether zone a may stand in for zone b in a discrete state with this entry.
  bool covers(store::ZoneId a, store::ZoneId b, step::EntryId entry) {
    if (!use_alu_) return zones_.includes(a, b);
    if (!zones_.includes_alu(a, b, operations_.lower(entry), operations_.upper(entry))) return false;
    const zone::DifferenceTests tests = operations_.tests(entry);
    return tests.empty() || a == b || simulates(a, b, entry, tests);
  }
  // The zones in which a run may be that enters a discrete state with this entry when the clocks are in `at`.
  std::span<const zone::Dbm<B>> enter(const zone::Dbm<B>& at, step::EntryId entry) { return machine_.enter(at, entry); }

  // Forgets all results, because numbers of zones are about to change their meaning. From now on at most this many
  // words are remembered.
  void shrink(std::size_t memo_words) {
    memo_.shrink(memo_words);
    operations_.shrink();
    current_ = store::kNoZone;
    is_loaded_ = false;
  }
  // Called when the form in which the table keeps zones has changed.
  void reload() { is_loaded_ = false; }

  // --- operations on one zone, which must be held
  // Starts with a zone. Zones that nobody holds may be freed here if they take more than `spare` bytes; for
  // `for_each_in_use` see ZoneTable::collect().
  template <typename ForEachInUse>
  void start(store::ZoneId from, std::size_t spare, ForEachInUse&& for_each_in_use) {
    current_ = from;
    is_loaded_ = false;
    store::ZoneTable<B>& table = zones_.table();
    if (table.collect(spare, for_each_in_use)) memo_.keep_if([&](store::ZoneId zone) { return table.is_alive(zone); });
  }
  // Whether the constraint holds somewhere in the zone.
  [[nodiscard]] bool meets(const zone::Constraint<B>& c) {
    return zone::add(zones_.bound(current_, c.right, c.left), c.bound) >= zone::kZero<B>;
  }
  // Whether the zone has a valuation that satisfies all the conditions, which are about clocks of the shape.
  bool is_possible(step::ShapeId shape, std::span<const step::ClockCondition> conditions) {
    return machine_.is_possible(from(), shape, conditions);
  }
  void prefetch(step::ActionId action, step::EntryId entry) const { memo_.prefetch(current_, action, entry); }
  // The zones after an operation, usually one or none; valid until the next call. `has_room(bytes)` is called before
  // the table grows; if it returns false, the result is empty. `memo_room()`: the bytes that remembered results may
  // take.
  template <typename MemoRoom, typename HasRoom>
  std::span<const store::ZoneId> successors(step::ActionId action, step::EntryId entry, MemoRoom&& memo_room,
                                            HasRoom&& has_room) {
    results_.clear();
    store::ZoneId known = store::kNoZone;
    if (uses_memo_ && memo_.find(current_, action, entry, known)) {
      if (known != step::ZoneMemo::kNothing) results_.push_back(known);
      return results_;
    }
    if (!has_room(zones_.table().growth())) return results_;
    for (const zone::Dbm<B>& z : machine_.apply(from(), action, entry)) results_.push_back(intern(z, entry));
    if (results_.size() <= 1 && uses_memo_)
      memo_.remember(current_, action, entry, results_.empty() ? step::ZoneMemo::kNothing : results_[0], memo_room());
    return results_;
  }

 private:
  // Whether zone a simulates zone b, where tests of differences may follow and a_LU(a) includes b.
  bool simulates(store::ZoneId a, store::ZoneId b, step::EntryId entry, zone::DifferenceTests tests) {
    bool makes_difference = false;
    for (std::size_t i = 0; i < tests.size() && !makes_difference; i += zone::kTestSize) {
      const auto left = static_cast<std::size_t>(tests[i]);
      const auto right = static_cast<std::size_t>(tests[i + 1]);
      makes_difference = zone::makes_difference(static_cast<B>(tests[i + 2]), tests[i + 3],
                                                zones_.bound(b, left, right), zones_.bound(b, right, left),
                                                zones_.bound(a, left, right), zones_.bound(a, right, left));
    }
    if (!makes_difference) return true;
    zones_.load(b, smaller_);
    zones_.load(a, larger_);
    return zone::is_simulated(smaller_, larger_, operations_.lower(entry), operations_.upper(entry), tests);
  }

  // The matrix of the zone. It is loaded only when needed, because remembered results are often enough.
  const zone::Dbm<B>& from() {
    zone::Dbm<B>& result = from_[zones_.table().dim(current_) - 1];
    if (!is_loaded_) zones_.load(current_, result);
    is_loaded_ = true;
    return result;
  }

  bool use_alu_;
  bool uses_memo_;  // zones are shared, so that their numbers are worth remembering
  step::ZoneOperations& operations_;
  step::ZoneMachine<B> machine_;
  step::ZoneMemo memo_;
  store::ZoneAccess<B> zones_;
  store::ZoneId current_ = store::kNoZone;
  bool is_loaded_ = false;
  std::vector<zone::Dbm<B>> from_;  // by dimension
  zone::Dbm<B> smaller_{1};         // zones that are compared
  zone::Dbm<B> larger_{1};
  std::vector<store::ZoneId> results_;
};

}  // namespace zonda::search
