// The seam for reductions: what a reduction does to states and moves reaches the store, and is undone in paths.
#include "search/runs/goal_finder.hpp"
#include "search/runs/liveness.hpp"
#include "search/runs/run_finder.hpp"
#include "step/moves.hpp"
#include "unit/search/fixture.hpp"
#include "unit/search/twins.hpp"

#include <algorithm>
#include <array>

namespace zonda::search {
namespace {

using reduce::NamedReduction;
using reduce::Needs;
using reduce::Reduction;
using reduce::Source;

Explored explore_with(const Subject& subject, const NamedReduction& named, Options options = {},
                      std::size_t most = SIZE_MAX) {
  const reduce::Reductions reductions({&named}, *subject.network, subject.network->queries[0]);
  options.reductions = &reductions;
  return explore(subject, options, most);
}

// The same with the clocks of the twins exchanged, where both are active.
zone::Dbm<B> mirrored(const zone::Dbm<B>& z) {
  zone::Dbm<B> result = z;
  const auto other = [&](std::size_t i) { return i == 0 || z.dim() < 3 ? i : 3 - i; };
  for (std::size_t i = 0; i < z.dim(); ++i)
    for (std::size_t j = 0; j < z.dim(); ++j) result.at(i, j) = z.at(other(i), other(j));
  return result;
}

TEST(Permutation, MergesStatesWithTheirZones) {
  const Subject twins(kTwins);
  const Explored whole = explore(twins);
  const Explored reduced = explore_with(twins, kSwap);
  EXPECT_LT(reduced.outcome.stats.stored, whole.outcome.stats.stored);
  for (const auto& [cells, zones] : reduced.cover) {
    EXPECT_LE(cells[0], cells[1]);
    // Nothing is found that is not there.
    EXPECT_TRUE(is_covered(zones, whole.cover.at(cells)));
  }
  for (const auto& [cells, zones] : whole.cover) {
    if (cells[0] > cells[1]) continue;
    // Where both are in the same place, a zone and its mirror image are one.
    for (const zone::Dbm<B>& z : zones)
      EXPECT_TRUE(is_covered({z}, reduced.cover.at(cells)) ||
                  (cells[0] == cells[1] && is_covered({mirrored(z)}, reduced.cover.at(cells))));
  }
}

TEST(Permutation, IsUndoneInPaths) {
  const Subject twins(kTwins);
  Options options;
  options.wants_path = true;
  for (std::size_t most = 2; most <= 8; ++most) {
    const Explored reduced = explore_with(twins, kSwap, options, most);
    ASSERT_TRUE(reduced.path) << most;
    // The moves are moves of the model, one after the other, and end in the state that was found or its twin.
    step::Moves moves(*twins.network);
    Cells at = reduced.path->initial;
    for (const PathMove& wanted : reduced.path->moves) {
      Cells next;
      moves.expand(at, [&](const step::Move& move) {
        if (std::ranges::equal(move.edges, wanted.edges)) next.assign(move.target.begin(), move.target.end());
        return true;
      });
      ASSERT_FALSE(next.empty()) << most;
      at = next;
    }
    Cells end = reduced.order.back();
    if (end != at) std::swap(end[0], end[1]);
    EXPECT_EQ(end, at) << most;
  }
}

// --- pruning
// Takes the moves of the first process; what it does about the others is a parameter.
enum class Rest { Never, Always, IfNothingIsNew };
class FirstOnly final : public reduce::Pruner {
 public:
  explicit FirstOnly(Rest rest) : rest_(rest) {}
  bool begin(std::span<const std::int32_t> /*cells*/) override {
    has_new_ = false;
    return true;
  }
  bool takes(const step::Move& move) override { return move.edges[0].process == 0; }
  void led_to(const reduce::Target& target) override { has_new_ = has_new_ || target.is_new; }
  bool needs_rest() override { return rest_ == Rest::Always || (rest_ == Rest::IfNothingIsNew && !has_new_); }

