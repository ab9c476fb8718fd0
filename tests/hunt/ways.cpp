#include "hunt/ways.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace zonda::hunt {

namespace {

struct Choice {
  std::string text;
  std::function<void(Way&)> apply;
};

// And says what is so.
bool keeps_all(const Way& way) { return way.options.keep == "auto" && !way.may_reach_too_much && !way.may_miss; }

// One line for each option, with its values. 'auto' comes first.
const std::vector<std::vector<Choice>>& options() {
  static const auto kOrder = [](const char* name) {
    return Choice{std::string("--order ") + name, [=](Way& w) { w.options.order = name; }};
  };
  static const auto kAbstraction = [](const char* name) {
    return Choice{std::string("--abstraction ") + name, [=](Way& w) { w.options.abstraction = name; }};
  };
  static const auto kReduce = [](const char* name, bool counts) {
    return Choice{std::string("--reduce ") + name, [=](Way& w) {
                    w.options.reduce = name;
                    w.counts_discrete_states = counts && keeps_all(w);
                  }};
  };
  static const Choice kNoAbstraction{"--abstraction none", [](Way& w) {
                                       w.options.abstraction = "none";
                                       w.options.seconds = 0.05;
                                       w.may_be_endless = true;
                                     }};
  static const auto kTrace = [](const char* name) {
    return Choice{std::string("--trace ") + name, [=](Way& w) { w.options.trace = name; }};
  };
  static const auto kKeep = [](const char* name) {
    return Choice{std::string("--keep ") + name, [=](Way& w) {
                    w.options.keep = name;
                    w.counts_discrete_states = false;
                  }};
  };
  static const Choice kHull{"--hull", [](Way& w) {
                              w.options.hull = true;
                              w.may_reach_too_much = true;
                            }};
  static const Choice kCompact{"--compact", [](Way& w) {
                                 w.options.compact = true;
                                 w.may_miss = true;
                               }};
  // So little room that states are missed.
  static const Choice kBits{"--bitstate 64", [](Way& w) {
                              w.options.bitstate_bytes = 64;
                              w.may_miss = true;
                            }};
  static const auto kZones = [](const char* name, bool is_shared) {
    const std::string text = std::string("--zones ") + name + (is_shared ? "" : " --no-shared-zones");
    return Choice{text, [=](Way& w) {
                    w.options.zones = name;
                    w.options.share_zones = is_shared;
                  }};
  };
  static const Choice kAllRuns{"", [](Way&) {}};
  static const Choice kDivergentRuns{"--nonzeno", [](Way& w) { w.options.nonzeno = true; }};
  // What is done when memory is short, every few states; and stopping every few states and going on from a checkpoint.
  static const auto kDisturbed = [](const char* text, std::uint64_t rehearsal, std::uint64_t most_visited,
                                    std::uint64_t most_looks = 0) {
    return Choice{text, [=](Way& w) {
                    w.options.rehearsal = rehearsal;
                    w.options.most_visited = most_visited;
                    w.options.most_looks = most_looks;
                    if (rehearsal > 0) w.options.spill = "/tmp";
                    w.counts_discrete_states = w.counts_discrete_states && rehearsal == 0;
                  }};
  };
  static const Choice kUndisturbed = kDisturbed("", 0, 0);
  static const Choice kShort = kDisturbed("(short of memory)", 3, 0);
  static const Choice kStopped = kDisturbed("(stopped and resumed)", 0, 7);
  static const Choice kBrokenOff = kDisturbed("(broken off and resumed)", 0, 0, 3);
  static const Choice kShortAndBrokenOff = kDisturbed("(short of memory, broken off and resumed)", 4, 0, 9);
  static const Choice kShortAndStopped = kDisturbed("(short of memory, stopped and resumed)", 5, 11);
  static const std::vector<std::vector<Choice>> kOptions = {
      {kOrder("auto"), kOrder("bfs"), kOrder("dfs"), kOrder("random"), kOrder("ranking"), kOrder("waiting"),
       kOrder("tw-bfs"), kOrder("tw-list"), kOrder("patient"), kOrder("true-first"), kOrder("let-go"), kOrder("guided"),
       kOrder("greedy"), kOrder("race"), kOrder("swarm")},
      {Choice{"", [](Way&) {}}, kKeep("entry"), kKeep("cover"), kKeep("successors:3"), kKeep("distance:3"),
       kKeep("random:0.4"), kKeep("every:3"), kKeep("discard:2"), kKeep("combination:2"), kKeep("committed:3"), kHull,
       kCompact, kBits},
      {Choice{"", [](Way&) {}}, Choice{"--shuffle 5", [](Way& w) { w.options.shuffle = 5; }}},
      {kAbstraction("auto"), kAbstraction("extra-m"), kAbstraction("extra-m-plus"), kAbstraction("extra-lu"),
       kAbstraction("extra-lu-plus"), kAbstraction("alu"), kNoAbstraction},
      {kReduce("auto", false), kReduce("none", true), kReduce("dead-variables", false)},
      {kTrace("none"), kTrace("some"), kTrace("shortest"), kTrace("fastest")},
      {kAllRuns, kDivergentRuns},
      {kUndisturbed, kShort, kStopped, kShortAndStopped, kBrokenOff, kShortAndBrokenOff},
      {Choice{"", [](Way&) {}}, Choice{"--no-packing", [](Way& w) { w.options.pack = false; }}, kZones("full", true),
       kZones("minimal", true), kZones("packed", true), kZones("auto", false), kZones("packed", false)},
  };
  return kOptions;
}

// What zonda refuses, whatever the model.
bool is_possible(const Way& way) {
  const std::string& order = way.options.order;
  const bool needs_all = way.options.trace == "shortest" || way.options.trace == "fastest" || order == "ranking" ||
                         order == "tw-list" || order == "race" || order == "swarm";
  if (needs_all && !keeps_all(way)) return false;
  // Not with everything else, or there would be too many.
  const bool is_usual = !way.options.shuffle && way.options.reduce != "dead-variables" &&
                        (way.options.abstraction == "auto" || way.options.abstraction == "extra-m" ||
                         way.options.abstraction == "extra-lu-plus");
  if (!keeps_all(way) && !is_usual) return false;
  const bool is_disturbed = way.options.rehearsal + way.options.most_visited + way.options.most_looks > 0;
  const bool keeps_zones_differently = way.options.zones != "auto" || !way.options.share_zones || !way.options.pack;
  if (keeps_zones_differently && (!is_usual || way.options.reduce != "auto" || way.options.nonzeno)) return false;
  if (!way.options.share_zones && (way.options.trace != "none" || way.options.hull)) return false;
  if (is_disturbed && (!is_usual || way.options.trace == "fastest" || way.options.nonzeno)) return false;
  return way.options.trace != "shortest" || way.options.order == "auto" || way.options.order == "bfs";
}

std::vector<Way> make() {
  Way plain;
  plain.options.seconds = 1;
  std::vector<Way> result{plain};
  for (const std::vector<Choice>& option : options()) {
    std::vector<Way> longer;
    for (const Way& known : result) {
      for (std::size_t i = 0; i < option.size(); ++i) {
        const Choice& choice = option[i];
        Way way = known;
        choice.apply(way);
        way.choices.push_back(static_cast<std::uint8_t>(i));
        way.text += (way.text.empty() || choice.text.empty() ? "" : " ") + choice.text;
        if (is_possible(way)) longer.push_back(way);
      }
    }
    result = std::move(longer);
  }
  return result;
}

// Numbers of the pairs of values that a way has.
constexpr std::size_t kMostValues = 256;  // of all options together, with gaps
std::vector<std::size_t> pairs_of(const Way& way) {
  std::vector<std::size_t> result;
  const auto value = [&](std::size_t i) { return 16 * i + way.choices[i]; };
  for (std::size_t i = 0; i < way.choices.size(); ++i)
    for (std::size_t j = i + 1; j < way.choices.size(); ++j) result.push_back(value(i) * kMostValues + value(j));
  return result;
}

// Those come first that bring many new pairs.
std::vector<std::size_t> make_pairwise() {
  std::vector<bool> is_seen(kMostValues * kMostValues, false);
  std::vector<std::size_t> result;
  const std::size_t most = pairs_of(ways()[0]).size();
  for (std::size_t least = most; least > 0; --least) {
    // Steps that meet every way, far apart.
    const std::size_t count = ways().size();
    std::size_t step = count * 5 / 13 + 1;
    while (std::gcd(step, count) != 1) ++step;
    for (std::size_t n = 0, at = 0; n < count; ++n, at = (at + step) % count) {
      const std::vector<std::size_t> pairs = pairs_of(ways()[at]);
      const auto is_new = [&](std::size_t pair) { return !is_seen[pair]; };
      if (static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), is_new)) < least) continue;
      for (const std::size_t pair : pairs) is_seen[pair] = true;
      result.push_back(at);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

const std::vector<std::size_t>& pairwise_ways() {
  static const std::vector<std::size_t> kWays = make_pairwise();
  return kWays;
}

const std::vector<Way>& ways() {
  static const std::vector<Way> kWays = make();
  return kWays;
}

namespace {

// How states are kept and taken, and approximations, are for reachability; divergence is for runs without an observer;
// values have no trace.
bool concerns(const Way& way, const std::string& group) {
  const CheckOptions& o = way.options;
  if (group == "reach") return !o.nonzeno;
  const CheckOptions usual;
  const bool is_searched_plainly = o.order == "auto" || o.order == "bfs" || o.order == "dfs" || o.order == "random";
  if (!is_searched_plainly || o.keep != usual.keep || o.shuffle || way.may_miss || way.may_reach_too_much) return false;
  if (o.rehearsal + o.most_visited + o.most_looks > 0) return false;
  if (!o.share_zones || !o.pack) return false;
  if (group == "live") return true;
  return !o.nonzeno && (group == "watch" || o.trace == "none");
}

}  // namespace

const std::vector<std::size_t>& ways_for(const std::string& group) {
  static std::map<std::string, std::vector<std::size_t>> known;
  std::vector<std::size_t>& result = known[group];
  if (!result.empty()) return result;
  for (std::size_t i = 0; i < ways().size(); ++i)
    if (concerns(ways()[i], group)) result.push_back(i);
  return result;
}

}  // namespace zonda::hunt
