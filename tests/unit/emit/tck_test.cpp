#include "emit/tck.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::emit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Written {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  TckResult result;

  explicit Written(std::string text, const std::string& name = "folder/some model.xta") {
    const auto document = formats::read_tree(sources, sources.add(name, std::move(text)), diagnostics);
    const auto semantics = lang::check(*document, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << lang::render(diagnostics, sources);
    const auto network = model::build(*document, *semantics, diagnostics);
    EXPECT_NE(network, nullptr) << lang::render(diagnostics, sources);
    if (network != nullptr) result = write_tck(*network, name);
  }
  [[nodiscard]] std::string refusal() const { return sources.place(result.range) + ": " + result.refusal; }
};

std::string written(std::string text) {
  const Written w(std::move(text));
  EXPECT_EQ(w.result.refusal, "");
  return w.result.text;
}

// One process with one edge that has this label, behind these declarations.
std::string edge_line(const std::string& declarations, const std::string& labels) {
  const std::string text =
      written(declarations + " process P() { state L; init L; trans L -> L { " + labels + " }; } system P;");
  const std::size_t at = text.find("edge:");
  return at == std::string::npos ? "" : text.substr(at, text.find("\n\n", at) - at);
}
std::string refusal(const std::string& declarations, const std::string& labels) {
  return Written(declarations + " process P() { state L; init L; trans L -> L { " + labels + " }; } system P;", "m.xta")
      .refusal();
}

TEST(Tck, WritesSystemVariablesAndProcesses) {
  EXPECT_EQ(written("const int N = 2; int[0,5] v = 3, w[2]; bool b; clock x, y[N];\n"
                    "process P(const int[0,1] i) { clock x; state a { x <= 3 }, c, u; commit c; urgent u; init c; }\n"
                    "system P;"),
            "# Written by zonda from some model.xta.\n"
            "system:some_model\n\n"
            "int:1:0:5:3:v\nint:2:0:5:0:w\nint:1:0:1:0:b\n"
            "clock:1:x\nclock:2:y\nclock:1:P_0_x\nclock:1:P_1_x\n\n"
            "process:P_0\nlocation:P_0:a{invariant: P_0_x <= 3}\nlocation:P_0:c{initial: : committed:}\n"
            "location:P_0:u{urgent:}\n\n"
            "process:P_1\nlocation:P_1:a{invariant: P_1_x <= 3}\nlocation:P_1:c{initial: : committed:}\n"
            "location:P_1:u{urgent:}\n\n");
}

TEST(Tck, NamesAreLegalAndDifferent) {
  const std::string text = written(
      "int end, nop, P_x; process P() { int x; state event, nop; init event; trans event -> nop { assign x = end; }; "
      "}\n"
      "system P;");
  EXPECT_THAT(text, HasSubstr(":end_\n"));
  EXPECT_THAT(text, HasSubstr(":nop_\n"));
  EXPECT_THAT(text, HasSubstr(":P_x\n"));
  EXPECT_THAT(text, HasSubstr(":P_x_2\n"));
  EXPECT_THAT(text, HasSubstr("edge:P:event_:nop_:tau{do: P_x_2 = end_}"));
}

TEST(Tck, GuardsAreConjunctions) {
  const std::string declarations = "int[0,9] a, b; bool p, q; clock x, y;";
  const auto guard = [&](const std::string& text) { return edge_line(declarations, "guard " + text + ";"); };
  EXPECT_EQ(guard("a > 1 && b != 2 && x >= 3 && x < 5"),
            "edge:P:L:L:tau{provided: a > 1 && b != 2 && x >= 3 && x < 5}");
  EXPECT_EQ(guard("p || q"), "edge:P:L:L:tau{provided: (if p then 1 else q)}");
  EXPECT_EQ(guard("!(p || a < b)"), "edge:P:L:L:tau{provided: p == 0 && b <= a}");
  EXPECT_EQ(guard("p imply q"), "edge:P:L:L:tau{provided: (if p then q else 1)}");
  EXPECT_EQ(guard("x - y == a"), "edge:P:L:L:tau{provided: x - y == a}");
  EXPECT_EQ(guard("x == 4 && y > a + 1"), "edge:P:L:L:tau{provided: x == 4 && y > a + 1}");
  EXPECT_EQ(guard("(a <? b) == 2"), "edge:P:L:L:tau{provided: (if a < b then a else b) == 2}");
  EXPECT_EQ(guard("a << 2 > b"), "edge:P:L:L:tau{provided: b < a * 4}");
  EXPECT_EQ(guard("(a & 3) == 1"), "edge:P:L:L:tau{provided: a % 4 == 1}");
  EXPECT_EQ(guard("forall (i : int[0,1]) (i == 0 || p)"), "edge:P:L:L:tau{provided: p}");
}

