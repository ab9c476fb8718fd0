#include "model/blueprint.hpp"

#include "model/build.hpp"
#include "model/check_network.hpp"
#include "model/names.hpp"
#include "unit/model/fixture.hpp"
#include "util/invariant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <random>

namespace zonda::model {
namespace {

using Statement = Blueprint::Statement;
using testing::HasSubstr;

constexpr SourceRange kHere{10, 12};

// One process with a location and, once it is built, one edge that runs these statements.
struct Sketch {
  Blueprint model;
  ProcessId process;
  LocationId at;
  Blueprint::Edge edge;

  Sketch() : process(model.add(Blueprint::Process{"P", {}, {}, {}, {}})), at(model.add(process, location("A"))) {}

  static Blueprint::Location location(std::string name) {
    Blueprint::Location l;
    l.name = std::move(name);
    return l;
  }
  VariableId number(std::string name, std::int32_t lower, std::int32_t upper, std::int32_t initial = 0) {
    Blueprint::Variable v;
    v.name = std::move(name);
    v.values = {lower, upper};
    v.initial = {initial};
    return model.add(v);
  }
  VariableId array(std::string name, std::uint32_t count, std::vector<std::int32_t> initial) {
    Blueprint::Variable v;
    v.name = std::move(name);
    v.values = {-100, 100};
    v.elements = count;
    v.initial = std::move(initial);
    return model.add(v);
  }
  ClockId clock(std::string name) {
    Blueprint::Clock c;
    c.name = std::move(name);
    return model.add(c);
  }
  static Statement assign(VariableId to, Term value) {
    Statement s;
    s.variable = to;
    s.value = value;
    s.range = kHere;
    return s;
  }
  static Statement set(ClockId clock, Term value, std::optional<ClockId> source = std::nullopt) {
    Statement s;
    s.kind = Statement::Kind::SetClock;
    s.clock = clock;
    s.value = value;
    s.source = source;
    return s;
  }
  std::unique_ptr<Network> build() {
    edge.source = edge.target = at;
    model.add(process, edge);
    lang::Diagnostics diagnostics;
    check(model, diagnostics);
    if (diagnostics.has_errors()) throw std::runtime_error(diagnostics.items()[0].message);
    return model::build(model, nullptr, diagnostics);
  }
};

// What a term is worth; nothing: computing it fails.
std::optional<std::int32_t> worth(Sketch& sketch, Term term) {
  const VariableId result =
      sketch.number("result", std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
  sketch.edge.update = {Sketch::assign(result, term)};
  const auto network = sketch.build();
  Trial trial(*network);
  trial.update();
  if (trial.error() != EvalErrorKind::None) return std::nullopt;
  return trial.cell("result");
}

TEST(Blueprint, TermsComputeWhatTheySay) {
  const auto value = [](Operation op, std::int32_t a, std::int32_t b, bool is_known) {
    Sketch s;
    const Term left = is_known ? s.model.number(a) : s.model.value_of(s.number("a", -1000, 1000, a));
    return worth(s, s.model.apply(op, left, s.model.number(b)));
  };
  for (const bool is_known : {false, true}) {
    EXPECT_EQ(value(Operation::Add, 3, 4, is_known), 7);
    EXPECT_EQ(value(Operation::Subtract, 3, 4, is_known), -1);
    EXPECT_EQ(value(Operation::Multiply, 3, -4, is_known), -12);
    EXPECT_EQ(value(Operation::Divide, -7, 2, is_known), -3);
    EXPECT_EQ(value(Operation::Divide, 7, 0, is_known), std::nullopt);
    EXPECT_EQ(value(Operation::Modulo, 7, 4, is_known), 3);
    EXPECT_EQ(value(Operation::ShiftLeft, 3, 2, is_known), 12);
    EXPECT_EQ(value(Operation::ShiftRight, 12, 2, is_known), 3);
    EXPECT_EQ(value(Operation::BitAnd, 6, 3, is_known), 2);
    EXPECT_EQ(value(Operation::BitOr, 6, 3, is_known), 7);
    EXPECT_EQ(value(Operation::BitXor, 6, 3, is_known), 5);
    EXPECT_EQ(value(Operation::Minimum, 6, 3, is_known), 3);
    EXPECT_EQ(value(Operation::Maximum, 6, 3, is_known), 6);
    EXPECT_EQ(value(Operation::Less, 3, 3, is_known), 0);
    EXPECT_EQ(value(Operation::LessEqual, 3, 3, is_known), 1);
    EXPECT_EQ(value(Operation::Greater, 4, 3, is_known), 1);
    EXPECT_EQ(value(Operation::GreaterEqual, 2, 3, is_known), 0);
    EXPECT_EQ(value(Operation::Equal, 3, 3, is_known), 1);
    EXPECT_EQ(value(Operation::NotEqual, 3, 3, is_known), 0);
    EXPECT_EQ(value(Operation::And, 5, 3, is_known), 1);
    EXPECT_EQ(value(Operation::Or, 0, 0, is_known), 0);
  }
}

// A tree of operations, and what it is worth by definition.
struct Tree {
  Term term;
  std::optional<std::int64_t> value;
};

class RandomTree {
 public:
  RandomTree(std::uint32_t seed, Sketch& sketch) : random_(seed), sketch_(sketch) {
    for (std::int32_t i = 0; i < 4; ++i) {
      const std::int32_t initial = number(-9, 9);
      variables_.push_back(sketch.number("v" + std::to_string(i), -9, 9, initial));
      values_.push_back(initial);
      elements_.push_back(number(-100, 100));
    }
    array_ = sketch.array("a", 4, elements_);
  }

  Tree make(int depth) {
    Blueprint& m = sketch_.model;
    const std::int32_t kind = depth == 0 ? number(0, 1) : number(0, 9);
    if (kind == 0) {
      const std::int32_t v = number(-20, 20);
      return {m.number(v), v};
    }
    if (kind == 1) {
      const auto v = static_cast<std::size_t>(number(0, 3));
      return {m.value_of(variables_[v]), values_[v]};
    }
    const Tree a = make(depth - 1);
    if (kind == 2) {
      const bool is_inside = a.value && *a.value >= 0 && *a.value <= 3;
      return {m.element_of(array_, a.term),
              is_inside ? std::optional<std::int64_t>(elements_[static_cast<std::size_t>(*a.value)]) : std::nullopt};
    }
    if (kind == 3)
      return {m.apply(Operation::Not, a.term), a.value ? std::optional<std::int64_t>(*a.value == 0) : std::nullopt};
    if (kind == 4) return {m.apply(Operation::Negate, a.term), fitting(a.value, [](std::int64_t x) { return -x; })};
    if (kind == 5)
      return {m.apply(Operation::Absolute, a.term), fitting(a.value, [](std::int64_t x) { return x < 0 ? -x : x; })};
    const Tree b = make(depth - 1);
    if (kind == 6) {
      const Tree c = make(depth - 1);
      return {m.choose(a.term, b.term, c.term), !a.value ? std::nullopt : *a.value != 0 ? b.value : c.value};
    }
    if (kind == 7) {
      const bool is_and = number(0, 1) == 1;
      const Term term = m.apply(is_and ? Operation::And : Operation::Or, a.term, b.term);
      if (!a.value) return {term, std::nullopt};
      if ((*a.value != 0) != is_and) return {term, is_and ? 0 : 1};
      return {term, b.value ? std::optional<std::int64_t>(*b.value != 0) : std::nullopt};
    }
    return binary(a, b);
  }

 private:
  std::int32_t number(std::int32_t lower, std::int32_t upper) {
    return std::uniform_int_distribution<std::int32_t>(lower, upper)(random_);
  }
  template <typename F>
  static std::optional<std::int64_t> fitting(std::optional<std::int64_t> x, F&& f) {
    if (!x) return std::nullopt;
    const std::int64_t result = f(*x);
    return fits_in_32_bits(result) ? std::optional(result) : std::nullopt;
  }
  Tree binary(const Tree& a, const Tree& b) {
    struct Known {
      Operation op;
      std::function<std::optional<std::int64_t>(std::int64_t, std::int64_t)> value;
    };
    using Result = std::optional<std::int64_t>;
    static const std::vector<Known> kAll = {
        {Operation::Add, [](auto x, auto y) { return Result(x + y); }},
        {Operation::Subtract, [](auto x, auto y) { return Result(x - y); }},
        {Operation::Multiply, [](auto x, auto y) { return Result(x * y); }},
        {Operation::Divide, [](auto x, auto y) { return y == 0 ? Result() : Result(x / y); }},
        {Operation::Modulo, [](auto x, auto y) { return y == 0 ? Result() : Result(x % y); }},
        {Operation::Minimum, [](auto x, auto y) { return Result(std::min(x, y)); }},
        {Operation::Maximum, [](auto x, auto y) { return Result(std::max(x, y)); }},
        {Operation::BitAnd, [](auto x, auto y) { return Result(x & y); }},
        {Operation::BitOr, [](auto x, auto y) { return Result(x | y); }},
        {Operation::BitXor, [](auto x, auto y) { return Result(x ^ y); }},
        {Operation::Less, [](auto x, auto y) { return Result(x < y); }},
        {Operation::LessEqual, [](auto x, auto y) { return Result(x <= y); }},
        {Operation::Greater, [](auto x, auto y) { return Result(x > y); }},
        {Operation::GreaterEqual, [](auto x, auto y) { return Result(x >= y); }},
        {Operation::Equal, [](auto x, auto y) { return Result(x == y); }},
        {Operation::NotEqual, [](auto x, auto y) { return Result(x != y); }},
    };
    const Known& known = kAll[static_cast<std::size_t>(number(0, static_cast<std::int32_t>(kAll.size()) - 1))];
    const Term term = sketch_.model.apply(known.op, a.term, b.term);
    if (!a.value || !b.value) return {term, std::nullopt};
    const auto result = known.value(*a.value, *b.value);
    return {term, result && fits_in_32_bits(*result) ? result : std::nullopt};
  }

  std::mt19937 random_;
  Sketch& sketch_;
  std::vector<VariableId> variables_;
  std::vector<std::int32_t> values_;
  VariableId array_{};
  std::vector<std::int32_t> elements_;
};

RC_GTEST_PROP(Blueprint, RandomTermsAreWorthWhatTheirDefinitionSays, (std::uint32_t seed)) {
  Sketch sketch;
  const Tree tree = RandomTree(seed, sketch).make(5);
  const std::optional<std::int32_t> found = worth(sketch, tree.term);
  RC_ASSERT(found.has_value() == tree.value.has_value());
  if (found) RC_ASSERT(*found == *tree.value);
}

// Every value that a term can have lies in the range that the code is given; clock bounds rest on it.
RC_GTEST_PROP(Blueprint, RangesOfTermsHoldTheirValues, (std::uint32_t seed)) {
  Sketch sketch;
  const Tree tree = RandomTree(seed, sketch).make(5);
  sketch.edge.guard.holds = tree.term;
  const auto network = sketch.build();
  const IntExpr& guard = network->processes[0].edges[0].guard.integer;
  if (tree.value) {
    RC_ASSERT(guard.lower <= *tree.value);
    RC_ASSERT(guard.upper >= *tree.value);
  }
}

TEST(Blueprint, StatementsRunInTheirOrder) {
  Sketch s;
  const VariableId a = s.number("a", 0, 9, 2);
  const VariableId b = s.number("b", 0, 9);
  const VariableId list = s.array("list", 3, {5, 6, 7});
  Statement store = Sketch::assign(list, s.model.value_of(b));
  store.index = s.model.value_of(a);
  Statement choice;
  choice.kind = Statement::Kind::If;
  choice.value = s.model.apply(Operation::Greater, s.model.value_of(b), s.model.number(2));
  choice.yes = {Sketch::assign(a, s.model.number(0))};
  choice.otherwise = {Sketch::assign(a, s.model.number(9))};
  s.edge.update = {Sketch::assign(b, s.model.apply(Operation::Add, s.model.value_of(a), s.model.number(1))), store,
                   choice};
  const auto network = s.build();
  Trial trial(*network);
  trial.update();
  EXPECT_EQ(trial.error(), EvalErrorKind::None);
  EXPECT_EQ(trial.cell("b"), 3);
  EXPECT_EQ(trial.cell("list[2]"), 3);
  EXPECT_EQ(trial.cell("list[1]"), 6);
  EXPECT_EQ(trial.cell("a"), 0);
}

TEST(Blueprint, WhatFailsSaysWhere) {
  Sketch range;
  const VariableId n = range.number("n", 0, 3);
  range.edge.update = {Sketch::assign(n, range.model.number(4))};
  const auto first = range.build();
  Trial too_large(*first);
  EXPECT_EQ(too_large.update().error(), EvalErrorKind::OutOfRange);
  EXPECT_EQ(too_large.details().range, kHere);
  EXPECT_EQ(too_large.details().allowed, (ValueRange{0, 3}));

  Sketch index;
  const VariableId list = index.array("list", 2, {});
  index.edge.guard.holds = index.model.element_of(list, index.model.number(2), kHere);
  const auto second = index.build();
  Trial outside(*second);
  EXPECT_EQ(outside.value(second->processes[0].edges[0].guard.integer), -999);
  EXPECT_EQ(outside.error(), EvalErrorKind::IndexOutOfRange);
  EXPECT_EQ(outside.details().range, kHere);

  Sketch claim;
  Statement never;
  never.kind = Statement::Kind::Assert;
  never.range = kHere;
  claim.edge.update = {never};
  const auto third = claim.build();
  Trial failed(*third);
  EXPECT_EQ(failed.update().error(), EvalErrorKind::AssertionFailed);
  EXPECT_EQ(failed.details().range, kHere);
}

TEST(Blueprint, KnownResetsAreAList) {
  Sketch s;
  const ClockId x = s.clock("x");
  const ClockId y = s.clock("y");
  s.edge.update = {Sketch::set(x, s.model.number(3)), Sketch::set(y, s.model.number(1), x)};
  const auto network = s.build();
  const Edge& edge = network->processes[0].edges[0];
  EXPECT_FALSE(edge.has_clock_code);
  ASSERT_EQ(edge.resets.size(), 2U);
  EXPECT_EQ(Trial(*network).update().clocks(), "x = 3, y = 4");
  EXPECT_TRUE(network->clocks[1].is_tested);  // it is copied
  EXPECT_FALSE(network->clocks[2].is_tested);
  ASSERT_EQ(network->code.clock_copies.size(), 1U);
  EXPECT_EQ(network->code.highest_clock_number, 3);
}

TEST(Blueprint, ComputedResetsAreCodeAndKeepTheirOrder) {
  Sketch s;
  const VariableId n = s.number("n", 0, 5, 2);
  const ClockId x = s.clock("x");
  const ClockId y = s.clock("y");
  Statement choice;
  choice.kind = Statement::Kind::If;
  choice.value = s.model.value_of(n);
  choice.yes = {Sketch::set(y, s.model.value_of(n), x)};
  s.edge.update = {Sketch::set(x, s.model.number(1)), Sketch::assign(n, s.model.number(5)), choice,
                   Sketch::set(x, s.model.number(0))};
  const auto network = s.build();
  const Edge& edge = network->processes[0].edges[0];
  EXPECT_TRUE(edge.has_clock_code);
  EXPECT_TRUE(edge.resets.empty());
  EXPECT_EQ(Trial(*network).update().clocks(), "x = 0, y = 6");
}

TEST(Blueprint, ComparisonsOfClocks) {
  Sketch s;
  const VariableId n = s.number("n", 0, 5);
  const ClockId x = s.clock("x");
  const ClockId y = s.clock("y");
  const auto add = [&](std::optional<ClockId> left, std::optional<ClockId> right, Operation relation, Term bound) {
    Blueprint::ClockComparison c;
    c.left = left;
    c.right = right;
    c.relation = relation;
    c.bound = bound;
    s.edge.guard.clocks.push_back(c);
  };
  add(x, std::nullopt, Operation::Less, s.model.number(3));
  add(x, y, Operation::GreaterEqual, s.model.value_of(n));
  add(y, std::nullopt, Operation::Equal, s.model.number(4));
  Blueprint::ClockComparison known;
  known.left = x;
  known.premise = s.model.number(0);
  s.edge.guard.clocks.push_back(known);
  Blueprint::ClockComparison conditional;
  conditional.left = x;
  conditional.bound = s.model.number(9);
  conditional.premise = s.model.value_of(n);
  s.edge.guard.clocks.push_back(conditional);
  const auto network = s.build();
  EXPECT_EQ(show(*network, network->processes[0].edges[0].guard),
            "1; x - 0 < 3; y - x <= …; y - 0 <= 4; 0 - y <= -4; n -> x - 0 <= 9");
}

TEST(Blueprint, NamesAreThoseOfTheirOwners) {
  Sketch s;
  Blueprint::Variable local;
  local.name = "n";
  local.values = {2, 5};
  local.owner = s.process;
  s.model.add(local);
  Blueprint::Variable meta;
  meta.name = "m";
  meta.values = {0, 1};
  meta.is_meta = true;
  s.model.add(meta);
  s.number("n", -3, -1, -2);
  Blueprint::Clock clock;
  clock.name = "x";
  clock.owner = s.process;
  s.model.add(clock);
  const auto network = s.build();
  EXPECT_EQ(network->cell_name(1), "P.n");
  EXPECT_EQ(network->cells[1].initial, 2);  // as near to 0 as it may be
  EXPECT_EQ(network->cell_name(2), "n");
  EXPECT_EQ(network->cell_name(3), "m");
  EXPECT_EQ(network->variables, 2U);
  EXPECT_EQ(network->meta_variables, 1U);
  EXPECT_EQ(network->clock_name(1), "P.x");
}

TEST(Blueprint, EventsOfJointMovesMakeTheirEdgesJoint) {
  Blueprint model;
  const EventId together = model.add_event("together");
  const EventId alone = model.add_event("alone");
  Blueprint::Joint joint;
  for (const char* const name : {"P", "Q"}) {
    const ProcessId p = model.add(Blueprint::Process{name, {}, {}, {}, {}});
    const LocationId at = model.add(p, Sketch::location("A"));
    for (const EventId event : {together, alone}) {
      Blueprint::Edge e;
      e.source = e.target = at;
      e.event = event;
      model.add(p, e);
    }
    joint.parts.push_back({p, together, false});
  }
  model.add(joint);
  lang::Diagnostics diagnostics;
  check(model, diagnostics);
  const auto network = build(model, nullptr, diagnostics);
  ASSERT_NE(network, nullptr);
  EXPECT_EQ(network->processes[0].edges[0].sync, Sync::Joint);
  EXPECT_EQ(sync_text(*network, network->processes[0].edges[0]), "together");
  EXPECT_EQ(network->processes[1].edges[1].sync, Sync::None);
}

TEST(Blueprint, ChannelsHaveTheirKinds) {
  Sketch s;
  Blueprint::Channel c;
  c.name = "go";
  c.is_urgent = true;
  (void)s.model.add(c);
  c.name = "all";
  c.is_urgent = false;
  c.is_broadcast = true;
  s.edge.channel = s.model.add(c);
  s.edge.sync = Sync::Receive;
  Blueprint::ClockComparison after;
  after.left = s.clock("x");
  after.relation = Operation::Greater;
  s.edge.guard.clocks = {after};
  const auto network = s.build();
  EXPECT_TRUE(network->has_urgent_channels);
  EXPECT_TRUE(network->has_clock_guarded_receivers);
  EXPECT_EQ(sync_text(*network, network->processes[0].edges[0]), "all?");
}

TEST(Blueprint, QueriesAreTakenApartForTheSearch) {
  Sketch s;
  const VariableId n = s.number("n", 0, 5);
  Blueprint::Query q;
  q.kind = lang::QueryKind::Invariantly;
  q.predicate =
      s.model.apply(Operation::Or, s.model.is_at(s.process, s.at), s.model.apply(Operation::Not, s.model.value_of(n)));
  q.text = "always";
  s.model.add(q);
  const auto network = s.build();
  ASSERT_EQ(network->queries.size(), 1U);
  EXPECT_EQ(show(*network, network->queries[0].guide), "(… && n)");
  EXPECT_EQ(why_refused(network->queries[0]), "");
}

TEST(Blueprint, OnlyQueriesAskWhereAProcessIs) {
  Sketch guard;
  guard.edge.guard.holds = guard.model.is_at(guard.process, guard.at);
  EXPECT_THROW((void)guard.build(), InternalError);
  Sketch update;
  const VariableId n = update.number("n", 0, 1);
  update.edge.update = {
      Sketch::assign(n, update.model.apply(Operation::Not, update.model.is_at(update.process, update.at)))};
  EXPECT_THROW((void)update.build(), InternalError);
}

TEST(Blueprint, TermsThatNestTooDeeplyAreRefused) {
  Sketch s;
  Term term = s.model.number(1);
  for (int i = 0; i < 5000; ++i) term = s.model.apply(Operation::Negate, term, kHere);
  s.edge.guard.holds = term;
  lang::Diagnostics diagnostics;
  check(s.model, diagnostics);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].message, "expression nests too deeply");
  EXPECT_EQ(diagnostics.items()[0].range, kHere);
}

// ---------------------------------------------------------------------------------------------------------
// What every network keeps to, whoever made it

TEST(CheckNetwork, BrokenRulesAreNamed) {
  const auto broken = [](const std::function<void(Network&)>& change) -> std::string {
    Sketch s;
    (void)s.number("n", 0, 5);
    (void)s.clock("x");
    const auto network = s.build();
    change(*network);
    try {
      check_network(*network);
    } catch (const InternalError& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_EQ(broken([](Network&) {}), "nothing");
  EXPECT_THAT(broken([](Network& n) { n.processes[0].edges[0].target = 1; }), HasSubstr("joins locations"));
  EXPECT_THAT(broken([](Network& n) { n.processes[0].initial = 7; }), HasSubstr("starts in one of its locations"));
  EXPECT_THAT(broken([](Network& n) { n.cells[1].initial = 6; }), HasSubstr("outside its range"));
  EXPECT_THAT(broken([](Network& n) {
                n.processes[0].edges[0].resets.push_back({2, 0, 0});
              }),
              HasSubstr("sets a clock"));
  EXPECT_THAT(broken([](Network& n) { n.processes[0].edges[0].sync = Sync::Send; }), HasSubstr("on a channel"));
  EXPECT_THAT(broken([](Network& n) {
                n.processes[0].edges[0].update = {IntExpr::Kind::Program, 99, 0, 0};
              }),
              HasSubstr("outside the code"));
  EXPECT_THAT(broken([](Network& n) { n.joints.push_back({{{0, 0, false}}, {}}); }), HasSubstr("joint move"));
  EXPECT_THAT(broken([](Network& n) { n.clocks.pop_back(); }), HasSubstr("reference"));
  EXPECT_THAT(broken([](Network& n) { n.processes[0].edges[0].guard.clocks.emplace_back(); }),
              HasSubstr("compares two clocks"));
}

}  // namespace
}  // namespace zonda::model
