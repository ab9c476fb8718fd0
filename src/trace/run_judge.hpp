// Judges whether a run that is replayed witnesses E[], or refutes A<> or -->. It has to stay where it should from the
// right moment on, and be maximal: go around a cycle for ever, let time pass for ever, or get stuck.
#pragma once

#include "model/network.hpp"
#include "trace/replay.hpp"
#include "trace/saved.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::trace {

class RunJudge {
 public:
  // The query must be one that is_for() accepts. The delays of the saved run have up to `digits` decimals.
  RunJudge(const model::Network& network, const model::Query& query, const Saved& saved, std::uint32_t digits);
  [[nodiscard]] static bool is_for(const model::Query& query);

  // Lets the replayer delay, after `step` steps. Returns false if it cannot; the replayer's why() then says why.
  bool delay(Replayer& replayer, Units units, std::size_t step);
  // To be called at the start and after each move, when `step` steps have been made.
  void arrive(Replayer& replayer, std::size_t step);
  // To be called at the end: whether the run shows what the query asks about; nothing if that cannot be told.
  [[nodiscard]] std::optional<bool> shows(Replayer& replayer) const;

 private:
  void stay(Replayer& replayer, Units units);
  void note(std::optional<bool> holds);
  [[nodiscard]] bool is_same(const ConcreteState& a, const ConcreteState& b) const;

  const Saved& saved_;
  std::uint32_t digits_;
  std::vector<std::int64_t> caps_;           // by clock: beyond this value it does not matter how large the clock is
  const model::Formula& formula_;            // the formula that must hold along the run …
  bool is_negated_;                          // … or never hold
  const model::Formula* from_ = nullptr;     // what holds when the run begins to stay; null if it stays from the start
  bool has_begun_ = false;                   // the run has begun to stay
  std::optional<bool> holds_ = true;         // the run has stayed so far; nothing if that could not be evaluated
  std::optional<ConcreteState> round_;       // where the cycle begins
  std::optional<ConcreteState> round_ends_;  // where the cycle ends
};

}  // namespace zonda::trace
