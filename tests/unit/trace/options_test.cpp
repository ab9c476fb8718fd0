// What the walker lists against what the replayer, which shares only the Network with it, allows: on every model of the
// repository, along random runs, now and after delays.
#include "trace/options.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "trace/make.hpp"
#include "trace/replay.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <random>
#include <set>

namespace zonda::trace {
namespace {

constexpr Units kScale = 10;

std::vector<std::filesystem::path> models() {
  std::vector<std::filesystem::path> result;
  for (const char* folder : {ZONDA_ROOT "/models", ZONDA_ROOT "/tests/models"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() != ".q" && entry.path().extension() != ".md") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

struct Loaded {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<model::Network> network;

  explicit Loaded(const std::string& path) {
    const auto file = lang::load_file(path, sources, diagnostics);
    document = formats::read_tree(sources, *file, diagnostics);
    semantics = lang::check(*document, diagnostics);
    network = model::build(*document, *semantics, diagnostics);
  }
};

using Moves = std::set<std::string>;

std::string name_of(const std::vector<MoveEdge>& edges) {
  std::string result;
  for (const MoveEdge& e : edges) {
    result += std::to_string(e.process) + "/" + std::to_string(e.edge);
    for (const std::int32_t value : e.selects) result += "," + std::to_string(value);
    result += " ";
  }
  return result;
}

bool contains(const Delays& d, Units at) {
  if (d.is_empty || at < d.low || (at == d.low && d.is_low_open)) return false;
  return !d.has_high || at < d.high || (at == d.high && !d.is_high_open);
}

class WalkedModels : public testing::TestWithParam<std::filesystem::path> {
 protected:
  // What the list says is possible after the delay.
  static Moves listed(const model::Network& network, const std::vector<Option>& options, Units delay) {
    Moves result;
    for (const Option& o : options)
      for (const Delays& d : o.windows)
        if (o.error.empty() && contains(d, delay)) result.insert(name_of(move_edges(network, o.move)));
    return result;
  }

  static Moves allowed(const model::Network& network, const ConcreteState& at, Units delay) {
    Moves result;
    Replayer replayer(network, kScale);
    replayer.resume(at);
    if (!replayer.delay(delay)) return result;
    (void)replayer.for_each_move([&](std::span<const MoveEdge> edges) {
      result.insert(name_of({edges.begin(), edges.end()}));
      return true;
    });
    return result;
  }
};

TEST_P(WalkedModels, ListAMoveForADelayExactlyWhenTheReplayerAllowsIt) {
  const Loaded loaded(GetParam().string());
  ASSERT_NE(loaded.network, nullptr);
  const model::Network& network = *loaded.network;
  // Meta variables are not part of a state, so that asking twice may give two answers.
  if (!step::Moves::refusal(network).empty() || network.meta_variables > 0) GTEST_SKIP();
  std::mt19937_64 random(7);
  Options options(network);
  for (int run = 0; run < 4; ++run) {
    Replayer replayer(network, kScale);
    ASSERT_TRUE(replayer.start(options.initials()[0])) << replayer.why();
    for (int step = 0; step < 12; ++step) {
      const ConcreteState here = replayer.now();
      std::vector<Option> found;
      if (!options.from(here, kScale, found)) break;  // an error in the model
      // Whether others go on beside a move that ends in an error, the two see differently.
      if (std::any_of(found.begin(), found.end(), [](const Option& o) { return !o.error.empty(); })) break;
      Delays may_wait;
      ASSERT_TRUE(options.allowed(here, kScale, may_wait));
      for (Units delay = 0; delay <= 14 * kScale; delay += delay < 2 * kScale ? 1 : 7) {
        EXPECT_EQ(listed(network, found, delay), allowed(network, here, delay)) << "after " << delay << " tenths";
        replayer.resume(here);
        EXPECT_EQ(contains(may_wait, delay), replayer.delay(delay)) << replayer.why();
      }
      std::vector<std::pair<const Option*, Units>> choices;
      for (const Option& o : found)
        for (const Delays& d : o.windows)
          for (const Units at : {d.low, d.low + 1, d.low + 13, d.high})
            if (o.error.empty() && contains(d, at)) choices.emplace_back(&o, at);
      if (choices.empty()) break;
      const auto& [chosen, delay] = choices[random() % choices.size()];
      replayer.resume(here);
      ASSERT_TRUE(replayer.delay(delay) && replayer.take(move_edges(network, chosen->move))) << replayer.why();
      EXPECT_TRUE(std::equal(chosen->target.begin(), chosen->target.end(), replayer.now().cells.begin()));
    }
  }
}

TEST_P(WalkedModels, AreInsideTheZonesOfTheSymbolicWalk) {
  const Loaded loaded(GetParam().string());
  const model::Network& network = *loaded.network;
  if (!step::Moves::refusal(network).empty() || network.has_stopwatches) GTEST_SKIP();
  std::mt19937_64 random(11);
  Options options(network);
  Zone zero(network.clocks.size());
  for (std::uint32_t x = 1; x < network.clocks.size(); ++x) reset(zero, x, network.clocks[x].initial);
  Replayer replayer(network, kScale);
  ASSERT_TRUE(replayer.start(options.initials()[0]));
  std::vector<Zone> zones;
  ASSERT_TRUE(options.enter(replayer.now().cells, zero, zones));
  const auto holds = [&](const Zone& z, const ConcreteState& s) {
    for (std::uint32_t i = 0; i < z.dim(); ++i)
      for (std::uint32_t j = 0; j < z.dim(); ++j) {
        if (i == j || z.at(i, j) >= zone::kInfinity<std::int32_t>) continue;
        const Units difference = s.clocks[i] - s.clocks[j];
        const Units bound = zone::value_of(z.at(i, j)) * kScale;
        if (zone::is_strict(z.at(i, j)) ? difference >= bound : difference > bound) return false;
      }
    return true;
  };
  for (int step = 0; step < 10; ++step) {
    const ConcreteState here = replayer.now();
    EXPECT_TRUE(std::any_of(zones.begin(), zones.end(), [&](const Zone& z) { return holds(z, here); }));
    std::vector<Option> found;
    if (!options.from(here, kScale, found) || found.empty()) return;
    const Option chosen = found[random() % found.size()];
    if (!chosen.error.empty()) return;
    Units delay = chosen.windows[0].low + (chosen.windows[0].is_low_open ? 1 : 0);
    if (!contains(chosen.windows[0], delay)) return;
    replayer.resume(here);
    ASSERT_TRUE(replayer.delay(delay) && replayer.take(move_edges(network, chosen.move))) << replayer.why();
    std::vector<Zone> next;
    for (const Zone& z : zones) {
      std::vector<Option> symbolic;
      if (!options.from(here.cells, z, symbolic)) return;
      for (Option& o : symbolic)
        if (o.error.empty() && o.move.edges == chosen.move.edges && o.move.selects == chosen.move.selects)
          next.push_back(o.zone);
    }
    ASSERT_FALSE(next.empty());
    zones = std::move(next);
  }
}

INSTANTIATE_TEST_SUITE_P(All, WalkedModels, testing::ValuesIn(models()), [](const auto& each) {
  std::string name = each.param.stem().string() + each.param.extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda::trace
