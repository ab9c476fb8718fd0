#include "partition/coordinate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace zonda::partition {

namespace {

// Deaths of workers before the task is given up in this form.
constexpr std::size_t kVerifyDeaths = 2;
constexpr std::size_t kExtendDeaths = 5;
// A partition that is too large after so many p-points of a level is split along those of the next level.
constexpr std::size_t kDeep = 2;

struct Node {
  Partition partition;
  std::size_t level = 0;         // of the last layer's p-points
  bool is_too_large = false;     // it was verified, and did not fit
  std::size_t ahead = SIZE_MAX;  // to look further ahead than this does not fit
  bool is_last_resort = false;   // nothing else is left to try …
  std::string reason;            // … because of this
};

struct Item {
  Node node;
  TaskKind kind = TaskKind::Verify;
  std::size_t ahead = 0;
  std::size_t deaths = 0;
  // Begun while nobody else had work, before it is known whether the partition has to be split.
  bool is_early = false;
  bool has_early = false;  // there is such a one for this partition, or there was

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
  // What is known already needs no worker; what follows from it is queued on top.
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
  // Nobody works here: files for all that can be begun.
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
  // Somebody has nothing to do: what will be asked for if a partition, which another verifies, turns out to be too
  // large. Above all in the beginning, when there is one partition.
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
  // The early task for this partition, while it is worked at.
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
    // If it is needed, its result is there, or it is begun again.
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
      // What is looked for may be elsewhere.
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
      // Partitions with longer and longer prefixes have more and more in common: what comes before their ends. Other
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
        return resort(node, "the search for the next p-point does not fit into memory");
      if (item.ahead == 1) return add_points(node);
      // What was split is small: it may be seen as a whole then.
      constexpr std::size_t kFew = 2;
      node.ahead = std::min(kFew, item.ahead / 2);
      return extend(node);
    }
    if (options_.lists) add(r.stats);
    grow(node, item.ahead, r.next, {});
  }

  // What follows the prefix of the node and the word.
  void grow(const Node& node, std::size_t ahead, const std::vector<std::vector<PointId>>& words,
            const std::vector<PointId>& word) {
    Node here = node;
    here.is_too_large = word.empty() && node.is_too_large;
    here.is_last_resort = false;
    here.ahead = SIZE_MAX;
    std::vector<PointId>& prefix = here.partition.layers.back().prefix;
    prefix.insert(prefix.end(), word.begin(), word.end());
    // The words are in order, those that begin with this one in a row behind it.
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
  // No p-point can come any more.
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
  // Before anything is verified.
  [[nodiscard]] bool is_to_be_split(const Node& node) const {
    return node.partition.layers.size() == 1 && node.partition.layers[0].prefix.size() < options_.depth;
  }
  void extend(const Node& node) {
    if (length_of(node) >= options_.depth_limit)
      return resort(node, fmt::format("a partition is still too large after {} p-points", options_.depth_limit));
    if (const auto early = early_task(node); early != running_.end()) {
      early->second.is_early = false;
      return;
    }
    const std::size_t length = length_of(node);
    // What did not fit is split by one p-point; what is to be listed, as far as one search can see.
    std::size_t wanted = 1;
    if (options_.lists)
      wanted = options_.depth_limit - length;
    else if (!node.is_too_large && is_to_be_split(node))
      wanted = options_.depth - length;
    queue_.push_back({node, TaskKind::Extend, std::min(node.ahead, most_ahead(node.partition, wanted))});
  }
  // The next level begins anew; what is outside of the partition stays outside.
  void add_points(Node node) {
    if (node.level + 1 >= options_.levels.size())
      return resort(node, "a partition does not fit into memory, and no more p-points split it");
    ++node.level;
    node.is_too_large = true;
    node.partition.layers.push_back({options_.levels[node.level], {}});
    extend(node);
  }
  // As a whole, then, however long that takes.
  void resort(Node node, std::string reason) {
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
    CheckStats& sum = result_.stats;
    sum.visited += s.visited;
    sum.stored += s.stored;
    sum.covered += s.covered;
    sum.mistakes += s.mistakes;
    sum.transitions += s.transitions;
    sum.discrete_states += s.discrete_states;
    sum.zones += s.zones;
    sum.zone_operations += s.zone_operations;
    sum.zone_hits += s.zone_hits;
    sum.peak_stored = std::max(sum.peak_stored, s.peak_stored);
    if (s.store_bytes > sum.store_bytes) sum.bytes = s.bytes;
    sum.store_bytes = std::max(sum.store_bytes, s.store_bytes);
    sum.peak_bytes = std::max(sum.peak_bytes, s.peak_bytes);
    sum.seconds += s.seconds;
    counts_.largest = sum.peak_stored;
  }

  WorkList& work_;
  Crew& crew_;
  const CoordinateOptions& options_;
  Clock::time_point start_ = Clock::now();
  double told_ = 0;
  std::vector<Item> queue_;  // the last is the next
  std::map<std::size_t, Item> running_;
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
