#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckLabel, Guards) {
  const std::vector<Case> cases = {
      {"x <= 3"},
      {"x < i"},
      {"x >= f(3)"},
      {"x > arr[i]"},
      {"x == 3"},
      {"3 >= x"},
      {"x - y <= 3"},
      {"x < y"},
      {"x == y + 3"},
      {"x + 1 <= 3"},
      {"x - 1 <= 3"},
      {"1 + x - y < 2"},
      {"x <= 3 && y > 4"},
      {"x <= 3 and i == 1"},
      {"i == 1 || x <= 3"},
      {"x <= 3 || i == 1"},
      {"b imply x <= 3"},
      {"i || (j || x <= 3)"},
      {"forall(k : id_t) xa[k] <= 3"},
      {"forall(k : id_t) (xa[k] <= 3 || i == k)"},
      {"i == 1"},
      {"i"},
      {"b"},
      {"pure()"},
      {"f(i) > 0"},
      {"s == s2"},
      {"rec == rec2"},
      {"arr == K"},
      {"exists(k : id_t) arr[k] > 0"},
      {"(sum(k : id_t) arr[k]) == 3"},
      {"x != 3", "x != 3 | '!=' on clocks cannot stand in a guard"},
      {"3 != x", "3 != x | '!=' on clocks cannot stand in a guard"},
      {"x - y != 3", "x - y != 3 | '!=' on clocks cannot stand in a guard"},
      {"x <= 3 || y <= 3", "x <= 3 || y <= 3 | two clock constraints cannot be joined with '||' in a guard"},
      {"not (x <= 3)", "not (x <= 3) | a clock constraint cannot be negated in a guard"},
      {"!(x <= 3) && i == 1", "!(x <= 3) | a clock constraint cannot be negated in a guard"},
      {"x <= 3 imply b", "x <= 3 imply b | a clock constraint cannot stand left of 'imply' in a guard"},
      {"x <= 3 xor b", "x <= 3 xor b | this clock constraint cannot stand in a guard"},
      {"exists(k : id_t) xa[k] <= 3",
       "exists(k : id_t) xa[k] <= 3 | 'exists' over clock constraints cannot stand in a guard"},
      {"forall(k : id_t) (xa[k] <= 3 || y <= 2)",
       "(xa[k] <= 3 || y <= 2) | two clock constraints cannot be joined with '||' in a guard"},
      {"x' == 1", "x' == 1 | a clock rate cannot stand in a guard"},
      {"x' == 1 && x <= 3", "x' == 1 | a clock rate cannot stand in a guard"},
      {"i == 1 && (b || not (x <= 3))", "not (x <= 3) | a clock constraint cannot be negated in a guard"},
      {"b ? x <= 3 : x <= 4", "b ? x <= 3 : x <= 4 | a clock constraint cannot be an arm of '? :'"},
      {"(x < 3) == b", "(x < 3) == b | a clock constraint cannot be compared with '=='"},
      {"(x < 3) == (y < 3)", "(x < 3) == (y < 3) | a clock constraint cannot be compared with '=='"},
      {"(x < 3) + 1", "(x < 3) | a clock constraint cannot be an operand of '+'"},
      {"(x < 3) & (y < 3)", "(x < 3) | a clock constraint cannot be an operand of '&'"},
      {"(x < 3) < 3", "(x < 3) < 3 | a clock constraint cannot be compared with '<'"},
      {"x", "x | clock cannot be used as a guard"},
      {"x - y", "x - y | clock difference cannot be used as a guard"},
      {"c", "c | chan cannot be used as a guard"},
      {"rec", "rec | rec_t cannot be used as a guard"},
      {"arr", "arr | int[3] cannot be used as a guard"},
      {"s", "s | sc_t cannot be used as a guard"},
      {"1.5", "1.5 | double cannot be used as a guard"},
      {"\"x\"", "\"x\" | string cannot be used as a guard"},
      {"S", "S | 'S' is a location and cannot be used here"},
      {"P", "P | process 'P' cannot be used here"},
      {"h()", "h() | a guard must be side-effect free"},
      {"unknown <= 3", "unknown | unknown identifier 'unknown'"},
  };
  expect_errors(in_guard, cases);
}

