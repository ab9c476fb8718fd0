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
  [[nodiscard]] std::size_t discrete_states();
  // The moves whose targets are marked; null as long as no states have been dropped.
  [[nodiscard]] const Marks* marks() const { return marks_ ? &*marks_ : nullptr; }
  // Whether the parents of states are no longer known.
  [[nodiscard]] bool has_lost_parents() const { return has_lost_parents_; }

  // --- called between two expansions when memory is short
  void relieve(const std::function<bool()>& is_enough);
  void pack();
  // For tests: runs the next step.
  void rehearse();

  // --- waiting states on the shelf
  [[nodiscard]] std::uint64_t shelved() const { return shelf_.size(); }
  [[nodiscard]] std::uint64_t bytes_on_disk() const { return shelf_.bytes_on_disk(); }
  // Takes a state from the shelf, and with it the hold that the shelf had on its zone.
  [[nodiscard]] store::HeldZone<B> take_shelved(Shelf::Entry& out);
  // Puts a state on the shelf, which takes over the hold on its zone.
  void put_on_shelf(const Shelf::Entry& entry, store::HeldZone<B> hold);
  // Whether the packed form of the state is there and marked as waiting. If not, another state may cover it now, or it
  // may have been found again and expanded.
  [[nodiscard]] bool is_packed(const Shelf::Entry& entry) const;

  void snapshot(Snapshot& s);

 private:
  static constexpr std::size_t kRound = std::size_t{1} << 15U;  // discrete states that are packed at a time, at least

  enum class Step : std::uint8_t { Tables, Pack, Shelve, Code, Drop, Spill };
  static constexpr std::array kSteps{Step::Tables, Step::Pack, Step::Shelve, Step::Code, Step::Drop, Step::Spill};

  // A zone counts its holders in 32 bits, and all discrete states may have the same zone. So packed and shelved states
  // count, too, towards the greatest number of discrete states.
  void count_elsewhere();

  void run(Step step);

  [[nodiscard]] bool covers(store::ZoneId a, store::ZoneId b, step::EntryId entry);

  // Each of these returns the number of states that it treated, or nothing if it was not possible.

  // --- compress
  std::optional<std::uint64_t> shrink_tables();
  void shrink_zones();

  std::optional<std::uint64_t> code_zones();

  std::optional<std::uint64_t> pack_passed();

  void add_to_packed(std::vector<store::DiscreteId>& ids);
  // Takes out the states that new ones cover. An expanded state that is marked gives way only to another such state, or
  // to one with the same zone. The mark of a state on the shelf does not count here: the state comes back with it.
  void settle(std::span<const state::Word> words, store::DiscreteId id, std::vector<store::PackedStates::Item>& items,
              std::size_t old);

  // --- drop
  std::optional<std::uint64_t> drop();

  // --- shelve and spill
  // Puts the half of the waiting states that would be taken last on the shelf.
  std::optional<std::uint64_t> shelve();
  std::optional<std::uint64_t> spill();

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
