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
  const std::uintptr_t into_page = reinterpret_cast<std::uintptr_t>(block) % page;
  const std::size_t skipped = into_page == 0 ? 0 : page - into_page;
  (void)madvise(static_cast<char*>(block) + skipped, bytes - skipped, MADV_HUGEPAGE);
#else
  (void)block;
  (void)bytes;
#endif
}

}  // namespace zonda
