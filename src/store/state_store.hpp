// All states, passed and waiting: a table of discrete states, and for each of them a list of the zones that it is
// stored with. That a state waits is a mark on its zone in this list. The owner of the store may note one word with
// each discrete state.
#pragma once

#include "state/packing.hpp"
#include "store/discrete_table.hpp"
#include "store/signature.hpp"
#include "store/zone_runs.hpp"
#include "util/snapshot.hpp"
#include "zonda/store_stats.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>

namespace zonda::store {

class StateStore {
 public:
  // `keeps_origins`: each state has an origin, which is where it was found from, or a note. `has_notes`: each discrete
  // state has a word of the owner's.
  StateStore(std::size_t words, bool keeps_origins, bool has_notes = true, const TableLimits& limits = {})
      : has_notes_(has_notes),
        discrete_(words, ZoneRuns::words(keeps_origins) + (has_notes ? 1 : 0), limits),
        runs_(keeps_origins, limits) {}

  // --- discrete states; see store/discrete_table.hpp
  [[nodiscard]] static std::uint64_t hash(std::span<const state::Word> words) { return DiscreteTable::hash(words); }
  void prefetch(std::uint64_t hash) const { discrete_.prefetch(hash); }
  [[nodiscard]] std::size_t candidate(std::uint64_t hash) const { return discrete_.candidate(hash); }
  void prefetch_record(DiscreteId id) const { discrete_.prefetch_record(id); }
  [[nodiscard]] DiscreteId find(std::span<const state::Word> words, std::uint64_t hash) const {
    return discrete_.find(words, hash);
  }
  [[nodiscard]] DiscreteId find(std::span<const state::Word> words, std::uint64_t hash, std::size_t from) const {
    return discrete_.find(words, hash, from);
  }
  [[nodiscard]] std::size_t slots() const { return discrete_.slots(); }
  // Adds a discrete state that find() did not find; `note` is the owner's word.
  DiscreteId add(std::span<const state::Word> words, std::uint64_t hash, std::uint32_t note) {
    const DiscreteId id = discrete_.add(words, hash);
    std::uint32_t* owned = discrete_.owned(id);
    runs_.clear(owned);
    if (has_notes_) owned[discrete_.owners() - 1] = note;
    return id;
  }
  [[nodiscard]] std::span<const state::Word> words(DiscreteId id) const { return discrete_.words(id); }
  [[nodiscard]] std::uint32_t note(DiscreteId id) const { return discrete_.owned(id)[discrete_.owners() - 1]; }
  [[nodiscard]] std::size_t discrete_count() const { return discrete_.count(); }
  // All numbers of discrete states are below this.
  [[nodiscard]] std::size_t numbers() const { return discrete_.numbers(); }
  [[nodiscard]] bool is_in_use(DiscreteId id) const { return discrete_.is_in_use(id); }
  // By how many bytes the hash table grows with the next discrete state, and with this many more.
  [[nodiscard]] std::size_t growth() const { return discrete_.growth(); }
  [[nodiscard]] std::size_t growth_with(std::size_t more) const { return discrete_.growth_with(more); }

  // Whether this many more discrete states, and states, are likely to find room in the tables.
  [[nodiscard]] bool has_room_for(std::size_t more) const {
    return discrete_.has_room_for(more) && runs_.has_room_for(more);
  }
  // See DiscreteTable::set_elsewhere().
  void set_elsewhere(std::size_t count) { discrete_.set_elsewhere(count); }

  // --- states
  struct Inserted {
    bool is_new = false;         // false: some stored state covers it
    std::uint32_t mistakes = 0;  // states it covers that had been expanded
  };

  // Throws TableFull if there may be no room for one more zone of this discrete state.
  void check_room(DiscreteId id) { runs_.check_room(run_of(id)); }
  // Whether some stored state covers this one.
  template <typename Covers>
  [[nodiscard]] bool is_covered(DiscreteId id, ZoneId zone, std::span<const Signature> signatures, Covers&& covers) {
    bool may_remove = true;  // the result is not needed, and this value saves the work of finding it
    return runs_.is_covered(run_of(id), zone, signatures, covers, may_remove);
  }

