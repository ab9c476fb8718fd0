#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckCall, Arguments) {
  const std::vector<Case> cases = {
      {"f(1);"},
      {"f(true);"},
      {"i = f(f(i));"},
      {"rd(1);"},
      {"rd(i);"},
      {"rd(r);"},
      {"rd(N);"},
      {"sum3(arr);"},
      {"sum3(K);"},
      {"set3(arr);"},
      {"rec = mk();"},
      {"f();", "f() | too few arguments: 'f' takes 1, 0 given"},
      {"f(1, 2);", "f(1, 2) | too many arguments: 'f' takes 1, 2 given"},
      {"f(1.5);", "1.5 | incompatible argument: double given for 'v' of type int"},
      {"f(x);", "x | incompatible argument: clock given for 'v' of type int"},
      {"f(rec);", "rec | incompatible argument: rec_t given for 'v' of type int"},
      {"f(arr);", "arr | incompatible argument: int[3] given for 'v' of type int"},
      {"f(h());", "h() | incompatible argument: void given for 'v' of type int"},
      {"f(x > 3);", "x > 3 | incompatible argument: clock constraint given for 'v' of type int"},
      {"sum3(arr4);", "arr4 | incompatible argument: int[4] given for 'v' of type int[3]"},
      {"sum3(sa);", "sa | incompatible argument: int[sc_t] given for 'v' of type int[3]"},
      {"unknown();", "unknown | unknown function 'unknown'"},
      {"i();", "i | 'i' is not a function"},
      {"arr(1);", "arr | 'arr' is not a function"},
      {"id_t(1);", "id_t | 'id_t' is not a function"},
      {"f(1)(2);", "f(1) | this cannot be called"},
      {"(i + 1)(2);", "(i + 1) | this cannot be called"},
      {"P();", "P | unknown function 'P'"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckCall, References) {
  const std::vector<Case> cases = {
      {"ref(i);"},
      {"ref(m);"},
      {"ref(arr[i]);"},
      {"ref(rec.a);"},
      {"ref(b ? i : j);"},
      {"ref(++i);"},
      {"ref(i = 2);"},
      {"ref((i));"},
      {"ref(1);", "1 | left hand side value expected"},
      {"ref(i + 1);", "i + 1 | left hand side value expected"},
      {"ref(r);", "r | incompatible argument: int[0,5] given for 'v' of type int &"},
      {"ref(b);", "b | incompatible argument: bool given for 'v' of type int &"},
      {"ref(x);", "x | incompatible argument: clock given for 'v' of type int &"},
      {"ref(N);", "N | 'N' is constant and cannot be changed"},
      {"ref(K[0]);", "K[0] | 'K' is constant and cannot be changed"},
      {"ref(i++);", "i++ | left hand side value expected"},
      {"ref(f(1));", "f(1) | left hand side value expected"},
      {"ref(b ? i : r);", "b ? i : r | left hand side value expected: int and int[0,5] are different types"},
      {"set3(K);", "K | 'K' is constant and cannot be changed"},
      {"set3(arr4);", "arr4 | incompatible argument: int[4] given for 'v' of type int[3] &"},
      {"rd(b);", "b | incompatible argument: bool given for 'v' of type const int &"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckCall, ReferencesOfOtherTypes) {
  const std::vector<Case> cases = {
      {"void p(int[0,5] &v) { } void q() { p(r); }"},
      {"void p(int[0,N + 2] &v) { } void q() { p(r); }"},
      {"void p(int[0,5] &v) { } void q() { p(i); }", "i | incompatible argument: int given for 'v' of type int[0,5] &"},
      {"void p(const int[0,5] &v) { } void q() { p(r); p(7); }"},
      {"void p(const int[0,5] &v) { } void q() { p(i); }",
       "i | incompatible argument: int given for 'v' of type const int[0,5] &"},
      {"void p(clock &v) { v = 0; } void q() { p(x); p(xa[1]); p(hy); }"},
      {"void p(clock &v) { } void q() { p(i); }", "i | incompatible argument: int given for 'v' of type clock &"},
      {"void p(const rec_t &v) { } void q() { p(R); p(mk()); p(rec); }"},
      {"void p(rec_t &v) { } void q() { p(R); }", "R | 'R' is constant and cannot be changed"},
      {"void p(sc_t &v) { } void q() { p(s); }"},
      {"void p(chan &v) { } void q() { p(c); }"},
      {"void p(chan &v) { } void q() { p(u); }", "u | incompatible argument: urgent chan given for 'v' of type chan &"},
      {"void p(broadcast chan &v) { } void q() { p(c); p(bc); }"},
      {"void p(urgent chan &v) { } void q() { p(c); p(bc); p(u); }"},
      {"void p(broadcast chan &v) { } void q() { p(u); }",
       "u | incompatible argument: urgent chan given for 'v' of type broadcast chan &"},
      {"void p(int[0,5] &v[3]) { } int[0,5] w[3]; void q() { p(w); }"},
      {"void p(int &v[3]) { } int[0,5] w[3]; void q() { p(w); }",
       "w | incompatible argument: int[0,5][3] given for 'v' of type int[3] &"},
      {"void p(const int &v[3]) { } int[0,5] w[3]; void q() { p(w); }"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckCall, Builtins) {
  const std::vector<Case> cases = {
      {"i = abs(i);"},
      {"i = fint(1.5);"},
      {"d = sqrt(x) + pow(2, i) + fma(1, 2, 3) + ldexp(1.5, 2);"},
      {"b = isnan(1.0) || signbit(d);"},
      {"i = ilogb(3.5) + fpclassify(1);"},
      {"i = abs(1.5);", "1.5 | integer expected, found double"},
      {"i = abs();", "abs() | too few arguments: 'abs' takes 1, 0 given"},
      {"i = abs(i, j);", "abs(i, j) | too many arguments: 'abs' takes 1, 2 given"},
      {"d = pow(2);", "pow(2) | too few arguments: 'pow' takes 2, 1 given"},
      {"d = fma(1, 2);", "fma(1, 2) | too few arguments: 'fma' takes 3, 2 given"},
      {"d = sqrt(rec);", "rec | number expected, found rec_t"},
      {"d = ldexp(1.5, 2.5);", "2.5 | integer expected, found double"},
      {"i = sqrt(4);", "i = sqrt(4) | incompatible types: double cannot be assigned to int"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckCall, FunctionsAreDeclaredBefore) {
  const std::vector<Case> cases = {
      {"int p() { return q(); } int q() { return 1; }", "q | unknown function 'q'"},
      {"int p(int v) { return p(v - 1); }", "p(v - 1) | recursion is not allowed: 'p' calls itself"},
      {"int p() { return f(1); }"},
      {"process Q() { int v; int p() { return v; } state A; init A; trans A -> A { assign i = p(); }; }"},
  };
  expect_errors(after_names, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
