// The loop that all searches share: visits everything that can be reached, once, in any order. States that a stored one
// covers are left out, the others are shown to a visitor. Storing strategies, approximations, memory limits with their
// stages and checkpoints belong to the loop, so that they work for every visitor.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/engine/reduced_path.hpp"
#include "search/engine/visitor.hpp"
#include "search/engine/worker.hpp"
#include "search/limits/control.hpp"
#include "search/options.hpp"

#include <memory>
#include <optional>
#include <span>

namespace zonda::search {

template <typename B>
class Exploration {
 public:
  Exploration() = default;
  Exploration(const Exploration&) = delete;
  Exploration& operator=(const Exploration&) = delete;
  virtual ~Exploration() = default;

  virtual Worker<B>& worker() = 0;
  // Explores everything, or until the visitor ends the search. To be called once.
  virtual void run(Visitor& visitor) = 0;
  // The state that is being expanded, or was expanded last.
  [[nodiscard]] virtual store::State current() const = 0;
  // While a state is expanded: whether the conditions hold together somewhere in its zone.
  virtual bool is_possible(std::span<const step::ClockCondition> conditions) = 0;
  // The moves that led to a state; `parent` is what the visitor was told. Must not be called while a state is expanded.
  // If not all states are stored, the state must be the last one that the visitor looked at. Returns nothing if the
  // moves are no longer known because memory was short. The path is one among representatives; the caller restores it
  // once all its pieces are joined.
  virtual std::optional<ReducedPath> path_to(store::State last, store::State parent) = 0;
};

// Refers to its arguments, which must outlive the exploration.
template <typename B>
[[nodiscard]] std::unique_ptr<Exploration<B>> make_exploration(const model::Network& network,
                                                               const analysis::ClockBounds& bounds,
                                                               const Options& options, Control& control,
                                                               const SuccessorRules& rules = {});

}  // namespace zonda::search
