#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

std::string with_int_template(std::string_view text) {
  return fmt::format("{}process T(int k) {{ state S; init S; }}\n{}", kNames, text);
}
// 'parameter := argument'
std::string instance(std::string_view text) {
  const std::size_t middle = text.find(" := ");
  return fmt::format("{}process T({}) {{ state S; init S; }}\nX = T({});\nsystem X;\n", kNames, text.substr(0, middle),
                     text.substr(middle + 4));
}
std::string system(std::string_view text) {
  return fmt::format(
      "process P() {{ state S; init S; }}\nprocess Q() {{ state S; init S; }}\n"
      "process R(const int[0,2] k) {{ int v; state S; init S; }}\n"
      "int i; clock x; bool b; int arr[2]; double d; int g() {{ i = 1; return 1; }}\n{}",
      text);
}
std::string free(std::string_view text) { return fmt::format("{}{}\nsystem T;\n", kNames, text); }

TEST(CheckSystem, Instances) {
  const std::vector<Case> cases = {
      {"X = T(1); system X;"},
      {"X := T(N + 1); system X;"},
      {"X = T(f(3)); system X;"},
      {"X = T(K[1]); system X;"},
      {"X(const id_t n) = T(n + 1); system X;"},
      {"X(const int n) = T(n); Y = X(2); system Y;"},
      {"X = T(true); Y = T(2); system X, Y;"},
      {"X = T(forall(k : id_t) k >= 0); system X;"},
      {"X = T(); system X;", "X = T(); | too few arguments: 'T' takes 1, 0 given"},
      {"X = T(1, 2); system X;", "X = T(1, 2); | too many arguments: 'T' takes 1, 2 given"},
      {"X = T(i); system X;", "i | an argument must be computable at compile time"},
      {"X = T(arr[1]); system X;", "arr[1] | an argument must be computable at compile time"},
      {"X = T(pure()); system X;", "pure() | an argument must be computable at compile time"},
      {"X = T(g()); system X;", "g() | an argument must be side-effect free"},
      {"X = T(i = 1); system X;", "i = 1 | an argument must be side-effect free"},
      {"X = T(1.5); system X;", "1.5 | incompatible argument: double given for 'k' of type int"},
      {"X = T(x); system X;", "x | incompatible argument: clock given for 'k' of type int"},
      {"X(int &n) = T(n); process Z() { state S; init S; } system Z;",
       "n | an argument must be computable at compile time"},
      {"X = U(1); system X;", "U | unknown template 'U'"},
      {"X = i(1); system X;", "i | 'i' is not a template"},
      {"X = T(1); X = T(2); system X;", "X | duplicate definition of 'X'"},
      {"T = T(1); system T;", "T | duplicate definition of 'T'"},
      {"X = T(unknown); system X;", "unknown | unknown identifier 'unknown'"},
  };
  expect_errors(with_int_template, cases);
}

TEST(CheckSystem, Arguments) {
  const std::vector<Case> cases = {
      {"int &k := i"},
      {"int &k := arr[1]"},
      {"int &k := arr[N - 1]"},
      {"int &k := rec.a"},
      {"int[0,5] &k := r"},
      {"clock &k := xa[2]"},
      {"chan &k := c"},
      {"chan &k := ca[1]"},
      {"urgent chan &k := u"},
      {"urgent chan &k := bc"},
      {"broadcast chan &k := c"},
      {"chan &k[3] := ca"},
      {"int &k[3] := arr"},
      {"const int &k := 3"},
      {"const int &k := N"},
      {"const rec_t &k := R"},
      {"rec_t &k := rec"},
      {"sc_t &k := s"},
      {"int k[3] := K"},
      {"meta int &k := i"},
      {"int &k := 1", "1 | left hand side value expected"},
      {"int &k := N", "N | 'N' is constant and cannot be changed"},
      {"int &k := r", "r | incompatible argument: int[0,5] given for 'k' of type int &"},
      {"int &k := arr[i]", "i | the index of a reference argument must be computable at compile time"},
      {"int &k := b ? i : j", "b ? i : j | a reference argument must name one variable"},
      {"int &k := i + 1", "i + 1 | left hand side value expected"},
      {"const int &k := i", "i | an argument must be computable at compile time"},
      {"const rec_t &k := rec", "rec | an argument must be computable at compile time"},
      {"clock &k := i", "i | incompatible argument: int given for 'k' of type clock &"},
      {"chan &k := u", "u | incompatible argument: urgent chan given for 'k' of type chan &"},
      {"chan &k := bc", "bc | incompatible argument: broadcast chan given for 'k' of type chan &"},
      {"chan &k := ca[i]", "i | the index of a reference argument must be computable at compile time"},
      {"chan &k := ca", "ca | incompatible argument: chan[3] given for 'k' of type chan &"},
      {"broadcast chan &k := u", "u | incompatible argument: urgent chan given for 'k' of type broadcast chan &"},
      {"chan &k := b ? c : c", "b ? c : c | a reference argument must name one variable"},
      {"urgent chan &k[3] := ca", "ca | incompatible argument: chan[3] given for 'k' of type urgent chan[3] &"},
      {"int &k[3] := arr4", "arr4 | incompatible argument: int[4] given for 'k' of type int[3] &"},
      {"int k[3] := arr", "arr | an argument must be computable at compile time"},
      {"rec_t k := 1", "1 | incompatible argument: int given for 'k' of type rec_t"},
      {"sc_t k := s", "s | an argument must be computable at compile time"},
      {"clock k := x", "k | parameter 'k' of type clock must be a reference"},
  };
  expect_errors(instance, cases);
}