TEST(Tck, AClockConstraintUnderAConditionSplitsTheEdge) {
  EXPECT_EQ(edge_line("int[0,9] a; clock x;", "guard a == 1 imply x > 3;"),
            "edge:P:L:L:tau{provided: a == 1 && x > 3}\nedge:P:L:L:tau{provided: a != 1}");
}

TEST(Tck, BothCasesOfASplitEdgeKeepTheConstraintsBefore) {
  EXPECT_EQ(edge_line("int[0,2] a; clock x, y;", "guard y >= 1 && (a <= 0 imply x == 0);"),
            "edge:P:L:L:tau{provided: a <= 0 && y >= 1 && x == 0}\nedge:P:L:L:tau{provided: a > 0 && y >= 1}");
}

TEST(Tck, UpdatesKeepOldValues) {
  const std::string swap = "int[0,9] a, b; void f() { int[0,9] t = a; a = b; b = t; }";
  EXPECT_EQ(edge_line(swap, "assign f();"), "edge:P:L:L:tau{do: local t1; t1 = a; a = b; b = t1}");
}

TEST(Tck, LoopsUnrollAsFarAsRangesSay) {
  const std::string shift =
      "int[0,2] n; int[0,9] l[3]; void f() { int i = 0; while (i < n) { l[i] = 7; i++; } n = i; }";
  EXPECT_EQ(edge_line(shift, "assign f();"),
            "edge:P:L:L:tau{do: if n > 0 then l[0] = 7; if n > 1 then l[1] = 7 end end; "
            "n = (if n > 0 then (if n > 1 then 2 else 1) else 0)}");
}

TEST(Tck, LoopsWithoutEndInSightStayLoops) {
  EXPECT_EQ(edge_line("int a; void f() { while (a > 0) { a = a / 3 * 2; } }", "assign f();"),
            "edge:P:L:L:tau{do: while a > 0 do a = a / 3 * 2 end}");
  // One local carries the number, one holds it when it has been checked, one says whether to go on.
  EXPECT_EQ(edge_line("int a, n; void f() { int i = 0; do { a = a / 2; n = i; i += 2; } while (a > i); n = i; }",
                      "assign f();"),
            "edge:P:L:L:tau{do: local t1; local t2; local t3; t1 = 0; t3 = 1; while t3 do a = a / 2; n = t1; "
            "t2 = (if (t1 + 2) >= -32768 && (t1 + 2) <= 32767 then (t1 + 2) else 1 / ((t1 + 2) - (t1 + 2))); "
            "if t2 < a then t1 = t2 else t3 = 0 end end; n = t2}");
}

TEST(Tck, LongUnrolledCodeStaysALoop) {
  EXPECT_EQ(edge_line("int[0,9] a[100]; void f() { for (i : int[0,99]) for (j : int[0,98]) if (a[j] > a[j + 1]) {"
                      " int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }",
                      "assign f();"),
            "edge:P:L:L:tau{do: local t1; local t2; local t3; local t4; local t5; t1 = 0; t5 = 1; "
            "while t5 do t2 = 0; t4 = 1; while t4 do "
            "if a[t2 + 1] < a[t2] then t3 = a[t2]; a[t2] = a[t2 + 1]; a[t2 + 1] = t3 end; "
            "if t2 != 98 then t2 = t2 + 1 else t4 = 0 end end; if t1 != 99 then t1 = t1 + 1 else t5 = 0 end end}");
}

TEST(Tck, ArraysWithDifferentValuesBecomeCases) {
  EXPECT_EQ(edge_line("int[0,1] i; int[0,9] l[2] = { 1, 2 };", "assign l[i] = l[1 - i];"),
            "edge:P:L:L:tau{do: if i == 0 then l_0 = (if 1 - i then l_1 else l_0) "
            "else l_1 = (if 1 - i then l_1 else l_0) end}");
}

TEST(Tck, IndicesAndRangesStillFail) {
  EXPECT_EQ(edge_line("int[0,9] i; int[0,9] l[3];", "assign l[i] = i;"), "edge:P:L:L:tau{do: l[i] = i}");
  EXPECT_THAT(edge_line("int[0,9] i, j; void f(int[0,3] p) { j = p; }", "assign f(i);"),
              HasSubstr("t1 = (if i >= 0 && i <= 3 then i else 1 / (i - i)); j = t1"));
}

