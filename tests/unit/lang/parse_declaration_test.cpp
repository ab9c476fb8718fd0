#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

std::string file(std::string_view text) { return std::string(text); }

TEST(ParseDeclaration, Variables) {
  const std::vector<Case> cases = {
      {"int a, b[3], c = 1;"},
      {"int a[2][3], b;"},
      {"int a := 3;"},
      {"bool a = true, b;"},
      {"clock x, y[2];"},
      {"chan c;"},
      {"int a", "\n | syntax error: ';' is missing after the declaration"},
      {"int;", "; | syntax error: unexpected ';', expecting a name"},
      {"int a b;", "b | syntax error: unexpected 'b', expecting ';' after the declaration"},
      {"int a,;", "; | syntax error: unexpected ';', expecting a name"},
      {"int a[];", "[] | syntax error: an array needs a size"},
      {"int a[ ];", "] | syntax error: unexpected ']', expecting an expression"},
      {"int a[3,2];", ", | syntax error: unexpected ',', expecting ']' after the array size"},
      {"int a[3;", "; | syntax error: unexpected ';', expecting ']' after the array size"},
      {"int a == 1;", "== | syntax error: unexpected '==', expecting ';' after the declaration"},
      {"int a = ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"int a = {};", "} | syntax error: unexpected '}', expecting an expression"},
      {"int a[2] = {1, 2,};", "} | syntax error: unexpected '}', expecting an expression"},
      {"int a[2] = [1, 2];", "[ | syntax error: unexpected '['"},
      {"int a = (1, 2);", ", | syntax error: unexpected ',', expecting ')' to close '('"},
      {"int &a;", "& | syntax error: unexpected '&', expecting a name"},
      {"int a.b;", ". | syntax error: unexpected '.', expecting ';' after the declaration"},
      {"int 1a;", "1 | syntax error: unexpected number 1, expecting a name"},
      {"a;", "a | syntax error: unexpected 'a', expecting a declaration"},
      {"3;", "3 | syntax error: unexpected number 3, expecting a declaration"},
      {"= 1;", "= | syntax error: unexpected '=', expecting a declaration"},
  };
  expect_errors(in_globals, cases);
}

TEST(ParseDeclaration, Types) {
  const std::vector<Case> cases = {
      {"int[0,3] a;"},
      {"int[-1,1] a, b;"},
      {"struct { int a; bool b[2]; } s;"},
      {"scalar[3] a;"},
      {"urgent broadcast chan a;"},
      {"hybrid clock a;"},
      {"typedef int[0,2] t; t a;"},
      {"typedef int t, t2[3];"},
      {"int[3] a;", "] | syntax error: unexpected ']', expecting ',' between the bounds of int[lower, upper]"},
      {"int[] a;", "[] | syntax error: unexpected '[]', expecting a name"},
      {"int[0,] a;", "] | syntax error: unexpected ']', expecting an expression"},
      {"int[0,3,4] a;", ", | syntax error: unexpected ',', expecting ']' after the range"},
      {"int[0,3 a;", "a | syntax error: unexpected 'a', expecting ']' after the range"},
      {"bool[0,1] a;", "[ | syntax error: unexpected '[', expecting a name"},
      {"struct { } s;", "} | syntax error: a struct needs at least one field"},
      {"struct { int a } s;", "  | syntax error: ';' is missing after the field"},
      {"struct { int a; } ;", "; | syntax error: unexpected ';', expecting a name"},
      {"struct s { int a; };", "s | syntax error: unexpected 's', expecting '{' after 'struct'"},
      {"struct { int a = 1; } s;", "= | syntax error: unexpected '=', expecting ';' after the field"},
      {"scalar a;", "a | syntax error: unexpected 'a', expecting '[' after 'scalar'"},
      {"scalar[] a;", "[] | syntax error: unexpected '[]', expecting '[' after 'scalar'"},
      {"scalar[3,4] a;", ", | syntax error: unexpected ',', expecting ']' after the size of the scalar set"},
      {"broadcast urgent chan a;", "urgent | syntax error: 'urgent' must come before 'broadcast'"},
      {"urgent urgent chan a;", "urgent | syntax error: unexpected 'urgent', expecting a type"},
      {"const const int a = 1;", "const | syntax error: unexpected 'const', expecting a type"},
      {"const meta int a = 1;", "meta | syntax error: only one of const, meta and urgent/broadcast is allowed"},
      {"meta const int a = 1;", "const | syntax error: only one of const, meta and urgent/broadcast is allowed"},
      {"urgent const chan a;", "const | syntax error: only one of const, meta and urgent/broadcast is allowed"},
      {"int const a = 1;", "const | syntax error: 'const' is a reserved word and cannot be a name"},
      {"typedef int;", "; | syntax error: unexpected ';', expecting a name"},
      {"typedef;", "; | syntax error: unexpected ';', expecting a type"},
      {"typedef int t = 3;", "= | syntax error: unexpected '=', expecting ';' after the type definition"},
      {"typedef t;", "; | syntax error: unexpected ';', expecting a name"},
      {"unsigned int a;", "unsigned | syntax error: unexpected 'unsigned'"},
      {"long a;", "long | unknown type 'long'"},
  };
  expect_errors(in_globals, cases);
}

