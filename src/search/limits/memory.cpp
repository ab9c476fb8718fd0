#include "search/limits/memory.hpp"

#include <malloc.h>

#include <array>
#include <cstdio>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace zonda::search {

std::uint64_t resident_bytes() {
  // The file stays open, so that limits hold even when no more files can be opened.
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
  // The value from getrusage() would include the memory of the process that started this one.
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

void give_back_memory() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

}  // namespace zonda::search
