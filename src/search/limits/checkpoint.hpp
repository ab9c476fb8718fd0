// Checkpoints: a run that is stopped or killed can go on where it was. One file (util/snapshot.hpp) has the results of
// finished searches and, as of its last update, everything that the current search holds. The file is replaced in one
// step.
//
// A query may take several searches one after the other (narrow and wide bounds, two abstractions). A journal has the
// results of those that ended, so that they are not repeated when the run is resumed; the current search is the next
// one.
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
  // What must be the same in the run that wrote the file and in the one that reads it.
  struct Identity {
    std::string model;  // its name
    std::uint64_t model_hash = 0;
    std::string options;
  };
  // What a search occupies, in bytes.
  struct Size {
    std::uint64_t in_memory = 0;  // without results that are only remembered
    std::uint64_t on_disk = 0;    // waiting states
  };
  // `interval`: the seconds between two updates of the file.
  Checkpoint(std::string path, double interval, Identity identity);

  // Begins a query; queries count from 1. Returns what is wrong with the file, if there is one, or nothing.
  [[nodiscard]] std::string begin(std::size_t query, const std::string& formula);
  // If the file belongs to another query that was stopped: its number; otherwise 0.
  [[nodiscard]] std::size_t other_query() const { return other_query_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  // Whether the file has no stopped search of any query. Unknown, and so false, if no query has begun.
  [[nodiscard]] bool is_spent() const { return query_in_file_ == std::size_t{0}; }

  // --- a search
  // The result of the next search, if it ended in an earlier run.
  [[nodiscard]] std::optional<Outcome> known();
  // Whether the file has the content of the next search.
  [[nodiscard]] bool has_content() const { return reader_ != nullptr; }
  // How much memory and disk space the search took when it was saved.
  [[nodiscard]] const Size& size() const { return size_; }
  // Restores the search from the file by calling `read`. Throws SnapshotError.
  void resume(const std::function<void(Snapshot&)>& read);
  // Whether it is time to write the file.
  [[nodiscard]] bool is_due() const { return Clock::now() >= due_; }
  // Writes the file by calling `write`. If writing fails, the old file stays, and problem() says why. `size`: what the
  // search occupies now. `is_last`: the search has stopped.
  void save(const std::function<void(Snapshot&)>& write, const Size& size, bool is_last);
  // Says that the current search can no longer be saved, and why.
  void give_up(const std::string& why) { problem_ = "not saved: " + why; }
  // Notes the result of the search. If a limit stopped the search, it can go on in a later run.
  void ended(const Outcome& outcome);

  // What the file has of the current search: nothing, an earlier state of it, or its last state.
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
    std::vector<Outcome> searches;  // that have ended
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
  std::optional<std::size_t> query_in_file_;  // the query whose search the file has; 0: none
  std::unique_ptr<SnapshotReader> reader_;    // at the beginning of the content of the current search
  Size size_;                                 // of that content
  Holds holds_ = Holds::Nothing;
  Clock::time_point due_;
  std::string problem_;
  std::uint64_t times_ = 0;
  std::uint64_t bytes_ = 0;  // of the last file that was written
  double seconds_ = 0;
};

// Runs a search, or returns its result from the checkpoint if it ended in an earlier run.
template <typename Search>
[[nodiscard]] Outcome journaled(const Options& options, Search&& search) {
  if (options.checkpoint == nullptr) return search();
  if (std::optional<Outcome> known = options.checkpoint->known()) return std::move(*known);
  Outcome outcome = search();
  options.checkpoint->ended(outcome);
  return outcome;
}

}  // namespace zonda::search
