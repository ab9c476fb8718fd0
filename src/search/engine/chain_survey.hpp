// Measures what the thesis measured of its hash tables (T10; 5.1): the lengths of the chains that the stored states
// would form in a table of 17,609 entries, for three ways to choose an entry. This is for comparison only; our own
// table is a different one (store/state_store.hpp).
//
//   locations   h1: the location vector as a number
//   all         h2: the variables as well
//   probed      the same, and a discrete state whose entry is taken by another one goes to the next that is free
//
// A state is a zone of a discrete state; all zones of one are in the same chain.
#pragma once

#include "state/packing.hpp"
#include "store/state_store.hpp"
#include "zonda/store_stats.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::search {

class ChainSurvey {
 public:
  // The first `processes` fields are locations.
  ChainSurvey(const state::Packing& packing, std::size_t processes) : packing_(packing), processes_(processes) {
    for (std::vector<std::uint32_t>& chains : chains_) chains.assign(kEntries, 0);
  }

  void look_at(store::StateStore& states) {
    for (store::DiscreteId id = 0; id < states.numbers(); ++id) {
      if (!states.is_in_use(id)) continue;
      std::uint32_t zones = 0;
      states.for_each_zone(id, [&](store::ZoneId) { ++zones; });
      if (zones > 0) add(states.words(id), zones);
    }
  }
  void report(HashStats& stats) const {
    stats.by_locations = chain_stats(chains_[kLocations]);
    stats.by_all = chain_stats(chains_[kAll]);
    stats.by_probing = is_full_ ? ChainStats{} : chain_stats(chains_[kProbed]);
  }

 private:
  static constexpr std::uint64_t kEntries = 17609;  // a prime
  enum Table : std::uint8_t { kLocations, kAll, kProbed };

  void add(std::span<const state::Word> words, std::uint32_t zones) {
    std::uint64_t hash = 0;
    std::uint64_t factor = 1;
    std::uint64_t by_locations = 0;
    for (std::size_t i = 0; i < packing_.fields(); ++i) {
      const state::Packing::Field field = packing_.field(i);
      const std::uint64_t values = std::uint64_t{1} << field.bits;
      hash = (hash + ((words[field.word] >> field.shift) & (values - 1)) % kEntries * factor) % kEntries;
      factor = factor * (values % kEntries) % kEntries;
      if (i + 1 == processes_) by_locations = hash;
    }
    chains_[kLocations][by_locations] += zones;
    chains_[kAll][hash] += zones;
    if (++discrete_ > kEntries) is_full_ = true;
    if (is_full_) return;
    std::uint64_t at = hash;
    while (chains_[kProbed][at] != 0) at = (at + 1) % kEntries;
    chains_[kProbed][at] = zones;
  }

  [[nodiscard]] static ChainStats chain_stats(const std::vector<std::uint32_t>& chains) {
    ChainStats result;
    result.entries = kEntries;
    std::uint64_t states = 0;
    std::uint64_t steps = 0;
    for (const std::uint64_t length : chains) {
      if (length == 0) continue;
      ++result.used;
      result.longest = std::max(result.longest, length);
      result.shortest = result.shortest == 0 ? length : std::min(result.shortest, length);
      states += length;
      steps += length * (length + 1) / 2;
    }
    result.mean = states > 0 ? static_cast<double>(steps) / static_cast<double>(states) : 0;
    return result;
  }

  const state::Packing& packing_;
  std::size_t processes_;
  std::array<std::vector<std::uint32_t>, 3> chains_;
  std::uint64_t discrete_ = 0;
  bool is_full_ = false;
};

}  // namespace zonda::search
