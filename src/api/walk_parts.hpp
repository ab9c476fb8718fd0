// What is behind a Walk: a history of stages, and what can be done behind the one that it stands at.
#pragma once

#include "api/model_parts.hpp"
#include "trace/make.hpp"
#include "trace/options.hpp"
#include "trace/replay.hpp"
#include "trace/saved.hpp"
#include "zonda/walk.hpp"

#include <string>
#include <vector>

namespace zonda {

inline constexpr std::uint32_t kWalkDigits = 9;
inline constexpr trace::Units kWalkScale = trace::scale_of(kWalkDigits);

[[nodiscard]] WalkWindow window_of(const trace::Delays& d);

struct Walk::Parts {
  struct Stage {
    trace::Units delay = 0;  // before the move
    trace::Units time = 0;   // when it was made
    search::PathMove move;
    trace::ConcreteState at;  // right after it; symbolic: the cells only
    trace::Zone zone{1};      // symbolic
    trace::Units waited = 0;  // after it, so far
  };

  Parts(const Model::Parts& from, Mode m);

  const Model::Parts& model;
  const model::Network& network;
  Mode mode;
  trace::Options options;
  trace::Replayer replayer;
  Trace names;
  std::vector<Stage> stages;  // the first is the start
  std::size_t at = 0;
  std::string error;
  std::string why;
  bool is_listed = false;
  std::vector<trace::Option> found;
  std::vector<WalkMove> shown;

  [[nodiscard]] const Stage& here() const { return stages[at]; }
  bool fail(std::string reason) {
    why = std::move(reason);
    return false;
  }
  void changed() { is_listed = false; }

  // Since the start, in units.
  [[nodiscard]] trace::Units time() const { return here().time + here().waited; }
  // False, with the reason, when so much more time could not be counted.
  bool has_room_for(trace::Units delay);

  void start();
  // This moment: the clocks after what was waited.
  bool arrive(trace::ConcreteState& out);
  // Fills `found` and `shown`.
  void list();
  bool take(const trace::Option& o, trace::Units delay);
  // One of the moves with these names; the number of the edge decides where several fit.
  bool follow(const trace::SavedStep& step);

  [[nodiscard]] search::Path path() const;
  // Moves and zones, where there are no times.
  void add_symbolic(Trace& out) const;

 private:
  [[nodiscard]] TraceEdge labelled(const trace::MoveEdge& e) const;
  void push(Stage stage);
  // -1: another move.
  [[nodiscard]] int fitness(const WalkMove& move, const trace::SavedStep& step) const;
};

}  // namespace zonda
