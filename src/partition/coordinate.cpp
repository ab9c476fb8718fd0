// Decides which tasks there are, and what follows from their results.
#include "partition/coordinate.hpp"

#include "search/stats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace zonda::partition {

namespace {

// After this many deaths of workers a task is not tried again: a partition counts as too large to be verified, and a
// search for p-points is given up.
constexpr std::size_t kVerifyDeaths = 2;
constexpr std::size_t kExtendDeaths = 5;
// A partition that is too large after this many p-points of a level is split along those of the next level.
constexpr std::size_t kDeep = 2;

// A partition, and what is known about it.
struct Node {
  Partition partition;
  std::size_t level = 0;         // the level of the p-points of the last layer
  bool is_too_large = false;     // the partition did not fit into memory when it was verified
  std::size_t ahead = SIZE_MAX;  // the search does not fit into memory if it looks further ahead than this
  bool is_last_resort = false;   // nothing else is left to try …
  std::string reason;            // … for this reason
};

// A task that waits or is with a worker.
struct Item {
  Node node;
  TaskKind kind = TaskKind::Verify;
  std::size_t ahead = 0;
  std::size_t deaths = 0;
  // Whether the task was started because a worker was free, before it is known whether the partition has to be split.
  bool is_early = false;
  bool has_early = false;  // there is or was an early task for this partition

  [[nodiscard]] Task task() const { return {kind, node.partition, ahead, node.is_last_resort}; }
};

class Coordinator {
 public:
  Coordinator(WorkList& work, Crew& crew, const CoordinateOptions& options)
      : work_(work), crew_(crew), options_(options) {}

