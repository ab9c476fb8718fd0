// What is wrong in a file of TChecker's format is named with its place.
#include "lang/read.hpp"
#include "lang/semantics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

std::string first_error(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto document = read_tck(sources, sources.add("m.tck", text), diagnostics);
  if (!document->has_syntax_errors) (void)check(*document, diagnostics);
  diagnostics.sort();
  std::string all = render(diagnostics, sources);
  const std::size_t at = all.find(": error: ");
  if (at == std::string::npos) return all;
  const std::size_t line = all.rfind('\n', at) == std::string::npos ? 0 : all.rfind('\n', at) + 1;
  return all.substr(line, all.find('\n', at) - line);
}

const std::string kHead = "system:s\nevent:a\nint:2:0:5:0:n\nclock:1:x\nprocess:P\nlocation:P:l{initial:}\n";

std::string error_behind_head(const std::string& line) { return first_error(kHead + line + "\n"); }

TEST(ReadTck, NamesMistakesInDeclarations) {
  EXPECT_EQ(first_error("process:P\n"), "m.tck:1:1: error: the first declaration must be 'system:NAME'");
  EXPECT_EQ(first_error("system:s\nsystem:t\n"), "m.tck:2:1: error: there are two system declarations");
  EXPECT_EQ(first_error("system:s\n"), "m.tck:1:1: error: the system has no process");
  EXPECT_EQ(first_error("system:s\nprocess:P\nlocation:P:l{}\n"),
            "m.tck:2:9: error: process 'P' has no initial location");
  EXPECT_EQ(error_behind_head("proces:Q"), "m.tck:7:1: error: unknown declaration 'proces'");
  EXPECT_EQ(error_behind_head("process:P"), "m.tck:7:9: error: process 'P' is declared twice");
  EXPECT_EQ(error_behind_head("event:a"), "m.tck:7:7: error: event 'a' is declared twice");
  EXPECT_EQ(error_behind_head("int:1:0:1:0:x"), "m.tck:7:13: error: 'x' is declared twice");
  EXPECT_EQ(error_behind_head("location:P:l{}"), "m.tck:7:12: error: location 'l' is declared twice in process 'P'");
  EXPECT_EQ(error_behind_head("location:Q:l{}"), "m.tck:7:10: error: process 'Q' is not declared before this line");
  EXPECT_EQ(error_behind_head("edge:P:l:k:a"),
            "m.tck:7:10: error: location 'k' of process 'P' is not declared before this line");
  EXPECT_EQ(error_behind_head("edge:P:l:l:b"), "m.tck:7:12: error: event 'b' is not declared before this line");
}

TEST(ReadTck, NamesMistakesInNumbers) {
  EXPECT_EQ(error_behind_head("int:0:0:1:0:v"),
            "m.tck:7:5: error: the number of variables must lie between 1 and 1048576");
  EXPECT_EQ(error_behind_head("int:1:3:1:0:v"),
            "m.tck:7:9: error: the largest value must lie between 3 and 2147483647");
  EXPECT_EQ(error_behind_head("int:1:0:1:2:v"), "m.tck:7:11: error: the initial value must lie between 0 and 1");
  EXPECT_EQ(error_behind_head("int:1:0:99999999999:0:v"),
            "m.tck:7:9: error: the largest value must lie between 0 and 2147483647");
  EXPECT_EQ(error_behind_head("clock:99999999:y"),
            "m.tck:7:7: error: the number of clocks must lie between 1 and 1048576");
  EXPECT_EQ(error_behind_head("clock:one:y"),
            "m.tck:7:7: error: syntax error: unexpected 'o', the number of clocks expected");
}

TEST(ReadTck, NamesMistakesInSynchronisations) {
  EXPECT_EQ(error_behind_head("sync:P@a:P@a"), "m.tck:7:10: error: process 'P' occurs twice in the synchronisation");
  EXPECT_EQ(error_behind_head("sync:P:a"), "m.tck:7:7: error: syntax error: unexpected ':', '@' and an event expected");
  EXPECT_EQ(error_behind_head("sync:P@"), "m.tck:7:8: error: syntax error: the line ends, an event expected");
  EXPECT_EQ(error_behind_head("sync:P@b"), "m.tck:7:8: error: event 'b' is not declared before this line");
}

TEST(ReadTck, NamesMistakesInAttributes) {
  EXPECT_EQ(error_behind_head("edge:P:l:l:a{provided}"),
            "m.tck:7:22: error: syntax error: unexpected '}', ':' before the value of the attribute expected");
  EXPECT_EQ(error_behind_head("edge:P:l:l:a{provided: n[0]>1"),
            "m.tck:8:1: error: syntax error: the line ends, ':' or '}' expected");
  EXPECT_EQ(error_behind_head("edge:P:l:l:a{provided: m>1}"), "m.tck:7:24: error: unknown identifier 'm'");
  EXPECT_EQ(error_behind_head("edge:P:l:l:a{provided: n[0]>1 | n[1]>1}"),
            "m.tck:7:31: error: syntax error: unexpected '|'");
  EXPECT_EQ(error_behind_head("edge:P:l:l:a{do: n[0]=}"),
            "m.tck:7:23: error: syntax error: unexpected end of text, expecting a variable, a number or '('");
  EXPECT_EQ(error_behind_head("edge:P:l:l:a{do: if n[0]==1 then nop}"),
            "m.tck:7:37: error: syntax error: unexpected end of text, expecting 'end'");
}

}  // namespace
}  // namespace zonda::lang
