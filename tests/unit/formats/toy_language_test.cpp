// A language that is nothing like UPPAAL's, in one file: its reader, its description, and one line that registers it.
// What it needs beyond this file is nothing; everything a user can do with a model works, or says why it does not.
//
//   toy                               the first line
//   counter presses 0..3              a number with a range
//   lamp Desk off on broken           a process with its modes; it starts in the first one and has a clock
//   stay Desk on 5                    it stays in this mode for 5 at most since its last step
//   mark Desk broken bad              a label
//   step Desk off on                  it may go from one mode to another, at once
//   step Desk on off after 2          … not before 2 have passed since the last step
//   step Desk on off add presses 1    … and then counts
//   step Desk on off below presses 3  … if the number is less than that
//   ask Desk broken                   can it be in this mode?
#include "api/model_parts.hpp"
#include "formats/registry.hpp"
#include "model/blueprint.hpp"
#include "zonda/edit.hpp"
#include "zonda/model.hpp"
#include "zonda/walk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <map>
#include <optional>

namespace zonda {
namespace {

using model::Blueprint;
using model::Operation;
using testing::HasSubstr;

// ---------------------------------------------------------------------------------------------------------
// The reader

struct Word {
  std::string text;
  lang::SourceRange range;
};

class ToyReader {
 public:
  ToyReader(const lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics)
      : text_(sources.text(file)),
        base_(sources.base(file)),
        diagnostics_(diagnostics),
        blueprint_(std::make_unique<Blueprint>()) {}

  std::unique_ptr<Blueprint> run() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      split(at, end);
      try {
        if (!words_.empty() && words_[0].text != "toy") line();
      } catch (const BadLine&) {
      }
      at = end + 1;
    }
    return std::move(blueprint_);
  }

 private:
  struct BadLine {};
  struct Lamp {
    model::ProcessId process;
    model::ClockId clock;
    std::map<std::string, model::LocationId> modes;
  };

