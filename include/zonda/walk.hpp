// The public C++ interface, walking: one state, its moves, one step at a time, forth and back.
//
//   zonda::Walk walk(model);
//   for (const zonda::WalkMove& move : walk.moves()) …
//   walk.take(1);        // the first of them, as soon as it is possible
//   walk.jump(0);        // back to the start
//
// Concrete: clocks have exact values, time passes by as much as one says. Symbolic: clocks are a zone, all values that
// are possible after these moves, time included.
#pragma once

#include "zonda/model.hpp"
#include "zonda/trace.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zonda {

// Delays from `from` to `to`, as decimal numbers; an end that is open does not belong to it.
struct WalkWindow {
  std::string from;
  bool is_from_open = false;
  std::optional<std::string> to;  // nothing: for ever
  bool is_to_open = false;
};

struct WalkMove {
  std::vector<TraceEdge> edges;     // sender first
  std::vector<WalkWindow> windows;  // concrete: how long to wait before it
  TraceState target;                // locations and variables after it; symbolic: the zone
  std::string error;                // taking it ends in this run-time error
};

class Walk {
 public:
  enum class Mode { Concrete, Symbolic };

  // The model must be usable, and live as long as the walk.
  explicit Walk(const Model& model, Mode mode = Mode::Concrete);
  Walk(Walk&&) noexcept;
  Walk& operator=(Walk&&) noexcept;
  ~Walk();

  // Why there is nothing to walk through; empty when there is.
  [[nodiscard]] const std::string& error() const;
  [[nodiscard]] Mode mode() const;

  // Moves made so far, the one that the walk stands behind, and the time at this moment.
  [[nodiscard]] std::size_t length() const;
  [[nodiscard]] std::size_t position() const;
  [[nodiscard]] std::string time() const;
  [[nodiscard]] std::int64_t time_units() const;  // of 10^-digits of names()
  [[nodiscard]] TraceState state() const;
  // A trace without steps: the names of processes, locations, variables and clocks that states speak of.
  [[nodiscard]] const Trace& names() const;

  // What can be done next. When a run-time error in a guard prevents an answer, there are none and why() has it.
  [[nodiscard]] const std::vector<WalkMove>& moves();
  // How long time may pass here, at most.
  [[nodiscard]] WalkWindow allowed_delay();

  // Each returns false and changes nothing when it is not possible; why() then has the reason.
  // The number-th of moves(), from 1; without a delay as early as possible. Moves behind this position are forgotten.
  bool take(std::size_t number, const std::optional<std::string>& delay = std::nullopt);
  bool wait(const std::string& delay);
  // One of the moves, after one of its delays, by chance.
  bool take_random(std::uint64_t seed);
  // Takes back what was waited here, or else the last move.
  bool undo();
  // To behind the position-th move; 0 is the start. Later moves stay until another one is taken.
  bool jump(std::size_t position);
  // A saved trace (JSON or .xtr) from the start on, as far as it fits.
  bool follow(const std::string& trace_text);
  [[nodiscard]] const std::string& why() const;

  // Whether the state formula of the query (that behind E<>, A[], …) holds here; nothing when that cannot be said.
  [[nodiscard]] std::optional<bool> holds(std::size_t query);

  // The walk up to here. In symbolic mode with times that fit, if there are some.
  [[nodiscard]] Trace trace() const;
  // State, moves and the walk up to here, for machines.
  [[nodiscard]] std::string json();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace zonda
