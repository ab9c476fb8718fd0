// Storing strategies decide which states stay in the store (store paper, section 3, fig. 3). A state that was expanded
// may be forgotten, as long as one state of every cycle is stored: then every path through the state space comes back
// to a stored state after finitely many steps, and the search ends, though it may expand a state more than once.
// Whether a state meets the goal is checked when it is generated, so forgetting loses no goal.
//
// When a state has been expanded, the strategy says whether it is stored, and gives each successor a flag. The flag is
// all that the strategy knows about the path to a state.
#pragma once

#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace zonda::keep {

// A number that a strategy attaches to a state when the state is generated; its meaning is up to the strategy.
using Flag = std::uint32_t;

// Properties of a move that a strategy may ask for, as bits.
using Marks = std::uint8_t;
inline constexpr Marks kCovering = 1;  // the move takes an edge of the covering set
inline constexpr Marks kEntry = 2;     // the move leads some process to the location where a loop is entered

// What a strategy is told of a state that has been expanded.
struct Facts {
  Flag flag = 0;
  std::size_t successors = 0;
  bool is_committed = false;  // some location is committed, so that time may not pass
};

class Keep {
 public:
  Keep() = default;
  Keep(const Keep&) = delete;
  Keep& operator=(const Keep&) = delete;
  virtual ~Keep() = default;

  // Whether the state is stored. Called once for each state that is expanded.
  virtual bool to_store(const Facts& state) = 0;
  // The flag of a successor that this move leads to; `is_stored` is what to_store() said of the state.
  [[nodiscard]] virtual Flag next_flag(const Facts& state, bool is_stored, Marks move) const = 0;
  // Whether a state with this flag is likely to be forgotten; such states should not wait long.
  [[nodiscard]] virtual bool lets_go(Flag flag) const = 0;
  // Writes what the strategy remembers to a file, or reads it back.
  virtual void snapshot(Snapshot& /*s*/) {}
};

struct Strategy;

// What is known about a storing strategy: a line of the list in keep.cpp.
struct NamedStrategy {
  enum class Parameter : std::uint8_t { None, Number, Probability };

  std::string_view name{};
  std::string_view what{};  // one line
  std::unique_ptr<Keep> (*make)(const Strategy& strategy) = nullptr;
  Parameter parameter = Parameter::None;
  std::string_view letter{};  // the name of the parameter in help
  std::uint32_t least = 1;    // Number: the smallest, and the one taken when none is given
  std::uint32_t usual = 0;
  std::string_view trial{};     // for tests: a parameter that makes a difference in small models
  Marks marks = 0;              // what it looks at in moves
  bool sees_committed = false;  // it looks at Facts::is_committed
  bool stores_all = false;
  bool is_for_users = true;
};

[[nodiscard]] std::span<const NamedStrategy> strategies();

// A storing strategy with its parameters.
struct Strategy {
  const NamedStrategy* named = nullptr;
  std::uint32_t number = 0;  // the k or n of the strategies that have one
  double probability = 1;
  std::uint64_t seed = 1;  // for those that decide by chance

  [[nodiscard]] bool stores_all() const { return named->stores_all; }
  [[nodiscard]] bool sees_committed() const { return named->sees_committed; }
  // The properties of moves that the strategy looks at.
  [[nodiscard]] Marks marks() const { return named->marks; }
  friend bool operator==(const Strategy&, const Strategy&) = default;
};

// Strategies that store all states; none; those by which loops are entered.
[[nodiscard]] Strategy all_states() noexcept;
[[nodiscard]] Strategy no_states() noexcept;
[[nodiscard]] Strategy entry_states() noexcept;

// Reads 'distance:10' and the like; without a number, the strategy has the one of the store paper. The result is an
// error message if the text is wrong.
[[nodiscard]] std::variant<Strategy, std::string> parse_strategy(std::string_view text);
[[nodiscard]] std::string text_of(const Strategy& strategy);
[[nodiscard]] std::unique_ptr<Keep> make_keep(const Strategy& strategy);

}  // namespace zonda::keep