  void split(std::size_t begin, std::size_t end) {
    words_.clear();
    for (std::size_t at = begin; at < end;) {
      const std::size_t first = std::min(text_.find_first_not_of(" \t\r", at), end);
      const std::size_t last = std::min(text_.find_first_of(" \t\r\n", first), end);
      if (first < end) words_.push_back({std::string(text_.substr(first, last - first)), range(first, last)});
      at = last + 1;
    }
    next_ = 0;
  }
  lang::SourceRange range(std::size_t begin, std::size_t end) const {
    return {base_ + static_cast<std::uint32_t>(begin), base_ + static_cast<std::uint32_t>(end)};
  }
  [[noreturn]] void fail(lang::SourceRange where, std::string message) {
    diagnostics_.error(where, std::move(message));
    throw BadLine{};
  }
  bool has_next() const { return next_ < words_.size(); }
  const Word& word(const char* what) {
    if (!has_next()) {
      const lang::SourceRange last = words_.back().range;
      fail({last.end - 1, last.end}, std::string("the line ends, ") + what + " expected");
    }
    return words_[next_++];
  }
  std::int32_t number_in(const Word& w, std::string_view text) {
    std::int32_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) fail(w.range, "'" + w.text + "' is no number");
    return value;
  }
  std::int32_t number() {
    const Word& w = word("a number");
    return number_in(w, w.text);
  }
  Lamp& lamp() {
    const Word& w = word("a lamp");
    const auto found = lamps_.find(w.text);
    if (found == lamps_.end()) fail(w.range, "there is no lamp '" + w.text + "'");
    return found->second;
  }
  model::LocationId mode(const Lamp& of) {
    const Word& w = word("a mode");
    const auto found = of.modes.find(w.text);
    if (found == of.modes.end()) fail(w.range, "the lamp has no mode '" + w.text + "'");
    return found->second;
  }
  model::VariableId counter() {
    const Word& w = word("a counter");
    const auto found = counters_.find(w.text);
    if (found == counters_.end()) fail(w.range, "there is no counter '" + w.text + "'");
    return found->second;
  }

  void line() {
    const Word& first = word("a word");
    if (first.text == "counter") {
      const Word& name = word("a name");
      const Word& values = word("a range");
      const std::size_t dots = values.text.find("..");
      if (dots == std::string::npos) fail(values.range, "a range is written 0..3");
      Blueprint::Variable v;
      v.name = name.text;
      v.range = name.range;
      v.values = {number_in(values, std::string_view(values.text).substr(0, dots)),
                  number_in(values, std::string_view(values.text).substr(dots + 2))};
      counters_.emplace(name.text, blueprint_->add(v));
    } else if (first.text == "lamp") {
      const Word& name = word("a name");
      Lamp made;
      made.process = blueprint_->add(Blueprint::Process{name.text, name.range, {}, {}, {}});
      made.clock = blueprint_->add(Blueprint::Clock{"since", made.process, name.range});
      while (has_next()) {
        const Word& m = word("a mode");
        Blueprint::Location l;
        l.name = m.text;
        l.range = m.range;
        made.modes.emplace(m.text, blueprint_->add(made.process, l));
      }
      lamps_.emplace(name.text, made);
    } else if (first.text == "stay") {
      const Lamp& of = lamp();
      const model::LocationId at = mode(of);
      const Word& most = word("a number");
      Blueprint::ClockComparison c;
      c.left = of.clock;
      c.bound = blueprint_->number(number_in(most, most.text));
      c.range = most.range;
      blueprint_->location(of.process, at).invariant = {std::nullopt, {c}, most.range};
    } else if (first.text == "mark") {
      const Lamp& of = lamp();
      const model::LocationId at = mode(of);
      blueprint_->location(of.process, at).labels.push_back(word("a label").text);
    } else if (first.text == "step") {
      step();
    } else if (first.text == "ask") {
      const Lamp& of = lamp();
      Blueprint::Query q;
      q.predicate = blueprint_->is_at(of.process, mode(of), first.range);
      q.text = "ask " + words_[1].text + " " + words_[2].text;
      q.range = lang::join(first.range, words_[2].range);
      blueprint_->add(q);
    } else {
      fail(first.range, "'" + first.text + "' begins no line");
    }
    if (has_next()) fail(words_[next_].range, "nothing is expected here");
  }

  void step() {
    const Lamp& of = lamp();
    Blueprint::Edge e;
    e.source = mode(of);
    e.target = mode(of);
    e.range = lang::join(words_.front().range, words_.back().range);
    Blueprint::Statement reset;
    reset.kind = Blueprint::Statement::Kind::SetClock;
    reset.clock = of.clock;
    e.update.push_back(reset);
    while (has_next()) {
      const Word& what = word("a word");
      const std::size_t first = next_;
      if (what.text == "after") {
        Blueprint::ClockComparison c;
        c.left = of.clock;
        c.relation = Operation::GreaterEqual;
        c.bound = blueprint_->number(number());
        e.guard.clocks.push_back(c);
        e.guard.range = lang::join(what.range, words_[first].range);
      } else if (what.text == "below") {
        const model::VariableId n = counter();
        const model::Term limit = blueprint_->number(number());
        e.guard.holds = blueprint_->apply(Operation::Less, blueprint_->value_of(n), limit);
        e.guard.range = lang::join(what.range, words_[next_ - 1].range);
      } else if (what.text == "add") {
        const model::VariableId n = counter();
        Blueprint::Statement s;
        s.variable = n;
        s.value = blueprint_->apply(Operation::Add, blueprint_->value_of(n), blueprint_->number(number()));
        s.range = lang::join(what.range, words_[next_ - 1].range);
        e.update_range = s.range;
        e.update.push_back(s);
      } else {
        fail(what.range, "'" + what.text + "' is none of after, below and add");
      }
    }
    blueprint_->add(of.process, e);
  }

  std::string_view text_;
  std::uint32_t base_;
  lang::Diagnostics& diagnostics_;
  std::unique_ptr<Blueprint> blueprint_;
  std::vector<Word> words_;
  std::size_t next_ = 0;
  std::map<std::string, Lamp> lamps_;
  std::map<std::string, model::VariableId> counters_;
};

// ---------------------------------------------------------------------------------------------------------
// The description

formats::Format toy() {
  formats::Format f;
  f.name = "toy";
  f.owner = "the toy's";
  f.extensions = {".toy"};
  f.recognise = [](std::string_view beginning) {
    return (beginning.starts_with("toy\n") || beginning.starts_with("toy\r\n")) ? formats::Evidence::certain(0)
                                                                                : formats::Evidence{};
  };
  f.read_blueprint = [](const lang::Sources& sources, lang::Sources::FileId file, lang::Diagnostics& diagnostics) {
    return ToyReader(sources, file, diagnostics).run();
  };
  f.has_labels = true;
  return f;
}