  // Marks a waiting state as expanded. Returns false if it is not stored any more, or does not wait.
  bool take(State s) {
    const Run run = run_of(s.discrete);
    const std::uint32_t i = index_of(s.zone, ~ZoneRuns::kKept, run);
    if (i == run.count) return false;
    run.items[i] |= ZoneRuns::kPassed;
    return true;
  }

  [[nodiscard]] bool has(State s) {
    const Run run = run_of(s.discrete);
    return index_of(s.zone, ZoneRuns::kZoneMask, run) < run.count;
  }
  // Whether the state is stored and waits.
  [[nodiscard]] bool is_waiting(State s) {
    const Run run = run_of(s.discrete);
    return index_of(s.zone, ~ZoneRuns::kKept, run) < run.count;
  }

  // Removes a discrete state to which no zone was added.
  void forget_if_empty(DiscreteId id) {
    if (*discrete_.owned(id) == ZoneRuns::kEmpty) discrete_.remove(id);
  }
  // Removes every discrete state that has no zone.
  void forget_empty() {
    for (std::size_t id = 0; id < numbers(); ++id) forget_if_empty(static_cast<DiscreteId>(id));
  }
  // How many zones the discrete state is stored with.
  [[nodiscard]] std::uint32_t zone_count(DiscreteId id) { return run_of(id).count; }
  template <typename Visit>
  void for_each_zone(DiscreteId id, Visit&& visit) {
    const Run run = run_of(id);
    for (std::uint32_t i = 0; i < run.count; ++i) visit(run.items[i] & ZoneRuns::kZoneMask);
  }

  // From now on waiting states stay although a new one covers them, because the paths to them may be shorter.
  void keep_waiting() { keeps_waiting_ = true; }
  // From now on states that were expanded are taken out by absorb() only, because nobody knows yet whether a new state
  // that covers them will stay.
  void keep_passed() { keeps_passed_ = true; }

  // The origin of a state, if origins are kept; also of states that were taken out after they were expanded.
  [[nodiscard]] Origin origin(State s) {
    const Run run = run_of(s.discrete);
    const std::uint32_t i = index_of(s.zone, ZoneRuns::kZoneMask, run);
    return i < run.count ? run.origin(i) : ghosts_.at(key_of(s));
  }
  [[nodiscard]] State parent(State s) { return origin(s).parent(); }
  // Replaces the origin of a state that is stored.
  void set_origin(State s, Origin origin) {
    const Run run = run_of(s.discrete);
    run.origin(index_of(s.zone, ZoneRuns::kZoneMask, run)) = origin;
  }
  [[nodiscard]] bool keeps_origins() const { return runs_.keeps_origins(); }
  // Calls `visit` for states that were taken out after they were expanded, and are remembered as parents.
  template <typename Visit>
  void for_each_ghost(Visit&& visit) const {
    for (const auto& [key, origin] : ghosts_)
      visit(State{static_cast<DiscreteId>(key >> 32U), static_cast<ZoneId>(key)});
  }

