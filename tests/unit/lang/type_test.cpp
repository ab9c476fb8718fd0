// Types of a checked model: how they are told apart, described and folded.
#include "check_fixture.hpp"
#include "lang/nearest.hpp"

namespace zonda::lang::check_fixture {
namespace {

struct Types {
  Checked checked;
  explicit Types(std::string_view globals) : checked(in_globals(globals)) { EXPECT_EQ(checked.errors(), ""); }
  [[nodiscard]] const Type& operator()(std::string_view name) const {
    return *checked.semantics->globals->find(name)->type;
  }
};

TEST(Type, EquivalenceIsStructural) {
  const Types type(
      "const int N = 3; typedef int[0,3] t; t a; int[0,N] b; int[0,4] c; int d; bool e; int f[4]; int g[t]; int h[N + "
      "1];"
      "int k[5]; struct { int a; bool b; } p; struct { int a; bool b; } q; struct { int a; bool c; } r;"
      "struct { int a; } s; const int n = 1; const int m[4] = {1, 2, 3, 4}; int[0,3] o[4];");
  EXPECT_TRUE(equivalent(type("a"), type("b")));
  EXPECT_FALSE(equivalent(type("a"), type("c")));
  EXPECT_FALSE(equivalent(type("a"), type("d")));
  EXPECT_FALSE(equivalent(type("d"), type("e")));
  EXPECT_TRUE(equivalent(type("f"), type("g")));
  EXPECT_TRUE(equivalent(type("f"), type("h")));
  EXPECT_FALSE(equivalent(type("f"), type("k")));
  EXPECT_TRUE(equivalent(type("p"), type("q")));
  EXPECT_FALSE(equivalent(type("p"), type("r")));
  EXPECT_FALSE(equivalent(type("p"), type("s")));
  EXPECT_TRUE(equivalent(type("n"), type("c")));  // a constant has no range of its own
  EXPECT_TRUE(equivalent(type("m"), type("o")));
  EXPECT_FALSE(equivalent(type("f"), type("o")));
}

TEST(Type, ScalarSetsAreEqualOnlyToThemselves) {
  const Types type("typedef scalar[3] s; typedef scalar[3] t; s a, b; t c; scalar[3] d; int e[s], f[t], g[s];");
  EXPECT_TRUE(equivalent(type("a"), type("b")));
  EXPECT_FALSE(equivalent(type("a"), type("c")));
  EXPECT_FALSE(equivalent(type("a"), type("d")));
  EXPECT_TRUE(equivalent(type("e"), type("g")));
  EXPECT_FALSE(equivalent(type("e"), type("f")));
}

TEST(Type, ChannelsAndClocks) {
  const Types type("chan a; urgent chan b; broadcast chan c; urgent chan d; clock x; hybrid clock h; int i;");
  EXPECT_TRUE(equivalent(type("b"), type("d")));
  EXPECT_FALSE(equivalent(type("a"), type("b")));
  EXPECT_FALSE(equivalent(type("b"), type("c")));
  EXPECT_TRUE(equivalent(type("x"), type("h")));
  EXPECT_FALSE(equivalent(type("x"), type("i")));
}

TEST(Type, Assignability) {
  const Types type(
      "int i; int[0,3] r; bool b; clock x; double d; chan c; scalar[2] s; int a[2], a3[3]; struct { int v; } t;"
      "const string w = \"w\";");
  const auto fits = [&](std::string_view to, std::string_view from) { return assignable(type(to), type(from)); };
  for (const std::string_view to : {"i", "r", "b"})
    for (const std::string_view from : {"i", "r", "b"}) EXPECT_TRUE(fits(to, from)) << to << from;
  for (const std::string_view to : {"x", "d"})
    for (const std::string_view from : {"i", "b", "x", "d"}) EXPECT_TRUE(fits(to, from)) << to << from;
  for (const std::string_view from : {"x", "d", "c", "s", "a", "t", "w"}) EXPECT_FALSE(fits("i", from)) << from;
  for (const std::string_view same : {"s", "a", "t", "w"}) EXPECT_TRUE(fits(same, same)) << same;
  EXPECT_FALSE(fits("a", "a3"));
  EXPECT_FALSE(fits("c", "c"));
  EXPECT_FALSE(fits("x", "s"));
  const Type invalid;
  EXPECT_TRUE(assignable(invalid, type("c")));
  EXPECT_TRUE(assignable(type("c"), invalid));
}

TEST(Type, Descriptions) {
  const Types type(
      "const int N = 3; typedef int[0,2] id_t; typedef struct { int a; } rec_t; int i; int[-1,N * 2] r; bool b; clock "
      "x;"
      "hybrid clock h; chan c; urgent broadcast chan u; scalar[N] s; struct { int a; } t; rec_t q; id_t k; int "
      "a[N][id_t];"
      "double d; const string w = \"w\"; void f() { }");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"i", "int"},  {"r", "int[-1,N * 2]"},         {"b", "bool"},      {"x", "clock"},  {"h", "hybrid clock"},
      {"c", "chan"}, {"u", "urgent broadcast chan"}, {"s", "scalar[N]"}, {"t", "struct"}, {"q", "rec_t"},
      {"k", "id_t"}, {"a", "int[N][id_t]"},          {"d", "double"},    {"w", "string"}, {"f", "function"}};
  for (const auto& [name, text] : cases) EXPECT_EQ(describe(type(name)), text) << name;
  Type other;
  const auto text = [&](TypeKind kind) {
    other.kind = kind;
    return describe(other);
  };
  EXPECT_EQ(text(TypeKind::Invalid), "unknown type");
  EXPECT_EQ(text(TypeKind::Void), "void");
  EXPECT_EQ(text(TypeKind::ClockTerm), "clock value");
  EXPECT_EQ(text(TypeKind::Rate), "clock rate");
  EXPECT_EQ(text(TypeKind::Template), "template");
  EXPECT_EQ(text(TypeKind::Process), "process");
  EXPECT_EQ(text(TypeKind::Location), "location");
  EXPECT_EQ(text(TypeKind::TypeName), "type");
}