formats::Registry registry() {
  formats::Registry result = formats::standard();
  result.add(toy());
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// What a user does with it

const std::string kLamps =
    "toy\n"
    "counter presses 0..3\n"
    "lamp Desk off on broken\n"
    "lamp Shelf dark light\n"
    "stay Desk on 5\n"
    "mark Desk broken bad\n"
    "step Desk off on below presses 3 add presses 1\n"
    "step Desk on off after 2\n"
    "step Desk on broken after 4\n"
    "step Shelf dark light after 7\n"
    "ask Desk broken\n";

Model load(const std::string& text, std::vector<std::string> queries = {}, const std::string& name = "lamp.toy") {
  LoadOptions options;
  options.queries = std::move(queries);
  return parse_with(registry(), text, name, options);
}

std::vector<Verdict> verdicts(const Model& model) {
  EXPECT_EQ(model.messages(), "");
  std::vector<Verdict> result;
  for (const QueryResult& r : model.check().results) result.push_back(r.verdict);
  return result;
}

TEST(ToyLanguage, ItsOwnQueryIsAnswered) {
  const Model model = load(kLamps);
  EXPECT_EQ(verdicts(model), std::vector{Verdict::Satisfied});
  ASSERT_EQ(model.queries().size(), 1U);
  EXPECT_EQ(model.queries()[0].formula, "ask Desk broken");
  EXPECT_EQ(model.queries()[0].kind, "E<>");
  EXPECT_EQ(model.queries()[0].place.line, 11U);
  EXPECT_EQ(model.query_count(), 1U);
}

TEST(ToyLanguage, QueriesAreThoseOfEveryOtherFormat) {
  const Model model =
      load(kLamps, {"E<> Desk.on && presses == 3", "A[] presses <= 2", "A[] Desk.on imply Desk.since <= 5",
                    "A[] not deadlock", "E<> Desk.broken && Desk.since > 100", "A<> presses == 1",
                    "Desk.on --> Desk.off || Desk.broken", "E[] Shelf.dark"});
  EXPECT_EQ(verdicts(model),
            (std::vector{Verdict::Satisfied, Verdict::NotSatisfied, Verdict::Satisfied, Verdict::NotSatisfied,
                         Verdict::Satisfied, Verdict::NotSatisfied, Verdict::Satisfied, Verdict::Satisfied}));
}

TEST(ToyLanguage, ValuesAreAskedFor) {
  const Model model = load(kLamps, {"sup: presses", "inf{Desk.broken}: presses"});
  const auto results = model.check().results;
  ASSERT_EQ(results.size(), 2U);
  ASSERT_EQ(results[0].values.size(), 1U);
  EXPECT_EQ(value_text(results[0].values[0], true, false), "3");
  ASSERT_EQ(results[1].values.size(), 1U);
  EXPECT_EQ(value_text(results[1].values[0], false, true), "1");
}

TEST(ToyLanguage, LabelsAreAskedFor) {
  LoadOptions options;
  options.labels = {"bad"};
  EXPECT_EQ(verdicts(parse_with(registry(), kLamps, "lamp.toy", options)), std::vector{Verdict::Satisfied});
  options.labels = {"bda"};
  const Model unknown = parse_with(registry(), kLamps, "lamp.toy", options);
  EXPECT_THAT(unknown.messages(), HasSubstr("no location has the label 'bda'\n    hint: did you mean 'bad'?"));
}

TEST(ToyLanguage, ItIsRecognisedByItsContent) {
  EXPECT_EQ(verdicts(load(kLamps, {}, "<text>")), std::vector{Verdict::Satisfied});
}

// The same model in UPPAAL's language has the same states.
TEST(ToyLanguage, CountsAreThoseOfTheSameModelInAnotherLanguage) {
  const std::string same =
      "int[0,3] presses;\n"
      "process Desk() { clock since; state off, on { since <= 5 }, broken; init off;\n"
      "  trans off -> on { guard presses < 3; assign since = 0, presses = presses + 1; },\n"
      "        on -> off { guard since >= 2; assign since = 0; },\n"
      "        on -> broken { guard since >= 4; assign since = 0; }; }\n"
      "process Shelf() { clock since; state dark, light; init dark;\n"
      "  trans dark -> light { guard since >= 7; assign since = 0; }; }\n"
      "system Desk, Shelf;\n";
  LoadOptions options;
  options.queries = {"E<> false"};
  const auto other = Model::parse(same, "same.xta", options).check().results;
  const auto ours = load(kLamps, {"E<> false"}).check().results;
  ASSERT_EQ(other.size(), 1U);
  ASSERT_EQ(ours.size(), 1U);
  EXPECT_EQ(ours[0].verdict, Verdict::NotSatisfied);
  EXPECT_EQ(ours[0].stats.visited, other[0].stats.visited);
  EXPECT_EQ(ours[0].stats.transitions, other[0].stats.transitions);
  EXPECT_GT(ours[0].stats.visited, 10U);
}

TEST(ToyLanguage, MistakesAreShownWhereTheyAre) {
  const Model model = load("toy\nlamp Desk off on\nstep Dsk off on\nstep Desk off onn\n  step Desk off\nglow Desk\n");
  EXPECT_FALSE(model.is_usable());
  EXPECT_TRUE(model.is_read());
  EXPECT_EQ(model.error_count(), 4U);
  EXPECT_THAT(model.messages(), HasSubstr("lamp.toy:3:6: error: there is no lamp 'Dsk'\n"
                                          "    step Dsk off on\n"
                                          "         ^~~\n"));
  EXPECT_THAT(model.messages(), HasSubstr("lamp.toy:4:15: error: the lamp has no mode 'onn'"));
  EXPECT_THAT(model.messages(), HasSubstr("lamp.toy:5:15: error: the line ends, a mode expected"));
  EXPECT_THAT(model.messages(), HasSubstr("lamp.toy:6:1: error: 'glow' begins no line"));
}

// What every language must get right is checked once, for all readers.
TEST(ToyLanguage, MistakesThatAnyLanguageHasAreFoundForTheReader) {
  EXPECT_THAT(load("toy\nlamp A off\nlamp A on\n").messages(), HasSubstr("lamp.toy:3:6: error: 'A' is declared twice"));
  EXPECT_THAT(load("toy\nlamp A off off\n").messages(), HasSubstr("lamp.toy:2:12: error: 'off' is declared twice"));
  EXPECT_THAT(load("toy\nlamp A off\ncounter A 0..1\n").messages(), HasSubstr("'A' is declared twice"));
  EXPECT_THAT(load("toy\nlamp A off\ncounter n 3..1\n").messages(),
              HasSubstr("lamp.toy:3:9: error: the range [3,1] is empty"));
  EXPECT_THAT(load("toy\nlamp A\n").messages(), HasSubstr("lamp.toy:2:6: error: process 'A' has no location"));
  EXPECT_THAT(load("toy\n").messages(), HasSubstr("error: the model has no process"));
}

TEST(ToyLanguage, MistakesInQueriesLeaveTheModelUsable) {
  const Model model = load(kLamps, {"E<> Desk.onn", "E<> Dsk.on", "E<> Desk.on"});
  EXPECT_TRUE(model.is_usable());
  EXPECT_EQ(model.error_count(), 2U);
  EXPECT_THAT(model.messages(), HasSubstr("query 1:1:"));
  const auto results = model.check().results;
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].verdict, Verdict::Error);
  EXPECT_EQ(results[2].verdict, Verdict::Satisfied);
}

