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
  // Looks at a state that was stored. `cells` may be left out. May end the search. False: a limit came first, and the
  // state must be looked at again.
  virtual bool look(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
                    store::State parent) = 0;

  // Gives the moment when a state that was stored can be entered, for orders that go by time.
  [[nodiscard]] bool has_moments() const { return has_moments_; }
  virtual std::int32_t moment_of(store::ZoneId /*zone*/, step::ShapeId /*shape*/) { return 0; }
  // If there are moments: whether something sooner than what was found may yet come of a state.
  virtual bool is_worth_while(store::State /*state*/) { return true; }

  // The discrete state is gone, and its number may be used again; or all of them are.
  virtual void forget(store::DiscreteId /*discrete*/) {}
  virtual void forget_all() {}
  // Whether numbers of discrete states, or parents of states, are needed to the end, so that none may be packed.
  [[nodiscard]] virtual bool needs_numbers() const { return false; }

  // Memory is short: what is there only for speed is to go.
  virtual void relieve() {}

  // So many states were visited that what was expected to be found by now may be left out.
  virtual void lose_patience() {}
  // All states have been seen.
  virtual void finish() {}

  // Something was found whose moves are to be found again, before states go that lead there.
  struct Tracer {
    using IsMet = std::function<bool(store::ZoneId)>;
    // The path to a state, or the reason why there is none. `is_met(zone)` says whether another zone of the discrete
    // state would do as well.
    std::function<std::optional<Path>(store::State, store::State parent, const IsMet&, std::string& reason)> path_to;
    // Limits, which hold although the search may have ended.
    std::function<bool()> may_go_on;
  };
  [[nodiscard]] virtual bool has_news() const { return false; }
  virtual void trace_news(const Tracer& /*tracer*/) {}
  // Paths are not known any more.
  virtual void leave_news() {}

  // What it has found, to or from a checkpoint.
  virtual void snapshot(Snapshot& /*s*/) {}

 protected:
  bool wants_all_ = false;  // every state that is stored is looked at …
  bool wants_new_ = false;  // … or one of each discrete state
  bool has_moments_ = false;
};

}  // namespace zonda::search
