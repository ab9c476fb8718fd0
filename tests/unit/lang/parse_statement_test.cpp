#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(ParseStatement, Accepted) {
  const std::vector<Case> cases = {
      {""},
      {"; ;"},
      {"{ } { { } }"},
      {"i = 1;"},
      {"if (i) j = 1;"},
      {"if (i) j = 1; else j = 2;"},
      {"if (i) if (j) i = 1; else j = 1;"},
      {"if (i, j) ;"},
      {"while (i < 3) i++;"},
      {"while (i-- > 0) ;"},
      {"do i++; while (i < 3);"},
      {"for (i = 0, j = 0; i < 3; i++, j++) ;"},
      {"for (k : id_t) { i = k; }"},
      {"return;"},
      {"assert i == 1;"},
      {"assert (i == 1);"},
      {"int w; w = 1;"},
      {"typedef int[0,3] t2; t2 w; w = 1;"},
  };
  expect_errors(in_function, cases);
}

TEST(ParseStatement, Mistakes) {
  const std::vector<Case> cases = {
      {"i = 1", "  | syntax error: ';' is missing after the expression"},
      {"if i j = 1;", "i | syntax error: unexpected 'i', expecting '(' after 'if'"},
      {"if () j = 1;", ") | syntax error: unexpected ')', expecting an expression"},
      {"if (i) j = 1 else j = 2;", "else | syntax error: unexpected 'else', expecting ';' after the expression"},
      {"else i = 1;", "else | syntax error: unexpected 'else', expecting an expression"},
      {"while () i++;", ") | syntax error: unexpected ')', expecting an expression"},
      {"while (i < 3 i++;", "i | syntax error: unexpected 'i', expecting ')' after the condition"},
      {"while (i-->0) ;", "--> | syntax error: unexpected '-->', expecting ')' after the condition"},
      {"do i++; while (i < 3)", "  | syntax error: ';' is missing after the loop"},
      {"do i++ while (i < 3);", "while | syntax error: unexpected 'while', expecting ';' after the expression"},
      {"for (;;) ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"for (; i < 3; i++) ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"for (i = 0; ; i++) ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"for (i = 0; i < 3; ) ;", ") | syntax error: unexpected ')', expecting an expression"},
      {"for (int k = 0; k < 3; k++) i = k;", "int | syntax error: a variable cannot be declared here"},
      {"for (k : 3) ;", "3 | syntax error: unexpected number 3, expecting a type"},
      {"for (k : id_t, l : id_t) ;", ", | syntax error: unexpected ',', expecting ')' after the head of 'for'"},
      {"return", "} | syntax error: unexpected '}', expecting an expression"},
      {"assert;", "; | syntax error: unexpected ';', expecting an expression"},
      {"assert b, b2;", ", | syntax error: unexpected ',', expecting ';' after the assertion"},
      {"i = 1; int w; w = 1;", "int | syntax error: declarations must stand before the statements of a block"},
      {"int w = 1; i = 1; typedef int t2;",
       "typedef | syntax error: declarations must stand before the statements of a block"},
      {"break;", "break | syntax error: 'break' is not part of the language"},
      {"continue;", "continue | syntax error: 'continue' is not part of the language"},
      {"switch (i) { case 1: i = 2; }", "switch | syntax error: 'switch' is not part of the language"},
      {"case 1: i = 2;", "case | syntax error: 'case' is not part of the language"},
      {"if (i) i = 1; elseif (j) i = 2;", "elseif | syntax error: 'elseif' is not part of the language"},
      {"i = 1, j = 2;", ", | syntax error: unexpected ',', expecting ';' after the expression"},
      {"c!;", "! | syntax error: unexpected '!', expecting ';' after the expression"},
      {"i = ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"= 1;", "= | syntax error: unexpected '=', expecting an expression"},
      {"void q() { }", "q | functions cannot be declared inside functions"},
  };
  expect_errors(in_function, cases);
}

TEST(ParseStatement, ForeignWordsAreNames) {
  const std::vector<Case> cases = {
      {"void p(int switch, int case, int break) { switch = 1; case = switch; break = 2; }"},
      {"int switch(int v) { return v; } void p() { i = switch(2); switch(3); }"},
      {"int elif(int v) { return v; } void p() { elif(2); }"},
  };
  expect_errors(after_names, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
