// Which states were seen, without the states: sets of hashes. A state whose hash is there already is taken for seen
// although it may be another one, so that a search may miss states; how many that are, the set estimates.
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

  // Whether it was not there.
  virtual bool add(std::uint64_t hash) = 0;
  [[nodiscard]] virtual std::size_t count() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  // By how much it grows with the next one.
  [[nodiscard]] virtual std::size_t growth() const = 0;
  // How many states were taken for seen although they were not: an estimate. States that only these lead to are not in
  // it, for nobody knows of them.
  [[nodiscard]] virtual double expected_omissions() const = 0;
  // The share of the room that is taken, where there is no more than that.
  [[nodiscard]] virtual double load() const = 0;
  virtual void snapshot(Snapshot& s) = 0;
};

[[nodiscard]] std::unique_ptr<Seen> make_compact_set();
[[nodiscard]] std::unique_ptr<Seen> make_bit_field(std::size_t bytes);

}  // namespace zonda::store
