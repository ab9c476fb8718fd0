// Where a state formula holds in one discrete state, as a list of conjunctions of clock conditions: its disjunctive
// normal form with locations and variables filled in. An empty list means nowhere; an empty conjunction means
// everywhere.
#pragma once

#include "model/network.hpp"
#include "step/moves.hpp"

#include <optional>
#include <span>
#include <vector>

namespace zonda::search {

using Conjunction = std::vector<step::ClockCondition>;

class FormulaParts {
 public:
  explicit FormulaParts(step::Moves& moves) : moves_(moves) {}

  [[nodiscard]] const std::optional<step::StepError>& error() const { return moves_.error(); }
  // Finds the parts of the formula, or of its negation. False: there was a run-time error, which moves.error() returns.
  bool find(const model::Formula& formula, bool is_negated, std::span<const std::int32_t> state,
            std::vector<Conjunction>& out);

 private:
  bool parts(const model::Formula& f, bool is_negated, std::vector<Conjunction>& out);
  bool clock_part(const model::Formula& f, bool is_negated, std::vector<Conjunction>& out);
  bool all_of(const model::Formula& f, bool is_negated, std::vector<Conjunction>& out);

  step::Moves& moves_;
};

[[nodiscard]] inline bool holds_everywhere(const std::vector<Conjunction>& parts) {
  for (const Conjunction& c : parts)
    if (c.empty()) return true;
  return false;
}

// Whether the formula does not mention clocks.
[[nodiscard]] bool says_nothing_of_clocks(const model::Formula& f);

}  // namespace zonda::search