TEST(ToyLanguage, ErrorsOfARunNameTheirPlace) {
  const Model model = load("toy\ncounter n 0..2\nlamp Desk off\nstep Desk off off add n 1\n", {"E<> n == 7"});
  const auto results = model.check().results;
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].verdict, Verdict::Error);
  EXPECT_THAT(results[0].reason, HasSubstr("value 3 is outside [0,2]"));
  EXPECT_THAT(results[0].reason, HasSubstr("lamp.toy:4:19"));
}

TEST(ToyLanguage, TracesShowItsText) {
  const Model model = load(kLamps);
  CheckOptions options;
  options.trace = "fastest";
  const auto results = model.check(options).results;
  ASSERT_EQ(results.size(), 1U);
  ASSERT_NE(results[0].trace, nullptr);
  const Trace& trace = *results[0].trace;
  ASSERT_EQ(trace.steps.size(), 2U);
  EXPECT_EQ(trace.steps[0].edges[0].guard, "below presses 3");
  EXPECT_EQ(trace.steps[0].edges[0].update, "add presses 1");
  EXPECT_EQ(trace.steps[0].edges[0].position, "lamp.toy:7:1");
  EXPECT_EQ(trace.steps[1].edges[0].guard, "after 4");
  EXPECT_THAT(model.write_trace(trace, Model::TraceFormat::Text), HasSubstr("Desk: on -> broken  when after 4"));
  EXPECT_THAT(model.write_trace(trace, Model::TraceFormat::Uppaal), HasSubstr("Desk.off->Desk.on"));
  EXPECT_THAT(model.write_trace(trace, Model::TraceFormat::Xml), HasSubstr("<guard>after 4</guard>"));
  EXPECT_THAT(model.intermediate_format(), HasSubstr("after 4"));
  const Model::Replayed by_json = model.replay(model.write_trace(trace, Model::TraceFormat::Json));
  EXPECT_EQ(by_json.failure + by_json.error, "");
  EXPECT_EQ(by_json.steps, 2U);
  EXPECT_EQ(by_json.meets_query, std::optional(true));
  const Model::Replayed by_xtr = model.replay(model.write_trace(trace, Model::TraceFormat::Xtr));
  EXPECT_EQ(by_xtr.failure + by_xtr.error, "");
  EXPECT_EQ(by_xtr.steps, 2U);
}

