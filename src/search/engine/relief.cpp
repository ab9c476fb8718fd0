// The stages of giving memory back, in their order.
#include "search/engine/relief.hpp"

#include "search/limits/memory.hpp"
#include "util/hash.hpp"

#include <algorithm>
#include <utility>

namespace zonda::search {

template <typename B>
std::size_t Relief<B>::discrete_states() {
  std::size_t result = packed_.discrete_states();
  for (store::DiscreteId id = 0; id < worker_.states.numbers(); ++id)
    if (worker_.states.is_in_use(id) && !packed_.has(worker_.states.words(id))) ++result;
  return result;
}

template <typename B>
void Relief<B>::relieve(const std::function<bool()>& is_enough) {
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

template <typename B>
void Relief<B>::pack() {
  (void)pack_passed();
}

template <typename B>
void Relief<B>::rehearse() {
  run(kSteps[rehearsed_++ % kSteps.size()]);
}

template <typename B>
store::HeldZone<B> Relief<B>::take_shelved(Shelf::Entry& out) {
  shelf_.take(out);
  count_elsewhere();
  return store::HeldZone<B>::adopt(worker_.zones, out.zone);
}

template <typename B>
void Relief<B>::put_on_shelf(const Shelf::Entry& entry, store::HeldZone<B> hold) {
  shelf_.put(entry);
  (void)hold.release();
  count_elsewhere();
}

template <typename B>
bool Relief<B>::is_packed(const Shelf::Entry& entry) const {
  return packed_.any_zone(entry.words,
                          [&](store::ZoneId zone, bool is_waiting) { return is_waiting && zone == entry.zone; });
}

template <typename B>
void Relief<B>::snapshot(Snapshot& s) {
  bool has_marks = marks_.has_value();
  s.values(rehearsed_, has_lost_parents_, is_desperate_, has_marks, salt_);
  if (has_marks && !marks_) marks_ = worker_.options.marks_when_short();
  packed_.snapshot(s);
  shelf_.snapshot(s);
  if (s.is_reading()) count_elsewhere();
}

template <typename B>
void Relief<B>::count_elsewhere() {
  worker_.states.set_elsewhere(packed_.discrete_states() + shelf_.size());
}

template <typename B>
void Relief<B>::run(Step step) {
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

template <typename B>
bool Relief<B>::covers(store::ZoneId a, store::ZoneId b, step::EntryId entry) {
  const auto signatures = worker_.zones.signatures();
  return dominates(signatures[a], signatures[b]) && worker_.stepper.covers(a, b, entry);
}

template <typename B>
std::optional<std::uint64_t> Relief<B>::shrink_tables() {
  order_.shrink();
  worker_.places.shrink();
  visitor_.forget_all();
  visitor_.relieve();
  shrink_zones();
  return 0;
}

template <typename B>
void Relief<B>::shrink_zones() {
  worker_.stepper.shrink(worker_.space.least_table_room / step::ZoneMemo::kWordBytes);
  worker_.zones.shrink([this](auto visit) { order_.for_each([&](const store::State& s) { visit(s.zone); }); });
}

template <typename B>
std::optional<std::uint64_t> Relief<B>::code_zones() {
  if (!worker_.zones.compress()) return std::nullopt;
  worker_.stepper.reload();
  return 0;
}

template <typename B>
std::optional<std::uint64_t> Relief<B>::pack_passed() {
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

template <typename B>
void Relief<B>::add_to_packed(std::vector<store::DiscreteId>& ids) {
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

template <typename B>
void Relief<B>::settle(std::span<const state::Word> words, store::DiscreteId id,
                       std::vector<store::PackedStates::Item>& items, std::size_t old) {
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

template <typename B>
std::optional<std::uint64_t> Relief<B>::drop() {
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

template <typename B>
std::optional<std::uint64_t> Relief<B>::shelve() {
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

template <typename B>
std::optional<std::uint64_t> Relief<B>::spill() {
  if (!shelf_.has_folder() || shelf_.size() == shelf_.on_disk()) return std::nullopt;
  return shelf_.move_to_disk();
}

template class Relief<std::int16_t>;
template class Relief<std::int32_t>;

}  // namespace zonda::search
