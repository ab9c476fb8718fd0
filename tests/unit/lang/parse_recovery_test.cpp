// One run finds several independent mistakes, each at its own place, and nothing that only follows from another.
#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

using Places = std::vector<std::string>;

Places places(std::string text) { return Checked(std::move(text)).places(); }

TEST(ParseRecovery, Declarations) {
  EXPECT_EQ(places("int a = ;\n"
                   "int[0,3 b;\n"
                   "int c[3;\n"
                   "int d = (1 + 2;\n"
                   "int e = 3);\n"
                   "int f[2] = {1, 2;\n"
                   "bool ok = true;\n"
                   "@ int g;\n"
                   "process P() { state S; init S; }\n"
                   "system P;\n"),
            (Places{"1:9 syntax error: unexpected ';', expecting an expression",
                    "2:9 syntax error: unexpected 'b', expecting ']' after the range",
                    "3:8 syntax error: unexpected ';', expecting ']' after the array size",
                    "4:15 syntax error: unexpected ';', expecting ')' to close '('",
                    "5:10 syntax error: unexpected ')', expecting ';' after the declaration",
                    "6:17 syntax error: unexpected ';', expecting '}' to close the initialiser",
                    "8:1 unexpected character '@'"}));
}

TEST(ParseRecovery, ForgottenSemicolonsHideNothing) {
  EXPECT_EQ(places("int a\n"
                   "clock x\n"
                   "typedef int t\n"
                   "t b = nope;\n"
                   "void f() {\n"
                   "  int q\n"
                   "  q = 1\n"
                   "  if (q) q = 2\n"
                   "  return\n"
                   "}\n"
                   "process P() {\n"
                   "  int v\n"
                   "  state S, T\n"
                   "  commit S\n"
                   "  init S\n"
                   "  trans S -> T { guard v == 1 }\n"
                   "}\n"
                   "X = P()\n"
                   "system X\n"),
            (Places{"1:6 syntax error: ';' is missing after the declaration",
                    "2:8 syntax error: ';' is missing after the declaration",
                    "3:14 syntax error: ';' is missing after the type definition",
                    "6:8 syntax error: ';' is missing after the declaration",
                    "7:8 syntax error: ';' is missing after the expression",
                    "8:15 syntax error: ';' is missing after the expression",
                    "10:1 syntax error: unexpected '}', expecting an expression",
                    "12:8 syntax error: ';' is missing after the declaration",
                    "13:13 syntax error: ';' is missing after the locations",
                    "14:11 syntax error: ';' is missing after the locations",
                    "15:9 syntax error: ';' is missing after the initial location",
                    "16:30 syntax error: ';' is missing after the guard",
                    "16:32 syntax error: ';' is missing after the edges",
                    "18:8 syntax error: ';' is missing after the instantiation",
                    "19:9 syntax error: ';' is missing after the system line"}));
}

TEST(ParseRecovery, AForgottenSemicolonLeavesTheCheckerItsSay) {
  EXPECT_EQ(places("int a\nint b = nope;\nprocess P() { state S; init S; }\nsystem P;\n"),
            (Places{"1:6 syntax error: ';' is missing after the declaration", "2:9 unknown identifier 'nope'"}));
}

TEST(ParseRecovery, Statements) {
  EXPECT_EQ(places("void f() {\n"
                   "  int q;\n"
                   "  q = ;\n"
                   "  if (q == ) { q = ; }\n"
                   "  while (q < 3 { q++; }\n"
                   "  for (int k = 0; k < 3; k++) { q = = 1; }\n"
                   "  q = (1 + 2;\n"
                   "  int late;\n"
                   "  break;\n"
                   "  q = 1;\n"
                   "}\n"
                   "int g(int p { return ; p }\n"
                   "int h() { return 1 }\n"
                   "process P() { state S; init S; }\n"
                   "system P;\n"),
            (Places{"3:7 syntax error: unexpected ';', expecting an expression",
                    "4:12 syntax error: unexpected ')', expecting an expression",
                    "4:20 syntax error: unexpected ';', expecting an expression",
                    "5:16 syntax error: unexpected '{', expecting ')' after the condition",
                    "6:8 syntax error: a variable cannot be declared here",
                    "6:37 syntax error: unexpected '=', expecting an expression",
                    "7:13 syntax error: unexpected ';', expecting ')' to close '('",
                    "8:3 syntax error: declarations must stand before the statements of a block",
                    "9:3 syntax error: 'break' is not part of the language",
                    "12:13 syntax error: unexpected '{', expecting ')' after the parameters",
                    "12:25 syntax error: ';' is missing after the expression",
                    "13:19 syntax error: ';' is missing after the return"}));
}

