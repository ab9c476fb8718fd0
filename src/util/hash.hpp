// Hashing of short runs of words. Not for adversaries: for tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace zonda {

__extension__ using WideWord = unsigned __int128;

[[nodiscard]] inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  const WideWord product = static_cast<WideWord>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

[[nodiscard]] inline std::uint64_t hash_words(std::span<const std::uint64_t> words) {
  std::uint64_t h = 0x9E3779B97F4A7C15ULL ^ words.size();
  for (const std::uint64_t w : words) h = mix(h ^ w, 0xE7037ED1A0B428DBULL);
  return mix(h, 0x8EBC6AF09C88C6E3ULL);
}

// Any bytes, eight at a time.
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
