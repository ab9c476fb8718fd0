// A model from text, and what can be done in its discrete states, as the tests of this layer need them.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "step/moves.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace zonda::step {

using Cells = std::vector<std::int32_t>;
using Texts = std::vector<std::string>;

// A model, and the bounds of its clocks where nothing is asked about them.
struct Subject {
  explicit Subject(const std::string& text) {
    const auto file = sources.add("model.xta", text);
    document = formats::read_tree(sources, file, diagnostics);
    lang::read_queries(sources, sources.add("query", "E<> false"), *document, diagnostics);
    semantics = lang::check(*document, diagnostics);
    if (diagnostics.has_errors()) throw std::runtime_error(lang::render(diagnostics, sources));
    network = model::build(*document, *semantics, diagnostics);
    bounds = analysis::clock_bounds(*network, network->queries[0]);
    start = Moves(*network).initials().front();
  }

  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;
  std::unique_ptr<lang::Semantics> semantics;
  std::unique_ptr<model::Network> network;
  analysis::ClockBounds bounds;
  Cells start;  // the initial discrete state
};

// 'x - y <= 3', 'x < 2' or '0 - x <= -1'
inline std::string text_of(const model::Network& network, const ClockCondition& c) {
  const auto name = [&](std::uint32_t clock) { return clock == 0 ? std::string("0") : network.clock_name(clock); };
  return fmt::format("{}{} {} {}", name(c.left), c.right == 0 ? "" : " - " + name(c.right),
                     c.is_strict ? "<" : "<=", c.value);
}

// 'P.0 Q.1: P@2 n=7 x:=y+1 if x <= 3': the edges in their order, the locations and variables that change, what becomes
// of clocks, and the conditions.
inline std::string text_of(const model::Network& network, std::span<const std::int32_t> before, const Move& move) {
  std::string result;
  for (const EdgeRef& e : move.edges)
    result += fmt::format("{}{}.{}", result.empty() ? "" : " ", network.processes[e.process].name, e.edge);
  result += ':';
  if (move.error != nullptr) return result + " error";
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (move.target[i] == before[i]) continue;
    if (i < network.processes.size())
      result += fmt::format(" {}@{}", network.processes[i].name, move.target[i]);
    else
      result += fmt::format(" {}={}", network.cell_name(static_cast<model::Address>(i)), move.target[i]);
  }
  for (const ClockSetting& s : move.settings)
    result += fmt::format(" {}:={}{:+}", network.clock_name(s.clock), s.source == 0 ? "" : network.clock_name(s.source),
                          s.offset);
  for (std::size_t i = 0; i < move.conditions.size(); ++i)
    result += (i == 0 ? " if " : ", ") + text_of(network, move.conditions[i]);
  return result;
}

// The moves that leave a discrete state, in their order.
inline Texts moves_from(const model::Network& network, const Cells& state) {
  Moves moves(network);
  Texts result;
  moves.expand(state, [&](const Move& move) {
    result.push_back(text_of(network, state, move));
    return true;
  });
  if (moves.error()) result.push_back("stopped: " + moves.error()->message);
  return result;
}
inline Texts first_moves(const std::string& text) {
  const Subject subject(text);
  return moves_from(*subject.network, subject.start);
}

}  // namespace zonda::step
