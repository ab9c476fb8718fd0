// Memory for matrices: freed blocks wait in one list for each size, in each thread, until they are asked for again.
#include "zone/dbm.hpp"

#include <array>
#include <new>
#include <vector>

namespace zonda::zone::blocks {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::align_val_t kAlignment{kLine};
// Blocks of up to kSizes cache lines are kept, and at most kMostKept of each size.
constexpr std::size_t kSizes = 64;
constexpr std::size_t kMostKept = 256;

// Under the address sanitizer every block is fresh, so that use after release shows.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kKeeps = false;
#else
constexpr bool kKeeps = true;
#endif

struct FreeLists {
  std::array<std::vector<void*>, kSizes> blocks;  // by their size in cache lines, less one

  FreeLists() {
    for (auto& list : blocks) list.reserve(kMostKept);
  }
  ~FreeLists() {
    for (auto& list : blocks)
      for (void* block : list) ::operator delete(block, kAlignment);
    is_closed = true;
  }
  FreeLists(const FreeLists&) = delete;
  FreeLists& operator=(const FreeLists&) = delete;

  // Matrices with static storage may be destroyed after the lists; this says that the lists are gone.
  static thread_local bool is_closed;
};

thread_local bool FreeLists::is_closed = false;

FreeLists& free_lists() {
  thread_local FreeLists lists;
  return lists;
}

std::size_t lines(std::size_t bytes) { return bytes == 0 ? 1 : (bytes + kLine - 1) / kLine; }

}  // namespace

void* take(std::size_t bytes) {
  const std::size_t size = lines(bytes);
  if (kKeeps && size <= kSizes && !FreeLists::is_closed) {
    auto& list = free_lists().blocks[size - 1];
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
  if (kKeeps && size <= kSizes && !FreeLists::is_closed) {
    auto& list = free_lists().blocks[size - 1];
    if (list.size() < kMostKept) {
      list.push_back(block);
      return;
    }
  }
  ::operator delete(block, kAlignment);
}

}  // namespace zonda::zone::blocks
