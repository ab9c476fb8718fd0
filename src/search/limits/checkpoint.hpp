// A run that is stopped, or killed, goes on where it was: what was found of finished searches, and now and then all
// that the search at hand holds, is in one file (util/snapshot.hpp), which is replaced in one step.
//
// A query may take several searches one after the other (narrow and wide bounds, two abstractions). Those that ended
// are in a journal with what they came to, so that when the run is taken up again they are not made again, and the one
// at hand is the next.
#pragma once

#include "search/options.hpp"
#include "util/snapshot.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace zonda::search {

class Checkpoint {
 public:
  // What a run must have in common with the one that wrote the file.
  struct Identity {
    std::string model;  // what it is called
    std::uint64_t model_hash = 0;
    std::string options;
  };
  // What a search takes, in bytes.
  struct Size {
    std::uint64_t in_memory = 0;  // without what is only remembered
    std::uint64_t on_disk = 0;    // of waiting states
  };
  // `interval`: seconds between two times it is written.
  Checkpoint(std::string path, double interval, Identity identity);

  // A query begins, counted from 1. What is wrong with the file, if there is one; or nothing.
  [[nodiscard]] std::string begin(std::size_t query, const std::string& formula);
  // The file is about another query that was stopped: its number, or 0.
  [[nodiscard]] std::size_t other_query() const { return other_query_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  // Whether the file has no search that was stopped, of any query. If no query began, that is not known.
  [[nodiscard]] bool is_spent() const { return query_in_file_ == std::size_t{0}; }

  // --- a search
  // What the next search came to in an earlier run, if it ended there.
  [[nodiscard]] std::optional<Outcome> known();
  // Whether the file has what the search held.
  [[nodiscard]] bool has_content() const { return reader_ != nullptr; }
  // How much memory, and how much room on disk, the search took when it was saved.
  [[nodiscard]] const Size& size() const { return size_; }
  // Reads what the file has of the search by calling `read`. Throws SnapshotError.
  void resume(const std::function<void(Snapshot&)>& read);
  // Whether it is time to write.
  [[nodiscard]] bool is_due() const { return Clock::now() >= due_; }
  // Writes the file by calling `write`. If that fails, the old file stays, and problem() says why. `size`: how much the
  // search takes now. `is_last`: the search has stopped.
  void save(const std::function<void(Snapshot&)>& write, const Size& size, bool is_last);
  // The search at hand cannot be saved any more, and why.
  void give_up(const std::string& why) { problem_ = "not saved: " + why; }
  // The search has come to something, which is written down; if a limit stopped it, it goes on another time.
  void ended(const Outcome& outcome);

  // What the file has of the search at hand: nothing, what it once was, or all.
  enum class Holds : std::uint8_t { Nothing, Earlier, All };
  [[nodiscard]] Holds holds() const { return holds_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::uint64_t times() const { return times_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Journal {
    std::string formula;
    std::vector<Outcome> searches;  // that ended
  };

  void snapshot_head(Snapshot& s, Identity& identity);
  bool write(const std::function<void(Snapshot&)>* content, Size size);
  [[nodiscard]] std::string difference(const Identity& there) const;

  std::string path_;
  double interval_;
  Identity identity_;
  std::map<std::size_t, Journal> journal_;  // by query
  std::size_t query_ = 0;
  std::size_t next_search_ = 0;  // of the query
  std::size_t other_query_ = 0;
  std::optional<std::size_t> query_in_file_;  // whose search the file has; 0: nobody's
  std::unique_ptr<SnapshotReader> reader_;    // where the content of the search at hand begins
  Size size_;                                 // of it
  Holds holds_ = Holds::Nothing;
  Clock::time_point due_;
  std::string problem_;
  std::uint64_t times_ = 0;
  std::uint64_t bytes_ = 0;  // of the last one
  double seconds_ = 0;
};

// What a search comes to; if it ended in an earlier run, that is known from the checkpoint, if there is one.
template <typename Search>
[[nodiscard]] Outcome journaled(const Options& options, Search&& search) {
  if (options.checkpoint == nullptr) return search();
  if (std::optional<Outcome> known = options.checkpoint->known()) return std::move(*known);
  Outcome outcome = search();
  options.checkpoint->ended(outcome);
  return outcome;
}

}  // namespace zonda::search
