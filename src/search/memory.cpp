#include "search/memory.hpp"

#include <malloc.h>

#include <array>
#include <cstdio>
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

void prepare_memory() {
#if defined(__GLIBC__)
  constexpr int kOwnMapping = 1 << 18;
  mallopt(M_MMAP_THRESHOLD, kOwnMapping);
  malloc_trim(0);
#endif
}

}  // namespace zonda::search