  Coordinated run() {
    Node root;
    root.partition.layers.push_back({options_.levels.front(), {}});
    ++counts_.found;
    look_at(root);
    while (!has_ended()) {
      settle();
      if (has_ended() || (queue_.empty() && running_.empty())) break;
      if (options_.jobs == 0) {
        list_tasks();
        break;
      }
      while (running_.size() < options_.jobs && !has_ended() && (start() || start_early())) {
      }
      for (const Ended& ended : crew_.wait()) take(ended);
      watch();
    }
    crew_.stop();
    std::sort(result_.paths.begin(), result_.paths.end(),
              [](const PPath& a, const PPath& b) { return a.points < b.points; });
    tell(true);
    result_.counts = counts_;
    return std::move(result_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  [[nodiscard]] bool has_ended() const { return result_.found || is_stopped_; }

  void stop(std::string reason) {
    is_stopped_ = true;
    result_.unknown = std::move(reason);
  }
  void watch() {
    if (options_.interrupt != nullptr && options_.interrupt->load()) stop("interrupted");
    if (options_.seconds > 0 && seconds() > options_.seconds) stop("time limit reached");
    tell(false);
  }
  void tell(bool is_last) {
    counts_.waiting = queue_.size();
    counts_.running = running_.size();
    if (!options_.progress || (!is_last && seconds() - told_ < 0.1)) return;
    told_ = seconds();
    options_.progress(counts_);
  }

  // --- tasks
  // Uses results that are there already, as long as the next task has one. The tasks that follow from it come next.
  void settle() {
    while (!queue_.empty() && !has_ended()) {
      const std::optional<Result> known = work_.result(queue_.back().task());
      if (!known) return;
      const Item item = std::move(queue_.back());
      queue_.pop_back();
      use(item, *known);
      watch();
    }
  }
  // Writes files for all tasks that can be started, for workers elsewhere.
  void list_tasks() {
    for (settle(); !queue_.empty() && !has_ended(); settle()) {
      result_.tasks.push_back(work_.add(queue_.back().task()));
      queue_.pop_back();
    }
  }
  bool start() {
    settle();
    if (queue_.empty() || has_ended()) return false;
    Item item = std::move(queue_.back());
    queue_.pop_back();
    start(std::move(item));
    return true;
  }
  void start(Item item) {
    const std::size_t number = next_number_++;
    const Task task = item.task();
    crew_.start(number, work_.add(task), work_.result_path(task));
    running_.emplace(number, std::move(item));
  }
  // Starts a task that will be needed if a partition that another worker verifies turns out to be too large. This helps
  // above all in the beginning, when there is only one partition.
  bool start_early() {
    for (auto& [number, item] : running_) {
      if (has_ended() || item.kind != TaskKind::Verify || item.has_early || item.node.is_last_resort ||
          length_of(item.node) >= options_.depth_limit)
        continue;
      item.has_early = true;
      Item early{item.node, TaskKind::Extend, 1};
      early.is_early = true;
      if (work_.result(early.task())) continue;
      start(std::move(early));
      return true;
    }
    return false;
  }
  // The early task for this partition, if a worker is at it.
  std::map<std::size_t, Item>::iterator early_task(const Node& node) {
    return std::find_if(running_.begin(), running_.end(), [&](const auto& one) {
      return one.second.is_early && one.second.node.partition == node.partition;
    });
  }
  void take(const Ended& ended) {
    const auto found = running_.find(ended.number);
    if (found == running_.end()) return;
    Item item = std::move(found->second);
    running_.erase(found);
    if (has_ended()) return;
    if (ended.is_interrupted) return stop("interrupted");
    // If an early task turns out to be needed, its result is there, or it is started again.
    if (item.is_early) return;
    // A result that was written counts, however the worker ended.
    if (const std::optional<Result> result = work_.result(item.task())) return use(item, *result);
    ++counts_.failures;
    ++item.deaths;
    const std::string why = ended.failure.empty() ? "the worker left no result" : ended.failure;
    if (item.deaths < (item.kind == TaskKind::Verify ? kVerifyDeaths : kExtendDeaths)) {
      queue_.push_back(std::move(item));
    } else if (item.kind == TaskKind::Verify && !item.node.is_last_resort) {
      item.node.is_too_large = true;
      extend(item.node);
    } else {
      give_up(item.node, why);
    }
  }

  void use(const Item& item, const Result& r) {
    work_.finish(item.task());
    ++counts_.tasks;
    counts_.peak_bytes = std::max(counts_.peak_bytes, r.stats.peak_bytes);
    counts_.seconds += r.stats.seconds;
    if (r.kind == Result::Kind::Error) {
      // The other partitions are explored all the same, because one of them may have what the query looks for.
      if (result_.error.empty()) result_.error = r.reason;
      if (!options_.lists) ++counts_.given_up;
      return;
    }
    if (r.kind == Result::Kind::TooLarge && item.node.is_last_resort) return give_up(item.node, item.node.reason);
    if (r.kind == Result::Kind::Unknown) {
      work_.forget(item.task());
      return give_up(item.node, r.reason);
    }
    if (item.kind == TaskKind::Verify)
      use_verified(item.node, r);
    else
      use_extended(item, r);
  }

  void use_verified(Node node, const Result& r) {
    if (r.kind == Result::Kind::TooLarge) {
      node.is_too_large = true;
      // Partitions with longer prefixes have more and more in common, namely what comes before their ends. Other
      // p-points may come earlier.
      const bool has_more = node.level + 1 < options_.levels.size();
      return has_more && length_of(node) >= kDeep ? add_points(node) : extend(node);
    }
    if (const auto early = early_task(node); early != running_.end()) {
      crew_.stop(early->first);
      work_.finish(early->second.task());
      running_.erase(early);
    }
    if (!result_.sample) result_.sample = r;
    add(r.stats);
    if (r.kind == Result::Kind::Found)
      result_.found = r;
    else
      ++counts_.done;
  }

  void use_extended(const Item& item, const Result& r) {
    Node node = item.node;
    if (r.kind == Result::Kind::TooLarge) {
      if (item.ahead == 1 && options_.lists)
        return explore_whole(node, "the search for the next p-point does not fit into memory");
      if (item.ahead == 1) return add_points(node);
      // The parts will be small, so that looking far ahead may fit there.
      constexpr std::size_t kFew = 2;
      node.ahead = std::min(kFew, item.ahead / 2);
      return extend(node);
    }
    if (options_.lists) add(r.stats);
    grow(node, item.ahead, r.next, {});
  }

  // Makes the partitions that follow from the node's prefix and the word, given all words that can follow the prefix.
  void grow(const Node& node, std::size_t ahead, const std::vector<std::vector<PointId>>& words,
            const std::vector<PointId>& word) {
    Node here = node;
    here.is_too_large = word.empty() && node.is_too_large;
    here.is_last_resort = false;
    here.ahead = SIZE_MAX;
    std::vector<PointId>& prefix = here.partition.layers.back().prefix;
    prefix.insert(prefix.end(), word.begin(), word.end());
    // The words are sorted, so that those that begin with this one follow it directly.
    auto longer = std::upper_bound(words.begin(), words.end(), word);
    const auto begins = [&](const std::vector<PointId>& other) {
      return other.size() > word.size() && std::equal(word.begin(), word.end(), other.begin());
    };
    if (word.size() == ahead) return look_at(here);
    std::vector<std::vector<PointId>> children;
    for (; longer != words.end() && begins(*longer); ++longer)
      if (longer->size() == word.size() + 1) children.push_back(*longer);
    if (children.empty()) return end(here);
    ++counts_.split;
    counts_.found += children.size();
    std::reverse(children.begin(), children.end());
    for (const std::vector<PointId>& child : children) grow(node, ahead, words, child);
  }
  // Deals with a partition after whose prefix no p-point can follow.
  void end(const Node& node) {
    if (options_.lists) {
      ++counts_.done;
      result_.paths.push_back({node.partition.layers.back().prefix, false});
    } else if (node.is_too_large) {
      add_points(node);
    } else {
      queue_.push_back({node, TaskKind::Verify});
    }
  }

  // --- partitions
  static std::size_t length_of(const Node& node) { return node.partition.layers.back().prefix.size(); }
  void look_at(const Node& node) {
    if (options_.lists && length_of(node) >= options_.depth_limit) {
      ++counts_.done;
      result_.paths.push_back({node.partition.layers.back().prefix, true});
    } else if (options_.lists || is_to_be_split(node)) {
      extend(node);
    } else {
      queue_.push_back({node, TaskKind::Verify});
    }
  }
  // Whether the partition is split before anything is verified.
  [[nodiscard]] bool is_to_be_split(const Node& node) const {
    return node.partition.layers.size() == 1 && node.partition.layers[0].prefix.size() < options_.depth;
  }
  void extend(const Node& node) {
    if (length_of(node) >= options_.depth_limit)
      return explore_whole(node, fmt::format("a partition is still too large after {} p-points", options_.depth_limit));
    if (const auto early = early_task(node); early != running_.end()) {
      early->second.is_early = false;
      return;
    }
    const std::size_t length = length_of(node);
    // A partition that did not fit is split by one p-point; for listing, one search looks ahead as far as it can.
    std::size_t wanted = 1;
    if (options_.lists)
      wanted = options_.depth_limit - length;
    else if (!node.is_too_large && is_to_be_split(node))
      wanted = options_.depth - length;
    queue_.push_back({node, TaskKind::Extend, std::min(node.ahead, most_ahead(node.partition, wanted))});
  }
  // Adds a layer with the p-points of the next level and an empty prefix. What is outside the partition stays outside.
  void add_points(Node node) {
    if (node.level + 1 >= options_.levels.size())
      return explore_whole(node, "a partition does not fit into memory, and no more p-points split it");
    ++node.level;
    node.is_too_large = true;
    node.partition.layers.push_back({options_.levels[node.level], {}});
    extend(node);
  }
  // Has the partition explored as a whole, however long that takes, because it cannot be split.
  void explore_whole(Node node, std::string reason) {
    node.is_last_resort = true;
    node.reason = std::move(reason);
    if (options_.lists)
      queue_.push_back({std::move(node), TaskKind::Extend, 1});
    else
      queue_.push_back({std::move(node), TaskKind::Verify});
  }
  void give_up(const Node&, const std::string& reason) {
    ++counts_.given_up;
    if (result_.unknown.empty()) result_.unknown = reason;
  }

  void add(const CheckStats& s) {
    search::add_part(result_.stats, s);
    counts_.largest = result_.stats.peak_stored;
  }

  WorkList& work_;
  Crew& crew_;
  const CoordinateOptions& options_;
  Clock::time_point start_ = Clock::now();
  double told_ = 0;
  std::vector<Item> queue_;              // the last one is next
  std::map<std::size_t, Item> running_;  // by the number that start() gave
  std::size_t next_number_ = 0;
  bool is_stopped_ = false;
  Coordinated result_;
  Counts counts_;
};

}  // namespace

Coordinated coordinate(WorkList& work, Crew& crew, const CoordinateOptions& options) {
  return Coordinator(work, crew, options).run();
}

}  // namespace zonda::partition
