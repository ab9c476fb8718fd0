// '(b ? r : s)' as a place: what is read and written through it.
#include "unit/model/fixture.hpp"

namespace zonda::model {
namespace {

// The constant has no range, the variable has one.
TEST(Choice, ReadsConstantAndVariable) {
  const auto built = build_right(
      "typedef struct { int x; } T; T v = {7}; const T k = {100000}; bool b; int[0,1000000] n, m;\n"
      "process P() { state s; init s; trans s -> s { assign n = (b ? v : k).x, b = true, m = (b ? v : k).x; }; }\n"
      "system P;");
  Trial run(*built->network);
  run.update();
  EXPECT_EQ(run.cell("n"), 100000);
  EXPECT_EQ(run.cell("m"), 7);
}

// A parameter passed by value that the template changes through a choice is a variable as well.
TEST(Choice, MakesBothParametersVariables) {
  const auto built = build_right(
      "bool b; process P(int p[2], int q[2]) { state s; init s; trans s -> s { assign (b ? p : q)[0] = 5; }; }\n"
      "const int k[2] = {1, 2}; Q = P(k, k); system Q;");
  Trial run(*built->network);
  run.update();
  EXPECT_EQ(run.cell("Q.p[0]"), 1);
  EXPECT_EQ(run.cell("Q.q[0]"), 5);
}

}  // namespace
}  // namespace zonda::model
