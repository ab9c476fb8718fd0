// Packed waiting states, set aside to save memory: first in memory, later on disk. A state has its words and the number
// of its zone. States come out in the order in which they were put in, but those in memory come before those on disk.
#pragma once

#include "store/state_store.hpp"
#include "util/growing_array.hpp"
#include "util/snapshot.hpp"
#include "util/spill_file.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace zonda::search {

class Shelf {
 public:
  struct Entry {
    std::vector<state::Word> words;
    store::ZoneId zone = store::kNoZone;
    store::Origin note;  // for searches that forget states
    bool is_kept = false;
  };

  // `folder`: where the file may be; empty: nowhere. `has_notes`: whether notes are kept.
  Shelf(std::size_t words, bool has_notes, std::string folder)
      : words_(words), has_notes_(has_notes), folder_(std::move(folder)) {}

  [[nodiscard]] std::uint64_t size() const { return in_memory_ + on_disk_; }
  [[nodiscard]] std::uint64_t on_disk() const { return on_disk_; }
  [[nodiscard]] std::uint64_t bytes_on_disk() const { return on_disk_ * entry_bytes(); }
  [[nodiscard]] bool has_folder() const { return !folder_.empty(); }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t result = 0;
    for (const auto& piece : pieces_) result += piece.capacity();
    return result;
  }

  void put(const Entry& entry) {
    std::vector<unsigned char>& piece = piece_with_room();
    const auto add = [&](const auto& value) {
      const auto* from = reinterpret_cast<const unsigned char*>(&value);
      piece.insert(piece.end(), from, from + sizeof(value));
    };
    for (const state::Word word : entry.words) add(word);
    add(entry.zone | (entry.is_kept ? kKept : 0U));
    if (has_notes_) add(entry.note);
    ++in_memory_;
  }
  // Takes the entry that was put first; the shelf must not be empty.
  void take(Entry& entry) {
    std::vector<unsigned char> buffer(entry_bytes());
    if (in_memory_ > 0) {
      std::memcpy(buffer.data(), pieces_.front().data() + at_, buffer.size());
      at_ += buffer.size();
      if (at_ == pieces_.front().size()) {
        pieces_.erase(pieces_.begin());
        at_ = 0;
      }
      --in_memory_;
    } else {
      file_->take(buffer.data(), buffer.size());
      --on_disk_;
    }
    const unsigned char* from = buffer.data();
    const auto get = [&](auto& value) {
      std::memcpy(&value, from, sizeof(value));
      from += sizeof(value);
    };
    entry.words.resize(words_);
    for (state::Word& word : entry.words) get(word);
    get(entry.zone);
    entry.is_kept = (entry.zone & kKept) != 0;
    entry.zone &= ~kKept;
    if (has_notes_) get(entry.note);
  }
  // Moves every entry that is in memory to the file, and returns how many these were.
  std::uint64_t move_to_disk() {
    if (in_memory_ == 0) return 0;
    if (file_ == nullptr) file_ = std::make_unique<SpillFile>(folder_);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      file_->put(pieces_[i].data() + at_, pieces_[i].size() - at_);
      at_ = 0;
      pieces_[i] = {};
    }
    pieces_.clear();
    const std::uint64_t moved = in_memory_;
    on_disk_ += moved;
    in_memory_ = 0;
    return moved;
  }

  // Saves or restores the shelf. If there is no folder now, entries that were on disk are restored to memory.
  void snapshot(Snapshot& s) {
    s.values(in_memory_, on_disk_, at_);
    s.list(pieces_, [&](std::vector<unsigned char>& piece) { s.array(piece); });
    if (on_disk_ == 0) return;
    if (!s.is_reading())
      return file_->for_each_piece([&](unsigned char* data, std::size_t size) { s.block(data, size); });
    if (has_folder()) file_ = std::make_unique<SpillFile>(folder_);
    std::vector<unsigned char> entry(entry_bytes());
    for (std::uint64_t i = 0; i < on_disk_; ++i) {
      s.block(entry.data(), entry.size());
      if (has_folder()) {
        file_->put(entry.data(), entry.size());
      } else {
        std::vector<unsigned char>& piece = piece_with_room();
        piece.insert(piece.end(), entry.begin(), entry.end());
      }
    }
    if (!has_folder()) in_memory_ += std::exchange(on_disk_, 0);
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{16} * 1024;
  static constexpr store::ZoneId kKept = 0x8000'0000U;

  std::vector<unsigned char>& piece_with_room() {
    if (pieces_.empty() || pieces_.back().size() + entry_bytes() > kPiece) {
      pieces_.emplace_back();
      pieces_.back().reserve(kPiece);
    }
    return pieces_.back();
  }
  [[nodiscard]] std::size_t entry_bytes() const {
    return words_ * sizeof(state::Word) + sizeof(store::ZoneId) + (has_notes_ ? sizeof(store::Origin) : 0);
  }

  std::size_t words_;
  bool has_notes_;
  std::string folder_;
  std::vector<std::vector<unsigned char>> pieces_;
  std::size_t at_ = 0;  // position in the first piece
  std::uint64_t in_memory_ = 0;
  std::uint64_t on_disk_ = 0;
  std::unique_ptr<SpillFile> file_;
};

}  // namespace zonda::search
