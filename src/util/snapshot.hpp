// A file that holds the state of something large, written to be read again by the same program on the same kind of
// machine: numbers and arrays as they lie in memory. Each class that takes part says in one function what belongs to
// it, and that serves both directions.
//
// The file is whole or refused. It is made of frames of up to 64 KiB; each has a checksum that goes on from the one of
// the frame before, and no byte of a frame is used before its checksum was seen to be right. The last frame is empty,
// so that a file that was cut off is known. It is written under another name, brought to the disk, and then takes the
// place of the old one in one step: whenever the writing stops, one of the two is there, and whole.
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

// What is wrong with a file, or with writing it, in words that follow its name.
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
  // Of things that are no plain data; `each` is called for every one of them.
  template <typename T, typename Each>
  void list(std::vector<T>& items, Each&& each) {
    const std::size_t count = counted(items.size(), 1);
    if (is_reading()) items.resize(count);
    for (T& item : items) each(item);
  }
  // A map of plain data.
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
  // To or from the file.
  virtual void bytes(void* data, std::size_t size) = 0;
  // While reading: no more than this can be left.
  [[nodiscard]] virtual std::uint64_t left() const = 0;

 private:
  // The number of items, checked against what can be there.
  std::size_t counted(std::size_t count, std::size_t item_bytes);
};

class SnapshotWriter final : public Snapshot {
 public:
  // `magic`: what the file begins with, eight characters.
  SnapshotWriter(std::string path, const std::string& magic);
  // What was not finished leaves no trace.
  ~SnapshotWriter() override;

  [[nodiscard]] bool is_reading() const override { return false; }
  // The file takes its place.
  void finish();
  [[nodiscard]] std::uint64_t written() const { return written_; }

 private:
  void bytes(void* data, std::size_t size) override;
  [[nodiscard]] std::uint64_t left() const override { return 0; }
  void end_frame();
  void put(const void* data, std::size_t size);
  // What was written so far, if it has no place yet.
  void remove();

  std::string path_;
  std::string part_;  // its name until then
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
  // Nothing may be left; else the file is not what it seems.
  void finish();

 private:
  void bytes(void* data, std::size_t size) override;
  [[nodiscard]] std::uint64_t left() const override { return left_ + frame_.size() - at_; }
  void next_frame();
  void get(void* data, std::size_t size);

  int file_ = -1;
  std::uint64_t left_ = 0;  // of the file
  std::vector<unsigned char> frame_;
  std::size_t at_ = 0;
  std::uint64_t chain_ = 0;
  bool is_at_end_ = false;
};

}  // namespace zonda
