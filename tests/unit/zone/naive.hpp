// The twin that src/zone is tested against: zones by the book, as slow and plain as possible. It shares no code with
// src/zone. Bounds are pairs of a number and a strictness, every operation is either its definition as a set or a
// definition from a paper, and everything is closed in full by Floyd-Warshall afterwards.
//
// Unlike a Dbm, nothing is understood here: a clock may be negative unless a bound says otherwise, so that variables
// which are not clocks (delays, old values) can be added, constrained and eliminated. Elimination from a closed
// system of differences is exact, which makes 'there is a delay such that …' computable instead of sampled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace zonda::zone::naive {

struct Limit {
  std::int64_t value = 0;
  bool is_strict = false;
  bool is_infinite = false;
  friend bool operator==(const Limit& a, const Limit& b);
};

[[nodiscard]] Limit infinite();
[[nodiscard]] Limit at_most(std::int64_t value);
[[nodiscard]] Limit below(std::int64_t value);
[[nodiscard]] bool is_tighter(const Limit& a, const Limit& b);
[[nodiscard]] Limit sum(const Limit& a, const Limit& b);

// A valuation; entry 0 is 0.
struct Spot {
  std::vector<std::int64_t> numerators;
  std::int64_t denominator = 1;
};

class Zone {
 public:
  // All real valuations of size - 1 variables.
  explicit Zone(std::size_t size);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Limit& at(std::size_t i, std::size_t j) const { return limits_[i * size_ + j]; }
  [[nodiscard]] Limit& at(std::size_t i, std::size_t j) { return limits_[i * size_ + j]; }
  friend bool operator==(const Zone&, const Zone&) = default;

 private:
  std::size_t size_;
  std::vector<Limit> limits_;
};

using Union = std::vector<Zone>;

// All valuations with variables >= 0.
[[nodiscard]] Zone universe(std::size_t size);

// Floyd-Warshall; false when the zone is empty.
bool close(Zone& z);
[[nodiscard]] bool is_empty(Zone z);
// x_i - x_j within limit, on top of what there is. Closes nothing.
void tighten(Zone& z, std::size_t i, std::size_t j, const Limit& limit);
// x_i - x_j = value
void equate(Zone& z, std::size_t i, std::size_t j, std::int64_t value);
// With more variables, at the end, without bounds.
[[nodiscard]] Zone with_more(const Zone& z, std::size_t count);
// There are values of the other variables such that …: variable i of the result is kept[i]; kept[0] must be 0.
[[nodiscard]] Zone eliminate_others(const Zone& z, const std::vector<std::size_t>& kept);
// The first `size` variables.
[[nodiscard]] Zone first_variables(const Zone& z, std::size_t size);
[[nodiscard]] Zone intersection(const Zone& a, const Zone& b);

[[nodiscard]] bool contains(const Zone& z, const Spot& spot);

// Sets.
[[nodiscard]] Union difference(const Zone& a, const Zone& b);
[[nodiscard]] bool is_subset(const Zone& a, const Zone& b);
[[nodiscard]] bool is_covered(const Zone& a, const Union& b);
[[nodiscard]] bool is_same_set(const Zone& a, const Zone& b);

// Clocks moved by time, by definition: there is a delay such that …
[[nodiscard]] Zone after_delay(const Zone& z);
[[nodiscard]] Zone before_delay(const Zone& z);
// Every clock i of the result is clock source[i] of z plus offset[i]; entry 0 of both is 0.
[[nodiscard]] Zone assigned(const Zone& z, const std::vector<std::size_t>& source,
                            const std::vector<std::int64_t>& offset);

// Extrapolations, by the definitions of Behrmann, Bouyer, Larsen, Pelánek 2006. No constant: minus infinity.
using Constants = std::vector<std::optional<std::int64_t>>;
[[nodiscard]] Zone extra_m(const Zone& z, const Constants& m);
[[nodiscard]] Zone extra_m_plus(const Zone& z, const Constants& m);
[[nodiscard]] Zone extra_lu(const Zone& z, const Constants& l, const Constants& u);
[[nodiscard]] Zone extra_lu_plus(const Zone& z, const Constants& l, const Constants& u);

// a_LU(z): all v >= 0 that some v' in z simulates. A union of 3^clocks zones, one for each choice, clock by clock, of
// v' = v, L < v' < v, or U < v < v'.
[[nodiscard]] Union a_lu(const Zone& z, const Constants& l, const Constants& u);
// The same for one valuation, by trying.
[[nodiscard]] bool is_in_a_lu(const Zone& z, const Spot& spot, const Constants& l, const Constants& u);

[[nodiscard]] std::string show(const Zone& z);

}  // namespace zonda::zone::naive
