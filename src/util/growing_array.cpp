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
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t first = (address + page - 1) / page * page;
  (void)madvise(reinterpret_cast<void*>(first), address + bytes - first, MADV_HUGEPAGE);
#else
  (void)block;
  (void)bytes;
#endif
}

}  // namespace zonda