  // --- giving memory back; see search/engine/relief.hpp
  // Marks a stored state that must not be dropped when memory is short.
  void keep(State s) {
    const Run run = run_of(s.discrete);
    run.items[index_of(s.zone, ZoneRuns::kZoneMask, run)] |= ZoneRuns::kKept;
  }
  [[nodiscard]] bool is_kept(State s) {
    const Run run = run_of(s.discrete);
    return (run.items[index_of(s.zone, ZoneRuns::kZoneMask, run)] & ZoneRuns::kKept) != 0;
  }
  // Calls visit(zone, is_kept) for each state of a discrete state that was expanded.
  template <typename Visit>
  void for_each_passed(DiscreteId id, Visit&& visit) {
    const Run run = run_of(id);
    for (std::uint32_t i = 0; i < run.count; ++i)
      if ((run.items[i] & ZoneRuns::kPassed) != 0)
        visit(run.items[i] & ZoneRuns::kZoneMask, (run.items[i] & ZoneRuns::kKept) != 0);
  }
  // Takes out the states of a discrete state that were expanded, between begin_shrinking() and end_shrinking().
  void take_out_passed(DiscreteId id) {
    Run run = run_of(id);
    take_out_if(run, {}, nullptr, [&](std::uint32_t i) { return (run.items[i] & ZoneRuns::kPassed) != 0; });
    if (run.count > 0) return;
    runs_.free_block(run);
    *discrete_.owned(id) = DiscreteTable::kForgotten;
  }
  // Moves discrete states to where removed ones were. Until end_shrinking(), moved(id) gives their new numbers.
  void close_gaps() {
    discrete_.close_gaps();
    runs_.close_gaps([this](auto visit) {
      for (std::size_t id = 0; id < discrete_.left(); ++id) visit(discrete_.owned(static_cast<DiscreteId>(id)));
    });
  }
  [[nodiscard]] DiscreteId moved(DiscreteId id) const { return discrete_.moved(id); }
  void end_shrinking() { discrete_.end_shrinking(); }

  // --- how much there is
  [[nodiscard]] std::size_t stored() const { return stored_; }
  [[nodiscard]] std::size_t bytes() const {
    return discrete_.record_bytes() + discrete_.slot_bytes() + runs_.zone_bytes() + runs_.origin_bytes() +
           ghosts_.size() * kGhostBytes;
  }
  // The bytes of states without their origins.
  [[nodiscard]] std::size_t state_bytes() const {
    return discrete_.record_bytes() + discrete_.slot_bytes() + runs_.zone_bytes() - origin_bytes_in_records();
  }
  // The bytes of everything, by what they are used for.
  [[nodiscard]] StoreBytes bytes_by_kind() const {
    const std::size_t places = discrete_.numbers() * sizeof(std::uint32_t);
    return {.discrete = discrete_.record_bytes() - places - origin_bytes_in_records(),
            .zones = places + runs_.zone_bytes(),
            .table = discrete_.slot_bytes(),
            .links = origin_bytes_in_records() + runs_.origin_bytes() + ghosts_.size() * kGhostBytes};
  }
  // Adds statistics of the hash table and of the lists, which takes a pass through both.
  void look_at_table(HashStats& stats) {
    discrete_.look_at(stats.states);
    for (DiscreteId id = 0; id < discrete_.numbers(); ++id) {
      const std::uint64_t chain = run_of(id).count;
      if (chain == 0) continue;
      stats.longest_chain = std::max(stats.longest_chain, chain);
      stats.shortest_chain = stats.shortest_chain == 0 ? chain : std::min(stats.shortest_chain, chain);
    }
  }

  // Writes the store to a file, or reads it.
  void snapshot(Snapshot& s) {
    s.values(keeps_waiting_, keeps_passed_, stored_);
    discrete_.snapshot(s);
    runs_.snapshot(s);
    s.map(ghosts_);
  }

