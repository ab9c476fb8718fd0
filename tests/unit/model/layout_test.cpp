// How types become cells, clocks and channels.
#include "model/layout.hpp"

#include "unit/model/fixture.hpp"

#include <gtest/gtest.h>

namespace zonda::model {
namespace {

class LayoutTest : public ::testing::Test {
 protected:
  const Layout* integer(std::int32_t lower, std::int32_t upper) {
    Layout layout;
    layout.lower = lower;
    layout.upper = upper;
    layout.size.cells = 1;
    return table_.add(layout);
  }
  const Layout* array(const Layout* element, std::int32_t lower, std::uint32_t count) {
    Layout layout;
    layout.kind = LayoutKind::Array;
    layout.element = element;
    layout.lower = lower;
    layout.count = count;
    layout.size = {count * element->size.cells, count * element->size.clocks, 0};
    return table_.add(layout);
  }
  const Layout* clock() {
    Layout layout;
    layout.kind = LayoutKind::Clock;
    layout.size.clocks = 1;
    return table_.add(layout);
  }
  const Layout* record(const std::vector<std::pair<std::string, const Layout*>>& fields) {
    Layout layout;
    layout.kind = LayoutKind::Struct;
    for (const auto& [name, part] : fields) {
      layout.fields.push_back({name, part, layout.size});
      layout.size.cells += part->size.cells;
      layout.size.clocks += part->size.clocks;
    }
    return table_.add(layout);
  }

