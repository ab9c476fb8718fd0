// What a search does when memory gets short (T15), instead of giving up: it frees memory, stage by stage, and goes on
// more slowly.
//
//   compress   What is there only for speed goes back: remembered operations, moves and places, zones that no state
//              has, room set aside, pages of the program that are not in use. Then the expanded states are packed
//              (store/packed_states.hpp): a quarter of the memory, for a slower look-up. Then those of the waiting
//              states that would be taken late are packed as well, and put on a shelf (search/engine/shelf.hpp), from
//              which they come back when no others wait. Then zones are kept as codes (store/zone_code.hpp). Nothing
//              is lost but parents, so that there is no trace any more.
//   drop       States that were expanded and packed are dropped, half of those that may be at a time.
//   spill      What is on the shelf goes to disk. If that is not enough, packed forms of states on the shelf are
//              dropped as well, and no more are made: such a state may be found and put there again.
//
// Each stage is repeated as long as it helps. When none helps any more, the limit ends the search.
//
// Why it is sound: the successors of an expanded state have been found, and the state itself is needed again only to
// see that another is covered; so it may be dropped. A state that is on the shelf will be expanded, so it may cover
// others, as any waiting state does; it stays on the shelf whatever becomes of its packed form. The packed form is
// marked as waiting: when the state comes back, only a state that was expanded, or will be, may cover it. A goal is
// looked at when a state is found.
//
// Why it ends: without dropping, each state is expanded once, and there are finitely many. From the moment on when
// states are dropped for the first time, the targets of moves that lead a process into a loop are marked when they are
// stored (keep/marked.cpp; every cycle of the state space has such a move). Marked states are never dropped, and leave
// only for marked ones that cover them (StateStore::keep_passed(), settle() below). An infinite path of expanded
// states, each found from the one before, would take such moves again and again, and so have infinitely many marked
// states that were expanded, all different, for what is stored is not expanded again; but there are finitely many
// states. And each has finitely many successors. States from before that moment have no marks: each is dropped once,
// and that is all there is to them. What is on the shelf twice is expanded once, unless it was dropped in between.
#pragma once