 private:
  Rest rest_;
  bool has_new_ = false;
};
template <Rest kRest>
class Pruning final : public Reduction {
 public:
  [[nodiscard]] std::unique_ptr<reduce::Pruner> make_pruner() const override {
    return std::make_unique<FirstOnly>(kRest);
  }
};
template <Rest kRest>
std::unique_ptr<Reduction> make_pruning(Source&) {
  return std::make_unique<Pruning<kRest>>();
}

TEST(Pruning, WithoutARestLeavesMovesOut) {
  const Subject twins(kTwins);
  const NamedReduction named{"first", "", kPreservesAll, false, make_pruning<Rest::Never>};
  const Explored pruned = explore_with(twins, named);
  for (const auto& [cells, zones] : pruned.cover) EXPECT_EQ(cells[1], 0);
  EXPECT_EQ(pruned.cover.size(), 3U);
}

TEST(Pruning, WithTheRestIsTheWholeSearch) {
  const Subject twins(kTwins);
  const NamedReduction named{"all", "", kPreservesAll, false, make_pruning<Rest::Always>};
  const Explored whole = explore(twins);
  const Explored pruned = explore_with(twins, named);
  EXPECT_EQ(pruned.outcome.stats.stored, whole.outcome.stats.stored);
  EXPECT_EQ(pruned.outcome.stats.transitions, whole.outcome.stats.transitions);
}

TEST(Pruning, AsksForTheRestWhereAProvisoFails) {
  const Subject twins(kTwins);
  const NamedReduction named{"proviso", "", kPreservesAll, false, make_pruning<Rest::IfNothingIsNew>};
  const Explored pruned = explore_with(twins, named);
  // Every discrete state is found: where the first process goes round, the second one's turn comes.
  EXPECT_EQ(pruned.cover.size(), 9U);
  EXPECT_LT(pruned.outcome.stats.transitions, explore(twins).outcome.stats.transitions);
}

// --- what a pruner is told
// Takes all moves but some, and notes what it is told of where they lead.
struct Told {
  Cells from;
  reduce::Target target;
};
class Listener final : public reduce::Pruner {
 public:
  explicit Listener(std::vector<Told>& told) : told_(told) {}
  bool begin(std::span<const std::int32_t> cells) override {
    from_.assign(cells.begin(), cells.end());
    return true;
  }
  // The edge that leads away from the first location to the last one is left out.
  bool takes(const step::Move& move) override { return !(from_[0] == 0 && move.target[0] == 3); }
  void led_to(const reduce::Target& target) override { told_.push_back({from_, target}); }
  bool needs_rest() override { return false; }

 private:
  std::vector<Told>& told_;
  Cells from_;
};
class Listening final : public Reduction {
 public:
  explicit Listening(std::vector<Told>& told) : told_(told) {}
  [[nodiscard]] std::unique_ptr<reduce::Pruner> make_pruner() const override {
    return std::make_unique<Listener>(told_);
  }

 private:
  std::vector<Told>& told_;
};
std::vector<Told> told_by_search;  // a NamedReduction makes reductions by a plain function
std::unique_ptr<Reduction> make_listening(Source&) { return std::make_unique<Listening>(told_by_search); }
const NamedReduction kListening{"listening", "", kPreservesAll, false, make_listening};

const reduce::Target& told_of(std::int32_t from, std::size_t nth = 0) {
  for (const Told& one : told_by_search)
    if (one.from[0] == from && nth-- == 0) return one.target;
  throw std::runtime_error("nothing was told of that state");
}
std::string text_of(const reduce::Target& target) {
  return std::string(target.is_new ? "new " : "") + (target.is_waiting ? "waiting " : "") +
         (target.is_on_stack ? "stack " : "") + (target.is_expanded ? "expanded " : "");
}

// From the first location, 0, the pruner leaves the way to 3 out. Breadth-first, 1 is expanded before 2.
const std::string kRing = R"(
process P() {
  state s0, s1, s2, s3;
  init s0;
  trans s0 -> s1 { }, s0 -> s2 { }, s0 -> s3 { }, s1 -> s2 { }, s1 -> s1 { }, s2 -> s0 { }, s2 -> s1 { };
}
system P;
)";

TEST(Pruning, IsToldInAnExplorationWhatIsNewWaitsOrWasExpanded) {
  const Subject ring(kRing);
  told_by_search.clear();
  (void)explore_with(ring, kListening);
  EXPECT_EQ(text_of(told_of(0, 0)), "new waiting ");
  EXPECT_EQ(text_of(told_of(0, 1)), "new waiting ");
  EXPECT_EQ(text_of(told_of(1, 0)), "waiting ") << "s2 was found from s0 and waits";
  EXPECT_EQ(text_of(told_of(1, 1)), "stack ") << "s1 leads to itself";
  EXPECT_EQ(text_of(told_of(2, 0)), "") << "s0 was expanded, but a move was left out";
  EXPECT_EQ(text_of(told_of(2, 1)), "expanded ");
}

TEST(Pruning, IsToldNothingThatTheStoreForgot) {
  const Subject ring(kRing);
  told_by_search.clear();
  Options options;
  options.compact = true;
  (void)explore_with(ring, kListening, options);
  EXPECT_EQ(text_of(told_of(0, 0)), "new waiting ");
  EXPECT_EQ(text_of(told_of(2, 1)), "");
}

// Without a cycle there is no run, so that the search goes through all of the graph.
TEST(Pruning, IsToldInASearchForRunsWhatIsOnTheStack) {
  const Subject line(R"(
clock x;
process P() {
  state s0 { x <= 1 }, s1 { x <= 1 }, s2 { x <= 1 }, s3 { x <= 1 };
  init s0;
  trans s0 -> s1 { }, s0 -> s2 { }, s0 -> s3 { }, s1 -> s2 { }, s2 -> s3 { };
}
system P;
)",
                     "A<> P.s3");
  const reduce::Reductions reductions({&kListening}, *line.network, line.network->queries[0]);
  Options options;
  options.abstraction = step::Abstraction::ExtraMPlus;
  options.reductions = &reductions;
  LivenessQuestion question;
  question.stay = &line.network->queries[0].predicate;
  question.is_negated = true;
  told_by_search.clear();
  const Outcome outcome = find_run<B>(*line.network, line.bounds, question, options);
  EXPECT_EQ(outcome.kind, Outcome::Kind::NotReached);
  EXPECT_EQ(text_of(told_of(0, 0)), "new waiting ");
  EXPECT_EQ(text_of(told_of(0, 1)), "new waiting ") << "s2 is done only when it is visited, from s1 first";
  EXPECT_EQ(text_of(told_of(1, 0)), "new waiting ");
}

