#include "zone/dbm.hpp"

#include <array>
#include <new>
#include <vector>

namespace zonda::zone::blocks {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::align_val_t kAlignment{kLine};
// Up to this size and number blocks are kept.
constexpr std::size_t kSizes = 64;
constexpr std::size_t kKept = 256;

// Under the address sanitizer every block is fresh, so that use after release shows.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kKeeps = false;
#else
constexpr bool kKeeps = true;
#endif

struct Shelf {
  std::array<std::vector<void*>, kSizes> blocks;  // by size in lines, less one

  Shelf() {
    for (auto& list : blocks) list.reserve(kKept);
  }
  ~Shelf() {
    for (auto& list : blocks)
      for (void* block : list) ::operator delete(block, kAlignment);
    is_closed = true;
  }
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;

  // Matrices with static life may go after the shelf has.
  static thread_local bool is_closed;
};

thread_local bool Shelf::is_closed = false;

Shelf& shelf() {
  thread_local Shelf the_shelf;
  return the_shelf;
}

std::size_t lines(std::size_t bytes) { return bytes == 0 ? 1 : (bytes + kLine - 1) / kLine; }

}  // namespace

void* take(std::size_t bytes) {
  const std::size_t size = lines(bytes);
  if (kKeeps && size <= kSizes && !Shelf::is_closed) {
    auto& list = shelf().blocks[size - 1];
    if (!list.empty()) {
      void* block = list.back();
      list.pop_back();
      return block;
    }
  }
  return ::operator new(size* kLine, kAlignment);
}

void give_back(void* block, std::size_t bytes) noexcept {
  const std::size_t size = lines(bytes);
  if (kKeeps && size <= kSizes && !Shelf::is_closed) {
    auto& list = shelf().blocks[size - 1];
    if (list.size() < kKept) {
      list.push_back(block);
      return;
    }
  }
  ::operator delete(block, kAlignment);
}

}  // namespace zonda::zone::blocks