 protected:
  // --- for HeldStates alone, because states hold their zones
  // `covers(a, b)`: zone a stands in for zone b in this discrete state; then a's signature dominates b's. `gone(zone,
  // was_waiting)` is called for every zone that is taken out because the new one covers it. If parents are kept, the
  // zone of one that did not wait may still be asked for. Throws TableFull, and changes nothing, if there is no room.
  template <typename Covers, typename Gone>
  Inserted insert(DiscreteId id, ZoneId zone, Origin origin, std::span<const Signature> signatures, Covers&& covers,
                  Gone&& gone) {
    Run run = run_of(id);
    Inserted result;
    if (run.count > 0) {
      bool may_remove = false;
      if (runs_.is_covered(run, zone, signatures, covers, may_remove)) return {};
      if (may_remove) {
        runs_.check_room(run);
        remove_covered(id, run, zone, signatures, covers, gone, result);
      }
    }
    result.is_new = true;
    runs_.append(discrete_.owned(id), run, zone, origin, signatures);
    ++stored_;
    return result;
  }
  // Takes a state out, waiting or not. Returns false if it is not stored. A discrete state is removed with its last
  // zone, and its number is used again.
  bool remove(State s) {
    Run run = run_of(s.discrete);
    const std::uint32_t i = index_of(s.zone, ZoneRuns::kZoneMask, run);
    if (i == run.count) return false;
    --stored_;
    if (run.count == 1) {
      runs_.free_block(run);
      discrete_.remove(s.discrete);
      return true;
    }
    runs_.take_out(run, i, {});
    ZoneRuns::set_count(run);
    runs_.fit(discrete_.owned(s.discrete), run);
    return true;
  }
  // Takes out all states that were expanded and that this one covers.
  template <typename Covers, typename Gone>
  void absorb(State s, std::span<const Signature> signatures, Covers&& covers, Gone&& gone) {
    Run run = run_of(s.discrete);
    take_out_if(run, signatures, &signatures[s.zone], [&](std::uint32_t i) {
      const ZoneId other = run.items[i] & ZoneRuns::kZoneMask;
      const bool is_passed = (run.items[i] & ZoneRuns::kPassed) != 0;
      if (!is_passed || other == s.zone || !dominates(signatures[s.zone], signatures[other])) return false;
      if (!covers(s.zone, other)) return false;
      gone(other);
      return true;
    });
  }
  // From here to end_shrinking() no discrete state can be looked up or added. Origins are forgotten for good.
  void begin_shrinking() {
    discrete_.begin_shrinking();
    if (!runs_.keeps_origins()) return;
    runs_.forget_origins();
    discrete_.cut(1, 2);
    ghosts_ = {};
  }

 private:
  using Run = ZoneRuns::Run;
  static constexpr std::size_t kGhostBytes = 48;

  [[nodiscard]] Run run_of(DiscreteId id) { return runs_.run(discrete_.owned(id)); }
  [[nodiscard]] static std::uint32_t index_of(std::uint32_t wanted, std::uint32_t mask, const Run& run) {
    return ZoneRuns::index_of(wanted, mask, run);
  }
  template <typename IsIt>
  void take_out_if(Run& run, std::span<const Signature> signatures, const Signature* signature, IsIt&& is_it) {
    const std::uint32_t before = run.count;
    runs_.take_out_if(run, signatures, signature, is_it);
    stored_ -= before - run.count;
    ZoneRuns::set_count(run);
  }
  template <typename Covers, typename Gone>
  void remove_covered(DiscreteId id, Run& run, ZoneId zone, std::span<const Signature> signatures, Covers& covers,
                      Gone& gone, Inserted& result) {
    const Signature signature = signatures[zone];
    take_out_if(run, signatures, &signature, [&](std::uint32_t i) {
      const ZoneId other = run.items[i] & ZoneRuns::kZoneMask;
      const bool is_passed = (run.items[i] & ZoneRuns::kPassed) != 0;
      const bool may_go = is_passed ? !keeps_passed_ : !keeps_waiting_;
      if (!may_go || !dominates(signature, signatures[other]) || !covers(zone, other)) return false;
      result.mistakes += is_passed ? 1U : 0U;
      if (is_passed && runs_.keeps_origins()) ghosts_.emplace(key_of({id, other}), run.origin(i));
      gone(other, !is_passed);
      return true;
    });
  }
  [[nodiscard]] std::size_t origin_bytes_in_records() const {
    return runs_.keeps_origins() ? discrete_.numbers() * sizeof(Origin) : 0;
  }
  [[nodiscard]] static std::uint64_t key_of(State s) { return (std::uint64_t{s.discrete} << 32U) | s.zone; }

  bool has_notes_;
  bool keeps_waiting_ = false;
  bool keeps_passed_ = false;
  std::size_t stored_ = 0;
  DiscreteTable discrete_;
  ZoneRuns runs_;
  std::unordered_map<std::uint64_t, Origin> ghosts_;
};

}  // namespace zonda::store
