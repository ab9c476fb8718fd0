// Pages by mmap, given back by madvise and munmap.
#include "util/pages.hpp"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace zonda {

namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
std::size_t whole_pages(std::size_t bytes) {
  const std::size_t page = page_bytes();
  return (bytes + page - 1) / page * page;
}

}  // namespace

Pages::Pages(std::size_t bytes) : size_(whole_pages(std::max<std::size_t>(bytes, 1))) {
  void* block = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<unsigned char*>(block);
}

void Pages::free() {
  if (data_ != nullptr) (void)munmap(data_, size_);
  data_ = nullptr;
  size_ = 0;
}

void Pages::release(std::size_t from, std::size_t to) {
  const std::size_t page = page_bytes();
  const std::size_t first = whole_pages(from);
  const std::size_t last = to / page * page;
  if (first < last) (void)madvise(data_ + first, last - first, MADV_DONTNEED);
}

void Pages::cut(std::size_t bytes) {
  const std::size_t kept = whole_pages(std::max<std::size_t>(bytes, 1));
  if (kept >= size_) return;
  (void)munmap(data_ + kept, size_ - kept);
  size_ = kept;
}

}  // namespace zonda
