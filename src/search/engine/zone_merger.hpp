// Merges zones of one discrete state whose union is convex. The union is then a zone itself, and takes the place of
// both: the set of states that are found stays exactly the same, but it is stored in fewer pieces and expanded in fewer
// steps. Moves of independent processes that are taken in different orders lead to pieces of one zone (A19), so that
// models with many clocks have thousands of such pieces where a few zones would do.
//
// It preserves every property of states: reachability, deadlock, values. It does not preserve edges between symbolic
// states, so searches for runs do not use it; and a merged zone has several parents, so searches that need paths do not
// use it either.
//
// A zone is compared only with the newest ones of its discrete state: pieces of one zone are found shortly after one
// another, and there are too many pairs to compare all. If hardly anything can be merged, it soon stops trying.
#pragma once

#include "search/engine/worker.hpp"
#include "store/state_store.hpp"
#include "zone/dbm.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace zonda::search {

template <typename B>
class ZoneMerger {
 public:
  explicit ZoneMerger(Worker<B>& worker) : worker_(worker), least_zones_(worker.options.merge_from) {}

  // Whether merging should be tried for a discrete state that just got a zone.
  [[nodiscard]] bool is_worth_while(store::DiscreteId id) {
    return patience_ > 0 && worker_.states.zone_count(id) >= least_zones_;
  }
  // Called when a zone of the discrete state was just stored. Returns the union of it and another stored zone, if that
  // is convex, as the number of a zone that nobody holds; or kNoZone.
  store::ZoneId find(store::State newest, step::EntryId entry) {
    others_.clear();
    worker_.states.for_each_zone(newest.discrete, [&](store::ZoneId other) {
      if (other != newest.zone) others_.push_back(other);
    });
    worker_.stepper.load(newest.zone, zone_);
    const std::size_t tries = std::min(others_.size(), kTries);
    for (std::size_t i = 1; i <= tries; ++i) {
      worker_.stepper.load(others_[others_.size() - i], other_);
      if (!is_union_exact(zone_, other_)) continue;
      convex_hull(zone_, other_);
      patience_ = std::min(patience_ + kGain, kPatience);
      ++count_;
      return worker_.stepper.intern(zone_, entry);
    }
    patience_ -= std::min<std::uint64_t>(patience_, tries);
    return store::kNoZone;
  }
  // How often zones were merged.
  [[nodiscard]] std::uint64_t count() const { return count_; }

  void snapshot(Snapshot& s) { s.values(patience_, count_); }

 private:
  static constexpr std::size_t kTries = 24;              // zones that a new one is compared with, at most
  static constexpr std::uint64_t kGain = 2000;           // failed tries that one success makes up for
  static constexpr std::uint64_t kPatience = 2'000'000;  // failed tries before it gives up

  Worker<B>& worker_;
  std::uint32_t least_zones_;
  std::uint64_t patience_ = kPatience;
  std::uint64_t count_ = 0;
  std::vector<store::ZoneId> others_;
  zone::Dbm<B> zone_{1};
  zone::Dbm<B> other_{1};
};

}  // namespace zonda::search
