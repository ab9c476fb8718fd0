#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckDeclaration, InitialisersAreConstant) {
  const std::vector<Case> cases = {
      {"int a = 1;"},
      {"int a := 1;"},
      {"const int k = 1; int a = k;"},
      {"int F(int v) { return v; } const int n = 1; int a = F(n);"},
      {"int F() { int n = 1; n++; return n; } int a = F();"},
      {"int a = forall(k : int[0,3]) k < 4;"},
      {"double a = sqrt(2);"},
      {"int a = abs(-3);"},
      {"int b; int a = b;", "b | the initialiser must be computable at compile time"},
      {"int a = a;", "a | unknown identifier 'a'"},
      {"int a = b; int b;", "b | unknown identifier 'b'"},
      {"int b; int a = b++;", "b++ | the initialiser must be computable at compile time"},
      {"int b; int a = (b = 1);", "(b = 1) | the initialiser must be computable at compile time"},
      {"int n; int F() { return n; } int a = F();", "F() | the initialiser must be computable at compile time"},
      {"int n; int F() { n = 1; return 1; } int a = F();", "F() | the initialiser must be computable at compile time"},
      {"int F(int &v) { v = 1; return 1; } int n; int a = F(n);",
       "F(n) | the initialiser must be computable at compile time"},
      {"double a = random(3);", "random(3) | the initialiser must be computable at compile time"},
      {"int a = G();", "G | unknown function 'G'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, InitialisersFitTheType) {
  const std::vector<Case> cases = {
      {"bool a = 5;"},
      {"int a = true;"},
      {"clock a = 3;"},
      {"clock a = 1.5;"},
      {"int a = 1.5;", "1.5 | int cannot be initialised with double"},
      {"int a = \"x\";", "\"x\" | int cannot be initialised with string"},
      {"int a = {1};", "{1} | int cannot be initialised with a list"},
      {"chan a = 1;", "1 | a channel has no initial value"},
      {"clock b; int a = b;", "b | int cannot be initialised with clock"},
      {"clock b; bool a = b > 3;", "b > 3 | bool cannot be initialised with clock constraint"},
      {"int a[2] = 1;", "1 | int[2] cannot be initialised with int"},
      {"const int K[2] = {1, 2}; int a[2] = K;"},
      {"const int K[3] = {1, 2, 3}; int a[2] = K;", "K | int[2] cannot be initialised with int[3]"},
      {"void F() { } int a = F();", "F() | int cannot be initialised with void"},
      {"hybrid clock a = 1;"},
      {"const string a = 1;", "1 | string cannot be initialised with int"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, ListsForArrays) {
  const std::vector<Case> cases = {
      {"int a[2] = {1, 2};"},
      {"int a[2][2] = {{1, 2}, {3, 4}};"},
      {"int a[int[0,1]] = {0, 1};"},
      {"bool a[2] = {true, 0};"},
      {"clock a[2] = {1, 2};"},
      {"int a[2] = {1};", "{1} | an array of 2 elements is initialised with 1"},
      {"int a[2] = {1, 2, 3};", "{1, 2, 3} | an array of 2 elements is initialised with 3"},
      {"int a[2] = {p: 1, q: 2};", "p | elements of an array have no names; q | elements of an array have no names"},
      {"int a[2][2] = {{1, 2}, 3};", "3 | int[2] cannot be initialised with int"},
      {"int a[2] = {{1}, 2};", "{1} | int cannot be initialised with a list"},
      {"int a[2] = {b, 1};", "b | unknown identifier 'b'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, ListsForStructs) {
  const std::vector<Case> cases = {
      {"rec_t v = {1, true};"},
      {"rec_t v = {a: 1, b: true};"},
      {"rec_t v = {b: true, a: 1};"},
      {"rec_t v = {a: 1, true};"},
      {"rec_t v[2] = {{1, true}, {2, false}};"},
      {"rec_t v = R;"},
      {"rec_t v = {1};", "{1} | field 'b' is not initialised"},
      {"rec_t v = {1, true, 2};", "2 | too many values: the struct has 2 fields"},
      {"rec_t v = {c: 1, b: true};", "c | there is no field 'c'"},
      {"rec_t v = {a: 1, a: 2};", "a | field 'a' is initialised twice"},
      {"rec_t v = 1;", "1 | rec_t cannot be initialised with int"},
      {"rec_t v = rec;", "rec | the initialiser must be computable at compile time"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckDeclaration, ScalarsHaveNoInitialValue) {
  const std::vector<Case> cases = {
      {"sc_t v;"},
      {"sc_t v[2];"},
      {"sc_t v = s;", "s | values of a scalar set cannot be told apart, so none can be initial"},
      {"int v[sc_t] = {1, 2, 3};", "{1, 2, 3} | values of a scalar set cannot be told apart, so none can be initial"},
      {"struct { sc_t p; } v = {s};", "{s} | values of a scalar set cannot be told apart, so none can be initial"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckDeclaration, ConstantsHaveAValue) {
  const std::vector<Case> cases = {
      {"const int a = 1;"},
      {"const int a[2] = {1, 2};"},
      {"const int a;", "a | constant 'a' must have an initialiser"},
      {"const int a[2];", "a | constant 'a' must have an initialiser"},
      {"const bool a, b = true;", "a | constant 'a' must have an initialiser"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, OneNameOneMeaning) {
  const std::vector<Case> cases = {
      {"int a; int a;", "a | duplicate definition of 'a'"},
      {"int a, a;", "a | duplicate definition of 'a'"},
      {"int a; void a() { }", "a | duplicate definition of 'a'"},
      {"typedef int a; clock a;", "a | duplicate definition of 'a'"},
      {"int P;", "P | duplicate definition of 'P'"},
      {"void q(int a, int a) { }", "a | duplicate definition of 'a'"},
      {"void q(int a) { int a; }", "a | duplicate definition of 'a'"},
      {"void q(int a) { { int a; a = 1; } }"},
      {"process Q(int k) { int k; state A; init A; }", "k | duplicate definition of 'k'"},
      {"process Q(int k, int k) { state A; init A; }", "k | duplicate definition of 'k'"},
      {"process Q() { int A; state A; init A; }", "A | duplicate definition of 'A'"},
      {"process Q() { state A, A; init A; }", "A | duplicate definition of 'A'"},
      {"process Q() { state A; branchpoint A; init A; }", "A | duplicate definition of 'A'"},
      {"int A; process Q() { state A; init A; }"},
      {"int INT8_MAX; int abs; int double; int M_PI;"},
      {"process Q() { state A; init A; trans A -> A { select e : int[0,1], e : int[0,1]; }; }",
       "e | duplicate definition of 'e'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, ChannelPriorities) {
  const std::vector<Case> cases = {
      {"chan a, d[3]; chan priority a < default < d;"},
      {"chan a, d[3]; chan priority d[0], a < d[1];"},
      {"chan a; const int k = 0; chan d[2]; chan priority d[k] < a;"},
      {"chan a; chan priority a; chan priority a;", "chan priority a; | channel priorities can be declared only once"},
      {"int a; chan priority a;", "a | channel expected, found int"},
      {"chan priority a;", "a | unknown identifier 'a'"},
      {"int i; chan d[3]; chan priority d[i];",
       "i | the index of a channel priority must be computable at compile time"},
      {"int i; chan d[3]; chan priority d[i++];",
       "i++ | the index of a channel priority must be computable at compile time"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, UpdateHooks) {
  const std::vector<Case> cases = {
      {"before_update { i = 1, h() }"},
      {"after_update { x = 0 }"},
      {"before_update { x == 0 }", "x == 0 | a clock constraint is not an update"},
      {"after_update { nope = 1 }", "nope | unknown identifier 'nope'"},
      {"process Q() { before_update { i = 1 } state A; init A; }",
       "before_update { i = 1 } | before_update and after_update must be declared globally"},
      {"process Q() { chan priority c; state A; init A; }",
       "chan priority c; | channel priorities are declared globally"},
      {"process Q() { T1 = Q(); state A; init A; }", "T1 = Q(); | a template cannot be instantiated inside a template"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckDeclaration, ExtensionsPass) {
  const std::vector<Case> cases = {
      {"dynamic D(int v); process D(int v) { state A; init A; }"},
      {"import \"lib.so\" { int ext(int v); }; int a = ext(1);"},
      {"import \"lib.so\" { alias = int ext(int v); }; int a = alias(1);"},
      {"int alias; import \"lib.so\" alias = int ext(int v);", "alias | duplicate definition of 'alias'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, PredefinedNames) {
  const std::vector<Case> cases = {
      {"int a = INT8_MIN + INT8_MAX; const int b = UINT16_MAX + INT16_MAX; const int c = INT32_MIN;"},
      {"const double a = M_PI + DBL_MAX + FLT_MIN + M_SQRT2;"},
      {"int[0,UINT8_MAX] a;"},
      {"const int a = UINT8_MIN;", "UINT8_MIN | unknown identifier 'UINT8_MIN'"},
      {"const int a = INT8;", "INT8 | unknown identifier 'INT8'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckDeclaration, LocalsFollowTheSameRules) {
  const std::vector<Case> cases = {
      {"int a = 1;"},
      {"const int k = 3; int a[k]; int f() { return k; } int[0,3] b = f();"},
      {"int b; int a = b;", "b | the initialiser must be computable at compile time"},
      {"int a; int a;", "a | duplicate definition of 'a'"},
      {"int S;", "S | duplicate definition of 'S'"},
  };
  expect_errors(in_template, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
