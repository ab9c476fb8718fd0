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

struct Node {
  Partition partition;
  std::size_t level = 0;         // of the last layer's p-points
  bool is_too_large = false;     // it was verified, and did not fit
  std::size_t ahead = SIZE_MAX;  // to look so many p-points ahead fits; nothing larger does
};

struct Item {
  Node node;
  TaskKind kind = TaskKind::Verify;
  std::size_t ahead = 0;
  std::size_t deaths = 0;

  [[nodiscard]] Task task() const { return {kind, node.partition, ahead}; }
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
      while (!queue_.empty() && running_.size() < options_.jobs && !has_ended()) start();
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
  void start() {
    settle();
    if (queue_.empty() || has_ended()) return;
    Item item = std::move(queue_.back());
    queue_.pop_back();
    const std::size_t number = next_number_++;
    const Task task = item.task();
    crew_.start(number, work_.add(task), work_.result_path(task));
    running_.emplace(number, std::move(item));
  }
  void take(const Ended& ended) {
    const auto found = running_.find(ended.number);
    if (found == running_.end()) return;
    Item item = std::move(found->second);
    running_.erase(found);
    if (has_ended()) return;
    if (ended.is_interrupted) return stop("interrupted");
    // A result that was written counts, however the worker ended.
    if (const std::optional<Result> result = work_.result(item.task())) return use(item, *result);
    ++counts_.failures;
    ++item.deaths;
    const std::string why = ended.failure.empty() ? "the worker left no result" : ended.failure;
    if (item.deaths < (item.kind == TaskKind::Verify ? kVerifyDeaths : kExtendDeaths)) {
      queue_.push_back(std::move(item));
    } else if (item.kind == TaskKind::Verify) {
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
      return extend(node);
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
      if (item.ahead == 1) return add_points(node);
      node.ahead = item.ahead / 2;
      return extend(node);
    }
    if (options_.lists) add(r.stats);
    grow(node, item.ahead, r.next, {});
  }

  // What follows the prefix of the node and the word.
  void grow(const Node& node, std::size_t ahead, const std::vector<std::vector<PointId>>& words,
            const std::vector<PointId>& word) {
    Node here{node.partition, node.level, word.empty() && node.is_too_large, node.ahead};
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
    for (auto child = children.rbegin(); child != children.rend(); ++child) grow(node, ahead, words, *child);
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
  void look_at(const Node& node) {
    const std::size_t length = node.partition.layers.back().prefix.size();
    if (options_.lists && length >= options_.depth_limit) {
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
    if (node.partition.layers.back().prefix.size() >= options_.depth_limit)
      return give_up(node, fmt::format("a partition is still too large after {} p-points", options_.depth_limit));
    const std::size_t length = node.partition.layers.back().prefix.size();
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
    if (options_.lists) return give_up(node, "the search for the next p-point does not fit into memory");
    if (node.level + 1 >= options_.levels.size())
      return give_up(node, "a partition does not fit into memory, and no more p-points split it");
    ++node.level;
    node.is_too_large = true;
    node.partition.layers.push_back({options_.levels[node.level], {}});
    extend(node);
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
