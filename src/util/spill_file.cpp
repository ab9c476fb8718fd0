// Writes and reads the file in pieces of 16 KiB.
#include "util/spill_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/types.h>
#include <unistd.h>

namespace zonda {

namespace {

[[noreturn]] void fail(const char* what) { throw SpillError(std::string(what) + ": " + std::strerror(errno)); }

}  // namespace

SpillFile::SpillFile(const std::string& folder) {
  std::string name = folder + "/zonda-spill-XXXXXX";
  file_ = ::mkstemp(name.data());
  if (file_ < 0) fail(("no file can be made in " + folder).c_str());
  ::unlink(name.c_str());
}

SpillFile::~SpillFile() { ::close(file_); }

void SpillFile::put(const void* data, std::size_t size) {
  const auto* from = static_cast<const unsigned char*>(data);
  out_.insert(out_.end(), from, from + size);
  if (out_.size() >= kPiece) flush();
}

void SpillFile::flush() {
  std::size_t done = 0;
  while (done < out_.size()) {
    const ssize_t wrote = ::pwrite(file_, out_.data() + done, out_.size() - done, static_cast<off_t>(end_));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail("waiting states cannot be written to disk");
    done += static_cast<std::size_t>(wrote);
    end_ += static_cast<std::uint64_t>(wrote);
  }
  out_.clear();
}

std::size_t SpillFile::read_at(std::uint64_t at, unsigned char* to, std::size_t most) {
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, end_ - at));
  while (true) {
    const ssize_t got = ::pread(file_, to, wanted, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("waiting states cannot be read from disk");
    return static_cast<std::size_t>(got);
  }
}

void SpillFile::take(void* data, std::size_t size) {
  auto* to = static_cast<unsigned char*>(data);
  while (size > 0) {
    if (in_at_ == in_.size()) {
      if (begin_ == end_) flush();
      in_.resize(kPiece);
      in_.resize(read_at(begin_, in_.data(), in_.size()));
      in_at_ = 0;
    }
    const std::size_t part = std::min(size, in_.size() - in_at_);
    std::memcpy(to, in_.data() + in_at_, part);
    in_at_ += part;
    begin_ += part;
    to += part;
    size -= part;
  }
  if (begin_ < end_ || !out_.empty()) return;
  // Everything has been taken, so the room on disk can be freed.
  (void)!::ftruncate(file_, 0);
  begin_ = end_ = 0;
  in_.clear();
  in_at_ = 0;
}

}  // namespace zonda