#include "order/order.hpp"
#include "search/engine/shelf.hpp"
#include "search/engine/visitor.hpp"
#include "search/engine/worker.hpp"
#include "search/limits/control.hpp"
#include "search/limits/memory.hpp"
#include "store/held_states.hpp"
#include "store/held_zone.hpp"
#include "util/hash.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class Relief {
 public:
  using Marks = std::vector<std::vector<keep::Marks>>;
  // `keeps_numbers`: discrete states must stay where they are, so that only what is there for speed may go.
  Relief(Worker<B>& worker, Visitor& visitor, order::Order& order, Control& control, bool keeps_numbers)
      : worker_(worker),
        visitor_(visitor),
        order_(order),
        control_(control),
        keeps_numbers_(keeps_numbers),
        packed_(worker.zones, worker.packing),
        shelf_(worker.packing.words(), worker.states.keeps_origins() && keeps_numbers,
               worker.options.limits.spill_folder) {
    worker_.space.shrink_table_room();
  }

  // --- what is stored
  [[nodiscard]] std::size_t packed() const { return packed_.states(); }
  [[nodiscard]] StoreBytes bytes() const { return {.frontier = shelf_.bytes(), .packed = packed_.bytes()}; }
  // Whether a packed state covers it.
  bool is_covered(store::DiscreteId id, store::ZoneId zone, step::EntryId entry) {
    return packed_.any_zone(worker_.states.words(id),
                            [&](store::ZoneId other, bool) { return other == zone || covers(other, zone, entry); });
  }
  // The number of different discrete states, packed or stored.
  [[nodiscard]] std::size_t discrete_states() {
    std::size_t result = packed_.discrete_states();
    for (store::DiscreteId id = 0; id < worker_.states.numbers(); ++id)
      if (worker_.states.is_in_use(id) && !packed_.has(worker_.states.words(id))) ++result;
    return result;
  }
  // The moves whose targets are marked; null as long as no states have been dropped.
  [[nodiscard]] const Marks* marks() const { return marks_ ? &*marks_ : nullptr; }
  // Whether the parents of states are no longer known.
  [[nodiscard]] bool has_lost_parents() const { return has_lost_parents_; }

  // --- called between two expansions when memory is short
  template <typename IsEnough>
  void relieve(IsEnough&& is_enough) {
    for (const Step step : kSteps) {
      run(step);
      if (is_enough()) return;
    }
    if (keeps_numbers_ || !shelf_.has_folder()) return;
    // As a last resort the packed forms of states that are on disk go as well.
    is_desperate_ = true;
    run(Step::Shelve);
    run(Step::Spill);
    run(Step::Drop);
  }
  void pack() { (void)pack_passed(); }
  // For tests: runs the next step.
  void rehearse() { run(kSteps[rehearsed_++ % kSteps.size()]); }

  // --- waiting states on the shelf
  [[nodiscard]] std::uint64_t shelved() const { return shelf_.size(); }
  [[nodiscard]] std::uint64_t bytes_on_disk() const { return shelf_.bytes_on_disk(); }
  // Takes a state from the shelf, and with it the hold that the shelf had on its zone.
  [[nodiscard]] store::HeldZone<B> take_shelved(Shelf::Entry& out) {
    shelf_.take(out);
    count_elsewhere();
    return store::HeldZone<B>::adopt(worker_.zones, out.zone);
  }
  // Puts a state on the shelf, which takes over the hold on its zone.
  void put_on_shelf(const Shelf::Entry& entry, store::HeldZone<B> hold) {
    shelf_.put(entry);
    (void)hold.release();
    count_elsewhere();
  }
  // Whether the packed form of the state is there and marked as waiting. If not, another state may cover it now, or it
  // may have been found again and expanded.
  [[nodiscard]] bool is_packed(const Shelf::Entry& entry) const {
    return packed_.any_zone(entry.words,
                            [&](store::ZoneId zone, bool is_waiting) { return is_waiting && zone == entry.zone; });
  }

  void snapshot(Snapshot& s) {
    bool has_marks = marks_.has_value();
    s.values(rehearsed_, has_lost_parents_, is_desperate_, has_marks, salt_);
    if (has_marks && !marks_) marks_ = worker_.options.marks_when_short();
    packed_.snapshot(s);
    shelf_.snapshot(s);
    if (s.is_reading()) count_elsewhere();
  }

 private:
  static constexpr std::size_t kRound = std::size_t{1} << 15U;  // discrete states that are packed at a time, at least

  enum class Step : std::uint8_t { Tables, Pack, Shelve, Code, Drop, Spill };
  static constexpr std::array kSteps{Step::Tables, Step::Pack, Step::Shelve, Step::Code, Step::Drop, Step::Spill};

  // A zone counts its holders in 32 bits, and all discrete states may have the same zone. So packed and shelved states
  // count, too, towards the greatest number of discrete states.
  void count_elsewhere() { worker_.states.set_elsewhere(packed_.discrete_states() + shelf_.size()); }

  void run(Step step) {
    Stats& stats = control_.stats;
    MemoryStage& counted = step == Step::Drop ? stats.dropped : step == Step::Spill ? stats.spilled : stats.compressed;
    control_.run_stage(counted, [&] {
      return step == Step::Tables   ? shrink_tables()
             : step == Step::Pack   ? pack_passed()
             : step == Step::Shelve ? shelve()
             : step == Step::Code   ? code_zones()
             : step == Step::Drop   ? drop()
                                    : spill();
    });
    count_elsewhere();
  }

  [[nodiscard]] bool covers(store::ZoneId a, store::ZoneId b, step::EntryId entry) {
    const auto signatures = worker_.zones.signatures();
    return dominates(signatures[a], signatures[b]) && worker_.stepper.covers(a, b, entry);
  }

  // Each of these returns the number of states that it treated, or nothing if it was not possible.

  // --- compress
  std::optional<std::uint64_t> shrink_tables() {
    order_.shrink();
    worker_.places.shrink();
    visitor_.forget_all();
    visitor_.relieve();
    shrink_zones();
    return 0;
  }
  void shrink_zones() {
    worker_.stepper.shrink(worker_.space.least_table_room / step::ZoneMemo::kWordBytes);
    worker_.zones.shrink([this](auto visit) { order_.for_each([&](const store::State& s) { visit(s.zone); }); });
  }

  std::optional<std::uint64_t> code_zones() {
    if (!worker_.zones.compress()) return std::nullopt;
    worker_.stepper.reload();
    return 0;
  }

  std::optional<std::uint64_t> pack_passed() {
    store::HeldStates<B>& states = worker_.states;
    if (keeps_numbers_ || !order_.retain([&](store::State& s) { return states.is_waiting(s); })) return std::nullopt;
    const std::size_t before = packed_.states();
    has_lost_parents_ = true;
    states.begin_shrinking();
    // Each round goes through everything that is packed, and takes memory itself.
    const std::size_t most = std::max(kRound, states.numbers() / 8);
    std::vector<store::DiscreteId> round;
    const auto finish_round = [&] {
      add_to_packed(round);
      for (const store::DiscreteId id : round) states.take_out_passed(id);
      round.clear();
    };
    for (store::DiscreteId id = 0; id < states.numbers(); ++id) {
      bool has_passed = false;
      if (states.is_in_use(id)) states.for_each_passed(id, [&](store::ZoneId, bool) { has_passed = true; });
      if (has_passed) round.push_back(id);
      if (round.size() == most) finish_round();
    }
    finish_round();
    states.close_gaps();
    (void)order_.retain([&](store::State& s) {
      s.discrete = states.moved(s.discrete);
      return true;
    });
    states.end_shrinking();
    visitor_.forget_all();
    shrink_zones();
    return packed_.states() > before ? packed_.states() - before : 0;
  }

  void add_to_packed(std::vector<store::DiscreteId>& ids) {
    if (ids.empty()) return;
    store::HeldStates<B>& states = worker_.states;
    std::sort(ids.begin(), ids.end(), [&](store::DiscreteId a, store::DiscreteId b) {
      return packed_.is_before(states.words(a), states.words(b));
    });
    std::size_t more = 0;
    for (const store::DiscreteId id : ids) states.for_each_passed(id, [&](store::ZoneId, bool) { ++more; });
    std::size_t next = 0;
    packed_.merge(
        ids.size(), more,
        [&](std::span<state::Word> words, std::vector<store::PackedStates::Item>& items) {
          if (next == ids.size()) return false;
          std::ranges::copy(states.words(ids[next]), words.begin());
          states.for_each_passed(ids[next], [&](store::ZoneId z, bool is_kept) {
            items.push_back({z, is_kept, is_shelving_, false});
          });
          ++next;
          return true;
        },
        [&](std::span<const state::Word> words, std::vector<store::PackedStates::Item>& items, std::size_t old) {
          if (old < items.size() && items.size() > 1) settle(words, ids[next - 1], items, old);
        });
  }
  // Takes out the states that new ones cover. An expanded state that is marked gives way only to another such state, or
  // to one with the same zone. The mark of a state on the shelf does not count here: the state comes back with it.
  void settle(std::span<const state::Word> words, store::DiscreteId id, std::vector<store::PackedStates::Item>& items,
              std::size_t old) {
    worker_.unpack(words, cells_);
    const step::EntryId entry = worker_.place_of(cells_, id).entry;
    for (std::size_t i = old; i < items.size(); ++i)
      for (std::size_t j = 0; j < items.size(); ++j) {
        if (i == j || items[i].is_gone || items[j].is_gone) continue;
        const bool is_same = items[i].zone == items[j].zone;
        if (is_same && items[i].is_waiting && !items[j].is_waiting) {
          std::swap(items[i].is_waiting, items[j].is_waiting);
          std::swap(items[i].is_kept, items[j].is_kept);
        }
        const bool is_marked = items[i].is_kept && !items[i].is_waiting;
        if (items[j].is_kept && !items[j].is_waiting && !is_marked && !is_same) continue;
        if (!is_same && !covers(items[i].zone, items[j].zone, entry)) continue;
        items[j].is_gone = true;
      }
  }

  // --- drop
  std::optional<std::uint64_t> drop() {
    if (keeps_numbers_ || !worker_.options.marks_when_short) return std::nullopt;
    const std::size_t before = packed_.states();
    // If fewer than one state in eight may go, it does not pay to go through all of them.
    const std::size_t stay = packed_.kept() + (is_desperate_ ? 0 : packed_.waiting());
    if (before == 0 || 8 * (before - stay) < before) return std::nullopt;
    if (!marks_) {
      Marks marks = worker_.options.marks_when_short();
      if (marks.empty()) return std::nullopt;
      marks_ = std::move(marks);
      worker_.states.keep_passed();
    }
    ++salt_;
    packed_.merge(
        0, 0, [](auto, auto&) { return false; },
        [&](std::span<const state::Word> words, std::vector<store::PackedStates::Item>& items, std::size_t) {
          const std::uint64_t hash = store::StateStore::hash(words);
          for (store::PackedStates::Item& item : items) {
            const bool stays = item.is_waiting ? !is_desperate_ : item.is_kept;
            item.is_gone = !stays && (mix(hash ^ item.zone, salt_ * 2 + 0x9E3779B97F4A7C15ULL) & 1U) != 0;
          }
        });
    shrink_zones();
    return before - packed_.states();
  }

  // --- shelve and spill
  // Puts the half of the waiting states that would be taken last on the shelf.
  std::optional<std::uint64_t> shelve() {
    constexpr std::size_t kFew = 16;
    const std::size_t wanted = order_.size() / 2;
    if (worker_.options.sooner_than || order_.wants_removals() || wanted < kFew) return std::nullopt;
    // If numbers must stay, nothing is packed, so only disk helps. Otherwise the expanded states are packed first, so
    // that whatever is packed below comes from the shelf.
    if (keeps_numbers_ ? !shelf_.has_folder() : !pack_passed()) return std::nullopt;
    std::uint64_t count = 0;
    store::State s;
    Shelf::Entry entry;
    for (std::size_t i = 0; i < wanted && order_.take_late(s); ++i) {
      if (!worker_.states.is_waiting(s)) continue;
      const std::span<const state::Word> words = worker_.states.words(s.discrete);
      entry.words.assign(words.begin(), words.end());
      entry.zone = s.zone;
      entry.is_kept = worker_.states.is_kept(s);
      if (keeps_numbers_ && worker_.states.keeps_origins()) entry.note = worker_.states.origin(s);
      put_on_shelf(entry, {worker_.zones, s.zone});
      ++count;
      if (keeps_numbers_ || is_desperate_) {
        (void)worker_.states.remove(s);
        visitor_.forget(s.discrete);
      } else {
        (void)worker_.states.take(s);
      }
    }
    if (count == 0) return std::nullopt;
    is_shelving_ = true;
    if (!pack_passed()) shrink_zones();
    is_shelving_ = false;
    return count;
  }
  std::optional<std::uint64_t> spill() {
    if (!shelf_.has_folder() || shelf_.size() == shelf_.on_disk()) return std::nullopt;
    return shelf_.move_to_disk();
  }

  Worker<B>& worker_;
  Visitor& visitor_;
  order::Order& order_;
  Control& control_;
  bool keeps_numbers_;
  store::HeldPackedStates<B> packed_;
  std::optional<Marks> marks_;
  Shelf shelf_;
  bool is_desperate_ = false;  // states on the shelf have no packed forms any more
  bool is_shelving_ = false;   // the states that are packed now go on the shelf
  std::uint64_t salt_ = 0;
  bool has_lost_parents_ = false;
  std::size_t rehearsed_ = 0;
  std::vector<std::int32_t> cells_;
};

}  // namespace zonda::search
