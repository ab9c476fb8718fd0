#include "zonda/edit.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

// A file of its own for each test.
std::string written(const std::string& text, const std::string& ending) {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = testing::TempDir() + "zonda-" + std::to_string(getpid()) + test->name() + ending;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

Edited formatted(const std::string& text, const std::string& ending) {
  const std::string path = written(text, ending);
  Edited result = format_file(path);
  std::filesystem::remove(path);
  return result;
}

// A process in the system section is UPPAAL's text inside XML, and stays so.
TEST(FormatFile, XmlWithAProcessInItsSystemSectionStaysXml) {
  const Edited edited = formatted(
      "<nta>\n<declaration>int   n;</declaration>\n"
      "<system>process P() { state S; init S; }\nsystem   P;</system>\n</nta>\n",
      ".xml");
  EXPECT_EQ(edited.error, "");
  EXPECT_EQ(edited.text,
            "<nta>\n<declaration>int n;</declaration>\n"
            "<system>process P() { state S; init S; }\nsystem P;</system>\n</nta>\n");
}

TEST(FormatFile, TCheckersFormatIsLeftAsItIs) {
  const std::string text = "system:s\nprocess:P\nlocation:P:a{initial:}\n";
  EXPECT_EQ(formatted(text, ".tck").error, "TChecker's format is left as it is");
}

TEST(FixFile, TCheckersFormatIsLeftAsItIs) {
  const std::string path = written("system:s\nprocess:P\nlocation:P:a{initial:}\n", ".tck");
  EXPECT_EQ(fix_file(path).error, "TChecker's format is left as it is");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace zonda
