// Asks the system for large pages.
#include "util/growing_array.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace zonda {

void use_large_pages(void* block, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  // Smaller blocks gain little, and a large page that is only partly used wastes memory.
  constexpr std::size_t kLeast = std::size_t{8} << 20U;
  if (bytes < kLeast) return;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  // The advice covers the mapping from the page in which the block begins, which also holds the allocator's own words:
  // a mapping that has advice for a part only cannot be moved as a whole, and would be copied when the block grows.
  const std::uintptr_t into_page = reinterpret_cast<std::uintptr_t>(block) % page;
  (void)madvise(static_cast<char*>(block) - into_page, bytes + into_page, MADV_HUGEPAGE);
#else
  (void)block;
  (void)bytes;
#endif
}

}  // namespace zonda
