#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

std::string chan_process(std::string_view text) {
  return fmt::format("chan c;\nint i, j;\nclock x, y;\n{}\nsystem P;\n", text);
}
std::string edge_text(std::string_view text) {
  return chan_process(fmt::format("process P() {{ state A, B; init A; trans A -> B {{ {} }}; }}", text));
}

TEST(ParseProcess, Bodies) {
  const std::vector<Case> cases = {
      {"process P() { state A; init A; }"},
      {"process P() { }"},
      {"process P() { int v; typedef int t; void p() { v = 1; } state A; init A; }"},
      {"process P() { state A { x <= 3 }, B { ; 2 }, C { x <= 3; 1 : 2 }; init A; }"},
      {"process P() { state A, B, C; commit A; urgent B; commit C; init A; }"},
      {"process P() { state A, B; init A; trans A -> B { }, -> A { }, B -u-> A { }; }"},
      {"process P() { state A; branchpoint B, C; init A; trans A -> B { }, B -> A { probability 2; }; }"},
      {"process P() { state A; branchpoint B; commit A; init A; }"},
  };
  expect_errors(chan_process, cases);
}

TEST(ParseProcess, Mistakes) {
  const std::vector<Case> cases = {
      {"process P() { state A; }", "} | syntax error: no initial location"},
      {"process P() { init A; }", "init | syntax error: unexpected 'init', expecting 'state'"},
      {"process P() { state A; trans A -> A { }; }", "trans | syntax error: no initial location"},
      {"process P() { state A; init B; }", "B | unknown location 'B'"},
      {"process P() { state A; init ; }",
       "; | syntax error: unexpected ';', expecting the name of the initial location"},
      {"process P() { state A; init A }", "  | syntax error: ';' is missing after the initial location"},
      {"process P() { state A; init A; init A; }", "init | syntax error: unexpected 'init'"},
      {"process P() { state A; init A; commit A; }", "commit | syntax error: unexpected 'commit'"},
      {"process P() { commit A; state A; init A; }", "commit | syntax error: unexpected 'commit', expecting 'state'"},
      {"process P() { state A B; init A; }",
       "B | syntax error: unexpected 'B', expecting ',' or ';' after the location"},
      {"process P() { state A, ; init A; }", "; | syntax error: unexpected ';', expecting the name of a location"},
      {"process P() { state A { }; init A; }", "} | syntax error: unexpected '}', expecting an expression"},
      {"process P() { state A { x <= 3, y <= 3 }; init A; }", ", | syntax error: unexpected ',' in a condition"},
      {"process P() { state A { x <= 3; }; init A; }", "} | syntax error: unexpected '}', expecting an expression"},
      {"process P() { state A; int v; init A; }", "int | syntax error: unexpected 'int', expecting 'init'"},
      {"process P() { state A; commit B; init A; }", "B | unknown location 'B'"},
      {"process P() { state A; commit A; urgent A; init A; }", "A | location 'A' is both urgent and committed"},
      {"process P() { state A; branchpoint B; branchpoint C; init A; }",
       "branchpoint | syntax error: unexpected 'branchpoint', expecting 'init'"},
      {"process P() { state A; init A; trans ; }",
       "; | syntax error: unexpected ';', expecting the source location of the edge"},
      {"process P() { state A; init A; trans -> A { }; }",
       "-> | syntax error: unexpected '->', expecting the source location of the edge"},
      {"process P() { state A; init A; trans A -> B { }; }", "B | unknown location 'B'"},
      {"process P() { state A; init A; trans B -> A { }; }", "B | unknown location 'B'"},
      {"process P() { state A; init A; trans A A { }; }",
       "A | syntax error: unexpected 'A', expecting '->' after the source location"},
      {"process P() { state A; init A; trans A -> A; }",
       "; | syntax error: unexpected ';', expecting '{' after the target location"},
      {"process P() { state A; init A; trans A -> A { } }", "  | syntax error: ';' is missing after the edges"},
      {"process P() { state A; init A; trans A -> A { }, ; }",
       "; | syntax error: unexpected ';', expecting '->' after the source location"},
      {"process P() { state A; init A; trans A -> A { } A -> A { }; }",
       "  | syntax error: ',' is missing between the edges"},
      {"process P() { state A; init A; trans A -> A { guard i == 1;, A -> A { }; }",
       ", | syntax error: '}' is missing at the end of the edge"},
      {"process P { state A; init A; }",
       "{ | syntax error: unexpected '{', expecting '(' after the name of the process"},
      {"process P( { state A; init A; }", "{ | syntax error: unexpected '{', expecting a type"},
      {"process P(int k; int l) { state A; init A; }", "; | syntax error: unexpected ';' between parameters"},
      {"process P() state A; init A;",
       "  | syntax error: '{' is missing before the body of the process; system | syntax error: unexpected 'system', "
       "expecting '}' to close the process"},
      {"process () { state A; init A; }", "( | syntax error: unexpected '(', expecting the name of a process"},
      {"process guard() { state A; init A; }",
       "guard | syntax error: 'guard' is a reserved word and cannot be the name of a process"},
      {"process P() { state guard; init guard; }",
       "guard | syntax error: 'guard' is a reserved word and cannot be the name of a location"},
      {"process P() { if (i) i = 1; state A; init A; }", "if | syntax error: unexpected 'if', expecting a declaration"},
  };
  expect_errors(chan_process, cases);
}

