#include "search/runs/symbolic_graph.hpp"

#include <algorithm>

namespace zonda::search {

namespace {

// States are kept as they come, whatever a user asked for the main search, and are told apart by the numbers of zones.
Options graph_options(Options options) {
  options.zones.is_shared = true;
  options.use_alu = false;
  options.keep = keep::all_states();
  options.hull = options.compact = false;
  options.bitstate_bytes = 0;
  options.marks = nullptr;
  return options;
}

}  // namespace

template <typename B>
GraphSpace<B>::GraphSpace(const model::Network& network, const analysis::ClockBounds& bounds, const Options& options,
                          const SuccessorRules& rules)
    : options_(graph_options(options)), space_(network, bounds, options_, rules) {
  if (options.limits.memory_bytes > 0) return;
  // There are fewer stored states than were expanded, so that they are no measure of what is worth remembering.
  constexpr std::size_t kLeastRoom = std::size_t{8} << 20U;
  space_.least_table_room = kLeastRoom;
  space_.table_share = 1;
}

template <typename B>
SymbolicGraph<B>::SymbolicGraph(const model::Network& network, const analysis::ClockBounds& bounds,
                                const Options& options, const SuccessorRules& rules, Control& control)
    : GraphSpace<B>(network, bounds, options, rules), Expander<B, SymbolicGraph>(space_, control) {
  control.add_part({[this] { return space_.bytes() + worker_.bytes() + this->cache_bytes(); },
                    [this](Stats& stats) {
                      worker_.count(stats);
                      stats.discrete_states += worker_.states.discrete_count();
                      stats.zones += worker_.zones.count();
                      stats.bytes += space_.bytes_by_kind();
                      stats.bytes.remembered += worker_.bytes() + this->cache_bytes();
                      return std::size_t{0};
                    },
                    [this](HashStats& stats) {
                      worker_.states.look_at_table(stats);
                      worker_.zones.look_at_table(stats);
                    }});
}

template <typename B>
auto SymbolicGraph<B>::initial() -> States {
  States result(worker_.zones);
  entered_ = &result;
  control_.within_tables([this] { (void)this->seed(); });
  return result;
}

template <typename B>
auto SymbolicGraph<B>::enter(std::span<const std::int32_t> cells, const zone::Dbm<B>& at) -> States {
  States result(worker_.zones);
  entered_ = &result;
  control_.within_tables([&] { (void)Expander<B, SymbolicGraph>::enter(cells, at); });
  return result;
}

template <typename B>
bool SymbolicGraph<B>::expand(store::State from, std::vector<Successor>& out) {
  out_ = &out;
  ++worker_.counts.visited;
  worker_.stepper.start(from.zone, space_.spare_zones(), [](auto) {});
  bool is_done = false;
  control_.within_tables([&] { is_done = Expander<B, SymbolicGraph>::expand(from); });
  return is_done;
}

template <typename B>
ReducedPath SymbolicGraph<B>::path_along(std::span<const store::State> chain, bool is_inside,
                                         const std::function<typename Retracer<B>::IsMeant(std::size_t)>& is_meant) {
  return *Retracer<B>(worker_, nullptr).path_along(chain, is_inside, is_meant);
}

template <typename B>
void SymbolicGraph<B>::relieve() {
  space_.shrink_table_room();
  this->shrink_cache();
  worker_.places.shrink();
  worker_.stepper.shrink(space_.least_table_room / step::ZoneMemo::kWordBytes);
  worker_.zones.shrink([](auto) {});
  if (relieved_++ == 0 || !worker_.zones.compress()) return;
  worker_.stepper.reload();
}

template <typename B>
void SymbolicGraph<B>::snapshot(Snapshot& s) {
  space_.snapshot(s);
  Expander<B, SymbolicGraph>::snapshot(s);
}

template <typename B>
bool SymbolicGraph<B>::avoided(std::span<const std::int32_t> cells, std::vector<Conjunction>& out) {
  if (worker_.places.avoided(cells, out)) return true;
  control_.fail(*worker_.places.error());
  return false;
}

template <typename B>
bool SymbolicGraph<B>::add(store::DiscreteId id, bool /*is_new*/, const step::Place& /*place*/, store::ZoneId zone) {
  ++worker_.counts.transitions;
  out_->push_back({{id, zone}, this->is_tick_, this->marks_of_move_ != 0, {worker_.zones, zone}});
  return !control_.has_ended();
}

template <typename B>
bool SymbolicGraph<B>::add_initial(std::span<const std::int32_t> /*cells*/, store::DiscreteId id,
                                   const step::Place& /*place*/, store::ZoneId zone) {
  entered_->list.push_back({id, zone});
  entered_->holds.add(zone);
  return !control_.has_ended();
}

template class SymbolicGraph<std::int16_t>;
template class SymbolicGraph<std::int32_t>;

}  // namespace zonda::search
