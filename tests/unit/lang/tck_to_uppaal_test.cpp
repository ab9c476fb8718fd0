#include "lang/tck_to_uppaal.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/write_xta.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

using ::testing::HasSubstr;

struct Converted {
  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<Document> document;
  UppaalDocument made;

  explicit Converted(const std::string& text) {
    document = formats::read_tree(sources, sources.add("m.tck", "system:s\nevent:a\nevent:b\nint:1:0:5:0:n\n" + text),
                                  diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
    made = tck_to_uppaal(*document);
  }
  [[nodiscard]] std::string text() const { return made.document == nullptr ? made.refusal : write_xta(*made.document); }
  [[nodiscard]] std::string refusal() const { return sources.place(made.range) + ": " + made.refusal; }
};

const std::string kThree =
    "process:P\nlocation:P:p{initial:}\nedge:P:p:p:a{}\nedge:P:p:p:b{}\n"
    "process:Q\nlocation:Q:p{initial:}\nedge:Q:p:p:a{do: n=1}\n"
    "process:R\nlocation:R:p{initial:}\nedge:R:p:p:a{do: n=2}\nedge:R:p:p:b{provided: n>1}\n";

TEST(TckToUppaal, PairsBecomeChannelsAndEdgesAreCopied) {
  const std::string text = Converted(kThree + "sync:P@a:Q@a\nsync:R@a:P@a\n").text();
  EXPECT_THAT(text, HasSubstr("chan a;\nchan a_2;\n"));
  EXPECT_THAT(text, HasSubstr("    p -> p { sync a!; },\n    p -> p { sync a_2?; },\n    p -> p { };"));
  EXPECT_THAT(text, HasSubstr("p -> p { sync a?; assign n = 1; };"));
  EXPECT_THAT(text, HasSubstr("p -> p { sync a_2!; assign n = 2; },\n    p -> p { guard n > 1; };"));
}

TEST(TckToUppaal, WeakPartsBecomeABroadcast) {
  const std::string text = Converted(kThree + "sync:P@b:Q@a?:R@a?\n").text();
  EXPECT_THAT(text, HasSubstr("broadcast chan b;\n"));
  EXPECT_THAT(text, HasSubstr("p -> p { sync b!; };"));
  EXPECT_THAT(text, HasSubstr("p -> p { sync b?; assign n = 2; },"));
}

TEST(TckToUppaal, NamesAreMadeToFit) {
  const Converted c(
      "process:A.b\nlocation:A.b:n{initial: : labels: here}\nlocation:A.b:while{}\nedge:A.b:n:while:a{do: n=n+1}\n");
  EXPECT_THAT(c.text(), HasSubstr("process A_b()"));
  EXPECT_THAT(c.text(), HasSubstr("/* labels: here */\n    n_,"));
  EXPECT_THAT(c.text(), HasSubstr("n_ -> while_ { assign n = n + 1; };"));
  EXPECT_TRUE(c.made.has_labels);
}

TEST(TckToUppaal, RefusesWhatMeansSomethingElse) {
  EXPECT_EQ(Converted(kThree + "sync:P@a:Q@a:R@a\n").refusal(), "m.tck:16:1: a synchronisation of 3 processes");
  EXPECT_EQ(Converted(kThree + "sync:P@a?:Q@a?\n").refusal(), "m.tck:16:1: a synchronisation of weak parts only");
  EXPECT_EQ(Converted(kThree + "sync:P@a?:Q@a\n").refusal(),
            "m.tck:16:1: a synchronisation that starts with a weak part");
  EXPECT_EQ(Converted(kThree + "sync:P@a:R@b?\n").refusal(),
            "m.tck:15:24: a guard on an edge that synchronises weakly");
  EXPECT_EQ(Converted(kThree + "sync:P@a:R@a?:Q@a?\n").refusal(),
            "m.tck:16:15: a synchronisation with weak parts that are not in the order of processes");
  EXPECT_EQ(Converted("process:P\nlocation:P:p{initial:}\nlocation:P:q{initial:}\n").refusal(),
            "m.tck:7:12: a process with several initial locations");
}

}  // namespace
}  // namespace zonda::lang
