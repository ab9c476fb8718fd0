// Moves that are found again after the search: from the parents of states where all are stored, from the log where
// states are forgotten.
#include "check/covering.hpp"
#include "unit/registered.hpp"
#include "unit/search/fixture.hpp"

#include <algorithm>
#include <variant>

namespace zonda::search {
namespace {

// Values of n tell how often the loop was taken, and which way.
constexpr const char* kLoops = R"(
clock x, y; int[0,40] n; chan go; broadcast chan all;
process P() {
  state a { x <= 4 }, b { x <= 6 }, c;
  init a;
  trans a -> b { select i : int[1,2]; guard x >= i && n < 20; sync go!; assign x = 0, n = n + i; },
        b -> a { guard x >= 1; sync all!; assign x = 0; },
        b -> c { guard n >= 6 && y > 5; };
}
process Q() {
  state u, v { y <= 8 };
  init u;
  trans u -> v { sync go?; assign y = 0; }, v -> u { guard y >= 1; }, v -> u { guard y >= 2; sync all?; };
}
system P, Q;
)";

// Where the moves lead, as the discrete side of the semantics has it; nothing: one of them is none.
std::optional<Cells> follow(const model::Network& network, const Path& path) {
  step::Moves moves(network);
  Cells at = path.initial;
  for (const PathMove& wanted : path.moves) {
    std::optional<Cells> next;
    moves.expand(at, [&](const step::Move& move) {
      if (std::ranges::equal(move.edges, wanted.edges) && std::ranges::equal(move.selects, wanted.selects))
        next = Cells(move.target.begin(), move.target.end());
      return !next;
    });
    if (!next) return std::nullopt;
    at = *next;
  }
  return at;
}

// Ends the search at each of the first states in turn, and compares where the path leads.
void expect_paths(const Subject& subject, Options options, const std::string& how) {
  options.wants_path = true;
  const std::size_t all = explore(subject, options).order.size();
  ASSERT_GT(all, 20U) << how;
  for (std::size_t most = 1; most < all; most += 1 + most / 3) {
    const Explored some = explore(subject, options, most);
    ASSERT_EQ(some.outcome.kind, Outcome::Kind::Reached) << how;
    ASSERT_TRUE(some.path) << how << most;
    EXPECT_EQ(follow(*subject.network, *some.path), some.order.back()) << how << ' ' << most;
  }
}

TEST(Paths, LeadToTheStateInEveryOrder) {
  const Subject loops(kLoops);
  for (const std::string& order : registered::orders()) {
    Options options;
    options.order = order;
    expect_paths(loops, options, order);
  }
}

TEST(Paths, LeadToTheStateThoughStatesAreForgotten) {
  const Subject loops(kLoops);
  for (const std::string& keep : registered::forgetful_strategies()) {
    Options options;
    options.keep = std::get<keep::Strategy>(keep::parse_strategy(keep));
    std::string error;
    const auto marks = check::move_marks(*loops.network, options.keep, {}, error);
    ASSERT_EQ(error, "") << keep;
    options.marks = marks.empty() ? nullptr : &marks;
    expect_paths(loops, options, keep);
  }
}

TEST(Paths, LeadToTheStateThoughSuccessorsAreShuffled) {
  const Subject loops(kLoops);
  Options options;
  options.shuffle = 3;
  expect_paths(loops, options, "shuffle");
}

// --- with less memory

// Nothing that can be reached is missed, whatever is packed, moved to disk or dropped on the way, and however often.
TEST(Relief, ReachesAllThatCanBeReached) {
  const Subject loops(kLoops);
  const Explored whole = explore(loops);
  for (const std::string& order : registered::forgetful_orders())
    for (const std::uint64_t every : {1U, 3U, 10U}) {
      Options options;
      options.order = order;
      options.limits.rehearsal = every;
      options.limits.spill_folder = testing::TempDir();
      options.marks_when_short = [&] {
        std::string error;
        return check::move_marks(*loops.network, keep::entry_states(), {}, error);
      };
      const Explored relieved = explore(loops, options);
      ASSERT_EQ(relieved.outcome.kind, Outcome::Kind::NotReached) << order << every << relieved.outcome.reason;
      ASSERT_EQ(relieved.cover.size(), whole.cover.size()) << order << every;
      for (const auto& [cells, zones] : whole.cover)
        EXPECT_TRUE(is_covered(zones, relieved.cover.at(cells))) << order << every;
    }
}

}  // namespace
}  // namespace zonda::search
