// The public C++ interface, walking through a model: one state, its moves, one step at a time, forwards and backwards.
//
//   zonda::Walk walk(model);
//   for (const zonda::WalkMove& move : walk.moves()) …
//   walk.take(1);        // the first of them, as soon as it is possible
//   walk.jump(0);        // back to the start
//
// Concrete walks have exact clock values, and time passes by the delays that the caller gives. Symbolic walks have a
// zone: all clock values that are possible after these moves, including the delay after the last one.
#pragma once

#include "zonda/model.hpp"
#include "zonda/trace.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zonda {

// Delays from `from` to `to`, as decimal numbers; an open end is not included.
struct WalkWindow {
  std::string from;
  bool is_from_open = false;
  std::optional<std::string> to;  // nothing: there is no upper end
  bool is_to_open = false;
};

struct WalkMove {
  std::vector<TraceEdge> edges;     // sender first
  std::vector<WalkWindow> windows;  // concrete: the delays after which it is possible
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

  // Why the walk cannot start; empty if it can.
  [[nodiscard]] const std::string& error() const;
  [[nodiscard]] Mode mode() const;

  // The number of moves made so far, the number of moves before the current state, and the time there.
  [[nodiscard]] std::size_t length() const;
  [[nodiscard]] std::size_t position() const;
  [[nodiscard]] std::string time() const;
  [[nodiscard]] std::int64_t time_units() const;  // of 10^-digits of names()
  [[nodiscard]] TraceState state() const;
  // A trace without steps: the names of processes, locations, variables and clocks that states speak of.
  [[nodiscard]] const Trace& names() const;

  // The moves that are possible next. If a run-time error in a guard prevents an answer, there are none, and why() has
  // it.
  [[nodiscard]] const std::vector<WalkMove>& moves();
  // How long time may pass here.
  [[nodiscard]] WalkWindow allowed_delay();

  // The functions below return false and change nothing if they are not possible; why() then has the reason.
  // Makes this move (moves() counts from 1), after the delay or as early as possible. Later moves of the walk are lost.
  bool take(std::size_t number, const std::optional<std::string>& delay = std::nullopt);
  bool wait(const std::string& delay);
  // Makes a random move after a random one of its delays.
  bool take_random(std::uint64_t seed);
  // Takes back the time that was waited here or, if there is none, the last move.
  bool undo();
  // Goes to the state after this many moves; 0 is the start. Later moves stay until another move is made.
  bool jump(std::size_t position);
  // Follows a saved trace (JSON or .xtr) from the start, as far as it fits.
  bool follow(const std::string& trace_text);
  [[nodiscard]] const std::string& why() const;

  // Whether the state formula of the query (the one after E<>, A[], …) holds here; nothing if that cannot be said.
  [[nodiscard]] std::optional<bool> holds(std::size_t query);

  // The walk up to here as a trace. A symbolic walk gets delays that fit, if there are any.
  [[nodiscard]] Trace trace() const;
  // The state, its moves and the walk up to here, as JSON.
  [[nodiscard]] std::string json();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace zonda
