// The seam for reductions: what a reduction does to states and moves reaches the store, and is undone in paths.
#include "step/moves.hpp"
#include "unit/search/fixture.hpp"

#include <algorithm>
#include <array>

namespace zonda::search {
namespace {

using reduce::NamedReduction;
using reduce::Needs;
using reduce::Reduction;
using reduce::Renaming;
using reduce::Source;

constexpr Needs kAll{true, true, true, true, true};

// Two processes that differ in nothing but their clocks.
const std::string kTwins = R"(
clock x, y;
process P(clock &c) {
  state idle, busy { c <= 5 }, tired { c <= 9 };
  init idle;
  trans idle -> busy { guard c >= 1; assign c = 0; }, busy -> tired { guard c >= 3; }, tired -> idle { guard c > 7; };
}
A = P(x);
B = P(y);
system A, B;
)";

// The process that is further comes second; clocks go with their processes.
class Swap final : public Reduction {
 public:
  [[nodiscard]] bool maps_states() const override { return true; }
  [[nodiscard]] bool permutes() const override { return true; }
  void map(std::span<std::int32_t> cells, Renaming& renaming) const override {
    if (cells[0] <= cells[1]) return;
    std::swap(cells[0], cells[1]);
    renaming.clocks = {0, 2, 1};
    renaming.account = {1};
  }
  void restore(step::Path& path, std::span<const Renaming> renamings) const override {
    bool is_swapped = !renamings[0].is_identity();
    for (std::size_t i = 0; i < path.moves.size(); ++i) {
      if (is_swapped) {
        for (step::EdgeRef& e : path.moves[i].edges) e.process = 1 - e.process;
        const auto other = [](std::uint32_t clock) { return clock == 0 ? 0 : 3 - clock; };
        for (step::ClockCondition& c : *path.moves[i].conditions)
          c = {other(c.left), other(c.right), c.value, c.is_strict};
      }
      is_swapped = is_swapped != !renamings[i + 1].is_identity();
    }
  }
};
std::unique_ptr<Reduction> make_swap(Source&) { return std::make_unique<Swap>(); }
const NamedReduction kSwap{"swap", "twins are told apart no more", kAll, false, make_swap};

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
  const NamedReduction named{"first", "", kAll, false, make_pruning<Rest::Never>};
  const Explored pruned = explore_with(twins, named);
  for (const auto& [cells, zones] : pruned.cover) EXPECT_EQ(cells[1], 0);
  EXPECT_EQ(pruned.cover.size(), 3U);
}

TEST(Pruning, WithTheRestIsTheWholeSearch) {
  const Subject twins(kTwins);
  const NamedReduction named{"all", "", kAll, false, make_pruning<Rest::Always>};
  const Explored whole = explore(twins);
  const Explored pruned = explore_with(twins, named);
  EXPECT_EQ(pruned.outcome.stats.stored, whole.outcome.stats.stored);
  EXPECT_EQ(pruned.outcome.stats.transitions, whole.outcome.stats.transitions);
}

TEST(Pruning, AsksForTheRestWhereAProvisoFails) {
  const Subject twins(kTwins);
  const NamedReduction named{"proviso", "", kAll, false, make_pruning<Rest::IfNothingIsNew>};
  const Explored pruned = explore_with(twins, named);
  // Every discrete state is found: where the first process goes round, the second one's turn comes.
  EXPECT_EQ(pruned.cover.size(), 9U);
  EXPECT_LT(pruned.outcome.stats.transitions, explore(twins).outcome.stats.transitions);
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
  const NamedReduction named{"fuel", "", kAll, false, make_more_fuel};
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
  const NamedReduction named{"more", "", kAll, false,
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
  const reduce::Reductions reductions(reduce::choose("auto", kAll).used, *twins.network, twins.network->queries[0]);
  EXPECT_TRUE(reductions.is_empty());
  EXPECT_EQ(reductions.names(), "none");
}

}  // namespace
}  // namespace zonda::search