// The same ring, in which no time passes, so that no run rests for ever.
const std::string kHastyRing = R"(
process P() {
  state s0, s1, s2, s3;
  commit s0, s1, s2, s3;
  init s0;
  trans s0 -> s1 { }, s0 -> s2 { }, s0 -> s3 { }, s1 -> s2 { }, s1 -> s1 { }, s2 -> s0 { }, s2 -> s1 { };
}
system P;
)";

TEST(Pruning, IsToldInASearchForRunsWhatClosesACycle) {
  const Subject ring(kHastyRing, "E[] true");
  const reduce::Reductions reductions({&kListening}, *ring.network, ring.network->queries[0]);
  Options options;
  options.abstraction = step::Abstraction::ExtraMPlus;
  options.reductions = &reductions;
  LivenessQuestion question;
  question.stay = &ring.network->queries[0].predicate;
  told_by_search.clear();
  const Outcome outcome = find_run<B>(*ring.network, ring.bounds, question, options);
  EXPECT_EQ(outcome.kind, Outcome::Kind::Reached);
  EXPECT_EQ(text_of(told_of(1, 1)), "stack ") << "s1 leads to itself";
  EXPECT_EQ(text_of(told_of(1, 0)), "new waiting ");
}

// Every state is a node there, and a cycle ends nothing unless it takes time.
TEST(Pruning, IsToldInASearchForDivergentRunsWhatIsOnTheStackOrDone) {
  const Subject ring(kHastyRing, "E[] true");
  const reduce::Reductions reductions({&kListening}, *ring.network, ring.network->queries[0]);
  Options options;
  options.abstraction = step::Abstraction::ExtraMPlus;
  options.reductions = &reductions;
  LivenessQuestion question;
  question.stay = &ring.network->queries[0].predicate;
  question.is_divergent = true;
  told_by_search.clear();
  const Outcome outcome = find_run<B>(*ring.network, ring.bounds, question, options);
  EXPECT_EQ(outcome.kind, Outcome::Kind::NotReached);
  EXPECT_EQ(text_of(told_of(1, 0)), "new waiting ");
  EXPECT_EQ(text_of(told_of(1, 1)), "stack ") << "s1 leads to itself";
  EXPECT_EQ(text_of(told_of(2, 0)), "stack ") << "s0 is below";
  EXPECT_EQ(text_of(told_of(2, 1)), "stack ") << "s1 is below";
}