  std::vector<std::unique_ptr<Layout>> storage_;
  LayoutTable table_{storage_};
};

TEST_F(LayoutTest, EqualLayoutsAreOneObject) {
  EXPECT_EQ(integer(0, 3), integer(0, 3));
  EXPECT_NE(integer(0, 3), integer(0, 4));
  EXPECT_EQ(array(integer(0, 3), 1, 2), array(integer(0, 3), 1, 2));
  EXPECT_NE(array(integer(0, 3), 0, 2), array(integer(0, 3), 1, 2));
  EXPECT_EQ(record({{"a", integer(0, 1)}}), record({{"a", integer(0, 1)}}));
  EXPECT_NE(record({{"a", integer(0, 1)}}), record({{"b", integer(0, 1)}}));
}

TEST_F(LayoutTest, LeavesAreNamedByIndexAndField) {
  const Layout* inner = record({{"n", integer(0, 9)}, {"x", clock()}, {"m", array(integer(0, 1), 3, 2)}});
  const Layout* all = array(inner, -1, 2);
  EXPECT_EQ(leaf_name(*all, "s", Space::Cells, 0), "s[-1].n");
  EXPECT_EQ(leaf_name(*all, "s", Space::Cells, 2), "s[-1].m[4]");
  EXPECT_EQ(leaf_name(*all, "s", Space::Cells, 3), "s[0].n");
  EXPECT_EQ(leaf_name(*all, "s", Space::Clocks, 1), "s[0].x");
  EXPECT_EQ(leaf(*all, Space::Cells, 3).upper, 9);
  EXPECT_EQ(leaf(*all, Space::Clocks, 0).kind, LayoutKind::Clock);
}

TEST_F(LayoutTest, FitsComparesShapesAndRanges) {
  const Layout* wide = array(integer(-5, 5), 0, 2);
  const Layout* narrow = array(integer(0, 5), 0, 2);
  EXPECT_TRUE(fits(*narrow, *wide));
  EXPECT_FALSE(fits(*wide, *narrow));
  EXPECT_TRUE(has_same_shape(*wide, *narrow));
  EXPECT_FALSE(has_same_shape(*wide, *array(integer(0, 5), 0, 3)));
  EXPECT_FALSE(has_same_shape(*record({{"a", wide}}), *record({{"b", wide}})));
  EXPECT_FALSE(has_same_shape(*clock(), *integer(0, 1)));
}

TEST(Declarations, TypesTakeTheirCellsClocksAndChannels) {
  const auto built = build_right(R"(
    typedef struct { int[0,7] n; bool b[2]; clock x; } S;
    S s[2];
    clock c[int[3,5]];
    urgent broadcast chan u[2];
    chan p;
    meta int m;
    int a[0];
    process P() { state A; init A; }
    system P;)");
  const Network& n = *built->network;
  ASSERT_EQ(n.cells.size(), 1 + 6 + 1U);
  EXPECT_EQ(n.variables, 6U);
  EXPECT_EQ(n.meta_variables, 1U);
  EXPECT_EQ(n.state_cells(), 7U);
  EXPECT_EQ(n.cell_name(0), "P.location");
  EXPECT_EQ(n.cell_name(3), "s[0].b[1]");
  EXPECT_EQ(n.cell_name(4), "s[1].n");
  EXPECT_EQ(n.cells[4].upper, 7);
  EXPECT_EQ(n.cells[3].upper, 1);
  EXPECT_EQ(n.cell_name(7), "m");
  ASSERT_EQ(n.clocks.size(), 6U);
  EXPECT_EQ(n.clock_name(0), "0");
  EXPECT_EQ(n.clock_name(2), "s[1].x");
  EXPECT_EQ(n.clock_name(3), "c[3]");
  ASSERT_EQ(n.channels.size(), 3U);
  EXPECT_EQ(n.channel_name(1), "u[1]");
  EXPECT_TRUE(n.channels[1].is_urgent && n.channels[1].is_broadcast);
  EXPECT_FALSE(n.channels[2].is_urgent || n.channels[2].is_broadcast);
  EXPECT_THROW((void)n.cell_name(8), std::logic_error);
}

TEST(Declarations, InitialValuesReachEveryPart) {
  const auto built = build_right(R"(
    const int K = 2;
    int tab(int i) { return i * i; }
    typedef struct { int[0,9] n; clock x; bool b; } S;
    S s = { K + 1, 4, 7 };
    S t = { b: true, x: 2, n: 5 };
    clock c[2] = { 1, K };
    clock d = 3;
    int a[2][2] = { { 1, tab(3) }, { K, -4 } };
    int[2,9] low;
    int[-9,-2] high;
    bool b[2] = { 2, 0 };
    const int src[2] = { 5, 6 };
    int copy[2] = src;
    process P() { state A; init A; }
    system P;)");
  const Network& n = *built->network;
  std::string cells;
  for (Address i = 1; i < n.cells.size(); ++i) cells += n.cell_name(i) + "=" + std::to_string(n.cells[i].initial) + " ";
  EXPECT_EQ(cells,
            "s.n=3 s.b=1 t.n=5 t.b=1 a[0][0]=1 a[0][1]=9 a[1][0]=2 a[1][1]=-4 low=2 high=-9 b[0]=1 b[1]=0 "
            "copy[0]=5 copy[1]=6 ");
  std::string clocks;
  for (std::uint32_t i = 1; i < n.clocks.size(); ++i)
    clocks += n.clock_name(i) + "=" + std::to_string(n.clocks[i].initial) + " ";
  EXPECT_EQ(clocks, "s.x=4 t.x=2 c[0]=1 c[1]=2 d=3 ");
}

// 'const int' has no range, wherever in a constant it stands; a variable of the same type has one.
TEST(Layout, IntegersOfConstantRecordsHaveNoRange) {
  const auto built = build_right(
      "typedef struct { int x; struct { int y[2]; } z; } T; const T k = {100000, {{200000, 1}}}; "
      "const T a[1] = {{300000, {{2, 3}}}}; int[0,1000000] sum; T v; "
      "process P() { state s; init s; trans s -> s { assign sum = k.x + k.z.y[0] + a[0].x, v = k; }; }\nsystem P;\n");
  Trial run(*built->network);
  run.update();
  EXPECT_EQ(run.cell("sum"), 600000);
  EXPECT_EQ(run.error(), EvalErrorKind::OutOfRange);
}

}  // namespace
}  // namespace zonda::model
