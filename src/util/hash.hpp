// Hashing for tables in memory. It offers no protection against inputs made to collide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace zonda {

__extension__ using WideWord = unsigned __int128;

// Multiplies into 128 bits and folds the halves together, as wyhash does.
[[nodiscard]] inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const WideWord product = static_cast<WideWord>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// Hashes any number of bytes, eight at a time.
[[nodiscard]] inline std::uint64_t hash_bytes(const void* data, std::size_t size) {
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint64_t h = 0xA0761D6478BD642FULL ^ size;
  while (size >= 8) {
    std::uint64_t w = 0;
    std::memcpy(&w, at, 8);
    h = mix(h ^ w, 0xE7037ED1A0B428DBULL);
    at += 8;
    size -= 8;
  }
  if (size > 0) {
    std::uint64_t w = 0;
    std::memcpy(&w, at, size);
    h = mix(h ^ w, 0x8EBC6AF09C88C6E3ULL);
  }
  return mix(h, 0x589965CC75374CC3ULL);
}

}  // namespace zonda
