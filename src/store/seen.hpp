// Sets of hashes, which tell whether a state was seen without storing it. A state whose hash is already there is taken
// for seen although it may be a different one, so a search may miss states; the set estimates how many.
//
//   hash compaction   64 bits a state (A15)
//   bit-state         three bits in a field of fixed size, which never grows (A14)
#pragma once

#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace zonda::store {

class Seen {
 public:
  Seen() = default;
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  virtual ~Seen() = default;

  // Adds a hash; returns whether it is new.
  virtual bool add(std::uint64_t hash) = 0;
  [[nodiscard]] virtual std::size_t count() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  // By how many bytes the set grows with the next hash.
  [[nodiscard]] virtual std::size_t growth() const = 0;
  // An estimate of how many states were taken for seen although they were not. States that can be reached only from
  // these are not included, because nobody knows of them.
  [[nodiscard]] virtual double expected_omissions() const = 0;
  // The used share of a set of fixed size; otherwise 0.
  [[nodiscard]] virtual double load() const = 0;
  virtual void snapshot(Snapshot& s) = 0;
};

[[nodiscard]] std::unique_ptr<Seen> make_compact_set();
[[nodiscard]] std::unique_ptr<Seen> make_bit_field(std::size_t bytes);

}  // namespace zonda::store
