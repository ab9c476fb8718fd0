#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckOperator, Arithmetic) {
  const std::vector<Case> cases = {
      {"i = i + j * 2 - 3 / 4 % 5;"},
      {"i = i << 2 >> 1;"},
      {"i = i & j | 3 ^ 4;"},
      {"i = i <? 2 >? 3;"},
      {"i = i ** 2;"},
      {"i = -b + +i;"},
      {"d = 1.5 * i / 2;"},
      {"d = x * 2;"},
      {"i = 1.5;", "i = 1.5 | incompatible types: double cannot be assigned to int"},
      {"i = 1.5 * 2;", "i = 1.5 * 2 | incompatible types: double cannot be assigned to int"},
      {"i = 2 % 1.5;", "1.5 | integer expected, found double"},
      {"i = 1.5 & 1;", "1.5 | integer expected, found double"},
      {"i = 1 << 1.5;", "1.5 | integer expected, found double"},
      {"i = x % 2;", "x | integer expected, found clock"},
      {"i = rec + 1;", "rec | number expected, found rec_t"},
      {"i = 1 + rec;", "rec | number expected, found rec_t"},
      {"i = c + 1;", "c | number expected, found chan"},
      {"i = s + 1;", "s | number expected, found sc_t"},
      {"i = arr + 1;", "arr | number expected, found int[3]"},
      {"i = -rec;", "-rec | number expected, found rec_t"},
      {"i = -(x > 1);", "-(x > 1) | number expected, found clock constraint"},
      {"i = x' + 1;", "x' | number expected, found clock rate"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckOperator, Comparisons) {
  const std::vector<Case> cases = {
      {"b = i < j;"},
      {"b = i == b;"},
      {"b = 1.5 < i;"},
      {"b = s == s2;"},
      {"b = rec != rec2;"},
      {"b = arr == K;"},
      {"b = ia == arr;"},
      {"b = \"a\" == \"b\";"},
      {"b = rec < rec2;", "rec < rec2 | incompatible types: rec_t and rec_t cannot be compared with '<'"},
      {"b = s < s2;", "s < s2 | incompatible types: sc_t and sc_t cannot be compared with '<'"},
      {"b = rec == i;", "rec == i | incompatible types: rec_t and int cannot be compared with '=='"},
      {"b = arr == arr4;", "arr == arr4 | incompatible types: int[3] and int[4] cannot be compared with '=='"},
      {"b = c == c;", "c == c | incompatible types: chan and chan cannot be compared with '=='"},
      {"b = i == c;", "i == c | incompatible types: int and chan cannot be compared with '=='"},
      {"b = (x < 3) == b;", "(x < 3) == b | a clock constraint cannot be compared with '=='"},
      {"b = (x < 3) < 1;", "(x < 3) < 1 | a clock constraint cannot be compared with '<'"},
      {"b = x < rec;", "x < rec | incompatible types: clock and rec_t cannot be compared"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckOperator, Conditions) {
  const std::vector<Case> cases = {
      {"b = i && j || !b;"},
      {"b = i and j or not b;"},
      {"b = i imply j;"},
      {"b = i xor j;"},
      {"if (x > 3 && y < 2) i = 1;"},
      {"if (not (x > 3) || x == 2) i = 1;"},
      {"b = rec && b;", "rec | boolean expected, found rec_t"},
      {"b = b || arr;", "arr | boolean expected, found int[3]"},
      {"b = x && b;", "x | boolean expected, found clock"},
      {"b = 1.5 && b;", "1.5 | boolean expected, found double"},
      {"b = !d;", "!d | boolean expected, found double"},
      {"b = !rec;", "!rec | boolean expected, found rec_t"},
      {"b = !x;", "!x | boolean expected, found clock"},
      {"b = not s;", "not s | boolean expected, found sc_t"},
      {"b = x > 3 && b;", "b = x > 3 && b | incompatible types: clock constraint cannot be assigned to bool"},
      {"if (x' == 1) i = 1;", "x' == 1 | boolean expected, found clock constraint"},
      {"if (b || x' == 1) i = 1;", "b || x' == 1 | a rate can only be a top-level conjunct of an invariant"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckOperator, Conditional) {
  const std::vector<Case> cases = {
      {"i = b ? 1 : 2;"},
      {"i = b ? 1 : true;"},
      {"rec = b ? rec : rec2;"},
      {"s = b ? s : s2;"},
      {"d = b ? 1 : 1.5;"},
      {"x = b ? x : y;"},
      {"i = x > 3 ? 1 : 2;"},
      {"(b ? i : j) = 3;"},
      {"i = rec ? 1 : 2;", "rec | boolean expected, found rec_t"},
      {"i = 1.5 ? 1 : 2;", "1.5 | boolean expected, found double"},
      {"i = (x != 3) ? 1 : 2;", "(x != 3) | boolean expected, found clock constraint"},
      {"i = b ? 1 : rec;", "b ? 1 : rec | incompatible types: int and rec_t"},
      {"b ? h() : nothing();", "b ? h() : nothing() | incompatible types: void and void"},
      {"(b ? i : r) = 3;", "(b ? i : r) | left hand side value expected: int and int[0,5] are different types"},
      {"(b ? i : N) = 3;", "N | 'N' is constant and cannot be changed"},
      {"b = b ? x > 3 : b;", "b ? x > 3 : b | a clock constraint cannot be an arm of '? :'"},
      {"d = b ? x - y : 1;", "b ? x - y : 1 | incompatible types: clock difference and int"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckOperator, Quantifiers) {
  const std::vector<Case> cases = {
      {"b = forall(k : id_t) arr[k] > 0;"},
      {"b = exists(k : sc_t) sa[k] > 0;"},
      {"i = sum(k : id_t) arr[k];"},
      {"i = sum(k : id_t) b;"},
      {"d = sum(k : id_t) 1.5;"},
      {"b = forall(k : int) k < 40000;"},
      {"b = forall(k : id_t) forall(l : id_t) k == l;"},
      {"b = forall(k : bool) k;", "bool | 'k' needs a bounded integer or scalar type, not bool"},
      {"b = forall(k : rec_t) true;", "rec_t | 'k' needs a bounded integer or scalar type, not rec_t"},
      {"b = forall(k : id_t) forall(l : int[0,k]) true;",
       "k | the bound of a range must be computable at compile time"},
      {"b = forall(k : int[0,i]) true;", "i | the bound of a range must be computable at compile time"},
      {"b = forall(k : id_t) rec;", "rec | boolean expected, found rec_t"},
      {"b = forall(k : id_t) 1.5;", "1.5 | boolean expected, found double"},
      {"i = sum(k : id_t) rec;", "rec | number expected in a sum, found rec_t"},
      {"i = sum(k : id_t) 1.5;", "i = sum(k : id_t) 1.5 | incompatible types: double cannot be assigned to int"},
      {"b = forall(k : id_t) k++;", "k | 'k' is constant and cannot be changed"},
      {"b = forall(k : id_t) x > 1;",
       "b = forall(k : id_t) x > 1 | incompatible types: clock constraint cannot be assigned to bool"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckOperator, Assignments) {
  const std::vector<Case> cases = {
      {"i = j = 1;"},
      {"i += b;"},
      {"b |= true;"},
      {"b &= i;"},
      {"b ^= 1;"},
      {"b -= 1;"},
      {"i <<= 1; i >>= 1;"},
      {"r++;"},
      {"(++i)++;"},
      {"(i = 1)++;"},
      {"(i += 1) = 2;"},
      {"arr[0]++;"},
      {"rec.a--;"},
      {"b += 1;", "b += 1 | incompatible types: '+=' on bool and int"},
      {"b++;", "b++ | integer expected, found bool"},
      {"d += 1;", "d += 1 | incompatible types: '+=' on double and int"},
      {"d++;", "d++ | integer expected, found double"},
      {"x += 1;", "x += 1 | incompatible types: '+=' on clock and int"},
      {"i += x;", "i += x | incompatible types: '+=' on int and clock"},
      {"i += 1.5;", "i += 1.5 | incompatible types: '+=' on int and double"},
      {"s++;", "s++ | integer expected, found sc_t"},
      {"i++++;", "i++ | left hand side value expected"},
      {"++i++;", "i++ | left hand side value expected"},
      {"1 = i;", "1 | left hand side value expected"},
      {"i + 1 = 2;", "i + 1 | left hand side value expected"},
      {"f(1) = 2;", "f(1) | left hand side value expected"},
      {"mk().a = 1;", "mk().a | left hand side value expected"},
      {"N = 1;", "N | 'N' is constant and cannot be changed"},
      {"K[0]++;", "K[0] | 'K' is constant and cannot be changed"},
      {"R.a = 1;", "R.a | 'R' is constant and cannot be changed"},
      {"c = c;", "c = c | incompatible types: chan cannot be assigned to chan"},
      {"arr++;", "arr++ | integer expected, found int[3]"},
      {"-i = 1;", "-i | left hand side value expected"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckOperator, ClocksInArithmetic) {
  const std::vector<Case> cases = {
      {"x - y + 1 <= 3"},
      {"3 - (x - y) <= 1"},
      {"x - (y + 1) < 2"},
      {"(x + 1) - y < 2"},
      {"x - y - z <= 3"},
      {"x + y <= 3"},
      {"3 - x <= 1"},
      {"2 * x <= 3"},
      {"-x <= 3"},
      {"x <= 2.5"},
      {"x <? 3 <= 4"},
      {"abs(x) <= 3", "x | integer expected, found clock"},
      {"x | 1", "x | integer expected, found clock"},
      {"x << 1 <= 3", "x | integer expected, found clock"},
      {"x <= rec", "x <= rec | incompatible types: clock and rec_t cannot be compared"},
      {"x <= c", "x <= c | incompatible types: clock and chan cannot be compared"},
      {"x <= s", "x <= s | incompatible types: clock and sc_t cannot be compared"},
      {"xa == xa"},
      {"xa <= 3", "xa <= 3 | incompatible types: clock[3] and int cannot be compared with '<='"},
  };
  expect_errors(in_guard, cases);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
