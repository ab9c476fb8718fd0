// Zones in fewer bytes than their matrix takes (T8; thesis, 4.2). A code is a function of the zone alone, so equal
// zones have equal codes. A code consists of 8-byte units, and contains its own length.
//
//   minimal   The fewest constraints that have the zone as their closure (zone/minimal.hpp), each with two clock
//             numbers and a bound of one byte if all fit, else of the full width: the thesis' array of records.
//   packed    Bits, in whichever of these ways takes the fewest:
//               matrix   all bounds but the diagonal
//               set      one bit a bound, whether it is needed, and the bounds that are
//               list     the places and bounds of those that are needed
//             A bound takes as many bits as the difference between the largest and the smallest of this zone does.
//
// A zone stored as constraints can be compared as the larger one without being closed again; to be used as a matrix it
// must be closed, which takes time cubic in the number of clocks.
#pragma once

#include "zone/dbm.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::store {

// How zones are stored.
enum class ZoneForm : std::uint8_t {
  Auto,  // as a matrix, with one byte per bound if all bounds are small: quick to compare, and small enough
  Full,  // as a matrix, in the width that is used for computing
  Minimal,
  Packed
};

template <typename B>
class ZoneCoder {
 public:
  // The form is Minimal or Packed; with another one, nothing may be asked of the coder.
  explicit ZoneCoder(ZoneForm form) : form_(form) {}

  // The code of a zone; valid until the next call.
  [[nodiscard]] std::span<const std::uint64_t> encode(const zone::Dbm<B>& z);
  [[nodiscard]] std::size_t units(const std::uint64_t* code) const;
  void decode(const std::uint64_t* code, std::size_t dim, zone::Dbm<B>& out);
  // How many constraints the code has.
  [[nodiscard]] std::size_t constraints(const std::uint64_t* code, std::size_t dim);
  // Whether the zone of the code includes this one.
  [[nodiscard]] bool includes(const std::uint64_t* code, const zone::Dbm<B>& smaller);

 private:
  using Constraints = std::vector<zone::Constraint<B>>;

  void write_records(std::size_t dim);
  void write_bits(const zone::Dbm<B>& z);
  // Reads the constraints of a code into constraints_. Returns false if the code is a matrix.
  bool read_constraints(const std::uint64_t* code, std::size_t dim);
  void read_matrix(const std::uint64_t* code, zone::Dbm<B>& out) const;

  ZoneForm form_;
  Constraints constraints_;
  std::vector<std::uint64_t> code_;
};

}  // namespace zonda::store
