// A file that holds the state of something large, to be read again by the same program on the same kind of machine:
// numbers and arrays are written as they lie in memory. Each class that takes part lists its members in one function,
// which serves both for writing and for reading.
//
// A damaged file is always refused. The file is made of frames of up to 64 KiB. Each has a checksum that continues that
// of the frame before, and no byte of a frame is used before its checksum was found to be right. The last frame is
// empty, so that a file that was cut off is recognised. A new file is written under another name, brought to the disk,
// and then renamed over the old one in one step: whenever the writing stops, one of the two is there and complete.
#pragma once

#include "util/growing_array.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace zonda {

// Something is wrong with a file, or with writing it. The message is meant to follow the name of the file.
class SnapshotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  virtual ~Snapshot() = default;

  [[nodiscard]] virtual bool is_reading() const = 0;

  template <typename T>
  void value(T& item) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    bytes(&item, sizeof(T));
  }
  template <typename... Ts>
  void values(Ts&... items) {
    (value(items), ...);
  }
  template <typename T>
  void array(GrowingArray<T>& items) {
    const std::size_t count = counted(items.size(), sizeof(T));
    if (is_reading()) items.fill(count, T{});
    bytes(items.data(), count * sizeof(T));
  }
  template <typename T>
  void array(std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    const std::size_t count = counted(items.size(), sizeof(T));
    if (is_reading()) items.resize(count);
    bytes(items.data(), count * sizeof(T));
  }
  // A list of items that are not plain data; `each` is called for every item and writes or reads it.
  template <typename T, typename Each>
  void list(std::vector<T>& items, Each&& each) {
    const std::size_t count = counted(items.size(), 1);
    if (is_reading()) items.resize(count);
    for (T& item : items) each(item);
  }
  // A map whose keys and values are plain data.
  template <typename Map>
  void map(Map& items) {
    using Key = typename Map::key_type;
    using Value = typename Map::mapped_type;
    const std::size_t count = counted(items.size(), sizeof(Key) + sizeof(Value));
    if (is_reading()) {
      items.clear();
      for (std::size_t i = 0; i < count; ++i) {
        Key key{};
        Value value{};
        values(key, value);
        items.emplace(key, value);
      }
      return;
    }
    for (const auto& [key, value] : items) {
      Key one = key;
      Value other = value;
      values(one, other);
    }
  }
  void block(unsigned char* data, std::size_t size) { bytes(data, size); }
  void text(std::string& text);
  void random(std::mt19937_64& generator);

 protected:
  // Writes these bytes to the file, or reads them from it.
  virtual void bytes(void* data, std::size_t size) = 0;
  // While reading: an upper limit of the bytes that are still to come.
  [[nodiscard]] virtual std::uint64_t left() const = 0;

 private:
  // Writes or reads the number of items. A number that is read is checked against what the rest of the file can hold.
  std::size_t counted(std::size_t count, std::size_t item_bytes);
};

class SnapshotWriter final : public Snapshot {
 public:
  // The file begins with `magic`, eight characters that say what kind of file it is.
  SnapshotWriter(std::string path, const std::string& magic);
  // Removes the file if finish() was not called.
  ~SnapshotWriter() override;

  [[nodiscard]] bool is_reading() const override { return false; }
  // Completes the file and renames it over the old one.
  void finish();
  [[nodiscard]] std::uint64_t written() const { return written_; }

 private:
  void bytes(void* data, std::size_t size) override;
  [[nodiscard]] std::uint64_t left() const override { return 0; }
  void end_frame();
  void put(const void* data, std::size_t size);
  // Removes what was written so far, unless it has been renamed already.
  void remove();

  std::string path_;
  std::string part_;  // the name of the file until it is finished
  int file_ = -1;
  std::vector<unsigned char> frame_;
  std::uint64_t chain_ = 0;
  std::uint64_t written_ = 0;
};

class SnapshotReader final : public Snapshot {
 public:
  SnapshotReader(const std::string& path, const std::string& magic);
  ~SnapshotReader() override;

  [[nodiscard]] bool is_reading() const override { return true; }
  // Checks that the whole file has been read. If something is left, the file does not hold what was expected.
  void finish();

 private:
  void bytes(void* data, std::size_t size) override;
  [[nodiscard]] std::uint64_t left() const override { return left_ + frame_.size() - at_; }
  void next_frame();
  void get(void* data, std::size_t size);

  int file_ = -1;
  std::uint64_t left_ = 0;  // bytes of the file behind the current frame
  std::vector<unsigned char> frame_;
  std::size_t at_ = 0;
  std::uint64_t chain_ = 0;
  bool is_at_end_ = false;
};

}  // namespace zonda
