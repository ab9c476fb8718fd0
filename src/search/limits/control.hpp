// The state of a search as a whole: what it has counted, whether it has ended, and why. All parts of one search share
// one control. It enforces the limits on memory, time and states, and ends the search when somebody asks for it.
#pragma once

#include "search/limits/checkpoint.hpp"
#include "search/limits/counts.hpp"
#include "search/limits/limit_watch.hpp"
#include "search/options.hpp"
#include "step/move.hpp"
#include "store/table_limits.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zonda::search {

class Control {
 public:
  // Refers to `options`, which must outlive it.
  explicit Control(const Options& options)
      : options_(options),
        limits_(options.limits),
        needs_care_(options.limits.memory_bytes > 0 || options.limits.rehearsal > 0 || options.limits.visited > 0 ||
                    options.checkpoint != nullptr) {}
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  [[nodiscard]] const Options& options() const { return options_; }
  // As of the last call of count(). What workers count is in their own Counts until then.
  Stats stats;
  // A worker takes part in the search. Its counts stay with it, and it stays as long as the control is asked.
  void add_worker(const Counts& counts) { workers_.push_back(&counts); }
  // How many states have been visited, by all workers and in earlier runs.
  [[nodiscard]] std::uint64_t visited() const {
    std::uint64_t sum = before_.visited;
    for (const Counts* counts : workers_) sum += counts->visited;
    return sum;
  }

  // A part of the search that takes memory and contributes to the statistics.
  struct Part {
    std::function<std::uint64_t()> bytes;      // an estimate; called often
    std::function<std::size_t(Stats&)> count;  // adds the part's statistics; returns the number of its waiting states
    std::function<void(HashStats&)> look_at_tables = {};
  };
  void add_part(Part part) { parts_.push_back(std::move(part)); }

  // --- the end
  [[nodiscard]] bool has_ended() const { return outcome_.has_value(); }
  // Ends the search. If several things end it, the first one counts.
  void end(Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {});
  // Notes a run-time error of the model. It ends the search unless errors are remembered: then the failing move is left
  // out, the search goes on, and the first error is the outcome if nothing else ends the search. Errors are remembered
  // by searches that look for a single witness, which is valid wherever it is found.
  void fail(const step::StepError& error);
  // Notes an error after which it is unknown which moves there are, so that going on might find states that do not
  // exist.
  void fail_for_good(const step::StepError& error);
  void remember_errors() { remembers_errors_ = true; }
  [[nodiscard]] bool remembers_errors() const { return remembers_errors_; }
  [[nodiscard]] bool has_error() const { return error_.has_value(); }
  // Writes the remembered error to a checkpoint, or reads it back.
  void snapshot_error(Snapshot& s);
  void end_too_narrow();
  void give_up(std::string_view reason);
  [[nodiscard]] bool is_unknown() const { return outcome_ && outcome_->kind == Outcome::Kind::Unknown; }
  // The result of the search. If nothing ended it, all states were seen.
  [[nodiscard]] Outcome outcome();

  // --- limits
  // Checks the limits at intervals. Called for every successor, because each may take long if there are many clocks.
  // False: the search has ended.
  bool watch() {
    if (limits_.is_due([this] { return bytes(); })) look();
    return !has_ended();
  }
  // Checks the limits at once; for calls from within a long computation.
  bool may_go_on() {
    limits_.hurry();
    return watch();
  }
  // Called before a table grows by this many bytes. False: that would exceed the memory limit, and the search has
  // ended.
  bool has_room(std::size_t growth) {
    if (limits_.has_room(growth)) return true;
    give_up(LimitWatch::kMemory);
    return false;
  }

  // Runs something that needs room in tables. If one of them is full, the search ends.
  template <typename Work>
  void within_tables(Work&& work) {
    try {
      work();
    } catch (const store::TableFull& full) {
      give_up(full.what());
    }
  }

