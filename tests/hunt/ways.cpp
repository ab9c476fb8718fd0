#include "hunt/ways.hpp"

#include <functional>

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
  static const Choice kAllRuns{"", [](Way&) {}};
  static const Choice kDivergentRuns{"--nonzeno", [](Way& w) { w.options.nonzeno = true; }};
  static const std::vector<std::vector<Choice>> kOptions = {
      {kOrder("auto"), kOrder("bfs"), kOrder("dfs"), kOrder("random"), kOrder("ranking"), kOrder("waiting"),
       kOrder("tw-bfs"), kOrder("true-first"), kOrder("let-go"), kOrder("guided"), kOrder("greedy"), kOrder("race"),
       kOrder("swarm")},
      {Choice{"", [](Way&) {}}, kKeep("entry"), kKeep("cover"), kKeep("successors:3"), kKeep("distance:3"),
       kKeep("random:0.4"), kKeep("every:3"), kKeep("discard:2"), kKeep("combination:2"), kKeep("committed:3"), kHull,
       kCompact, kBits},
      {Choice{"", [](Way&) {}}, Choice{"--shuffle 5", [](Way& w) { w.options.shuffle = 5; }}},
      {kAbstraction("auto"), kAbstraction("extra-m"), kAbstraction("extra-m-plus"), kAbstraction("extra-lu"),
       kAbstraction("extra-lu-plus"), kAbstraction("alu"), kNoAbstraction},
      {kReduce("auto", false), kReduce("none", true), kReduce("dead-variables", false)},
      {kTrace("none"), kTrace("some"), kTrace("shortest"), kTrace("fastest")},
      {kAllRuns, kDivergentRuns},
  };
  return kOptions;
}

// What zonda refuses, whatever the model.
bool is_possible(const Way& way) {
  const bool needs_all =
      way.options.trace == "shortest" || way.options.trace == "fastest" || way.options.order == "ranking";
  if (needs_all && !keeps_all(way)) return false;
  // Not with everything else, or there would be too many.
  const bool is_usual = !way.options.shuffle && way.options.reduce != "dead-variables" &&
                        (way.options.abstraction == "auto" || way.options.abstraction == "extra-m" ||
                         way.options.abstraction == "extra-lu-plus");
  if (!keeps_all(way) && !is_usual) return false;
  return way.options.trace != "shortest" || way.options.order == "auto" || way.options.order == "bfs";
}

std::vector<Way> make() {
  Way plain;
  plain.options.seconds = 1;
  std::vector<Way> result{plain};
  for (const std::vector<Choice>& option : options()) {
    std::vector<Way> longer;
    for (const Way& known : result) {
      for (const Choice& choice : option) {
        Way way = known;
        choice.apply(way);
        way.text += (way.text.empty() || choice.text.empty() ? "" : " ") + choice.text;
        if (is_possible(way)) longer.push_back(way);
      }
    }
    result = std::move(longer);
  }
  return result;
}

}  // namespace

const std::vector<Way>& ways() {
  static const std::vector<Way> kWays = make();
  return kWays;
}

}  // namespace zonda::hunt