TEST(ParseRecovery, LocationsAndEdges) {
  EXPECT_EQ(
      places("clock x;\n"
             "process P() {\n"
             "  state A { x <= }, B { x < < 3 };\n"
             "  init A;\n"
             "  trans\n"
             "    A -> B { guard ; sync c; assign x = ; },\n"
             "    B -> Z { guard x > 1; },\n"
             "    B -> A { guard (x > 1; }\n"
             "    A -> A { guard x > 1, x < 3; },\n"
             "    A -> A { sync c!,\n"
             "    A -> A { assign x = 0; };\n"
             "}\n"
             "process Q() { state S; init ; trans S -> S { guard }; }\n"
             "system P, Q;\n"),
      (Places{"3:18 syntax error: unexpected '}', expecting an expression",
              "3:29 syntax error: unexpected '<', expecting an expression",
              "6:20 syntax error: unexpected ';', expecting an expression",
              "6:41 syntax error: unexpected ';', expecting an expression", "7:10 unknown location 'Z'",
              "8:26 syntax error: unexpected ';', expecting ')' to close '('",
              "8:29 syntax error: ',' is missing between the edges", "9:25 syntax error: unexpected ',' in a condition",
              "10:21 syntax error: unexpected ',', expecting ';' after the synchronisation",
              "13:29 syntax error: unexpected ';', expecting the name of the initial location",
              "13:52 syntax error: unexpected '}', expecting an expression"}));
}

TEST(ParseRecovery, MissingBraces) {
  EXPECT_EQ(
      places("void f() {\n  if (true) {\n}\nprocess P() { state S; init S; trans S -> S { guard ; }; }\nsystem P;\n"),
      (Places{"4:1 syntax error: unexpected 'process', expecting '}' to close the body",
              "4:53 syntax error: unexpected ';', expecting an expression"}));
  EXPECT_EQ(
      places("void f() { } }\nint a = ;\nprocess P() { state S; init S; }\nsystem P;\n"),
      (Places{"1:14 syntax error: '}' without '{'", "2:9 syntax error: unexpected ';', expecting an expression"}));
  EXPECT_EQ(places("process P() { state S; init S;\nprocess Q() { state S; init S; }\nsystem P, Q;\n"),
            (Places{"2:1 syntax error: unexpected 'process', expecting '}' to close the process"}));
  EXPECT_EQ(places("process P() { state S; init S; }\nsystem P;\nquery { E<> P.S"),
            (Places{"3:16 syntax error: unexpected end of text, expecting '}' to close the query"}));
}

TEST(ParseRecovery, BrokenTypes) {
  EXPECT_EQ(places("typedef struct {\n  int a\n  bool guard;\n  int[0 c;\n  int d;\n} t;\nt v;\nint e = ;\n"
                   "process P() { state S; init S; }\nsystem P;\n"),
            (Places{"2:8 syntax error: ';' is missing after the field",
                    "3:8 syntax error: 'guard' is a reserved word and cannot be the name of a field",
                    "4:9 syntax error: unexpected 'c', expecting ',' between the bounds of int[lower, upper]",
                    "8:9 syntax error: unexpected ';', expecting an expression"}));
}

TEST(ParseRecovery, MeaningIsCheckedEverywhere) {
  EXPECT_EQ(places("int a = b;\n"
                   "clock x;\n"
                   "chan c;\n"
                   "int f(int p) { return p + x; }\n"
                   "process P() {\n"
                   "  state A { x != 3 && x <= 4 }, B;\n"
                   "  init A;\n"
                   "  trans\n"
                   "    A -> B { guard aa == 1 && bb == 2; sync c!; assign a = f(1, 2), x = c; },\n"
                   "    B -> A { guard a == 1 && not (x > 3); sync a?; assign aa = 1; };\n"
                   "}\n"
                   "system P, Q;\n"),
            (Places{"1:9 unknown identifier 'b'", "4:23 clock value is returned where int is expected",
                    "6:13 '!=' on clocks cannot stand in an invariant", "9:20 unknown identifier 'aa'",
                    "9:31 unknown identifier 'bb'", "9:60 too many arguments: 'f' takes 1, 2 given",
                    "9:69 incompatible types: chan cannot be assigned to clock",
                    "10:30 a clock constraint cannot be negated in a guard", "10:48 channel expected, found int",
                    "12:11 unknown process 'Q'"}));
}

TEST(ParseRecovery, AMissingNameIsReportedOnceInATemplate) {
  const std::string use = "{ state S; init S; trans S -> S { guard n == 1; assign n = n + 1; }; }\n";
  EXPECT_EQ(places("process P() " + use + "process Q() " + use + "system P, Q;"),
            (Places{"1:53 unknown identifier 'n'", "2:53 unknown identifier 'n'"}));
}

TEST(ParseRecovery, StopsAfterManyErrors) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "int a = ;\n";
  const Checked checked(text);
  EXPECT_EQ(checked.places().size(), Diagnostics::kMaxErrors);
  EXPECT_LE(checked.diagnostics.error_count(), Diagnostics::kMaxErrors + 2);
}

TEST(ParseRecovery, AnyPrefixOfAModelEndsQuietly) {
  const std::string text =
      in_edge("select e : id_t; guard x <= 3 && (i == e || b); sync ca[e]!; assign arr[e] = f(1);") +
      "progress { i; }\ngantt { G : for (k : id_t) P.S -> k; }\nquery { E<> P.S }";
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Checked checked(text.substr(0, length));
    EXPECT_LE(checked.places().size(), 4U) << text.substr(0, length);
  }
}

}  // namespace
}  // namespace zonda::lang::check_fixture
