// To store or not to store (store paper, section 3, fig. 3). A state that was expanded may be forgotten, as long as
// every cycle keeps one state: then each way through the state space comes back to a stored state after finitely many
// steps, and the search ends, though it may expand a state more than once. Whether a state meets the goal is looked at
// when it is generated, so forgetting loses nothing.
//
// A strategy sees each state when it has been expanded, with a flag that it gave the state itself when that was
// generated, and says whether it is stored and what flag each successor gets.
#pragma once

#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace zonda::keep {

using Flag = std::uint32_t;

// What a strategy may ask of a move, as bits.
using Marks = std::uint8_t;
inline constexpr Marks kCovering = 1;  // it takes an edge of the covering set
inline constexpr Marks kEntry = 2;     // it leads some process to where a loop is entered

struct Facts {
  Flag flag = 0;
  std::size_t successors = 0;
  bool is_committed = false;  // time may not pass there, for some location is committed
};

class Keep {
 public:
  Keep() = default;
  Keep(const Keep&) = delete;
  Keep& operator=(const Keep&) = delete;
  virtual ~Keep() = default;

  // Called once for each state that is expanded.
  virtual bool to_store(const Facts& state) = 0;
  // Of a successor; `is_stored`: what to_store() said of the state.
  [[nodiscard]] virtual Flag next_flag(const Facts& state, bool is_stored, Marks move) const = 0;
  // Whether a state with this flag is likely to be forgotten; such states should not wait long.
  [[nodiscard]] virtual bool lets_go(Flag flag) const = 0;
  // What it remembers, to or from a file.
  virtual void snapshot(Snapshot& /*s*/) {}
};

struct Strategy {
  enum class Kind : std::uint8_t {
    Auto,
    All,
    Distance,
    Successors,
    Cover,
    Random,
    Every,
    Discard,
    Entry,
    Combination,
    Committed,
    None  // not for users
  };
  Kind kind = Kind::Auto;
  std::uint32_t number = 0;  // k or n
  double probability = 1;    // Random
  std::uint64_t seed = 1;    // Random

  [[nodiscard]] bool stores_all() const { return kind == Kind::All || kind == Kind::Auto; }
  // What it looks at.
  [[nodiscard]] Marks marks() const {
    if (kind == Kind::Cover || kind == Kind::Combination) return kCovering;
    return kind == Kind::Entry ? kEntry : Marks{0};
  }
  friend bool operator==(const Strategy&, const Strategy&) = default;
};

// From 'distance:10' and the like; without a number it has the one of the store paper. An error is a text.
[[nodiscard]] std::variant<Strategy, std::string> parse_strategy(std::string_view text);
[[nodiscard]] std::string text_of(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_keep(const Strategy& strategy);

}  // namespace zonda::keep
