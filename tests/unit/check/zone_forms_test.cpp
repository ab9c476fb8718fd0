// However zones are kept, and whether states share them: the same states are found. And what --stats says adds up.
#include "api/model_parts.hpp"
#include "unit/check/known_models.hpp"
#include "unit/registered.hpp"
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zonda {
namespace {

const std::vector<std::string>& models() {
  static const std::vector<std::string> kModels = {"fischer.xta", "csma-cd.xta", "train-gate.xml", "lynch.xta",
                                                   "blowup.xta"};
  return kModels;
}

Model load(const std::string& name, const std::string& query) {
  LoadOptions options;
  options.queries = {query};
  return Model::load(std::string(ZONDA_ROOT) + "/models/" + name, options);
}

QueryResult result_of(const Model& model, const CheckOptions& options) {
  const auto checked = model.check(options);
  EXPECT_EQ(checked.error, "");
  return checked.results.at(0);
}

TEST(ZoneForms, FindTheSameStates) {
  for (const std::string& name : models()) {
    const Model model = load(name, "E<> false");
    for (const char* abstraction : {"alu", "extra-lu-plus"}) {
      CheckOptions options;
      options.order = "bfs";
      options.abstraction = abstraction;
      const CheckStats usual = result_of(model, options).stats;
      for (const std::string& form : registered::zone_forms())
        for (const bool is_shared : {true, false}) {
          options.zones = form;
          options.share_zones = is_shared;
          const CheckStats s = result_of(model, options).stats;
          EXPECT_EQ(s.stored, usual.stored) << name << ' ' << form << ' ' << is_shared;
          EXPECT_EQ(s.visited, usual.visited) << name << ' ' << form << ' ' << is_shared;
          EXPECT_EQ(s.transitions, usual.transitions) << name << ' ' << form << ' ' << is_shared;
          if (!is_shared) {
            EXPECT_GE(s.zones, s.stored) << name << ' ' << form;
          }
        }
    }
  }
}

TEST(Packing, ChangesBytesAlone) {
  for (const std::string& name : models()) {
    const Model model = load(name, "E<> false");
    CheckOptions options;
    options.order = "bfs";
    const CheckStats packed = result_of(model, options).stats;
    options.pack = false;
    const CheckStats full = result_of(model, options).stats;
    EXPECT_EQ(full.stored, packed.stored) << name;
    EXPECT_EQ(full.transitions, packed.transitions) << name;
    EXPECT_GE(full.bytes.discrete, 2 * packed.bytes.discrete) << name;
  }
}

TEST(ZoneForms, SmallerFormsTakeFewerBytes) {
  const Model model = load("fischer.xta", "E<> false");
  const auto bytes = [&](const char* form) {
    CheckOptions options;
    options.order = "bfs";
    options.zones = form;
    return result_of(model, options).stats.bytes.zones;
  };
  EXPECT_LT(bytes("packed"), bytes("minimal"));
  EXPECT_LT(bytes("minimal"), bytes("full"));
  EXPECT_LT(bytes("auto"), bytes("full"));
}

TEST(ZoneForms, TracesAreFoundInEveryForm) {
  const Model model = load("fischer.xta", "E<> P(1).cs");
  for (const std::string& form : registered::zone_forms())
    for (const char* trace : {"some", "shortest", "fastest"}) {
      CheckOptions options;
      options.zones = form;
      options.trace = trace;
      EXPECT_NE(result_of(model, options).trace, nullptr) << form << ' ' << trace;
    }
}

TEST(ZoneForms, WhatCannotBeIsRefused) {
  const Model model = load("fischer.xta", "E<> false");
  CheckOptions options;
  options.zones = "tiny";
  EXPECT_NE(model.check(options).error.find("unknown form of zones 'tiny'"), std::string::npos);
  options = {};
  options.share_zones = false;
  options.trace = "some";
  EXPECT_NE(model.check(options).error.find("--no-shared-zones cannot be combined with --trace some"),
            std::string::npos);
  options.trace = "none";
  options.hull = true;
  EXPECT_NE(model.check(options).error.find("--no-shared-zones cannot be combined with --hull"), std::string::npos);
}

// --- what is counted
void expect_sum(const CheckStats& s, const std::string& what) {
  EXPECT_EQ(s.bytes.sum(), s.store_bytes) << what;
  EXPECT_GT(s.bytes.discrete, 0U) << what;
  EXPECT_GT(s.bytes.zones, 0U) << what;
  EXPECT_GT(s.bytes.table, 0U) << what;
}

TEST(StoreStats, KindsAddUpToTheWhole) {
  for (const std::string& name : models()) {
    const Model model = load(name, "E<> false");
    const auto expect_sums = [&](const std::string& keep, const std::string& order) {
      for (const char* trace : {"none", "some"}) {
        CheckOptions options;
        options.order = order;
        options.keep = keep;
        options.trace = trace;
        const CheckStats s = result_of(model, options).stats;
        expect_sum(s, name + ' ' + keep + ' ' + trace + ' ' + order);
        if (order == "bfs") {
          EXPECT_GT(s.bytes.frontier, 0U) << name;
        }
        if (keep == kAuto) {
          EXPECT_EQ(s.bytes.links > 0, std::string(trace) == "some") << name;
        }
      }
    };
    for (const std::string& order : registered::orders()) expect_sums(std::string(kAuto), order);
    for (const std::string& keep : registered::forgetful_strategies())
      expect_sums(keep, std::string(order::kBreadthFirst));
  }
}

TEST(StoreStats, OfOtherWaysAddUpToo) {
  const Model model = load("fischer.xta", "E<> false");
  CheckOptions options;
  options.compact = true;
  CheckStats s = result_of(model, options).stats;
  EXPECT_EQ(s.bytes.sum(), s.store_bytes);
  EXPECT_GE(s.bytes.hashes, 8 * s.stored);
  check::Request rehearsed;
  rehearsed.rehearsal = 100;
  rehearsed.order = "bfs";
  s = check_model(model.parts(), rehearsed).results.at(0).stats;
  EXPECT_EQ(s.bytes.sum(), s.store_bytes);
  EXPECT_GT(s.bytes.packed, 0U);
  const Model live = load("fischer.xta", "A<> P(1).cs");
  s = result_of(live, {}).stats;
  expect_sum(s, "A<>");
}

TEST(StoreStats, TablesAreLookedAtIfAskedFor) {
  const Model model = load("csma-cd.xta", "E<> false");
  CheckOptions options;
  EXPECT_EQ(result_of(model, options).stats.hash.states.slots, 0U);
  options.hash_stats = true;
  const CheckStats s = result_of(model, options).stats;
  EXPECT_EQ(s.hash.states.used, s.discrete_states);
  EXPECT_EQ(s.hash.zones.used, s.zones);
  EXPECT_GT(s.hash.states.slots, s.hash.states.used);
  EXPECT_GE(s.hash.states.mean(), 1.0);
  EXPECT_GE(static_cast<double>(s.hash.states.longest), s.hash.states.mean());
  EXPECT_GE(s.hash.longest_chain * s.discrete_states, s.stored);
  EXPECT_GE(s.hash.shortest_chain, 1U);
  // Coarser functions make longer chains.
  EXPECT_LE(s.hash.by_locations.used, s.hash.by_all.used);
  EXPECT_GE(s.hash.by_locations.longest, s.hash.by_all.longest);
  EXPECT_EQ(s.hash.by_probing.used, s.discrete_states);
  EXPECT_EQ(s.hash.by_probing.longest, s.hash.longest_chain);
}

TEST(StoreStats, ConstraintsAreFewerThanBounds) {
  const Model model = load("fischer.xta", "E<> false");
  CheckOptions options;
  options.hash_stats = true;
  options.zones = "minimal";
  const CheckStats s = result_of(model, options).stats;
  EXPECT_EQ(s.hash.holders, s.stored);
  EXPECT_GT(s.hash.constraints, 0U);
  EXPECT_LT(2 * s.hash.constraints, s.hash.bounds);
}

}  // namespace
}  // namespace zonda