TEST(Tck, ChannelsBecomePairsWithTheSenderFirst) {
  const std::string text = written(
      "chan c[2]; int[0,1] k; process P() { state a; init a; trans a -> a { sync c[k]!; }; }\n"
      "process Q() { state a; init a; trans a -> a { sync c[1]?; }; } A = Q(); B = Q(); system A, P, B;");
  EXPECT_THAT(text, HasSubstr("edge:P:a:a:c_1_send{provided: k}\n"));
  // Nobody receives on the other one.
  EXPECT_THAT(text, Not(HasSubstr("c_0_send")));
  EXPECT_THAT(text, HasSubstr("sync:P@c_1_send:A@c_1_receive\nsync:P@c_1_send:B@c_1_receive\n"));
}

TEST(Tck, BroadcastReceiversWithoutGuardsAreWeak) {
  const std::string text = written(
      "broadcast chan c; process P() { state a; init a; trans a -> a { sync c!; }; }\n"
      "process Q() { state a, b; init a; trans a -> b { sync c?; }; } system Q, P;");
  EXPECT_THAT(text, HasSubstr("sync:P@c_send:Q@c_receive?\n"));
}

TEST(Tck, BroadcastReceiversWithGuardsStayBehindByALoop) {
  const std::string text = written(
      "broadcast chan c; int[0,3] n; clock x; process P() { state a; init a; trans a -> a { sync c!; }; }\n"
      "process Q() { state a, b; init a; trans a -> b { guard n == 1 && x > 2; sync c?; }; } system P, Q;");
  EXPECT_THAT(text, HasSubstr("edge:Q:a:b:c_receive{provided: n == 1 && x > 2}\n"
                              "edge:Q:a:a:c_receive{provided: n != 1}\n"
                              "edge:Q:a:a:c_receive{provided: n == 1 && x <= 2}\n"
                              "edge:Q:b:b:c_receive{}\n"));
  EXPECT_THAT(text, HasSubstr("sync:P@c_send:Q@c_receive\n"));
}

TEST(Tck, RefusesWithThePlace) {
  EXPECT_EQ(refusal("urgent chan c;", "sync c!;"), "m.xta:1:53: an urgent channel");
  EXPECT_EQ(refusal("meta int v;", ""), "m.xta:1:10: a meta variable");
  EXPECT_THAT(refusal("int a; void f() { while (a > 0) { if (a == 3) return; a = a / 3 * 2; } }", "assign f();"),
              HasSubstr(": a loop that cannot be unrolled"));
  EXPECT_THAT(refusal("int a;", "guard (a ^ 5) > 1;"), HasSubstr(": an operation on bits"));
  EXPECT_THAT(refusal("int a;", "guard a << a > 1;"), HasSubstr(": a shift"));
  EXPECT_THAT(refusal("int a;", "guard a ** a > 1;"), HasSubstr(": a power"));
  EXPECT_THAT(refusal("int a; void f() { assert(a > 0); }", "assign f();"), HasSubstr(": an assertion"));
  EXPECT_THAT(refusal("double d; int a;", "guard d > 1.0;"), HasSubstr("in a guard"));
  EXPECT_EQ(
      Written("clock x; int n; process P() { state a { n == 1 imply x < 3 }; init a; } system P;", "m.xta").refusal(),
      "m.xta:1:54: a clock constraint under a condition in an invariant");
  EXPECT_THAT(
      Written("broadcast chan c; int n; process P() { state a; init a; trans a -> a { sync c!; }; }\n"
              "process Q() { state a, b; commit b; init a; trans a -> b { guard n > 0; sync c?; }; } system P, Q;",
              "m.xta")
          .refusal(),
      HasSubstr("m.xta:2:24: a process with guards on receiving a broadcast that may stay behind"));
}

TEST(Tck, ItsOwnFormatComesBack) {
  const std::string body =
      "system:s\n\nint:3:0:5:1:n\nclock:1:x\n\nevent:a\nevent:b.c\n\n"
      "process:P\nlocation:P:p{initial: : labels: one, two}\nlocation:P:q{initial: : urgent: : invariant: x < 3}\n"
      "edge:P:p:q:a{provided: n[0] > 1 && x == 2 : do: n[n[1]] = n[0] - 1; x = 0}\nedge:P:q:p:b.c{}\n\n"
      "process:Q\nlocation:Q:q{initial: : committed:}\nedge:Q:q:q:b.c{do: x = 2 + x}\n\n"
      "sync:P@a:Q@b.c?\n";
  const Written w("# x\n" + body, "s.tck");
  EXPECT_EQ(w.result.text, "# Written by zonda from s.tck.\n" + body);
}

}  // namespace
}  // namespace zonda::emit
