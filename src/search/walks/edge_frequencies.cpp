#include "search/walks/edge_frequencies.hpp"

#include "search/engine/state_space.hpp"
#include "search/engine/worker.hpp"
#include "store/held_zone.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace zonda::search {

namespace {

class Walker {
 public:
  Walker(const model::Network& network, const analysis::ClockBounds& bounds, const WalkOptions& options,
         const OnWalkStep& on_step)
      : options_(options),
        on_step_(on_step),
        random_(options.seed),
        how_(how_to_search()),
        space_(network, bounds, how_),
        worker_(space_) {}

  void run() {
    for (std::size_t i = 0; i < options_.walks && may_go_on(); ++i) walk(i);
  }

 private:
  using Failure = step::ZoneMachine<std::int32_t>::Failure;
  static constexpr std::size_t kSpare = 1 << 20U;  // bytes of zones that are remembered

  static Options how_to_search() {
    Options result;
    result.abstraction = step::Abstraction::ExtraMPlus;
    return result;
  }

  // After an error there is nowhere to go.
  [[nodiscard]] bool may_go_on() const {
    return seen_ < options_.successors && worker_.stepper.failure() == Failure::None;
  }

  void walk(std::size_t number) {
    std::vector<std::vector<std::int32_t>> initials = worker_.moves.initials();
    if (initials.empty()) return;
    state_ = initials[random_() % initials.size()];
    if (!start()) return;
    for (std::size_t i = 0; i < options_.steps && may_go_on(); ++i) {
      if (!choose()) break;
      on_step_(number, i, edges_);
      state_.swap(target_);
      zone_ = {worker_.zones, next_};
    }
    zone_ = {};
  }

  bool start() {
    step::Place place;
    if (!worker_.find_place(state_, place)) return false;
    const auto entered = worker_.stepper.enter(worker_.initial_point(place.shape), place.entry);
    if (entered.empty() || worker_.stepper.failure() != Failure::None) return false;
    zone_ = {worker_.zones, worker_.stepper.intern(entered[random_() % entered.size()], place.entry)};
    return true;
  }

  // Chooses one of the successors, each with the same probability; false if there is none.
  bool choose() {
    std::size_t found = 0;
    const step::ShapeId shape = worker_.operations.shape(state_);
    worker_.stepper.start(zone_.id(), kSpare, [](auto) {});
    worker_.moves.expand(state_, [&](const step::Move& move) {
      step::Place place;
      if (move.error != nullptr || !worker_.find_place(move.target, place)) return true;
      const step::ActionId action = worker_.operations.action(shape, place.shape, move);
      for (const store::ZoneId zone : worker_.stepper.successors(
               action, place.entry, [] { return kSpare; }, [](std::size_t) { return true; })) {
        ++seen_;
        if (random_() % ++found != 0) continue;
        next_ = zone;
        target_.assign(move.target.begin(), move.target.end());
        edges_.assign(move.edges.begin(), move.edges.end());
      }
      return may_go_on();
    });
    return found > 0 && worker_.stepper.failure() == Failure::None;
  }

  const WalkOptions& options_;
  const OnWalkStep& on_step_;
  std::mt19937_64 random_;
  Options how_;
  StateSpace<std::int32_t> space_;
  Worker<std::int32_t> worker_;
  std::size_t seen_ = 0;
  std::vector<std::int32_t> state_;  // where the walk is
  store::HeldZone<std::int32_t> zone_;
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
