#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

std::string system_file(std::string_view text) { return std::string(text); }

TEST(ParseSystem, Files) {
  const std::vector<Case> cases = {
      {"process P() { state S; init S; }\nsystem P;\n// end"},
      {"int a; process P() { state S; init S; } int b; X = P(); int d; system X;"},
      {"process P() { state S; init S; }\nprocess Q() { state S; init S; }\nsystem P < Q;"},
      {"process P() { state S; init S; }\nsystem P;\nprogress { 1; 2 : 3; }\ngantt { G : 1 -> 2; }"},
      {"process P() { state S; init S; }\nsystem P;\nquery { E<> P.S }\nquery { A[] not deadlock }"},
      {"process P() { state S; init S; }\nsystem P;\nIO P { a!, b? }\nprop { x { y } }"},
      {"", " | syntax error: the system line is missing"},
      {"int a;", " | syntax error: the system line is missing"},
      {"system P;", "P | unknown process 'P'"},
      {"process P() { state S; init S; }", " | syntax error: the system line is missing"},
      {"process P() { state S; init S; }\nsystem;",
       "; | syntax error: unexpected ';', expecting the name of a process or template"},
      {"process P() { state S; init S; }\nsystem P", " | syntax error: ';' is missing after the system line"},
      {"process P() { state S; init S; }\nsystem P,;",
       "; | syntax error: unexpected ';', expecting the name of a process or template"},
      {"process P() { state S; init S; }\nsystem P Q;",
       "Q | syntax error: unexpected 'Q', expecting ';' after the system line"},
      {"process P() { state S; init S; }\nsystem P > P;",
       "> | syntax error: unexpected '>', expecting ';' after the system line"},
      {"process P() { state S; init S; }\nsystem P(1);", "( | syntax error: arguments cannot stand in the system line"},
      {"process P() { state S; init S; }\nsystem P.S;",
       ". | syntax error: unexpected '.', expecting ';' after the system line"},
      {"process P() { state S; init S; }\nsystem P; system P;",
       "system | syntax error: unexpected 'system', expecting the end of the system section"},
      {"process P() { state S; init S; }\nsystem P;\nint a;",
       "int | syntax error: unexpected 'int', expecting the end of the system section"},
      {"process P() { state S; init S; }\nsystem P; junk",
       "junk | syntax error: unexpected 'junk', expecting the end of the system section"},
      {"process P() { state S; init S; }\nsystem P; progress { 1 }",
       "  | syntax error: ';' is missing after the progress measure"},
      {"process P() { state S; init S; }\nsystem P; progress { 1 : 2 : 3; }",
       ": | syntax error: unexpected ':', expecting ';' after the progress measure"},
      {"process P() { state S; init S; }\nsystem P; gantt { G 1 -> 2; }",
       "1 | syntax error: unexpected number 1, expecting ':' after the row's name"},
      {"process P() { state S; init S; }\nsystem P; gantt { G : 1; }",
       "; | syntax error: unexpected ';', expecting '->' between condition and colour"},
      {"process P() { state S; init S; }\nsystem P; gantt { G(k : int[0,1], l : int[0,1]) : for (m : int[0,1]) 1 -> k, "
       "1 -> l; }"},
      {"process P() { state S; init S; }\nsystem P; gantt { G : 1 -> 1; } progress { 1; }",
       "progress | syntax error: unexpected 'progress', expecting the end of the system section"},
      {"process P() { state S; init S; }\nsystem P; query { E<> P.S",
       " | syntax error: unexpected end of text, expecting '}' to close the query"},
  };
  expect_errors(system_file, cases);
}

TEST(ParseSystem, BlocksOfOtherToolsAreNamed) {
  EXPECT_EQ(Checked("process P() { state S; init S; }\nsystem P;\nIO P { a! }\nprop { x }").warnings(),
            "extension: IO; extension: prop");
}

TEST(ParseSystem, QueryBlocksBecomeQueries) {
  const Checked checked("process P() { state S; init S; }\nsystem P;\nquery { E<> P.S }\nquery { A[] P.T }");
  ASSERT_EQ(checked.document.queries.size(), 2U);
  EXPECT_EQ(checked.document.queries[0].kind, QueryKind::Possibly);
  EXPECT_EQ(checked.document.queries[0].text.text, "E<> P.S ");
  EXPECT_EQ(checked.errors(), "P.T | 'P' has no member named 'T'");
  EXPECT_FALSE(checked.diagnostics.has_model_errors());
}

TEST(ParseSystem, SectionsOfDeclarations) {
  const Checked checked("int a; process P() { state S; init S; } X = P(); system X;");
  ASSERT_EQ(checked.document.items.size(), 3U);
  EXPECT_EQ(checked.document.items[0].section, Section::Declaration);
  EXPECT_TRUE(checked.document.items[1].is_template());
  EXPECT_EQ(checked.document.items[2].section, Section::System);
  EXPECT_EQ(checked.document.system[0].name, "X");
}

// The <system> section of an XML file takes a whole text; 'process' in it once hung the reader.
TEST(ParseSystem, ProcessesMayStandInTheSystemSection) {
  Sources sources;
  Diagnostics diagnostics;
  Document document;
  document.is_all_in_texts = true;
  const auto file = sources.add("t", "process P() { state S; init S; }\nsystem P;");
  parse_system(TextBlock::plain(sources, file), document, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_EQ(document.templates.size(), 1U);
  EXPECT_FALSE(document.is_all_in_texts);  // it cannot be written back as it stood
}

TEST(ParseSystem, ProcessesCannotStandInDeclarations) {
  Sources sources;
  Diagnostics diagnostics;
  Document document;
  const auto file = sources.add("t", "int a;\nprocess P() { state S; init S; }\nsystem P;\nint b;");
  EXPECT_EQ(parse_declarations(TextBlock::plain(sources, file), document, diagnostics).size(), 2U);
  ASSERT_EQ(diagnostics.items().size(), 2U);
  EXPECT_EQ(diagnostics.items()[0].message, "syntax error: unexpected 'process', expecting a declaration");
  EXPECT_EQ(diagnostics.items()[1].message, "syntax error: unexpected 'system', expecting a declaration");
}

}  // namespace
}  // namespace zonda::lang::check_fixture
