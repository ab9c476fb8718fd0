#include "check_fixture.hpp"

#include <gmock/gmock.h>

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckType, BoundsAreConstantIntegers) {
  const std::vector<Case> cases = {
      {"int[0,3] a;"},
      {"int[-3,3] a;"},
      {"const int N = 3; int[0,N - 1] a;"},
      {"int F() { return 3; } int[0,F()] a;"},
      {"const int K[2] = {1, 2}; int[0,K[1]] a;"},
      {"const struct { int f; } S = {3}; int[0,S.f] a;"},
      {"int[0,sum(k : int[0,3]) k] a;"},
      {"int[0,1 ? 2 : 3] a;"},
      {"int n; int[0,n] a;", "n | the bound of a range must be computable at compile time"},
      {"meta int n; int[0,n] a;", "n | the bound of a range must be computable at compile time"},
      {"int n; int F() { return n; } int[0,F()] a;", "F() | the bound of a range must be computable at compile time"},
      {"int n; int F() { n = 1; return 3; } int[0,F()] a;",
       "F() | the bound of a range must be computable at compile time"},
      {"int[0,true] a;", "true | integer expected as the bound of a range, found bool"},
      {"int[0,1.5] a;", "1.5 | integer expected as the bound of a range, found double"},
      {"clock x; int[0,x] a;", "x | integer expected as the bound of a range, found clock"},
      {"int[0,N] a;", "N | unknown identifier 'N'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, ARangeOfAVariableIsNotEmpty) {
  const std::vector<Case> cases = {
      {"int[0,0] a;"},
      {"int[3,0] a;", "int[3,0] | the range int[3,0] is empty"},
      {"int[3,0] a[2];", "int[3,0] | the range int[3,0] is empty"},
      {"struct { int[3,0] v; } a;", "struct { int[3,0] v; } | the range int[3,0] is empty"},
      {"void q(int[3,0] a) { }", "int[3,0] | the range int[3,0] is empty"},
      {"int[3,0] q() { return 1; }", "int[3,0] | the range int[3,0] is empty"},
      {"typedef int[3,0] none; bool q() { return forall(k : none) false; }"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, PrefixesFitTheType) {
  const std::vector<Case> cases = {
      {"meta int a;"},
      {"urgent chan a;"},
      {"broadcast chan a;"},
      {"urgent broadcast chan a;"},
      {"const bool a = true;"},
      {"typedef int t; const t a = 1;"},
      {"typedef urgent chan t; broadcast t a;"},
      {"typedef const int t; t a = 1;"},
      {"typedef const int t; t a;", "a | constant 'a' must have an initialiser"},
      {"urgent int a;", "urgent int | only channels can be urgent or broadcast"},
      {"broadcast clock a;", "broadcast clock | only channels can be urgent or broadcast"},
      {"const clock a;", "const clock | a clock cannot be const"},
      {"meta clock a;", "meta clock | a clock cannot be meta"},
      {"meta hybrid clock a;", "meta hybrid clock | a hybrid clock cannot be meta"},
      {"const chan a;", "const chan | a chan cannot be const"},
      {"void a;", "void | 'a' cannot be void"},
      {"void a[3];", "[3] | an array cannot hold void"},
      {"typedef void t; t a;", "t | 'a' cannot be void"},
      {"double a;"},
      {"hybrid clock a;"},
      {"const string a = \"x\";"},
      {"string a;", "string | a string must be const"},
      {"typedef string t;", "string | a string must be const"},
      {"struct { string a; } s;", "string | a string must be const"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, ArraysHaveASizeOrAnIndexType) {
  const std::vector<Case> cases = {
      {"int a[3];"},
      {"int a[0];"},
      {"int a[3][2];"},
      {"int a[true];"},
      {"const int N = 3; int a[N];"},
      {"typedef int[1,3] t; int a[t];"},
      {"typedef scalar[3] t; int a[t];"},
      {"int a[int[0,2]];"},
      {"int a[scalar[3]];"},
      {"int a[int];"},
      {"int a[const int[0,2]];"},
      {"int F() { return 3; } int a[F()];"},
      {"int n; int a[n];", "n | the size of an array must be computable at compile time"},
      {"int a[1.5];", "1.5 | integer expected as the size of an array"},
      {"int a[-1];", "-1 | the size of an array is negative: -1"},
      {"int a[bool];", "[bool] | an array cannot be indexed by bool"},
      {"int a[clock];", "[clock] | an array cannot be indexed by clock"},
      {"int a[double];", "[double] | an array cannot be indexed by double"},
      {"int a[const int];", "[const int] | an array cannot be indexed by int"},
      {"typedef bool t; int a[t];", "[t] | an array cannot be indexed by t"},
      {"typedef struct { int v; } t; int a[t];", "[t] | an array cannot be indexed by t"},
      {"typedef int t[3]; int a[t];", "[t] | an array cannot be indexed by int[3]"},
      {"int a[unknown];", "unknown | unknown identifier 'unknown'"},
      {"int a[struct { int v; }];", "[struct { int v; }] | an array cannot be indexed by struct"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, FieldsOfStructs) {
  const std::vector<Case> cases = {
      {"struct { int a; bool b; } s;"},
      {"struct { int a, b[3]; } s;"},
      {"struct { struct { int b; } a; } s;"},
      {"struct { clock x; } s;"},
      {"struct { scalar[2] a; } s;"},
      {"struct { meta int a; } s;"},
      {"struct { double a; } s;"},
      {"struct { int a; int a; } s;", "a | duplicate definition of field 'a'"},
      {"struct { const int a; } s;", "const int | a field cannot be const"},
      {"struct { chan a; } s;", "chan | a field cannot be of type chan"},
      {"struct { chan a[2]; } s;", "chan | a field cannot be of type chan[2]"},
      {"struct { void a; } s;", "void | a field cannot be of type void"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, ScalarSetsAreSizedByConstants) {
  const std::vector<Case> cases = {
      {"scalar[3] a;"},
      {"const int N = 3; scalar[N] a;"},
      {"scalar[true] a;"},
      {"scalar[1.5] a;", "1.5 | integer expected as the size of a scalar set"},
      {"int n; scalar[n] a;", "n | the size of a scalar set must be computable at compile time"},
      {"scalar[-1] a;", "-1 | the size of a scalar set is negative: -1"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, NamesOfTypes) {
  const std::vector<Case> cases = {
      {"typedef int t; t a;"},
      {"typedef int t, t2[3]; t2 a; t b;"},
      {"typedef struct { int a; } t; typedef t t2; t2 v;"},
      {"int8_t a; uint8_t b; int16_t c; uint16_t d; int32_t e;"},
      {"typedef int[0,1] int8_t; int8_t a;"},
      {"unknown a;", "unknown | unknown type 'unknown'"},
      {"int a; a b;", "a | 'a' is not a type"},
      {"typedef t t2;", "t | unknown type 't'"},
      {"int a = int8_t;", "int8_t | 'int8_t' is a type, not a value"},
      {"boolean a;", "boolean | unknown type 'boolean'"},
      {"uint32_t a;", "uint32_t | unknown type 'uint32_t'"},
  };
  expect_errors(in_globals, cases);
}

TEST(CheckType, HintsForTypesOfOtherLanguages) {
  EXPECT_EQ(Checked(in_globals("boolean a;")).hints(), "write 'bool'");
  EXPECT_EQ(Checked(in_globals("float a;")).hints(), "write 'double'");
  EXPECT_EQ(Checked(in_globals("char a;")).hints(), "write int[lower, upper]");
  EXPECT_EQ(Checked(in_globals("Clock a;")).hints(), "did you mean 'clock'?");
  EXPECT_EQ(Checked(in_globals("typedef int[0,2] id_t; idt a;")).hints(), "did you mean 'id_t'?");
}

TEST(CheckType, DeepAndWideTypesAreRefused) {
  std::string deep = "typedef int t0[1];\n";
  std::string wide = "typedef struct { int a; int b; } t0;\n";
  for (int k = 1; k < 70; ++k) {
    deep += fmt::format("typedef t{} t{}[1];\n", k - 1, k);
    if (k < 20) wide += fmt::format("typedef struct {{ t{0} a; t{0} b; }} t{1};\n", k - 1, k);
  }
  EXPECT_EQ(Checked(in_globals(deep)).errors(), "[1] | the type nests too deeply");
  EXPECT_THAT(Checked(in_globals(wide)).errors(), testing::HasSubstr("the type has too many parts"));
}

}  // namespace
}  // namespace zonda::lang::check_fixture
