#include "formats/registry.hpp"
#include "lang/encoding.hpp"
#include "lang/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace zonda::lang {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

// A file of its own for each test.
std::string written(const std::string& bytes, const std::string& ending = ".xml") {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string path = testing::TempDir() + "zonda-" + std::to_string(getpid()) + test->name() + ending;
  std::replace(path.begin() + static_cast<std::ptrdiff_t>(testing::TempDir().size()), path.end(), '/', '-');
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

struct Loaded {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<Sources::FileId> file;

  explicit Loaded(const std::string& path) : file(formats::standard().load_file(path, sources, diagnostics)) {
    std::error_code ignored;
    if (path.starts_with(testing::TempDir())) std::filesystem::remove(path, ignored);
  }
  std::string text() const { return file ? std::string(sources.text(*file)) : "(none)"; }
  std::string message() const { return diagnostics.items().at(0).message; }
  std::string place() const {
    const Position at = sources.position(diagnostics.items().at(0).range.begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  }
};

TEST(LoadFile, KeepsPlainTextAsItIs) {
  const Loaded loaded(written("clock x;\r\n", ".xta"));
  EXPECT_EQ(loaded.text(), "clock x;\r\n");
  EXPECT_FALSE(loaded.diagnostics.has_errors());
}

TEST(LoadFile, MissingFileIsAnError) {
  const Loaded loaded("/nowhere/model.xml");
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("cannot open '/nowhere/model.xml'"));
}

TEST(LoadFile, DirectoryIsAnError) {
  const Loaded loaded("/");
  EXPECT_FALSE(loaded.file);
  EXPECT_EQ(loaded.message(), "'/' is a directory");
}

TEST(LoadFile, UnreadableFileIsAnError) {
  const std::string path = written("<nta/>");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  // Everything is readable to root.
  const bool is_root = geteuid() == 0;
  if (is_root && seteuid(65534) != 0) GTEST_SKIP();
  const Loaded loaded(path);
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  std::filesystem::remove(path);
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("cannot open"));
}

TEST(LoadFile, EmptyModelIsAnErrorButNotAnEmptyQueryFile) {
  const Loaded model(written(""));
  EXPECT_FALSE(model.file);
  EXPECT_THAT(model.message(), HasSubstr("is empty"));
  const Loaded queries(written("", ".q"));
  EXPECT_TRUE(queries.file);
}

TEST(LoadFile, MarkAloneIsEmpty) {
  const Loaded loaded(written("\xEF\xBB\xBF"));
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("is empty"));
}

TEST(LoadFile, HugeFileIsRefusedUnread) {
  const std::string path = written("x");
  std::filesystem::resize_file(path, (std::uintmax_t{256} << 20U) + 1);
  const Loaded loaded(path);
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("larger than 256 MiB"));
}

TEST(LoadFile, EndlessFileIsRefused) {
  if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP();
  const Loaded loaded("/dev/zero");
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("larger than 256 MiB"));
}

TEST(LoadFile, DashIsStandardInput) {
  const std::string path = written("E<> a\n", ".q");
  const int saved = dup(0);
  const int file = open(path.c_str(), O_RDONLY);
  dup2(file, 0);
  const Loaded loaded("-");
  dup2(saved, 0);
  close(saved);
  close(file);
  std::clearerr(stdin);
  std::filesystem::remove(path);
  EXPECT_EQ(loaded.text(), "E<> a\n");
  EXPECT_EQ(loaded.sources.name(*loaded.file), "<standard input>");
}

TEST(LoadFile, MarkOfUtf8IsDropped) { EXPECT_EQ(Loaded(written("\xEF\xBB\xBF<nta/>")).text(), "<nta/>"); }

TEST(LoadFile, Utf16IsRecognisedWithAndWithoutMark) {
  const std::string little = "<\0n\0t\0a\0/\0>\0\xE4\0"s;
  const std::string big = "\0<\0n\0t\0a\0/\0>\0\xE4"s;
  const std::string expected = "<nta/>\u00e4";
  EXPECT_EQ(Loaded(written("\xFF\xFE" + little)).text(), expected);
  EXPECT_EQ(Loaded(written("\xFE\xFF" + big)).text(), expected);
  EXPECT_EQ(Loaded(written(little)).text(), expected);
  EXPECT_EQ(Loaded(written(big)).text(), expected);
  EXPECT_EQ(Loaded(written("\xFF\xFE" + little, ".xta")).text(), expected);
}

