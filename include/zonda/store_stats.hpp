// The public C++ interface: where the memory of a search goes, and how well its tables work.
#pragma once

#include <array>
#include <cstdint>

namespace zonda {

// Bytes of everything that a search holds, by kind. The sum is `store_bytes`.
struct StoreBytes {
  std::uint64_t discrete = 0;    // locations and variables
  std::uint64_t zones = 0;       // bounds and their administration, and the numbers of zones in states
  std::uint64_t table = 0;       // slots of the hash tables
  std::uint64_t frontier = 0;    // states that wait, in their order
  std::uint64_t links = 0;       // where states were found from
  std::uint64_t remembered = 0;  // results of operations, moves, places: tables that only save work
  std::uint64_t packed = 0;      // states in the form that they take when memory is short
  std::uint64_t hashes = 0;      // of states that are not stored themselves

  struct Kind {
    const char* name;
    std::uint64_t StoreBytes::*bytes;
  };
  [[nodiscard]] static constexpr std::array<Kind, 8> kinds() {
    return {{{"discrete", &StoreBytes::discrete},
             {"zones", &StoreBytes::zones},
             {"table", &StoreBytes::table},
             {"frontier", &StoreBytes::frontier},
             {"links", &StoreBytes::links},
             {"remembered", &StoreBytes::remembered},
             {"packed", &StoreBytes::packed},
             {"hashes", &StoreBytes::hashes}}};
  }
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t result = 0;
    for (const Kind& kind : kinds()) result += this->*kind.bytes;
    return result;
  }
  StoreBytes& operator+=(const StoreBytes& other) {
    for (const Kind& kind : kinds()) this->*kind.bytes += other.*kind.bytes;
    return *this;
  }
};

// A hash table with linear probing: how many slots are looked at until an entry is found.
struct TableStats {
  std::uint64_t slots = 0;
  std::uint64_t used = 0;
  std::uint64_t longest = 0;  // the longest probe
  std::uint64_t probes = 0;   // the sum of all probes

  // Counts the entry in slot `at`, whose search begins at `home`. `size`: the number of slots, a power of two.
  void count(std::uint64_t at, std::uint64_t home, std::uint64_t size) {
    const std::uint64_t probe = ((at - home) & (size - 1)) + 1;
    ++used;
    probes += probe;
    longest = probe > longest ? probe : longest;
  }
  [[nodiscard]] double mean() const { return used > 0 ? static_cast<double>(probes) / static_cast<double>(used) : 0; }
};

// Chains in a table with this many entries, as the thesis measured them; see search/engine/chain_survey.hpp.
struct ChainStats {
  std::uint64_t entries = 0;
  std::uint64_t used = 0;
  std::uint64_t longest = 0;
  std::uint64_t shortest = 0;
  double mean = 0;  // states that are looked at to find one
};

struct HashStats {
  TableStats states;  // of discrete states
  TableStats zones;
  std::uint64_t longest_chain = 0;   // zones of one discrete state, the most …
  std::uint64_t shortest_chain = 0;  // … and the fewest
  ChainStats by_locations;
  ChainStats by_all;
  ChainStats by_probing;
  // For zones that are kept as constraints, summed over the states that have them: constraints, and bounds of the full
  // matrix.
  std::uint64_t constraints = 0;
  std::uint64_t bounds = 0;
  std::uint64_t holders = 0;
};

}  // namespace zonda
