#include "formats/registry.hpp"

#include "util/invariant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace zonda::formats {
namespace {

using testing::HasSubstr;

std::string name_of(const Format* format) { return format == nullptr ? "?" : std::string(format->name); }

std::string recognised(std::string_view file_name, std::string_view text) {
  return name_of(standard().recognise(file_name, text));
}

TEST(Recognise, LooksAtTheContentFirst) {
  EXPECT_EQ(recognised("m.xta", "<?xml version='1.0'?><nta/>"), "xml");
  EXPECT_EQ(recognised("m", " \n<nta>"), "xml");
  EXPECT_EQ(recognised("m", "<!DOCTYPE nta>"), "xml");
  EXPECT_EQ(recognised("m.xml", "clock x;\nprocess P() {\n}\nsystem P;"), "xta");
  EXPECT_EQ(recognised("m.ta", "clock x;\nprocess P {\n}\nsystem P;"), "ta");
  EXPECT_EQ(recognised("m", "#tchecker\nsystem:fischer\nevent:tau\nprocess:P\n"), "tck");
  EXPECT_EQ(recognised("m", "/* a\n process b */\n// system\nA[] not deadlock\n"), "q");
  EXPECT_EQ(recognised("m", "P.a --> P.b\n"), "q");
  EXPECT_EQ(recognised("m", "clock x; process P() { state a; init a; } system P;"), "xta");
  EXPECT_EQ(recognised("m", "A[] P.a  // so; process P is idle\n"), "q");
  EXPECT_EQ(recognised("m", "sup: x\n"), "q");
}

TEST(Recognise, QueriesInsideAModelDoNotMakeItAQueryFile) {
  EXPECT_EQ(recognised("m", "process P() { }\nsystem P;\nquery {\nE<> true }\n"), "xta");
  EXPECT_EQ(recognised("m", "// E<> first\nA[] true\nprocess P() { }\nsystem P;\n"), "xta");
}

TEST(Recognise, WhatComesFirstCounts) {
  EXPECT_EQ(recognised("m", "<nta>\n<system>\nsystem P;\n</system>\nE<> a"), "xml");
  EXPECT_EQ(recognised("m", "system:s\nclock:1:x\nsystem P;\n"), "tck");
  EXPECT_EQ(recognised("m", "process P() { }\nsystem:s\nclock:1:x\n"), "xta");
  EXPECT_EQ(recognised("m", "system:s\nprocess P() { }\n"), "xta");
  EXPECT_EQ(recognised("m", "garbage\n<nta>"), "xml");
  EXPECT_EQ(recognised("m.q", "E<> P.x\n< 3"), "q");
}

TEST(Recognise, FallsBackToTheExtension) {
  EXPECT_EQ(recognised("m.xml", ""), "xml");
  EXPECT_EQ(recognised("m.xta", "clock x;"), "xta");
  EXPECT_EQ(recognised("m.ta", "clock x;"), "ta");
  EXPECT_EQ(recognised("m.q", "//NO_QUERY"), "q");
  EXPECT_EQ(recognised("m.tck", ""), "tck");
  EXPECT_EQ(recognised("m.txt", "hello"), "?");
  EXPECT_EQ(recognised("m.svg", "hello"), "?");  // that is only written
}

TEST(Recognise, UnclosedCommentIsSkipped) { EXPECT_EQ(recognised("m.q", "/* E<> a"), "q"); }

TEST(Registry, WritersAreFoundByNameAndByExtension) {
  EXPECT_EQ(name_of(standard().find_writer("xta")), "xta");
  EXPECT_EQ(name_of(standard().find_writer("folder.xml/model.tck")), "tck");
  EXPECT_EQ(name_of(standard().find_writer("a.gv")), "dot");
  EXPECT_EQ(name_of(standard().find_writer("ta")), "?");  // that is only read
  EXPECT_EQ(name_of(standard().find_writer("model.doc")), "?");
  EXPECT_EQ(name_of(standard().find_writer("-")), "?");
}

TEST(Registry, UnreadableFilesGetTheListOfWhatCanBeRead) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const Reading read = standard().read(sources, sources.add("m.txt", "hello"), diagnostics);
  EXPECT_EQ(read.tree, nullptr);
  EXPECT_EQ(diagnostics.items().at(0).message, "'m.txt' is not a model");
  for (const auto& f : standard().all()) {
    if (!f->is_of_models()) continue;
    for (const std::string_view extension : f->extensions)
      EXPECT_THAT(diagnostics.items().at(0).hint, testing::HasSubstr(std::string(extension)));
  }
}

TEST(Registry, QueryFilesAreNoModels) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  EXPECT_EQ(standard().read(sources, sources.add("m.q", "E<> a"), diagnostics).tree, nullptr);
  EXPECT_EQ(diagnostics.items().at(0).message, "'m.q' is a query file, not a model");
}

// What descriptions must say, whoever adds one.
TEST(Registry, DescriptionsAreComplete) {
  std::set<std::string_view> warnings;
  for (const lang::WarningName& w : lang::warning_names()) warnings.insert(w.name);
  for (const auto& f : standard().all()) {
    EXPECT_NE(f->name, "");
    EXPECT_FALSE(f->extensions.empty()) << f->name;
    for (const std::string_view extension : f->extensions) EXPECT_TRUE(extension.starts_with('.')) << f->name;
    const bool is_read = f->is_of_models() || f->read_queries != nullptr;
    EXPECT_TRUE(is_read || f->write != nullptr) << f->name;
    if (f->is_of_models()) {
      EXPECT_NE(f->owner, "") << f->name;
    }
    if (f->is_of_models() && f->write != nullptr) {
      EXPECT_NE(f->queries, QueryPlace::NotApplicable) << f->name;
    }
    for (const std::string_view warning : f->silent_warnings) EXPECT_TRUE(warnings.contains(warning)) << warning;
    // Its own extension leads to it.
    EXPECT_EQ(is_read ? name_of(standard().recognise("m" + std::string(f->extensions[0]), "")) : f->name, f->name);
  }
}

TEST(Registry, NamesAndExtensionsAreTakenOnce) {
  Registry registry = standard();
  Format same_name;
  same_name.name = "xta";
  EXPECT_THROW(registry.add(same_name), InternalError);
  Format same_extension;
  same_extension.name = "new";
  same_extension.extensions = {".tck"};
  EXPECT_THROW(registry.add(same_extension), InternalError);
  EXPECT_EQ(registry.all().size(), standard().all().size());
}

}  // namespace
}  // namespace zonda::formats