TEST(Type, Contains) {
  const Types type("struct { int a; clock x[2]; } s; int i; chan c[2][2];");
  EXPECT_TRUE(contains(type("s"), TypeKind::Clock));
  EXPECT_FALSE(contains(type("s"), TypeKind::Chan));
  EXPECT_TRUE(contains(type("c"), TypeKind::Chan));
  EXPECT_FALSE(contains(type("i"), TypeKind::Clock));
}

// 'value', or '?' when it is not folded.
std::string folded(std::string_view text) {
  Checked checked(
      in_globals(fmt::format("const int A = 7; const int B = -3; const bool T = 2; int v; const int r = {};", text)));
  EXPECT_EQ(checked.errors(), "") << text;
  Symbol& constant = *checked.semantics->globals->find("r");
  return fold(constant) ? std::to_string(constant.folded_value) : "?";
}

TEST(Type, ConstantsAreFolded) {
  const std::vector<std::pair<std::string, std::string>> cases = {{"A + B", "4"},
                                                                  {"A - B", "10"},
                                                                  {"A * B", "-21"},
                                                                  {"A / B", "-2"},
                                                                  {"A % B", "1"},
                                                                  {"A << 2", "28"},
                                                                  {"A >> 1", "3"},
                                                                  {"A <? B", "-3"},
                                                                  {"A >? B", "7"},
                                                                  {"A < B", "0"},
                                                                  {"A <= A", "1"},
                                                                  {"A >= B", "1"},
                                                                  {"A > A", "0"},
                                                                  {"A == 7", "1"},
                                                                  {"A != 7", "0"},
                                                                  {"A & 3", "3"},
                                                                  {"A | 8", "15"},
                                                                  {"A ^ 1", "6"},
                                                                  {"A && 0", "0"},
                                                                  {"A || 0", "1"},
                                                                  {"A xor B", "0"},
                                                                  {"0 imply A", "1"},
                                                                  {"!A", "0"},
                                                                  {"-A", "-7"},
                                                                  {"+A", "7"},
                                                                  {"T", "1"},
                                                                  {"true", "1"},
                                                                  {"A > 1 ? 2 : 3", "2"},
                                                                  {"INT8_MAX", "127"},
                                                                  {"-2147483648", "-2147483648"},
                                                                  {"A / 0", "?"},
                                                                  {"A % 0", "?"},
                                                                  {"1 << 40", "?"},
                                                                  {"1 >> -1", "?"},
                                                                  {"2147483647 + 1", "?"},
                                                                  {"2 ** 3", "?"},
                                                                  {"abs(A)", "?"}};
  for (const auto& [text, value] : cases) EXPECT_EQ(folded(text), value) << text;
}

TEST(Type, LongChainsOfConstantsAreFoldedOnce) {
  std::string text = "const int a0 = 1;\n";
  for (int i = 1; i < 2000; ++i) text += fmt::format("const int a{0} = a{1} + a{1} - a{1};\n", i, i - 1);
  const Types type(text + "int[0,a1999] v;");
  EXPECT_EQ(describe(type("v")), "int[0,a1999]");
}

TEST(Type, SameExpression) {
  const Checked checked(
      in_globals("int a, b; bool f() { return a + b == a + b; } bool g() { return a + b == b + a; }"));
  const auto comparison = [&](std::string_view name) -> const Expr& {
    return *checked.semantics->globals->find(name)->function->declaration->body->body[0]->conditions[0];
  };
  EXPECT_TRUE(same_expression(comparison("f").child(0), comparison("f").child(1)));
  EXPECT_FALSE(same_expression(comparison("g").child(0), comparison("g").child(1)));
}

TEST(Type, ScopesAreSearchedOutwards) {
  const Checked checked("int a; process P() { int b; state S; init S; }\nsystem P;");
  const Scope& scope = *checked.semantics->globals->find("P")->instance->scope;
  EXPECT_NE(scope.find("a"), nullptr);
  EXPECT_EQ(scope.find_here("a"), nullptr);
  EXPECT_NE(scope.find_here("b"), nullptr);
  EXPECT_NE(scope.find("INT8_MAX"), nullptr);
  EXPECT_EQ(scope.find("c"), nullptr);
}

TEST(Type, NearestName) {
  const auto hint = [](std::string_view name, const std::vector<std::string_view>& candidates) {
    Nearest nearest(name);
    for (const std::string_view candidate : candidates) nearest.offer(candidate);
    return nearest.hint();
  };
  EXPECT_EQ(hint("conter", {"other", "counter"}), "did you mean 'counter'?");
  EXPECT_EQ(hint("train", {"Train", "brain"}), "did you mean 'Train'?");
  EXPECT_EQ(hint("p", {"q", "P"}), "did you mean 'P'?");
  EXPECT_EQ(hint("p", {"q"}), "");
  EXPECT_EQ(hint("abcdef", {"abXXef", "aXXXXf"}), "did you mean 'abXXef'?");
  EXPECT_EQ(hint("abc", {"abcdef"}), "");
  EXPECT_EQ(hint(std::string(100, 'a'), {std::string(99, 'a')}), "");
}

}  // namespace
}  // namespace zonda::lang::check_fixture