  // --- between two states
  // Whether the loop must look closer: memory may be short, a checkpoint due, or a limit on states reached.
  [[nodiscard]] bool needs_care() const { return needs_care_; }
  // Whether memory was short when it was last looked at, so that some must be freed.
  [[nodiscard]] bool is_short() const { return is_short_; }
  // Memory counts as short as soon as fewer than this many safety margins remain.
  void set_margins(std::uint64_t margins) { margins_ = margins; }
  // Checks now whether fewer than this many margins remain.
  [[nodiscard]] bool is_still_short(std::uint64_t margins) { return is_short_ = limits_.is_short(margins); }
  // For tests: whether the search must act now as if memory were short.
  [[nodiscard]] bool is_rehearsal() const {
    return options_.limits.rehearsal > 0 && visited() % options_.limits.rehearsal == 0;
  }
  // Whether freeing memory may help again. If it did not help, the next attempt waits until a number of further states
  // were visited.
  [[nodiscard]] bool may_relieve() const { return visited() >= relieve_again_at_; }
  void relieve_later(std::uint64_t states) { relieve_again_at_ = visited() + states; }
  // Whether tables may grow by this many bytes before memory is looked at again.
  [[nodiscard]] bool would_have_room(std::size_t growth) {
    return limits_.is_little(growth) || !limits_.was_short(2, growth);
  }
  [[nodiscard]] bool is_checkpoint_due() const { return is_checkpoint_due_; }
  void checkpoint_written() { is_checkpoint_due_ = false; }
  // Applies a pending stop. A time limit or an interrupt waits for the end of the current expansion, if that does not
  // take long, so that the checkpoint is exact.
  void settle() {
    if (!pending_.empty()) give_up(pending_);
    if (options_.limits.visited > 0 && visited() >= options_.limits.visited + before_.visited)
      give_up(LimitWatch::kStopped);
  }
  // Whether a checkpoint of this size can be read into memory. If not, the search has ended.
  bool can_take_in(std::uint64_t bytes);
  // Called when a search is resumed: continues the statistics of the earlier run.
  void resumed() {
    seconds_before_ = stats.seconds;
    before_ = {stats.visited, stats.transitions, stats.covered, stats.mistakes, stats.peak_stored};
    ++stats.resumed;
  }
  [[nodiscard]] double seconds() const { return seconds_before_ + limits_.seconds(); }
  // Runs a stage that frees memory, and counts it. `stage()` returns the number of states that it treated, or nothing
  // if it was not possible.
  void run_stage(MemoryStage& counted, const std::function<std::optional<std::uint64_t>()>& stage);

  // --- while a path is reconstructed; see search/limits/trace_watch.hpp
  // Why the reconstruction must stop, or nothing. Checks at intervals.
  [[nodiscard]] std::string_view limit() {
    return limits_.is_due([this] { return bytes(); }) ? limits_.reason() : std::string_view{};
  }
  [[nodiscard]] bool would_fit(std::size_t growth) const { return limits_.has_room(growth); }

  // --- statistics
  // Updates the statistics; returns the number of waiting states.
  std::size_t count();
  // Goes through all tables to fill Stats::hash, if it was asked for. Must be called once, at the end.
  void look_at_tables();

 private:
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_) sum += part.bytes();
    return sum;
  }
  void stop(std::string_view reason);
  void look();

  const Options& options_;
  LimitWatch limits_;
  std::vector<Part> parts_;
  std::optional<Outcome> outcome_;
  bool remembers_errors_ = false;
  struct Remembered {
    std::string message;
    model::SourceRange range;
  };
  std::optional<Remembered> error_;  // the first one
  double last_progress_ = 0;
  bool needs_care_;
  bool is_short_ = false;
  std::uint64_t margins_ = 1;
  bool is_checkpoint_due_ = false;
  std::string_view pending_;  // why the search will end soon
  double pending_since_ = 0;
  double seconds_before_ = 0;  // in earlier runs
  Counts before_;              // in earlier runs
  std::vector<const Counts*> workers_;
  std::uint64_t relieve_again_at_ = 0;  // visited states
};

}  // namespace zonda::search
