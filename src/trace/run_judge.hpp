// Whether a run that is replayed shows what E[], A<> or --> asks about: it stays where it should from the right moment
// on, and it is maximal: it goes round for ever, rests for ever, or can do nothing any more.
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
  // `query` must be one that is_for() accepts.
  RunJudge(const model::Network& network, const model::Query& query, const Saved& saved, std::uint32_t digits);
  [[nodiscard]] static bool is_for(const model::Query& query);

  // The replayer is told to delay, after so many steps. False: it cannot; why() of the replayer says why.
  bool delay(Replayer& replayer, Units units, std::size_t step);
  // After a move, or at the start: so many steps were made.
  void arrive(Replayer& replayer, std::size_t step);
  // After all; nothing: it cannot be told.
  [[nodiscard]] std::optional<bool> shows(Replayer& replayer) const;

 private:
  void stay(Replayer& replayer, Units units);
  void note(std::optional<bool> holds);
  [[nodiscard]] bool is_same(const Snapshot& a, const Snapshot& b) const;

  const Saved& saved_;
  std::uint32_t digits_;
  std::vector<std::int64_t> caps_;  // by clock, beyond which values its behaviour is the same
  const model::Formula& formula_;   // where it stays, or what it stays out of
  bool is_negated_;
  const model::Formula* from_ = nullptr;  // what holds at the moment from which it stays; null: from the start on
  bool has_begun_ = false;
  std::optional<bool> holds_ = true;  // so far
  std::optional<Snapshot> round_;     // where the cycle begins, and where it ends
  std::optional<Snapshot> round_ends_;
};

}  // namespace zonda::trace
