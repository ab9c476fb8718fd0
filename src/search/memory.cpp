#include "search/memory.hpp"

#include <malloc.h>

#include <array>
#include <cstdio>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace zonda::search {

std::uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long size = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &size, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
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

// Where the linker put the program's code.
extern "C" const char __executable_start;
extern "C" const char etext;

// Code that only the start needed would stay resident; what the search needs comes back from the page cache.
void forget_code() {
#if defined(__linux__) && defined(__GLIBC__)
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(&__executable_start) + page - 1) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(&etext) / page * page;
  if (first < end) (void)madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
#endif
}

}  // namespace

void prepare_memory() {
  forget_code();
#if defined(__GLIBC__)
  constexpr int kOwnMapping = 1 << 18;
  mallopt(M_MMAP_THRESHOLD, kOwnMapping);
  malloc_trim(0);
#endif
}

}  // namespace zonda::search
