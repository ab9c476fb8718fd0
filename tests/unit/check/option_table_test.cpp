// The table of options: what is derived from it fits together.
#include "check/check_queries.hpp"
#include "reduce/reductions.hpp"
#include "zonda/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace zonda {
namespace {

// A value for each option that is not the usual one.
std::string other_value(const OptionInfo& option) {
  const std::vector<OptionValue> words = option_values(option);
  for (const OptionValue& word : words)
    if (word.name != option.usual)
      return std::string(word.name) + (word.trial.empty() ? "" : ":" + std::string(word.trial));
  return option.kind == OptionKind::Bytes ? "3KiB" : option.kind == OptionKind::Seconds ? "2m" : "7";
}

TEST(OptionTable, NamesAreDifferent) {
  std::set<std::string_view> flags;
  std::set<std::string_view> json;
  for (const OptionInfo& option : option_table()) {
    EXPECT_TRUE(flags.insert(option.flag).second) << option.flag;
    if (!option.json.empty()) {
      EXPECT_TRUE(json.insert(option.json).second) << option.json;
    }
    EXPECT_EQ(find_option(option.field), &option);
    EXPECT_NE(option.commands, 0) << option.flag;
    EXPECT_NE(option.queries, 0) << option.flag;
    EXPECT_FALSE(option_help(option).empty()) << option.flag;
  }
}

TEST(OptionTable, ValuesAreSetAndTold) {
  for (const OptionInfo& option : option_table()) {
    if (option.json.empty()) continue;
    CheckOptions options;
    EXPECT_FALSE(is_given(options, option)) << option.flag;
    ASSERT_EQ(set_option(options, option, other_value(option)), "") << option.flag;
    EXPECT_TRUE(is_given(options, option)) << option.flag;
    // What is told can be set again.
    CheckOptions again;
    ASSERT_EQ(set_option(again, option, setting_text(option_setting(options, option))), "") << option.flag;
    EXPECT_EQ(option_setting(again, option), option_setting(options, option)) << option.flag;
    CheckOptions copy;
    copy_option(options, option, copy);
    EXPECT_EQ(option_setting(copy, option), option_setting(options, option)) << option.flag;
    for (const OptionInfo& other : option_table()) {
      EXPECT_TRUE(&other == &option || !is_given(options, other)) << option.flag << " sets " << other.flag;
    }
  }
}

TEST(OptionTable, WrongValuesAreRefused) {
  CheckOptions options;
  const auto error = [&](const OptionInfo& option, const std::string& text) {
    return set_option(options, option, text);
  };
  EXPECT_EQ(error(option_of(&CheckOptions::seed), "-1"), "--seed: '-1' is not a number; write one such as 0, 1 or 25");
  EXPECT_EQ(error(option_of(&CheckOptions::shuffle), "99999999999999999999"),
            "--shuffle: '99999999999999999999' is too large");
  EXPECT_EQ(error(option_of(&CheckOptions::swarm), "0"), "--swarm takes a number from 1 to 1000");
  EXPECT_EQ(error(option_of(&CheckOptions::memory_bytes), "much"),
            "'much' is not an amount of memory; write 2GiB or 500MB");
  EXPECT_EQ(error(option_of(&CheckOptions::memory_bytes), "0"),
            "a memory limit of '0' leaves nothing; leave the option out to have no limit");
  EXPECT_EQ(error(option_of(&CheckOptions::seconds), "soon"), "'soon' is not a time; write 60s, 5m or 1h");
  for (const OptionInfo& option : option_table()) {
    if (option.json.empty() || option.kind != OptionKind::Word) continue;
    CheckOptions wrong;
    ASSERT_EQ(set_option(wrong, option, "nonsense"), "") << "words are looked at together with the others";
    EXPECT_NE(option_error(wrong).find("'nonsense'; there are "), std::string::npos) << option.flag;
    for (const OptionValue& value : option_values(option))
      EXPECT_NE(option_error(wrong).find(std::string(value.name)), std::string::npos) << option.flag << value.name;
  }
}

TEST(OptionTable, NumbersOutOfRangeAreRefusedWhoeverSetsThem) {
  CheckOptions options;
  options.compact = true;
  options.swarm = 1001;
  EXPECT_EQ(option_error(options), "--swarm takes a number from 1 to 1000");
  options = {};
  options.seconds = -1;
  EXPECT_EQ(option_error(options), "--time takes a time, not -1");
}

TEST(OptionTable, VerifytasCodesStandForValuesThatThereAre) {
  struct Mapped {
    std::string_view field;
    std::string_view text;
  };
  const std::vector<Mapped> mapped = {
#define ZONDA_VERIFYTA(letter, code, field, text) {#field, text},
#include "zonda/options.def"
  };
  ASSERT_FALSE(mapped.empty());
  for (const Mapped& m : mapped) {
    CheckOptions options;
    ASSERT_EQ(set_option(options, *find_option(m.field), m.text), "") << m.field;
    EXPECT_EQ(option_error(options), "") << m.field << ' ' << m.text;
  }
}

TEST(OptionTable, WordingsAreOfOptionsThatTheCommandHas) {
  struct Wording {
    Commands command;
    std::string_view field;
  };
  const std::vector<Wording> wordings = {
#define ZONDA_WORDING(command, field, values, help) {command, #field},
#include "zonda/options.def"
  };
  for (const Wording& w : wordings) {
    ASSERT_NE(find_option(w.field), nullptr) << w.field;
    EXPECT_NE(find_option(w.field)->commands & w.command, 0) << w.field;
  }
}

TEST(OptionTable, AWordIsWithoutEffectWhereItsRegistrySaysSo) {
  CheckOptions options;
  options.order = "waiting";
  const OptionInfo& order = option_of(&CheckOptions::order);
  EXPECT_TRUE(has_effect(options, order, kReach));
  EXPECT_TRUE(has_effect(options, order, kValues));
  EXPECT_FALSE(has_effect(options, order, kRuns));
  options.order = "dfs";
  EXPECT_TRUE(has_effect(options, order, kRuns));
  EXPECT_FALSE(has_effect(options, option_of(&CheckOptions::hull), kValues));
}

// A query that needs more than an abstraction preserves is refused, and the kind of the refusal says so.
TEST(Refusals, AreToldByKind) {
  LoadOptions load;
  load.disabled_warnings = {"all"};
  load.queries = {"A[] not deadlock", "E<> P.", "E<> P.b"};
  const Model model = Model::parse(
      "clock x; process P() { state a, b; init a; trans a -> b { guard x > 1; }; }\nsystem P;\n", "p.xta", load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  CheckOptions options;
  options.abstraction = "alu";
  const auto results = model.check(options).results;
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].refusal, Refusal::Option);
  EXPECT_EQ(results[0].reason, "--abstraction alu is not sound for 'deadlock'; use extra-m-plus");
  EXPECT_EQ(results[1].refusal, Refusal::Formula);
  EXPECT_EQ(results[2].refusal, Refusal::None);
  EXPECT_EQ(results[2].verdict, Verdict::Satisfied);
}

TEST(OptionTable, WordsOfAListAreLookedAtOneByOne) {
  CheckOptions options;
  const std::string known(reduce::all_reductions().front().name);
  options.reduce = known + "," + known;
  EXPECT_EQ(option_error(options), "");
  options.reduce = known + ",nonsense";
  EXPECT_THAT(option_error(options), testing::HasSubstr("unknown reduction 'nonsense'"));
  options.reduce = known + ",";
  EXPECT_THAT(option_error(options), testing::HasSubstr("unknown reduction ''"));
}

}  // namespace
}  // namespace zonda
