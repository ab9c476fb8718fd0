#include "search/memory.hpp"

#include <link.h>
#include <malloc.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace zonda::search {

std::uint64_t resident_bytes() {
  // It stays open: limits must hold when no more files can be opened, too.
  static const int kFile = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  std::array<char, 128> text{};
  unsigned long long size = 0;
  unsigned long long resident = 0;
  if (kFile >= 0 && ::pread(kFile, text.data(), text.size() - 1, 0) > 0 &&
      std::sscanf(text.data(), "%llu %llu", &size, &resident) == 2)
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return peak_resident_bytes();
}

std::uint64_t peak_resident_bytes() {
  // What getrusage() says includes the memory of the process that started this one.
  if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
    std::array<char, 256> line{};
    unsigned long long kilobytes = 0;
    while (kilobytes == 0 && std::fgets(line.data(), line.size(), file) != nullptr)
      (void)std::sscanf(line.data(), "VmHWM: %llu", &kilobytes);
    std::fclose(file);
    if (kilobytes > 0) return kilobytes * 1024;
  }
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

namespace {

// How the system fetches pages is a matter of the process, as is what it was told about that.
std::atomic<bool> g_is_spared{false};

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
    return 1;  // the first is the program; others are libraries
  };
  (void)dl_iterate_phdr(visit, &use);
#endif
}

}  // namespace

void give_back_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

void give_back_program() {
  for_each_part([](char* part, std::size_t size) { (void)madvise(part, size, MADV_DONTNEED); });
}

void spare_program() {
#ifdef MADV_DONTDUMP
  // What the system fetches ends where the kind of memory changes; whether it belongs into a core dump is such a kind.
  for_each_part([](char* part, std::size_t size) {
    const auto piece = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    for (std::size_t at = 0; at + piece < size; at += 2 * piece) (void)madvise(part + at, piece, MADV_DONTDUMP);
  });
#endif
  g_is_spared = true;
  give_back_program();
}

void give_back_spared_program() {
  if (g_is_spared) give_back_program();
}

void prepare_memory(std::uint64_t limit) {
  (void)resident_bytes();  // while there are files that can be opened
  // Code that only the start needed would stay resident; what the search needs comes back from the page cache.
  give_back_program();
#if defined(__GLIBC__)
  constexpr int kOwnMapping = 1 << 18;
  mallopt(M_MMAP_THRESHOLD, kOwnMapping);
  malloc_trim(0);
#endif
  if (limit == 0) return;
#ifdef PR_SET_THP_DISABLE
  // With large pages memory grows by two megabytes at once.
  constexpr std::uint64_t kLarge = std::uint64_t{4} << 30U;
  if (limit < kLarge) (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
#endif
  constexpr std::uint64_t kTight = std::uint64_t{64} << 20U;
  if (limit >= kTight) return;
#if defined(__GLIBC__)
  // Smaller blocks leave holes when they grow.
  mallopt(M_MMAP_THRESHOLD, kOwnMapping / 8);
#endif
}

}  // namespace zonda::search
