// Every warning of the checker, and the cases beside it that stay quiet.
#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

// The warnings about a model, without those about unused names.
std::string warned(std::string text, std::string_view query = "") {
  Checked checked(std::move(text), query);
  EXPECT_EQ(checked.errors(), "");
  std::string result;
  for (const Diagnostic& d : checked.diagnostics.items()) {
    if (d.name == "unused") continue;
    result += fmt::format("{}{}: {}", result.empty() ? "" : "; ", d.name, checked.sources.slice(d.range));
  }
  return result;
}

std::string unused(std::string text) { return Checked(std::move(text)).warnings(); }

TEST(CheckWarning, StrictAndLowerInvariants) {
  EXPECT_EQ(warned(in_invariant("x <= 3")), "");
  EXPECT_EQ(warned(in_invariant("x < 3")), "strict-invariant: x < 3");
  EXPECT_EQ(warned(in_invariant("3 > x && i == 1")), "strict-invariant: 3 > x && i == 1");
  EXPECT_EQ(warned(in_invariant("x >= 3")), "lower-bound-invariant: x >= 3");
  EXPECT_EQ(warned(in_invariant("3 < x")), "lower-bound-invariant: 3 < x");
  EXPECT_EQ(warned(in_invariant("x < 5 && y > 3")),
            "strict-invariant: x < 5 && y > 3; lower-bound-invariant: x < 5 && y > 3");
  EXPECT_EQ(warned(in_invariant("b || x < 3")), "strict-invariant: b || x < 3");
  EXPECT_EQ(warned(in_invariant("x - y < 3")), "");
}

TEST(CheckWarning, Shadowing) {
  EXPECT_EQ(warned(after_names("process T() { int i; state A; init A; }")), "shadowing: i");
  EXPECT_EQ(warned(after_names("process T(int i) { state A; init A; }")), "shadowing: i");
  EXPECT_EQ(warned(after_names("void p() { int i; i = 1; }")), "shadowing: i");
  EXPECT_EQ(warned(after_names("void p() { int w; { int w; w = 1; } w = 2; }")), "shadowing: w");
  EXPECT_EQ(warned(after_names("bool p() { return forall(i : id_t) i == 1; }")), "shadowing: i");
  EXPECT_EQ(warned(in_edge("select li : id_t;")), "shadowing: li");
  EXPECT_EQ(warned(after_names("void p(int i) { i = 1; }")), "");
  EXPECT_EQ(warned(after_names("process T() { state i; init i; }")), "");
  EXPECT_EQ(warned(in_globals("int abs; int8_t v;")), "");
}

TEST(CheckWarning, NoEffect) {
  EXPECT_EQ(warned(in_update("i")), "no-effect: i");
  EXPECT_EQ(warned(in_update("i == 1")), "no-effect: i == 1");
  EXPECT_EQ(Checked(in_update("i == 1")).hints(), "'==' compares; write '=' to assign");
  EXPECT_EQ(warned(in_update("f(1)")), "no-effect: f(1)");
  EXPECT_EQ(warned(in_update("i + (j = 1)")), "");
  EXPECT_EQ(warned(in_update("1")), "");
  EXPECT_EQ(warned(in_update("h()")), "");
  EXPECT_EQ(warned(in_function("i + 1;")), "no-effect: i + 1");
  EXPECT_EQ(warned(in_function("f(1);")), "");
  EXPECT_EQ(warned(in_function("if (i = 1) j = 1;")), "no-effect: i = 1");
  EXPECT_EQ(warned(in_function("while (i += 1) j = 1;")), "");
}

TEST(CheckWarning, SelfAssignment) {
  EXPECT_EQ(warned(in_update("i = i")), "self-assignment: i = i");
  EXPECT_EQ(warned(in_update("arr[0] = arr[0]")), "");
  EXPECT_EQ(warned(in_update("i = j")), "");
}

