#include "pieces/cover.hpp"

#include "analysis/clock_bounds.hpp"
#include "search/engine/exploration.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::pieces {

namespace {

// Notes the zones of every discrete state.
class Collector final : public search::Visitor {
 public:
  Collector(search::Worker<std::int32_t>& worker, std::optional<model::Address> position, std::uint32_t inside,
            Cover& cover)
      : worker_(worker), position_(position), inside_(inside), cover_(cover) {
    wants_all_ = true;
  }

  bool look(std::span<const std::int32_t> /*cells*/, bool /*is_new*/, store::State s, step::ShapeId /*shape*/,
            store::State /*parent*/) override {
    std::vector<std::int32_t> state;
    worker_.unpack(s.discrete, state);
    if (position_) {
      const std::int32_t at = state[*position_];
      state.erase(state.begin() + *position_);
      if (at >= static_cast<std::int32_t>(inside_)) return true;
    }
    zone::Dbm<std::int32_t> zone(1);
    worker_.stepper.load(s.zone, zone);
    cover_[state].push_back(zone);
    return true;
  }

 private:
  search::Worker<std::int32_t>& worker_;
  std::optional<model::Address> position_;
  std::uint32_t inside_;
  Cover& cover_;
};

}  // namespace

Explored explore(const model::Network& network, std::optional<model::Address> position, std::uint32_t inside) {
  Explored result;
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, model::Query{});
  if (!bounds.refusal.empty() || (bounds.has_diagonals && bounds.has_urgent_guards)) {
    result.stopped = "no bounds";
    return result;
  }
  search::Options options;
  options.limits.seconds = 2;
  options.abstraction = step::Abstraction::ExtraM;
  search::Control control(options);
  const auto exploration = search::make_exploration<std::int32_t>(network, bounds, options, control);
  Collector collector(exploration->worker(), position, inside, result.cover);
  exploration->run(collector);
  const search::Outcome outcome = control.outcome();
  if (outcome.kind != search::Outcome::Kind::NotReached) result.stopped = outcome.reason + " ";
  return result;
}

void add(const Cover& more, Cover& to) {
  for (const auto& [state, zones] : more) {
    auto& known = to[state];
    for (const auto& z : zones) {
      const bool is_there = std::any_of(known.begin(), known.end(), [&](const auto& k) { return includes(k, z); });
      if (!is_there) known.push_back(z);
    }
  }
}

std::string missing(const model::Network& network, const Cover& from, const Cover& in) {
  for (const auto& [state, zones] : from) {
    std::string name;
    for (std::size_t i = 0; i < state.size(); ++i) {
      name += i < network.processes.size()
                  ? network.processes[i].name + "." + network.location(i, state[i]).name + " "
                  : fmt::format("{}={} ", network.cell_name(static_cast<model::Address>(i)), state[i]);
    }
    const auto found = in.find(state);
    if (found == in.end()) return "no such discrete state: " + name;
    for (const auto& z : zones) {
      const bool is_there = std::any_of(found->second.begin(), found->second.end(),
                                        [&](const auto& k) { return k.dim() == z.dim() && includes(k, z); });
      if (!is_there) return "a zone is not covered: " + name;
    }
  }
  return {};
}

}  // namespace zonda::pieces
