#include "search/edge_frequencies.hpp"

#include "search/places.hpp"
#include "search/zone_space.hpp"
#include "step/moves.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace zonda::search {

namespace {

class Walker {
 public:
  Walker(const model::Network& network, const analysis::ClockBounds& bounds, const WalkOptions& options,
         const OnWalkStep& on_step)
      : network_(network),
        options_(options),
        on_step_(on_step),
        random_(options.seed),
        moves_(network),
        space_(bounds, network.processes.size(), step::Abstraction::ExtraMPlus, false, kMemoEntries),
        places_(network, bounds, space_.operations()) {}

  void run() {
    for (std::size_t i = 0; i < options_.walks && may_go_on(); ++i) walk(i);
  }

 private:
  using Failure = step::ZoneMachine<std::int32_t>::Failure;
  static constexpr std::size_t kMemoEntries = 1 << 14U;
  static constexpr std::size_t kSpare = 1 << 20U;  // bytes of zones that are remembered

  // After an error there is nowhere to go, and no use in going on.
  [[nodiscard]] bool may_go_on() const { return seen_ < options_.successors && space_.failure() == Failure::None; }

  void walk(std::size_t number) {
    std::vector<std::vector<std::int32_t>> initials = moves_.initials();
    if (initials.empty()) return;
    state_ = initials[random_() % initials.size()];
    if (!start()) return;
    for (std::size_t i = 0; i < options_.steps && may_go_on(); ++i) {
      if (!choose()) break;
      on_step_(number, i, edges_);
      state_.swap(target_);
      space_.table().drop(zone_);
      zone_ = next_;
      space_.table().hold(zone_);
    }
    space_.table().drop(zone_);
  }

  bool start() {
    step::Place place;
    if (!places_.find(state_, place)) return false;
    const auto clocks = space_.operations().clocks(place.shape);
    zone::Dbm<std::int32_t> at(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      const std::int32_t value = network_.clocks[static_cast<std::size_t>(clocks[i])].initial;
      if (value != 0) reset(at, i + 1, value);
    }
    const auto entered = space_.enter(at, place.entry);
    if (entered.empty() || space_.failure() != Failure::None) return false;
    zone_ = space_.intern(entered[random_() % entered.size()], place.entry);
    space_.table().hold(zone_);
    return true;
  }

  // One of the successors, each with the same probability; false when there is none.
  bool choose() {
    std::size_t found = 0;
    const step::ShapeId shape = space_.operations().shape(state_);
    space_.start(zone_, kSpare, [](auto) {});
    moves_.expand(state_, [&](const step::Move& move) {
      step::Place place;
      if (move.error != nullptr || !find(move.target, place)) return true;
      const step::ActionId action = space_.operations().action(shape, place.shape, move);
      for (const store::ZoneId zone : space_.successors(
               action, place.entry, [] { return kSpare; }, [](std::size_t) { return true; })) {
        ++seen_;
        if (random_() % ++found != 0) continue;
        next_ = zone;
        target_.assign(move.target.begin(), move.target.end());
        edges_.assign(move.edges.begin(), move.edges.end());
      }
      return may_go_on();
    });
    return found > 0 && space_.failure() == Failure::None;
  }

  bool find(std::span<const std::int32_t> cells, step::Place& place) {
    if (!places_.has_keys()) return places_.find(cells, place);
    place = places_.find(
        places_.key_of(cells), [] { return kSpare; }, [&] { return cells; });
    return true;
  }

  const model::Network& network_;
  const WalkOptions& options_;
  const OnWalkStep& on_step_;
  std::mt19937_64 random_;
  step::Moves moves_;
  ZoneSpace<std::int32_t> space_;
  Places places_;
  std::size_t seen_ = 0;
  std::vector<std::int32_t> state_;  // where the walk is
  store::ZoneId zone_ = store::kNoZone;
  std::vector<std::int32_t> target_;  // where it goes
  store::ZoneId next_ = store::kNoZone;
  std::vector<step::EdgeRef> edges_;
};

}  // namespace

std::vector<std::vector<double>> edge_frequencies(const model::Network& network, const analysis::ClockBounds& bounds,
                                                  const WalkOptions& options) {
  std::vector<std::vector<double>> counts;
  for (const model::Process& p : network.processes) counts.emplace_back(p.edges.size(), 0.0);
  std::size_t taken = 0;
  random_walks(network, bounds, options, [&](std::size_t, std::size_t, std::span<const step::EdgeRef> edges) {
    for (const step::EdgeRef& e : edges) counts[e.process][e.edge] += 1;
    ++taken;
  });
  for (auto& process : counts)
    for (double& count : process) count /= static_cast<double>(std::max<std::size_t>(1, taken));
  return counts;
}

void random_walks(const model::Network& network, const analysis::ClockBounds& bounds, const WalkOptions& options,
                  const OnWalkStep& on_step) {
  Walker(network, bounds, options, on_step).run();
}

}  // namespace zonda::search
