// If a discrete state has many zones, only few of them must be compared with a new one. Similar zones are in the same
// chunk, and each chunk knows the least and the greatest lanes of its signatures. If the greatest lanes do not dominate
// the signature of a new zone, no zone of the chunk covers the new one. If the signature of the new zone does not
// dominate the least lanes, the new zone covers none of the chunk.
#pragma once

#include "store/signature.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace zonda::store {

inline constexpr std::uint32_t kChunk = 16;  // zones

struct ChunkBounds {
  Signature least;
  Signature greatest;

  // The bounds of a chunk that has no zone yet.
  [[nodiscard]] static ChunkBounds none() {
    ChunkBounds result;
    result.least.lanes.fill(UINT16_MAX);
    return result;
  }
  // The bounds of a chunk about whose zones nothing is known: they rule nothing out.
  [[nodiscard]] static ChunkBounds any() {
    ChunkBounds result;
    result.greatest.lanes.fill(UINT16_MAX);
    return result;
  }
  void include(const Signature& s) {
    for (std::size_t k = 0; k < s.lanes.size(); ++k) {
      least.lanes[k] = std::min(least.lanes[k], s.lanes[k]);
      greatest.lanes[k] = std::max(greatest.lanes[k], s.lanes[k]);
    }
  }
};

// The bounds of the chunks of a run, and then those of groups of chunks, in one row of words. `capacity`: the number of
// zones that the run has room for.
class ChunkTable {
 public:
  // How many zones fit into this many words together with this table.
  [[nodiscard]] static constexpr std::uint32_t capacity_in(std::uint32_t words) {
    const std::uint32_t chunks = (words - kWords) / (kChunk + kWords + kWords / kGroup + 1);
    return chunks * kChunk;
  }

  ChunkTable(std::uint32_t* words, std::uint32_t capacity) : words_(words), chunks_(capacity / kChunk) {}

  // Calls is_it(index) for the first `count` zones, from the last to the first, until it returns true, and returns
  // whether it did. Chunks for whose bounds `may_matter` is false are left out.
  template <typename MayMatter, typename IsIt>
  bool any_of(std::uint32_t count, MayMatter&& may_matter, IsIt&& is_it) const {
    for (std::uint32_t group_end = count; group_end > 0;) {
      const std::uint32_t group_first = (group_end - 1) / kGroupZones * kGroupZones;
      if (may_matter(get(group_of(group_first)))) {
        for (std::uint32_t end = group_end; end > group_first;) {
          const std::uint32_t first = (end - 1) / kChunk * kChunk;
          if (may_matter(get(first / kChunk)))
            for (std::uint32_t i = end; i-- > first;)
              if (is_it(i)) return true;
          end = first;
        }
      }
      group_end = group_first;
    }
    return false;
  }
  // Adds a zone at the end, which may be the first of its chunk.
  void append(std::uint32_t index, const Signature& s) {
    if (index % kChunk == 0) set(index / kChunk, ChunkBounds::none());
    if (index % kGroupZones == 0) set(group_of(index), ChunkBounds::none());
    include(index, s);
  }
  // Widens the bounds for a zone that takes the index of another.
  void include(std::uint32_t index, const Signature& s) {
    for (const std::uint32_t at : {index / kChunk, group_of(index)}) {
      ChunkBounds bounds = get(at);
      bounds.include(s);
      set(at, bounds);
    }
  }
  // Widens the bounds for a zone about which nothing is known.
  void include_any(std::uint32_t index) {
    set(index / kChunk, ChunkBounds::any());
    set(group_of(index), ChunkBounds::any());
  }

 private:
  static constexpr std::uint32_t kGroup = 16;  // chunks
  static constexpr std::uint32_t kGroupZones = kGroup * kChunk;
  static constexpr std::uint32_t kWords = sizeof(ChunkBounds) / sizeof(std::uint32_t);

  [[nodiscard]] std::uint32_t group_of(std::uint32_t index) const { return chunks_ + index / kGroupZones; }
  [[nodiscard]] ChunkBounds get(std::uint32_t at) const {
    ChunkBounds result;
    std::memcpy(static_cast<void*>(&result), words_ + std::size_t{at} * kWords, sizeof(result));
    return result;
  }
  void set(std::uint32_t at, const ChunkBounds& bounds) {
    std::memcpy(words_ + std::size_t{at} * kWords, &bounds, sizeof(bounds));
  }

  std::uint32_t* words_;
  std::uint32_t chunks_;
};

// Brings similar zones into the same chunk: the list is halved again and again by the lane that differs most.
template <typename Entry>  // something with a signature
class ChunkSorter {
 public:
  void sort(std::span<Entry> entries) const {
    const std::size_t chunks = (entries.size() + kChunk - 1) / kChunk;
    if (chunks < 2) return;
    const std::size_t lane = widest_lane(entries);
    const std::size_t half = chunks / 2 * kChunk;
    std::nth_element(
        entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(half), entries.end(),
        [lane](const Entry& a, const Entry& b) { return a.signature.lanes[lane] < b.signature.lanes[lane]; });
    sort(entries.first(half));
    sort(entries.subspan(half));
  }

 private:
  [[nodiscard]] static std::size_t widest_lane(std::span<const Entry> entries) {
    ChunkBounds bounds = ChunkBounds::none();
    for (const Entry& entry : entries) bounds.include(entry.signature);
    std::size_t widest = 0;
    int width = -1;
    for (std::size_t k = 0; k < bounds.least.lanes.size(); ++k) {
      const int here = bounds.greatest.lanes[k] - bounds.least.lanes[k];
      if (here <= width) continue;
      width = here;
      widest = k;
    }
    return widest;
  }
};

}  // namespace zonda::store
