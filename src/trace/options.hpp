// What can happen next: every move from a state, and when. This is for walking through a model step by step.
//
// In a concrete state the clocks have exact values, and a move has the delays after which it is possible. In a symbolic
// state the clocks are in an exact zone, which is not extrapolated, and a move leads to another zone. The moves come
// from the same enumeration as those of the search (step/moves.hpp); the Replayer judges each one that is taken.
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
  std::vector<std::int32_t> target;  // the cells after the move
  std::vector<Delays> windows;       // from a concrete state: the delays after which the move is possible
  Zone zone{1};                      // from a symbolic state: the clocks after the move and any delay
  std::string error;                 // the run-time error that the move ends in, if it does
};

class Options {
 public:
  explicit Options(const model::Network& network) : network_(network), moves_(network) {}

  // The cells of the states in which a run may start.
  [[nodiscard]] std::vector<std::vector<std::int32_t>> initials() const { return moves_.initials(); }

  // The options from a state. These functions return false on a run-time error; error() then says which.
  bool from(const ConcreteState& at, Units scale, std::vector<Option>& out);
  bool from(std::span<const std::int32_t> cells, const Zone& zone, std::vector<Option>& out);
  // The delays that are allowed in the state.
  bool allowed(const ConcreteState& at, Units scale, Delays& out);
  // The zones of a state that is entered with the clocks in `at`, after any delay that its invariant allows. There are
  // several if urgent synchronisations split the delay, and none if the state cannot be entered.
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