TEST(ParseDeclaration, ReservedWords) {
  const std::vector<Case> cases = {
      {"int guard;", "guard | syntax error: 'guard' is a reserved word and cannot be a name"},
      {"int for;", "for | syntax error: 'for' is a reserved word and cannot be a name"},
      {"int select;", "select | syntax error: 'select' is a reserved word and cannot be a name"},
      {"int deadlock;"},
      {"int sum, abs, log, exit, query, location, string, double, IO, sup, control;"},
      {"void return() { }", "return | syntax error: 'return' is a reserved word and cannot be a name"},
      {"typedef int[0,1] state;", "state | syntax error: 'state' is a reserved word and cannot be a name"},
      {"struct { int init; } s;", "init | syntax error: 'init' is a reserved word and cannot be the name of a field"},
      {"void p(int sync) { }", "sync | syntax error: 'sync' is a reserved word and cannot be the name of a parameter"},
      {"int assert; void p() { assert = 1; assert(assert == 1); }"},
      {"int spawn; void p() { spawn = 1; }"},
      {"int import, dynamic, progress, gantt, before_update, hybrid;"},
  };
  expect_errors(in_globals, cases);
}

TEST(ParseDeclaration, Functions) {
  const std::vector<Case> cases = {
      {"void p() { }"},
      {"int p(int a, int &b, const int c[2]) { return a; }"},
      {"struct { int a; } p() { struct { int a; } v; return v; }"},
      {"void p(void) { }", ") | syntax error: unexpected ')', expecting the name of a parameter"},
      {"void p(int) { }", ") | syntax error: unexpected ')', expecting the name of a parameter"},
      {"void p(int a,) { }", ") | syntax error: unexpected ')', expecting a type"},
      {"void p(int a int b) { }", "int | syntax error: unexpected 'int', expecting ')' after the parameters"},
      {"void p(int a; int b) { }", "; | syntax error: unexpected ';' between parameters"},
      {"void p(a) { }", ") | syntax error: unexpected ')', expecting the name of a parameter"},
      {"void p(int a[]) { }", "[] | syntax error: an array needs a size"},
      {"void p(int a = 1) { }", "= | syntax error: unexpected '=', expecting ')' after the parameters"},
      {"void p();", "; | syntax error: unexpected ';', expecting '{' to open the body"},
      {"void p() ;", "; | syntax error: unexpected ';', expecting '{' to open the body"},
      {"void p() { int q() { return 1; } }", "q | functions cannot be declared inside functions"},
      {"p() { }", "p | syntax error: unexpected 'p', expecting a declaration"},
      {"void p { }", "{ | syntax error: unexpected '{', expecting ';' after the declaration"},
      {"void p( { }", "{ | syntax error: unexpected '{', expecting a type"},
      {"int p()[3] { }", "[ | syntax error: unexpected '[', expecting '{' to open the body"},
  };
  expect_errors(in_globals, cases);
}

TEST(ParseDeclaration, Instantiations) {
  const std::vector<Case> cases = {
      {"process P(int k) { state S; init S; }\nX = P(1);\nsystem X;"},
      {"process P(int k) { state S; init S; }\nX(const int[0,1] n) := P(n);\nsystem X;"},
      {"process P() { state S; init S; }\nX = P;\nsystem X;", "; | syntax error: 'P' is not instantiated"},
      {"process P() { state S; init S; }\nX = P(;\nsystem X;",
       "; | syntax error: unexpected ';', expecting an expression"},
      {"process P() { state S; init S; }\nX = P()\nsystem X;",
       "\n | syntax error: ';' is missing after the instantiation"},
      {"process P() { state S; init S; }\nX = P(), Y = P();\nsystem X;",
       ", | syntax error: unexpected ',', expecting ';' after the instantiation"},
      {"process P() { state S; init S; }\nX(n) = P();\nsystem X;",
       ") | syntax error: unexpected ')', expecting the name of a parameter"},
      {"process P() { state S; init S; }\nX = 3;\nsystem X;",
       "3 | syntax error: unexpected number 3, expecting the name of a template"},
  };
  expect_errors(file, cases);
}

TEST(ParseDeclaration, OtherDeclarations) {
  const std::vector<Case> cases = {
      {"chan a, b[2]; chan priority a, b[0] < default < b[1];"},
      {"chan priority ;", "; | syntax error: unexpected ';', expecting a channel or 'default'"},
      {"chan a; chan priority a <;", "; | syntax error: unexpected ';', expecting a channel or 'default'"},
      {"chan a, b; chan priority a > b;",
       "> | syntax error: unexpected '>', expecting ';' after the channel priorities"},
      {"chan a, b; chan priority a b;", "b | syntax error: unexpected 'b', expecting ';' after the channel priorities"},
      {"chan a; chan priority (a);", "( | syntax error: unexpected '(', expecting a channel or 'default'"},
      {"int i; before_update { i = 1, i = 2 }"},
      {"int i; after_update { i = 1; }"},
      {"before_update { }", "} | syntax error: unexpected '}', expecting an expression"},
      {"before_update i = 1;", "before_update | unknown type 'before_update'"},
      {"int i; before_update { i = 1",
       "process | syntax error: unexpected 'process', expecting '}' to close the update"},
      {"dynamic D(const int v);"},
      {"dynamic D;", "dynamic | unknown type 'dynamic'"},
      {"import \"l\" { int e(); double q(int v); };"},
      {"import \"l\" int e(int v);"},
      {"import \"l\" { };", "} | syntax error: unexpected '}', expecting a type"},
      {"import \"l\" { int e() }", "  | syntax error: ';' is missing after the function"},
      {"import l { int e(); };", "{ | syntax error: unexpected '{', expecting ';' after the declaration"},
  };
  expect_errors(in_globals, cases);
}

TEST(ParseDeclaration, StraySemicolonsAreHarmless) {
  const std::vector<Case> cases = {
      {";int a;;"},
      {"void p() { };"},
      {"typedef int t;;"},
      {"process Q() { ; int v;; void p() { }; state A; init A; };"},
      {"before_update { 1 };"},
  };
  expect_errors(in_globals, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