TEST(ParseProcess, Labels) {
  const std::vector<Case> cases = {
      {""},
      {"select e : int[0,2]; guard i == e; sync c!; assign i = e; probability 2;"},
      {"sync c;"},
      {"sync c?;"},
      {"guard i == 1; guard j == 1;", "guard | syntax error: unexpected 'guard' in an edge"},
      {"sync c!; guard i == 1;", "guard | syntax error: unexpected 'guard' in an edge"},
      {"guard;", "; | syntax error: unexpected ';', expecting an expression"},
      {"sync;", "; | syntax error: unexpected ';', expecting an expression"},
      {"assign;", "; | syntax error: unexpected ';', expecting an expression"},
      {"select;", "; | syntax error: unexpected ';', expecting a name"},
      {"select e;", "; | syntax error: unexpected ';', expecting ':' between name and type"},
      {"select int[0,2] e;", "int | syntax error: 'int' is a reserved word and cannot be a name"},
      {"guard i == 1", "  | syntax error: ';' is missing after the guard"},
      {"guard i == 1, j == 2;", ", | syntax error: unexpected ',' in a condition"},
      {"guard (i == 1;", "; | syntax error: unexpected ';', expecting ')' to close '('"},
      {"guard i == 1);", ") | syntax error: unexpected ')', expecting ';' after the guard"},
      {"sync !c;", "! | syntax error: '!' must come after the channel"},
      {"sync c!!;", "! | syntax error: unexpected '!', expecting ';' after the synchronisation"},
      {"sync c?!;", "; | syntax error: unexpected ';', expecting an expression"},
      {"sync c! i = 1;", "i | syntax error: unexpected 'i', expecting ';' after the synchronisation"},
      {"assign i = 1; j = 2;", "; | syntax error: unexpected ';' between updates"},
      {"assign i = 1, ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"assign c!;", "! | syntax error: unexpected '!' in an update"},
      {"assign i = 1", "  | syntax error: ';' is missing after the update"},
      {"update i = 1;", "update | syntax error: unexpected 'update' in an edge"},
      {"i == 1;", "i | syntax error: unexpected 'i' in an edge"},
      {"guard i == 1, assign j = 1;", ", | syntax error: unexpected ',' in a condition"},
      {";", "; | syntax error: unexpected ';' in an edge"},
      {"probability ;", "; | syntax error: unexpected ';', expecting an expression"},
  };
  expect_errors(edge_text, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