// --- covering
// Fuel: whoever has more can do what those with less can.
const std::string kFuel = R"(
int[0,9] fuel; clock x;
process P() {
  state full, driving { x <= 2 }, done;
  init full;
  trans full -> driving { select i : int[0,9]; assign fuel = 9 - i, x = 0; },
        driving -> driving { guard fuel > 0 && x >= 1; assign fuel = fuel - 1, x = 0; },
        driving -> done { guard fuel == 0; };
}
system P;
)";
class MoreFuel final : public Reduction {
 public:
  [[nodiscard]] bool covers_states() const override { return true; }
  void for_each_larger(std::span<const std::int32_t> cells, const Visit& visit) const override {
    // In the state before the first choice, and when all is done, fuel means nothing.
    if (cells[0] != 1) return;
    Cells larger(cells.begin(), cells.end());
    for (++larger[1]; larger[1] <= 9; ++larger[1])
      if (visit(larger)) return;
  }
};
std::unique_ptr<Reduction> make_more_fuel(Source&) { return std::make_unique<MoreFuel>(); }

TEST(Covering, ByAnotherDiscreteStateLeavesStatesOut) {
  const Subject fuel(kFuel);
  const NamedReduction named{"fuel", "", kPreservesAll, false, make_more_fuel};
  const Explored whole = explore(fuel);
  const Explored reduced = explore_with(fuel, named);
  EXPECT_LT(reduced.outcome.stats.stored, whole.outcome.stats.stored);
  EXPECT_GT(reduced.outcome.stats.covered, whole.outcome.stats.covered);
}

// A visitor that is shown one state of each discrete state.
class Shown final : public Visitor {
 public:
  explicit Shown(Worker<B>& worker) : worker_(worker) { wants_new_ = true; }
  bool look(std::span<const std::int32_t> /*cells*/, bool /*is_new*/, store::State s, step::ShapeId /*shape*/,
            store::State /*parent*/) override {
    Cells one;
    worker_.unpack(s.discrete, one);
    cells.push_back(one);
    return true;
  }
  std::vector<Cells> cells;

 private:
  Worker<B>& worker_;
};

TEST(Covering, ShowsADiscreteStateWhenItsFirstZoneIsStored) {
  // With n = 0, the first zone lies in that of n = 1, and the second does not.
  const Subject subject(R"(
int[0,1] n; clock x;
process P() {
  state s, l, d; urgent l; init s;
  trans s -> l { guard x <= 1; assign n = 1; }, s -> l { guard x <= 1; assign n = 0; },
        s -> l { guard x <= 5; assign n = 0; }, l -> d { guard x >= 4; };
}
system P;
)");
  class MoreIsBetter final : public Reduction {
   public:
    [[nodiscard]] bool covers_states() const override { return true; }
    void for_each_larger(std::span<const std::int32_t> cells, const Visit& visit) const override {
      if (cells[1] == 0) (void)visit(Cells{cells[0], 1});
    }
  };
  const NamedReduction named{"more", "", kPreservesAll, false,
                             [](Source&) -> std::unique_ptr<Reduction> { return std::make_unique<MoreIsBetter>(); }};
  const reduce::Reductions reductions({&named}, *subject.network, subject.network->queries[0]);
  Options options;
  options.reductions = &reductions;
  Control control(options);
  const auto exploration = make_exploration<B>(*subject.network, subject.bounds, options, control);
  Shown shown(exploration->worker());
  exploration->run(shown);
  EXPECT_NE(std::ranges::find(shown.cells, (Cells{1, 0})), shown.cells.end());
  EXPECT_NE(std::ranges::find(shown.cells, (Cells{1, 1})), shown.cells.end());
}

// --- the table
TEST(Reductions, AreChosenByName) {
  const Needs needs{true, false, false, false, false};
  EXPECT_TRUE(reduce::choose("none", needs).used.empty());
  EXPECT_EQ(reduce::choose("dead-variables", needs).used.size(), 1U);
  for (const NamedReduction& one : reduce::all_reductions())
    EXPECT_EQ(reduce::choose(one.name, needs).used.at(0), &one);
  EXPECT_NE(reduce::choose("nonsense", needs).error.find("nonsense"), std::string::npos);
  EXPECT_NE(reduce::choose("dead-variables,nonsense", needs).error.find("nonsense"), std::string::npos);
  EXPECT_FALSE(reduce::choose("", needs).error.empty());
}

TEST(Reductions, DoNothingWhereThereIsNothingToBeGained) {
  const Subject twins(kTwins);
  const reduce::Reductions reductions(reduce::choose("auto", kPreservesAll).used, *twins.network,
                                      twins.network->queries[0]);
  EXPECT_TRUE(reductions.is_empty());
  EXPECT_EQ(reductions.names(), "none");
}

}  // namespace
}  // namespace zonda::search