TEST(ToyLanguage, ItIsDescribed) {
  const Model model = load(kLamps);
  EXPECT_THAT(model.info(), HasSubstr("2 processes, 5 locations, 4 edges, 2 clocks, 1 variable"));
  const auto info = nlohmann::json::parse(model.info_json());
  EXPECT_EQ(info["format"], "toy");
  EXPECT_EQ(info["processes"][0]["template"], "Desk");
  EXPECT_EQ(info["clocks"][0]["name"], "Desk.since");
  EXPECT_EQ(info["variables"][0]["upper"], 3);
  EXPECT_EQ(info["queries"][0]["position"], "lamp.toy:11:1");
}

TEST(ToyLanguage, ItIsWalkedAndDiagnosed) {
  const Model model = load(kLamps);
  Walk walk(model);
  ASSERT_FALSE(walk.moves().empty());
  EXPECT_EQ(walk.moves()[0].edges[0].guard, "below presses 3");
  const Diagnosis diagnosis = model.diagnose();
  EXPECT_EQ(diagnosis.error, "");
}

// Networks with a variable more than the model has are built from the blueprint too.
TEST(ToyLanguage, ItsRunsAreToldApart) {
  const Model model = load(kLamps, {"E<> Desk.broken"});
  PartitionOptions options;
  options.check.only = 1;
  options.base_line = true;
  options.p_points = "Desk:off->on";
  const PartitionResult result = model.partition(options);
  EXPECT_EQ(result.error, "");
  EXPECT_TRUE(result.is_complete) << result.result.reason;
  EXPECT_EQ(result.paths.size(), 3U);
  options.p_points = "label \"add presses\"";
  EXPECT_EQ(model.partition(options).paths.size(), 3U);
  options.p_points = "colour #ff0000";
  EXPECT_THAT(model.partition(options).error, HasSubstr("no edge has the colour"));
}

// What needs a syntax tree says so; what needs only the network works.
TEST(ToyLanguage, ItIsConvertedWhereThatNeedsNoSyntaxTree) {
  const Model model = load(kLamps);
  const Model::Converted text = model.convert("xta");
  EXPECT_EQ(text.text, "");
  EXPECT_EQ(text.error, "a model in the toy's format cannot be written as xta: zonda keeps its meaning, not its text");
  for (const char* const format : {"xml", "q", "json", "dot", "svg"})
    EXPECT_THAT(model.convert(format).error, HasSubstr("cannot be written as")) << format;
  const Model::Converted tck = model.convert("tck");
  EXPECT_EQ(tck.error, "");
  LoadOptions options;
  options.labels = {"bad"};
  EXPECT_EQ(verdicts(Model::parse(tck.text, "lamp.tck", options)), std::vector{Verdict::Satisfied});
  EXPECT_THAT(Model::compare(model, model).error, HasSubstr("models in the toy's format cannot be compared"));
}

}  // namespace
}  // namespace zonda