TEST(CheckLabel, Invariants) {
  const std::vector<Case> cases = {
      {"x <= 3"},
      {"x < 3"},
      {"x >= 3"},
      {"x > 3"},
      {"3 >= x"},
      {"x - y <= 3"},
      {"x < y"},
      {"x <= 3 && y <= 4"},
      {"x <= 3 && i == 1"},
      {"b || x <= 3"},
      {"b imply x <= 3"},
      {"forall(k : id_t) xa[k] <= 3"},
      {"pure()"},
      {"x' == 1"},
      {"x' == 0 && x <= 3"},
      {"0 == x'"},
      {"x' == i"},
      {"x' == b"},
      {"x' == 1.5"},
      {"forall(k : id_t) xa[k]' == 0"},
      {"x == 3", "x == 3 | '==' on clocks cannot stand in an invariant"},
      {"x <= 3 && 3 == x", "3 == x | '==' on clocks cannot stand in an invariant"},
      {"x != 3", "x != 3 | '!=' on clocks cannot stand in an invariant"},
      {"x <= 3 || y <= 3", "x <= 3 || y <= 3 | two clock constraints cannot be joined with '||' in an invariant"},
      {"not (x <= 3)", "not (x <= 3) | a clock constraint cannot be negated in an invariant"},
      {"x <= 3 imply b", "x <= 3 imply b | a clock constraint cannot stand left of 'imply' in an invariant"},
      {"exists(k : id_t) xa[k] <= 3",
       "exists(k : id_t) xa[k] <= 3 | 'exists' over clock constraints cannot stand in an invariant"},
      {"x - y <= z", "x - y <= z | this clock constraint cannot stand in an invariant"},
      {"b ? x <= 3 : true", "b ? x <= 3 : true | a clock constraint cannot be an arm of '? :'"},
      {"(x < 3) == b", "(x < 3) == b | a clock constraint cannot be compared with '=='"},
      {"x' <= 1", "x' <= 1 | a rate can only be set with '=='"},
      {"x' != 1", "x' != 1 | a rate can only be set with '=='"},
      {"x' == y'", "x' == y' | a rate can only be set with '=='"},
      {"b || x' == 1", "b || x' == 1 | a rate can only be a top-level conjunct of an invariant"},
      {"not (x' == 1)", "not (x' == 1) | boolean expected, found clock constraint"},
      {"exists(k : id_t) xa[k]' == 0", "exists(k : id_t) xa[k]' == 0 | a rate can only stand under 'forall'"},
      {"i' == 1", "i' | only clocks have a rate, not int"},
      {"x' + 1 == 2", "x' | number expected, found clock rate"},
      {"x'", "x' | clock rate cannot be used as an invariant"},
      {"x", "x | clock cannot be used as an invariant"},
      {"c", "c | chan cannot be used as an invariant"},
      {"1.5", "1.5 | double cannot be used as an invariant"},
      {"S", "S | 'S' is a location and cannot be used here"},
  };
  expect_errors(in_invariant, cases);
}

TEST(CheckLabel, Synchronisations) {
  const std::vector<Case> cases = {
      {"sync c!;"},
      {"sync c?;"},
      {"sync ca[i]!;"},
      {"sync u!;"},
      {"sync bc?;"},
      {"sync (b ? ca[0] : ca[1])!;"},
      {"sync ca!;", "ca | channel expected, found chan[3]"},
      {"sync i!;", "i | channel expected, found int"},
      {"sync x?;", "x | channel expected, found clock"},
      {"sync unknown!;", "unknown | unknown identifier 'unknown'"},
      {"sync ca[x]!;", "x | clock cannot be used as an index here"},
      {"sync ca[s]!;", "s | sc_t cannot be used as an index here"},
      {"sync f(1)!;", "f(1) | channel expected, found int"},
  };
  expect_errors(in_edge, cases);
}

TEST(CheckLabel, Updates) {
  const std::vector<Case> cases = {
      {"i = 1"},
      {"i = 1, j = 2"},
      {"x = 0"},
      {"x = i"},
      {"x = y"},
      {"x = y + 1"},
      {"x = x + 1"},
      {"x = 1.5"},
      {"xa[1] = 0"},
      {"h()"},
      {"nothing()"},
      {"1"},
      {"i++, --j"},
      {"b = !b"},
      {"rec = R, arr = K"},
      {"s = s2"},
      {"i = (sum(k : id_t) arr[k])"},
      {"x++", "x++ | integer expected, found clock"},
      {"x += 1", "x += 1 | incompatible types: '+=' on clock and int"},
      {"x = y - z", "x = y - z | incompatible types: clock difference cannot be assigned to clock"},
      {"i = x", "i = x | incompatible types: clock cannot be assigned to int"},
      {"i = x - y", "i = x - y | incompatible types: clock difference cannot be assigned to int"},
      {"i = x + 1", "i = x + 1 | incompatible types: clock value cannot be assigned to int"},
      {"b = x > 3", "b = x > 3 | incompatible types: clock constraint cannot be assigned to bool"},
      {"x == 0", "x == 0 | a clock constraint is not an update"},
      {"x' == 1", "x' == 1 | a clock constraint is not an update"},
      {"c", "c | a chan is not an update"},
      {"x - y", "x - y | a clock difference is not an update"},
      {"N = 1", "N | 'N' is constant and cannot be changed"},
      {"K[0] = 1", "K[0] | 'K' is constant and cannot be changed"},
      {"R.a = 1", "R.a | 'R' is constant and cannot be changed"},
      {"S = 1", "S | 'S' is a location and cannot be used here"},
      {"i = unknown", "unknown | unknown identifier 'unknown'"},
      {"arr = arr4", "arr = arr4 | incompatible types: int[4] cannot be assigned to int[3]"},
      {"rec = 1", "rec = 1 | incompatible types: int cannot be assigned to rec_t"},
      {"s = 0", "s = 0 | incompatible types: int cannot be assigned to sc_t"},
      {"i = 1 && b = true", "1 && b | left hand side value expected"},
  };
  expect_errors(in_update, cases);
}

