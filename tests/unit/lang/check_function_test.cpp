#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckFunction, Results) {
  const std::vector<Case> cases = {
      {"bool p() { return 1; }"},
      {"int p() { return true; }"},
      {"double p() { return x; }"},
      {"rec_t p() { return rec; }"},
      {"sc_t p() { return s; }"},
      {"void p() { return; }"},
      {"void p() { }"},
      {"int[0,2] p() { return i; }"},
      {"typedef void none; none p() { }"},
      {"int p() { return; }", "return; | a value of type int must be returned"},
      {"void p() { return 1; }", "1 | a void function cannot return a value"},
      {"int p() { return rec; }", "rec | rec_t is returned where int is expected"},
      {"int p() { return 1.5; }", "1.5 | double is returned where int is expected"},
      {"int p() { return x; }", "x | clock is returned where int is expected"},
      {"bool p() { return x > 3; }", "x > 3 | clock constraint is returned where bool is expected"},
      {"sc_t p() { return 1; }", "1 | int is returned where sc_t is expected"},
      {"const int p() { return 1; }", "const int | the type that a function returns has no prefix"},
      {"meta int p() { return 1; }", "meta int | the type that a function returns has no prefix"},
      {"clock p() { return x; }", "clock | a function cannot return clock"},
      {"chan p() { return c; }", "chan | a function cannot return chan"},
      {"typedef int A3[3]; A3 p() { return arr; }", "A3 | a function cannot return int[3]"},
      {"typedef struct { int v[2]; } ra; ra p() { ra w; return w; }", "ra | a function cannot return ra"},
      {"typedef struct { clock v; } rc; rc w; rc p() { return w; }", "rc | a function cannot return rc"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckFunction, EveryPathReturns) {
  const std::vector<Case> cases = {
      {"int p() { if (i) return 1; else return 2; }"},
      {"int p() { if (i) return 1; return 2; }"},
      {"int p() { { return 1; } }"},
      {"int p() { do return 1; while (true); }"},
      {"int p() { if (i) { return 1; } else { if (j) return 2; else return 3; } }"},
      {"int p() { }", "p | 'p' does not return a value on every path"},
      {"int p() { if (i) return 1; }", "p | 'p' does not return a value on every path"},
      {"int p() { while (true) return 1; }", "p | 'p' does not return a value on every path"},
      {"int p() { for (k : id_t) return 1; }", "p | 'p' does not return a value on every path"},
      {"int p() { for (i = 0; i < 1; i++) return 1; }", "p | 'p' does not return a value on every path"},
      {"int p() { if (i) return 1; else i = 1; }", "p | 'p' does not return a value on every path"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckFunction, Parameters) {
  const std::vector<Case> cases = {
      {"void p(int v, const int w, int &q) { v = w; q = v; }"},
      {"void p(int v[3], int &w[id_t]) { v[0] = 1; w[0] = v[0]; }"},
      {"void p(clock &v, chan &w) { v = 0; }"},
      {"void p(rec_t v, sc_t w, double o) { v.a = 1; }"},
      {"void p(struct { int a; } v) { v.a = 1; }"},
      {"void p(const int v) { v = 1; }", "v | 'v' is constant and cannot be changed"},
      {"void p(const int &v) { v = 1; }", "v | 'v' is constant and cannot be changed"},
      {"void p(const rec_t &v) { v.a = 1; }", "v.a | 'v' is constant and cannot be changed"},
      {"void p(const int v[3]) { v[0] = 1; }", "v[0] | 'v' is constant and cannot be changed"},
      {"void p(clock v) { }", "v | parameter 'v' of type clock must be a reference"},
      {"void p(chan v) { }", "v | parameter 'v' of type chan must be a reference"},
      {"void p(clock v[3]) { }", "v | parameter 'v' of type clock[3] must be a reference"},
      {"void p(void v) { }", "v | parameter 'v' cannot be void"},
      {"void p(int n, int v[n]) { }", "n | the size of an array must be computable at compile time"},
      {"void p(const int n, int v[n]) { }", "n | the size of an array must be computable at compile time"},
      {"void p(int v[i]) { }", "i | the size of an array must be computable at compile time"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckFunction, Locals) {
  const std::vector<Case> cases = {
      {"int w; w = 1;"},
      {"int w = i + 1, v = w; v++;"},
      {"int w[N] = {i, j, 1}; w[0] = 1;"},
      {"const int w = i; i = w;"},
      {"rec_t w = rec; w.a = 1;"},
      {"typedef int[0,3] lt; lt w; w = 1;"},
      {"meta int w; w = 1;"},
      {"int w; { int w; w = 1; } w = 1;"},
      {"{ int w; w = 1; } { int w; w = 2; }"},
      {"double w = i; w = 1.5;"},
      {"clock w;", "w | a variable of a function cannot be of type clock"},
      {"chan w;", "w | a variable of a function cannot be of type chan"},
      {"urgent chan w[2];", "w | a variable of a function cannot be of type urgent chan[2]"},
      {"sc_t w;", "w | a variable of a function cannot be of type sc_t"},
      {"int w[sc_t];", "w | a variable of a function cannot be of type int[sc_t]"},
      {"void w;", "void | 'w' cannot be void"},
      {"const int w;", "w | constant 'w' must have an initialiser"},
      {"const int w = 1; w = 2;", "w | 'w' is constant and cannot be changed"},
      {"int w[i]; w[0] = 1;", "i | the size of an array must be computable at compile time"},
      {"int w = N; int v[w]; v[0] = 1;", "w | the size of an array must be computable at compile time"},
      {"const int w = 3; int v[w]; v[0] = 1;", "w | the size of an array must be computable at compile time"},
      {"int w = w; w = 1;", "w | unknown identifier 'w'"},
      {"int w = x;", "x | int cannot be initialised with clock"},
      {"int w; int w;", "w | duplicate definition of 'w'"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckFunction, Statements) {
  const std::vector<Case> cases = {
      {";"},
      {"{ }"},
      {"if (i) j = 1; else j = 2;"},
      {"if (i, j) i = 1;"},
      {"while (i < 3) i++;"},
      {"do i++; while (i < 3);"},
      {"for (i = 0, j = 0; i < 3, j < 3; i++, j++) ;"},
      {"for (k : id_t) i += k;"},
      {"for (k : sc_t) sa[k] = 1;"},
      {"for (k : int[0,N]) { int w = k; w++; }"},
      {"for (k : int) i = k;"},
      {"assert i == 1;"},
      {"assert x > 3;"},
      {"if (x > 3) i = 1;"},
      {"while (x - y < 3) i = 1;"},
      {"if (rec) i = 1;", "rec | boolean expected, found rec_t"},
      {"if (arr) i = 1;", "arr | boolean expected, found int[3]"},
      {"if (h()) i = 1;", "h() | boolean expected, found void"},
      {"if (1.5) i = 1;", "1.5 | boolean expected, found double"},
      {"while (s) i = 1;", "s | boolean expected, found sc_t"},
      {"do i = 1; while (c);", "c | boolean expected, found chan"},
      {"for (i = 0; rec; i++) ;", "rec | boolean expected, found rec_t"},
      {"for (x > 3; i < 3; i++) ;", "x > 3 | a clock constraint is not a statement"},
      {"for (i = 0; i < 3; x > 3) ;", "x > 3 | a clock constraint is not a statement"},
      {"for (k : id_t) k = 1;", "k | 'k' is constant and cannot be changed"},
      {"for (k : bool) i = k;", "bool | 'k' needs a bounded integer or scalar type, not bool"},
      {"for (k : rec_t) i = 1;", "rec_t | 'k' needs a bounded integer or scalar type, not rec_t"},
      {"for (k : int[0,i]) j = 1;", "i | the bound of a range must be computable at compile time"},
      {"for (k : id_t) for (l : int[0,k]) j = 1;", "k | the bound of a range must be computable at compile time"},
      {"for (k : arr) i = 1;", "arr | 'arr' is not a type"},
      {"assert rec;", "rec | boolean expected, found rec_t"},
      {"x > 3;", "x > 3 | a clock constraint is not a statement"},
      {"c;", "c | a chan is not a statement"},
  };
  expect_errors(in_function, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
