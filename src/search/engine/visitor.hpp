// What a search does with the states that an exploration finds. Searches differ in this, and in nothing else: they look
// for goals, collect values, or begin other searches from some states.
#pragma once

#include "search/path.hpp"
#include "step/zone_step.hpp"
#include "store/state_store.hpp"
#include "util/snapshot.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace zonda::search {

class Visitor {
 public:
  Visitor() = default;
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  virtual ~Visitor() = default;

  // Whether a state that was stored has to be looked at. `is_new`: no zone of its discrete state was seen before.
  [[nodiscard]] bool wants(bool is_new) const { return wants_all_ || (is_new && wants_new_); }
  // Looks at a state that was stored, and may end the search. `cells` may be empty. False: a limit came first, and the
  // state must be looked at again.
  virtual bool look(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
                    store::State parent) = 0;

  // For orders that go by time: whether moment_of() gives the moment when a stored state can be entered.
  [[nodiscard]] bool has_moments() const { return has_moments_; }
  virtual std::int32_t moment_of(store::ZoneId /*zone*/, step::ShapeId /*shape*/) { return 0; }
  // If there are moments: whether the state may still lead to a goal sooner than the one that was found.
  virtual bool is_worth_while(store::State /*state*/) { return true; }

  // The number of this discrete state, or with forget_all() every number, may stand for another one from now on.
  virtual void forget(store::DiscreteId /*discrete*/) {}
  virtual void forget_all() {}
  // Whether numbers of discrete states, or parents of states, are needed to the end, so that no state may be packed.
  [[nodiscard]] virtual bool needs_numbers() const { return false; }

  // Called when memory is short: drops whatever only saves time.
  virtual void relieve() {}

  // Called once, after many states: goals that should have been found by now may be given up.
  virtual void lose_patience() {}
  // Called when all states have been seen.
  virtual void finish() {}

  // How a visitor that has found something gets its path before states on the path are removed.
  struct Tracer {
    using IsMet = std::function<bool(store::ZoneId)>;
    // The path to a state, or the reason why there is none. `is_met(zone)` says whether another zone of the discrete
    // state would do as well.
    std::function<std::optional<Path>(store::State, store::State parent, const IsMet&, std::string& reason)> path_to;
    // Checks the limits, which hold even if the search has ended.
    std::function<bool()> may_go_on;
  };
  [[nodiscard]] virtual bool has_news() const { return false; }
  virtual void trace_news(const Tracer& /*tracer*/) {}
  // Gives up paths that were not traced yet, because they are no longer known.
  virtual void leave_news() {}

  // Writes what was found to a checkpoint, or reads it back.
  virtual void snapshot(Snapshot& /*s*/) {}

 protected:
  bool wants_all_ = false;  // every state that is stored is looked at …
  bool wants_new_ = false;  // … or one of each discrete state
  bool has_moments_ = false;
};

}  // namespace zonda::search
