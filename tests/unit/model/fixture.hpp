// A model from text, as the tests of this layer need it.
#pragma once

#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "model/evaluator.hpp"
#include "model/network.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::model {

// Everything on the way from text to Network; pieces that failed are null.
struct Built {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<Network> network;

  [[nodiscard]] std::string messages() const { return lang::render(diagnostics, sources); }
  // The text at a position.
  [[nodiscard]] std::string at(lang::SourceRange range) const;
};

// `queries` are lines of a query file.
[[nodiscard]] std::unique_ptr<Built> build_text(std::string_view text, std::string_view queries = {});
// The same for a model that must be right; throws with the messages otherwise.
[[nodiscard]] std::unique_ptr<Built> build_right(std::string_view text, std::string_view queries = {});
// Declarations, and one process P with one location; its only edge has these labels.
[[nodiscard]] std::string with_edge(std::string_view declarations, std::string_view labels);

// 'n' for a cell, '3' for a constant, '…' for what is computed.
[[nodiscard]] std::string show(const Network& network, const IntExpr& e);
// 'x - y <= 3', with 'n -> ' before it when it has a condition.
[[nodiscard]] std::string show(const Network& network, const ClockConstraint& c);
// The integer part and the constraints, separated by '; '.
[[nodiscard]] std::string show(const Network& network, const Condition& c);
[[nodiscard]] std::string show(const Network& network, const Formula& f);

// For tables of cases that have a name.
template <typename Case>
[[nodiscard]] std::string named(const ::testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

// A network's update, run from the initial state: what variables and clocks hold afterwards, or the error.
class Trial {
 public:
  explicit Trial(const Network& network) : network_(network), evaluator_(network.code) {}

  [[nodiscard]] std::int32_t value(IntExpr e);  // -999 after an error
  Trial& update(std::size_t process = 0, std::size_t edge = 0);
  [[nodiscard]] std::int32_t cell(std::string_view name) const;
  void set(std::string_view name, std::int32_t value);
  // 'x = y + 1', 'x = 3', …, in the order of the clocks' numbers.
  [[nodiscard]] std::string clocks() const;
  // None when all was well.
  [[nodiscard]] EvalErrorKind error() const { return has_failed_ ? evaluator_.error().kind : EvalErrorKind::None; }
  [[nodiscard]] const EvalError& details() const { return evaluator_.error(); }
  [[nodiscard]] Evaluator& evaluator() { return evaluator_; }

 private:
  [[nodiscard]] Address find(std::string_view name) const;

  const Network& network_;
  Evaluator evaluator_;
  bool has_failed_ = false;
  std::vector<ClockReset> resets_;
};

}  // namespace zonda::model
