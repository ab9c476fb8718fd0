#include "search/reach/reachability.hpp"

#include "search/engine/exploration.hpp"
#include "search/limits/control.hpp"
#include "search/reach/finder.hpp"
#include "util/invariant.hpp"

#include <utility>

namespace zonda::search {

namespace {

template <typename B>
std::vector<Outcome> explore(const model::Network& network, const analysis::ClockBounds& bounds,
                             std::span<const Sought> goals, const Options& options, const SuccessorRules& rules) {
  Control control(options);
  control.remember_errors();
  const auto exploration = make_exploration<B>(network, bounds, options, control, rules);
  Finder<B> finder(exploration->worker(), control, goals);
  exploration->run(finder);
  control.look_at_tables();
  return finder.outcomes(control.outcome());
}

}  // namespace

template <typename B>
std::vector<Outcome> reach(const model::Network& network, const analysis::ClockBounds& bounds,
                           std::span<const Sought> goals, const Options& options, const SuccessorRules& rules) {
  ZONDA_CHECK(goals.size() == 1 || (stores_all(options) && !options.sooner_than), "there is one goal too many");
  ZONDA_CHECK(goals.size() == 1 || options.checkpoint == nullptr, "a checkpoint is about one goal");
  if (goals.size() > 1) return explore<B>(network, bounds, goals, options, rules);
  return {journaled(options, [&] { return std::move(explore<B>(network, bounds, goals, options, rules)[0]); })};
}

template std::vector<Outcome> reach<std::int16_t>(const model::Network&, const analysis::ClockBounds&,
                                                  std::span<const Sought>, const Options&, const SuccessorRules&);
template std::vector<Outcome> reach<std::int32_t>(const model::Network&, const analysis::ClockBounds&,
                                                  std::span<const Sought>, const Options&, const SuccessorRules&);

}  // namespace zonda::search