TEST(CheckSystem, SystemLine) {
  const std::vector<Case> cases = {
      {"system P;"},
      {"system P, Q;"},
      {"system P < Q, R;"},
      {"system P, P;", "P | 'P' is in the system line twice"},
      {"system P, Z;", "Z | unknown process 'Z'"},
      {"system i;", "i | 'i' is not a template or process"},
      {"system P, Q, PP;", "PP | unknown process 'PP'"},
      {"X = P(); system X, X;", "X | 'X' is in the system line twice"},
      {"int z; void p() { z = 1; } X = P(); system X;"},
  };
  expect_errors(system, cases);
}

TEST(CheckSystem, FreeParameters) {
  const std::vector<Case> cases = {
      {"process T(const id_t k) { state S; init S; }\n"},
      {"process T(id_t k, const int[0,1] l) { state S; init S; }\n"},
      {"process T(sc_t k) { state S; init S; }\n"},
      {"process T(const int k) { state S; init S; }\n",
       "T | parameter 'k' of 'T' is free but not a bounded integer or scalar"},
      {"process T(bool k) { state S; init S; }\n",
       "T | parameter 'k' of 'T' is free but not a bounded integer or scalar"},
      {"process T(id_t &k) { state S; init S; }\n",
       "T | parameter 'k' of 'T' is free but not a bounded integer or scalar"},
      {"process T(const id_t &k) { state S; init S; }\n",
       "T | parameter 'k' of 'T' is free but not a bounded integer or scalar"},
      {"process T(rec_t k) { state S; init S; }\n",
       "T | parameter 'k' of 'T' is free but not a bounded integer or scalar"},
      {"process T(const id_t k, int l) { state S; init S; }\n",
       "T | parameter 'l' of 'T' is free but not a bounded integer or scalar"},
      {"process T(const id_t k[2]) { state S; init S; }\n",
       "T | parameter 'k' of 'T' is free but not a bounded integer or scalar"},
      {"process T(const id_t k) { int[0,k] v = k; state S; init S; trans S -> S { select e : int[0,k]; }; }"},
      {"process T(const id_t k) { int v[k]; state S; init S; }",
       "T | parameter 'k' of 'T' is free but decides the size of an array"},
      {"process T(const id_t k) { const int n = k + 1; int v[n]; state S; init S; }",
       "T | parameter 'k' of 'T' is free but decides the size of an array"},
      {"process T(const id_t k) { struct { int v[k]; } w; state S; init S; }",
       "T | parameter 'k' of 'T' is free but decides the size of an array"},
      {"process T(const id_t k) { int v[int[0,k]]; state S; init S; }",
       "T | parameter 'k' of 'T' is free but decides the size of an array"},
      {"process T(const id_t k) { typedef int[0,k] t; int v[t]; state S; init S; }",
       "T | parameter 'k' of 'T' is free but decides the size of an array"},
      {"process T(const id_t k) { scalar[k] v; state S; init S; }",
       "T | parameter 'k' of 'T' is free but decides the size of an array"},
      {"process U(const int k) { int v[k]; state S; init S; } T(const id_t n) = U(n);",
       "T | parameter 'n' of 'T' is free but decides the size of an array"},
      {"process U(const int k, const int l) { int v[l]; state S; init S; } T(const id_t n) = U(n, 3);"},
  };
  expect_errors(free, cases);
}

TEST(CheckSystem, ProgressMeasures) {
  const std::vector<Case> cases = {
      {"system P, R; progress { i; b : i; P.S : R(0).v; }"},
      {"system P; progress { x; }", "x | integer expected as a progress measure, found clock"},
      {"system P; progress { x > 3 : i; }", "x > 3 | integer expected as a progress measure, found clock constraint"},
      {"system P; progress { d; }", "d | integer expected as a progress measure, found double"},
      {"system P; progress { arr; }", "arr | integer expected as a progress measure, found int[2]"},
      {"system P; progress { g(); }", "g() | a progress measure must be side-effect free"},
      {"system P; progress { unknown; }", "unknown | unknown identifier 'unknown'"},
      {"system R; progress { R.v; }", "R | 'R' is a set of processes"},
      {"system P, R; progress { sum(k : int[0,2]) R(k).v; }"},
  };
  expect_errors(system, cases);
}

TEST(CheckSystem, GanttCharts) {
  const std::vector<Case> cases = {
      {"system P, R; gantt { A : P.S -> 1, x > 3 -> 2; }"},
      {"system P, R; gantt { A(k : int[0,2]) : R(k).S -> k; B : for (k : int[0,2]) R(k).S -> k; }"},
      {"system P; gantt { A : arr -> 1; }", "arr | boolean expected, found int[2]"},
      {"system P; gantt { A : i -> x; }", "x | integer expected, found clock"},
      {"system P; gantt { A : i -> d; }", "d | integer expected, found double"},
      {"system P; gantt { A : unknown -> 1; }", "unknown | unknown identifier 'unknown'"},
      {"system P; gantt { A(k : bool) : i -> 1; }", "bool | 'k' needs a bounded integer or scalar type, not bool"},
  };
  expect_errors(system, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
