// Writing and reading the frames of a snapshot file.
#include "util/snapshot.hpp"

#include "util/hash.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace zonda {

namespace {

constexpr std::size_t kFrame = std::size_t{64} * 1024;
constexpr std::size_t kMagic = 8;

struct FrameHead {
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;
};

// The checksum of a frame, which continues that of the frame before.
std::uint64_t next_chain(std::uint64_t chain, const unsigned char* data, std::size_t size) {
  return mix(hash_bytes(data, size) ^ chain, 0x9E3779B97F4A7C15ULL ^ (size << 1U)) + 1;
}

std::uint64_t first_chain(const std::string& magic) { return hash_bytes(magic.data(), magic.size()); }

[[noreturn]] void fail_by_system(const char* what) {
  throw SnapshotError(std::string(what) + ": " + std::strerror(errno));
}

// Opens a regular file. Anything else is refused; opening without blocking keeps a pipe from making the program wait.
int open_file(const std::string& path, int how, const char* what_fails) {
  constexpr int kReadable = 0644;
  const int file = ::open(path.c_str(), how | O_NONBLOCK | O_CLOEXEC, kReadable);
  if (file < 0 && errno == ENXIO) throw SnapshotError("is not a regular file");
  if (file < 0) fail_by_system(what_fails);
  struct stat facts {};
  if (::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)) return file;
  ::close(file);
  throw SnapshotError("is not a regular file");
}

// Brings the folder to the disk, so that the new name of the file is there, too. Some systems cannot do that; then
// nothing happens.
void sync_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
  const int handle = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return;
  (void)::fsync(handle);
  ::close(handle);
}

}  // namespace

std::size_t Snapshot::counted(std::size_t count, std::size_t item_bytes) {
  std::uint64_t number = count;
  value(number);
  if (is_reading() && number > left() / item_bytes) throw SnapshotError("is damaged: a list is too long");
  return static_cast<std::size_t>(number);
}

void Snapshot::text(std::string& text) {
  const std::size_t count = counted(text.size(), 1);
  if (is_reading()) text.resize(count);
  bytes(text.data(), count);
}

void Snapshot::random(std::mt19937_64& generator) {
  std::ostringstream out;
  if (!is_reading()) out << generator;
  std::string state = out.str();
  text(state);
  if (!is_reading()) return;
  std::istringstream in(state);
  if (!(in >> generator)) throw SnapshotError("is damaged: the state of a random generator is not valid");
}

// --- writing

SnapshotWriter::SnapshotWriter(std::string path, const std::string& magic)
    : path_(std::move(path)), part_(path_ + ".part"), chain_(first_chain(magic)) {
  ZONDA_CHECK(magic.size() == kMagic, "a file begins with eight characters");
  file_ = open_file(part_, O_WRONLY | O_CREAT | O_TRUNC, "cannot be written");
  try {
    frame_.reserve(kFrame);
    put(magic.data(), magic.size());
  } catch (...) {
    remove();
    throw;
  }
}

SnapshotWriter::~SnapshotWriter() { remove(); }

void SnapshotWriter::remove() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(part_.c_str());
}

void SnapshotWriter::bytes(void* data, std::size_t size) {
  const auto* from = static_cast<const unsigned char*>(data);
  while (size > 0) {
    const std::size_t room = std::min(size, kFrame - frame_.size());
    frame_.insert(frame_.end(), from, from + room);
    from += room;
    size -= room;
    if (frame_.size() == kFrame) end_frame();
  }
}

void SnapshotWriter::end_frame() {
  chain_ = next_chain(chain_, frame_.data(), frame_.size());
  const FrameHead head{frame_.size(), chain_};
  put(&head, sizeof(head));
  put(frame_.data(), frame_.size());
  frame_.clear();
}

void SnapshotWriter::put(const void* data, std::size_t size) {
  const auto* from = static_cast<const unsigned char*>(data);
  while (size > 0) {
    const ssize_t done = ::write(file_, from, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail_by_system("cannot be written");
    from += done;
    size -= static_cast<std::size_t>(done);
    written_ += static_cast<std::uint64_t>(done);
  }
}

void SnapshotWriter::finish() {
  if (!frame_.empty()) end_frame();
  end_frame();
  if (::fsync(file_) != 0) fail_by_system("cannot be written to disk");
  const int file = std::exchange(file_, -1);
  const bool is_closed = ::close(file) == 0;
  if (!is_closed || std::rename(part_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(part_.c_str());
    errno = error;
    fail_by_system("cannot be written");
  }
  sync_folder(path_);
}

// --- reading

SnapshotReader::SnapshotReader(const std::string& path, const std::string& magic) : chain_(first_chain(magic)) {
  file_ = open_file(path, O_RDONLY, "cannot be read");
  try {
    struct stat facts {};
    if (::fstat(file_, &facts) != 0) fail_by_system("cannot be read");
    left_ = static_cast<std::uint64_t>(facts.st_size);
    std::string begins(kMagic, '\0');
    if (left_ < kMagic) throw SnapshotError("is not a checkpoint");
    get(begins.data(), kMagic);
    if (begins != magic) throw SnapshotError("is not a checkpoint");
  } catch (...) {
    ::close(file_);
    throw;
  }
}

SnapshotReader::~SnapshotReader() { ::close(file_); }

void SnapshotReader::get(void* data, std::size_t size) {
  if (size > left_) throw SnapshotError("is damaged: it ends too soon");
  auto* to = static_cast<unsigned char*>(data);
  while (size > 0) {
    const ssize_t done = ::read(file_, to, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_by_system("cannot be read");
    if (done == 0) throw SnapshotError("is damaged: it ends too soon");
    to += done;
    size -= static_cast<std::size_t>(done);
    left_ -= static_cast<std::uint64_t>(done);
  }
}

void SnapshotReader::next_frame() {
  if (is_at_end_) throw SnapshotError("is damaged: something is missing");
  FrameHead head;
  get(&head, sizeof(head));
  if (head.size > kFrame) throw SnapshotError("is damaged: its checksum is wrong");
  frame_.resize(head.size);
  at_ = 0;
  get(frame_.data(), frame_.size());
  chain_ = next_chain(chain_, frame_.data(), frame_.size());
  if (chain_ != head.checksum) throw SnapshotError("is damaged: its checksum is wrong");
  is_at_end_ = frame_.empty();
}

void SnapshotReader::bytes(void* data, std::size_t size) {
  auto* to = static_cast<unsigned char*>(data);
  while (size > 0) {
    if (at_ == frame_.size()) {
      next_frame();
      continue;
    }
    const std::size_t part = std::min(size, frame_.size() - at_);
    std::memcpy(to, frame_.data() + at_, part);
    to += part;
    at_ += part;
    size -= part;
  }
}

void SnapshotReader::finish() {
  if (at_ != frame_.size()) throw SnapshotError("is damaged: there is more than there should be");
  if (!is_at_end_) next_frame();
  if (!is_at_end_ || left_ != 0) throw SnapshotError("is damaged: there is more than there should be");
}

}  // namespace zonda
