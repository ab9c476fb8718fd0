#include "util/growing_array.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace zonda {

void use_large_pages(void* block, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  // Smaller blocks gain little, and a page that is not filled is memory lost.
  constexpr std::size_t kLeast = std::size_t{8} << 20U;
  if (bytes < kLeast) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  // From the page on in which the block begins, behind the allocator's own words: a mapping that is not of one kind
  // from one end to the other cannot be moved as a whole, and would be copied when the block grows.
  const std::uintptr_t into_page = reinterpret_cast<std::uintptr_t>(block) % page;
  (void)madvise(static_cast<char*>(block) - into_page, bytes + into_page, MADV_HUGEPAGE);
#else
  (void)block;
  (void)bytes;
#endif
}

}  // namespace zonda