TEST(LoadFile, Utf32IsRecognised) {
  EXPECT_EQ(Loaded(written("\xFF\xFE\0\0<\0\0\0n\0\0\0"s)).text(), "<n");
  EXPECT_EQ(Loaded(written("\0\0\0<\0\0\0n"s)).text(), "<n");
}

TEST(LoadFile, DeclaredEncodingIsHonoured) {
  const auto declared = [](const std::string& name) { return "<?xml version='1.0' encoding='" + name + "'?>"; };
  EXPECT_EQ(Loaded(written(declared("ISO-8859-1") + "\xE9")).text(), declared("ISO-8859-1") + "\u00e9");
  EXPECT_EQ(Loaded(written(declared("windows-1252") + "\x80")).text(), declared("windows-1252") + "\u20ac");
  EXPECT_EQ(Loaded(written(declared("us-ascii") + "a")).text(), declared("us-ascii") + "a");
  EXPECT_EQ(Loaded(written(declared("utf-8") + "\u00e9")).text(), declared("utf-8") + "\u00e9");
}

// Somebody converted the file and left the first line alone.
TEST(LoadFile, DeclarationOfUtf16InBytesIsNotBelieved) {
  const std::string text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><nta>\u00e9</nta>";
  EXPECT_EQ(Loaded(written(text)).text(), text);
}

TEST(LoadFile, UnknownEncodingIsNamed) {
  for (const std::string name : {"klingon", "", "../x//TRANSLIT"}) {
    const Loaded loaded(written("<?xml version='1.0' encoding='" + name + "'?><nta/>"));
    EXPECT_FALSE(loaded.file) << name;
    EXPECT_EQ(loaded.message(), "unknown encoding '" + name + "'");
    EXPECT_EQ(loaded.place(), "1:31");
  }
}

TEST(LoadFile, BytesOutsideTheDeclaredEncodingAreAnError) {
  const Loaded loaded(written("<?xml version='1.0' encoding='US-ASCII'?>\xE9"));
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("byte 41 cannot be read as US-ASCII"));
}

TEST(LoadFile, XmlMustBeUtf8) {
  const Loaded loaded(written("<nta>\n// \u00e9 \xE9t\xE9</nta>"));
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("byte 0xe9 is not valid UTF-8"));
  EXPECT_EQ(loaded.place(), "2:6");
  EXPECT_THAT(loaded.diagnostics.items()[0].hint, HasSubstr("ISO-8859-1"));
  const std::string shown = render(loaded.diagnostics, loaded.sources);
  EXPECT_FALSE(find_invalid_utf8(shown)) << shown;
}

TEST(LoadFile, TextMayHoldAnyBytesInComments) {
  const std::string text = "// \xE9t\xE9\nprocess P() { state a; init a; }\nsystem P;\n";
  EXPECT_EQ(Loaded(written(text, ".xta")).text(), text);
}

TEST(LoadFile, ZeroBytesAreNotText) {
  const Loaded loaded(
      written("\x7F"
              "ELF\nab\0\0"s,
              ".xta"));
  EXPECT_FALSE(loaded.file);
  EXPECT_THAT(loaded.message(), HasSubstr("not a text file"));
  EXPECT_EQ(loaded.place(), "2:3");
}

TEST(Encoding, FindsInvalidUtf8) {
  EXPECT_EQ(find_invalid_utf8("abc\u00e4\u20ac\U0001F600"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("ab\x80"), 2U);
  EXPECT_EQ(find_invalid_utf8("a\xC3"), 1U);
  EXPECT_EQ(find_invalid_utf8("\xC0\x80"), 0U);          // overlong
  EXPECT_EQ(find_invalid_utf8("\xE0\x9F\xBF"), 0U);      // overlong
  EXPECT_EQ(find_invalid_utf8("\xED\xA0\x80"), 0U);      // surrogate
  EXPECT_EQ(find_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond U+10FFFF
  EXPECT_EQ(find_invalid_utf8("\xE2\x28\xA1"), 0U);
}

TEST(Encoding, AppendsUtf8) {
  std::string text;
  for (const std::uint32_t c : {0x41U, 0xE4U, 0x20ACU, 0x1F600U, 0xD800U, 0x110000U}) append_utf8(c, text);
  EXPECT_EQ(text, "A\u00e4\u20ac\U0001F600\uFFFD\uFFFD");
}

}  // namespace
}  // namespace zonda::lang
