#include "cli/process_memory.hpp"

#include <link.h>
#include <malloc.h>

#include <cstddef>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace zonda::cli {

namespace {

bool g_is_spared = false;  // spare_program() was called

// Runs `use` on the parts of the program that are in its file: code and constants.
template <typename Use>
void for_each_part([[maybe_unused]] Use use) {
#if defined(__GLIBC__)
  const auto visit = [](dl_phdr_info* program, std::size_t /*size*/, void* data) {
    const auto page = static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE));
    for (int i = 0; i < program->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = program->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_W) != 0) continue;
      const ElfW(Addr) first = (program->dlpi_addr + part.p_vaddr) / page * page;
      const ElfW(Addr) last = (program->dlpi_addr + part.p_vaddr + part.p_memsz) / page * page;
      if (first < last) (*static_cast<Use*>(data))(reinterpret_cast<char*>(first), last - first);
    }
    return 1;  // the first is the program; the others are libraries
  };
  (void)dl_iterate_phdr(visit, &use);
#endif
}

// Pages that are still needed come back from the page cache by themselves.
void give_back_program() {
  for_each_part([](char* part, std::size_t size) { (void)madvise(part, size, MADV_DONTNEED); });
}

// Lets large blocks grow in place from now on, and returns the memory that reading the model left behind.
void prepare_for_search(std::uint64_t memory_bytes) {
  give_back_program();
#if defined(__GLIBC__)
  constexpr int kOwnMapping = 1 << 18;
  // If memory is tight, smaller blocks get their own mapping, too, because they leave holes when they grow.
  mallopt(M_MMAP_THRESHOLD, is_tight(memory_bytes) ? kOwnMapping / 8 : kOwnMapping);
  malloc_trim(0);
#endif
#ifdef PR_SET_THP_DISABLE
  // With large pages memory grows by two megabytes at once.
  constexpr std::uint64_t kLarge = std::uint64_t{4} << 30U;
  if (memory_bytes > 0 && memory_bytes < kLarge) (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
#endif
}

}  // namespace

bool is_tight(std::uint64_t memory_bytes) {
  constexpr std::uint64_t kTight = std::uint64_t{64} << 20U;
  return memory_bytes > 0 && memory_bytes < kTight;
}

void spare_program() {
#ifdef MADV_DONTDUMP
  // Readahead ends where the kind of memory changes; whether it belongs into a core dump is such a property.
  for_each_part([](char* part, std::size_t size) {
    const auto piece = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    for (std::size_t at = 0; at + piece < size; at += 2 * piece) (void)madvise(part + at, piece, MADV_DONTDUMP);
  });
#endif
  g_is_spared = true;
  give_back_program();
}

StageHook memory_hook() {
  return [](Stage stage, std::uint64_t memory_bytes) {
    switch (stage) {
      case Stage::TaskRead:
        if (is_tight(memory_bytes)) spare_program();
        return;
      case Stage::TextRead:
      case Stage::TextChecked:
      case Stage::NetworkBuilt:
        if (g_is_spared) give_back_program();
        return;
      case Stage::SearchBegins:
        return prepare_for_search(memory_bytes);
    }
  };
}

}  // namespace zonda::cli
