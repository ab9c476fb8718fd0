// Minimal constraint systems (T8; thesis, 4.2, alg. 15 and 16): the fewest constraints that have the same zone as
// their closure. Typically linear in the number of clocks where the matrix is quadratic.
//
// Clocks whose difference is fixed (a zero cycle) form a class. Within a class a single cycle of constraints is kept,
// from the lowest clock up and back; between classes only the lowest clocks are looked at, and a bound is kept when no
// third of them implies it. 'x >= 0' is understood and never listed; that is why the lowest clock stands for its class:
// its being >= 0 says what the lower bounds of the others say.
#pragma once

#include "zone/dbm.hpp"

#include <span>
#include <vector>

namespace zonda::zone {

template <typename B>
[[nodiscard]] std::vector<Constraint<B>> minimal_constraints(const Dbm<B>& z);
// The same into a vector that is used again and again: allocates only when that has to grow (or beyond 64 clocks).
template <typename B>
void minimal_constraints(const Dbm<B>& z, std::vector<Constraint<B>>& out);

// Builds the zone from its constraints. Returns false when the constraints contradict each other.
template <typename B>
bool from_constraints(std::size_t dim, std::span<const Constraint<B>> constraints, Dbm<B>& out);

// Whether the zone given by its constraints includes z: no closure is needed, because z's bounds are tight.
template <typename B>
[[nodiscard]] bool includes(std::span<const Constraint<B>> larger, const Dbm<B>& smaller);

}  // namespace zonda::zone
