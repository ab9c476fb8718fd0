// What can happen next: every move from a state, and when. For walking through a model step by step.
//
// Concrete: the clocks have exact values, and a move has the delays after which it is possible. Symbolic: the clocks
// are a zone, exact and not extrapolated, and a move leads to another. Moves come from the same enumeration as the
// search's (step/moves.hpp); a walker lets the Replayer judge each one that is taken.
#pragma once

#include "search/path.hpp"
#include "step/moves.hpp"
#include "trace/replay.hpp"
#include "trace/run.hpp"
#include "trace/track.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zonda::trace {

struct Option {
  search::PathMove move;
  std::vector<std::int32_t> target;  // cells after it
  std::vector<Delays> windows;       // concrete: the delays before it, ascending as found
  Zone zone{1};                      // symbolic: after it and any delay
  std::string error;                 // taking it is this run-time error
};

class Options {
 public:
  explicit Options(const model::Network& network) : network_(network), moves_(network) {}

  // Cells of the states in which a run may start.
  [[nodiscard]] std::vector<std::vector<std::int32_t>> initials() const { return moves_.initials(); }

  // False on a run-time error; error() says which.
  bool from(const Snapshot& at, Units scale, std::vector<Option>& out);
  bool from(std::span<const std::int32_t> cells, const Zone& zone, std::vector<Option>& out);
  // How long time may pass.
  bool allowed(const Snapshot& at, Units scale, Delays& out);
  // The zones of a state that is entered with the clocks in `at`: after the invariant and any delay. Several where
  // urgent synchronisations cut up the delay, none where the state cannot be entered.
  bool enter(std::span<const std::int32_t> cells, const Zone& at, std::vector<Zone>& out);

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct Found {
    Option option;
    std::vector<step::ClockCondition> conditions;
    std::vector<step::ClockSetting> settings;
    std::vector<step::ClockCondition> required;
  };
  bool fail(std::string why) {
    error_ = std::move(why);
    return false;
  }
  bool note_error();
  bool rest(std::span<const std::int32_t> cells, step::Rest& out);
  bool find(std::span<const std::int32_t> cells, std::vector<Found>& out);

  const model::Network& network_;
  step::Moves moves_;
  std::string error_;
};

}  // namespace zonda::trace