TEST(CheckLabel, SelectsRunThroughRanges) {
  const std::vector<Case> cases = {
      {"select e : id_t; guard arr[e] > 0;"},
      {"select e : int[0,N];"},
      {"select e : sc_t; assign sa[e] = 1;"},
      {"select e : scalar[3];"},
      {"select e : int;"},
      {"select e : const id_t;"},
      {"select e : id_t, l : id_t;"},
      {"select e : id_t, l : int[0,e];", "e | the bound of a range must be computable at compile time"},
      {"select e : int[0,i];", "i | the bound of a range must be computable at compile time"},
      {"select e : bool;", "bool | 'e' needs a bounded integer or scalar type, not bool"},
      {"select e : clock;", "clock | 'e' needs a bounded integer or scalar type, not clock"},
      {"select e : rec_t;", "rec_t | 'e' needs a bounded integer or scalar type, not rec_t"},
      {"select e : const int;", "const int | 'e' needs a bounded integer or scalar type, not int"},
      {"select e : unknown;", "unknown | unknown type 'unknown'"},
      {"select e : id_t; assign e = 1;", "e | 'e' is constant and cannot be changed"},
      {"select e : id_t; assign e++;", "e | 'e' is constant and cannot be changed"},
      {"select e : id_t; assign ref(e);", "e | incompatible argument: id_t given for 'v' of type int &"},
      {"select e : id_t; guard forall(k : int[0,e]) true;",
       "e | the bound of a range must be computable at compile time"},
      {"select e : id_t; guard forall(e : id_t) e == 1;"},
  };
  expect_errors(in_edge, cases);
}

TEST(CheckLabel, Probabilities) {
  const std::vector<Case> cases = {
      {"probability 1;"},
      {"probability i;"},
      {"probability 1.5;"},
      {"probability N + 1;"},
      {"probability b;", "b | number expected as a weight, found bool"},
      {"probability c;", "c | number expected as a weight, found chan"},
      {"probability rec;", "rec | number expected as a weight, found rec_t"},
  };
  expect_errors(in_edge, cases);
}

TEST(CheckLabel, ExponentialRates) {
  const std::vector<Case> cases = {
      {"x <= 3; 1"},
      {"; 1.5"},
      {"; i"},
      {"; 1 : 2"},
      {"; c", "c | number expected as a rate, found chan"},
      {"; x", "x | number expected as a rate, found clock"},
      {"; rec : 2", "rec | number expected as a rate, found rec_t"},
      {"; g()", "g() | an exponential rate must be side-effect free"},
  };
  expect_errors(in_invariant, cases);
}

TEST(CheckLabel, HintsSayWhatToDo) {
  EXPECT_EQ(Checked(in_guard("x > 3 || x < 1")).hints(), "use one edge for each of them");
  EXPECT_EQ(Checked(in_guard("x != 1")).hints(), "use two edges, one for '<' and one for '>'");
  EXPECT_EQ(Checked(in_guard("not (x > 3)")).hints(), "write the opposite comparison");
  EXPECT_EQ(Checked(in_guard("exists(k : id_t) xa[k] > 1")).hints(), "let a select choose the value");
  EXPECT_EQ(Checked(in_guard("x' == 1")).hints(), "rates belong to invariants");
  EXPECT_EQ(Checked(in_guard("x")).hints(), "compare it: x <= 5");
  EXPECT_EQ(Checked(in_invariant("x == 3")).hints(), "write x <= 5 && x >= 5");
  EXPECT_EQ(Checked(in_update("x == 0")).hints(), "'==' compares; write '=' to assign");
  EXPECT_EQ(Checked(in_update("i = x")).hints(), "the value of a clock cannot be read");
  EXPECT_EQ(Checked(in_update("x += 1")).hints(), "a clock can only be set to a value");
  EXPECT_EQ(Checked(in_update("i = 1 && b = true")).hints(), "separate updates with ','");
}

TEST(CheckLabel, MarksAreNotMixedWithNone) {
  EXPECT_EQ(Checked(in_edge("sync c;")).errors(), "");
  EXPECT_EQ(Checked(in_edge("sync c; }, T -> S { sync c!;")).errors(), "c | a synchronisation needs '!' or '?'");
}

}  // namespace
}  // namespace zonda::lang::check_fixture