TEST(CheckWarning, ClockGuardsOfUrgentChannels) {
  EXPECT_EQ(warned(in_edge("guard x >= 3; sync u!;")), "urgent-clock-guard: x >= 3");
  EXPECT_EQ(warned(in_edge("guard b || x >= 3; sync u?;")), "urgent-clock-guard: b || x >= 3");
  EXPECT_EQ(warned(in_edge("guard i >= 3; sync u!;")), "");
  EXPECT_EQ(warned(in_edge("guard x >= 3; sync c!;")), "");
}

TEST(CheckWarning, ConstantGuards) {
  EXPECT_EQ(warned(in_guard("false")), "constant-condition: false");
  EXPECT_EQ(warned(in_guard("N < 3")), "constant-condition: N < 3");
  EXPECT_EQ(warned(in_guard("true")), "");
  EXPECT_EQ(warned(in_guard("N <= 3")), "");
  EXPECT_EQ(warned(in_guard("i < 3")), "");
}

TEST(CheckWarning, UnreachableLocations) {
  const auto model = [](std::string_view edges) {
    return fmt::format("process P() {{ state A, B, C; init A; trans {}; }}\nsystem P;\n", edges);
  };
  EXPECT_EQ(warned(model("A -> B { }, B -> C { }")), "");
  EXPECT_EQ(warned(model("A -> A { }, B -> C { }")), "unreachable-location: B; unreachable-location: C");
  EXPECT_EQ(warned(model("A -> B { }, C -> A { }")), "unreachable-location: C");
}

TEST(CheckWarning, Extensions) {
  EXPECT_EQ(warned(in_edge("sync c;")), "extension: c");
  EXPECT_EQ(warned(in_edge("sync c!;")), "");
  const auto branch = [](std::string_view labels) {
    return after_names(
        fmt::format("process T() {{ state A; branchpoint B; init A; trans A -> B {{ }}, B -> A {{ {} }}; }}", labels));
  };
  EXPECT_EQ(warned(branch("assign i = 1;")), "");
  EXPECT_EQ(warned(branch("guard i == 1;")), "extension: B -> A { guard i == 1; }");
  EXPECT_EQ(warned(branch("sync c!;")), "extension: B -> A { sync c!; }");
  EXPECT_EQ(warned(branch("select e : id_t;")), "extension: B -> A { select e : id_t; }");
}

TEST(CheckWarning, HugeSets) {
  const auto model = [](std::string_view parameters) {
    return fmt::format("process P({}) {{ state A; init A; }}\nsystem P;\n", parameters);
  };
  EXPECT_EQ(warned(model("const int[1,1000] k")), "");
  EXPECT_EQ(warned(model("const int[0,1000] k")), "unbounded-set: P");
  EXPECT_EQ(warned(model("const int[0,99] k, scalar[50] l")), "unbounded-set: P");
  EXPECT_EQ(warned(model("int32_t k, int32_t l, int32_t m")), "unbounded-set: P");
}

TEST(CheckWarning, Unused) {
  EXPECT_EQ(unused(in_globals("int a; const int b = 1; clock x; chan c; void f() { } typedef int t;")),
            "unused: a; unused: b; unused: x; unused: c; unused: f; unused: t");
  EXPECT_EQ(unused(in_globals("const int a = 1; int b = a; void f() { b = 1; } int __ON_BEGIN__() { return b; }")),
            "unused: f");
  EXPECT_EQ(unused(in_globals("process Q() { state A; init A; }")), "unused: Q");
  EXPECT_EQ(unused("process P(int k) { int v; state S; init S; }\nX = P(1);\nsystem X;"), "unused: v");
  EXPECT_EQ(unused(in_globals("void f(int p) { int w; { int v; } }")), "unused: f; unused: w; unused: v");
  EXPECT_EQ(unused(in_globals("int a; int b = c;")), "");  // not after an error
  EXPECT_EQ(Checked(in_globals("int a;"), "E<> a == 1").warnings(), "");
}

TEST(CheckWarning, CanBeTurnedOff) {
  Sources sources;
  Diagnostics diagnostics;
  Document document;
  EXPECT_TRUE(diagnostics.disable("unused"));
  parse_text_model(TextBlock::plain(sources, sources.add("m", in_globals("int a;"))), document, diagnostics);
  (void)check(document, diagnostics);
  EXPECT_EQ(diagnostics.warning_count(), 0U);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
