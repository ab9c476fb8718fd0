#include "search/formulas/observer.hpp"

#include <utility>

namespace zonda::search {

namespace {

// left - right <= bound
model::Formula comparison(std::uint32_t left, std::uint32_t right, std::int32_t bound, bool is_strict) {
  model::Formula result;
  result.kind = model::Formula::Kind::Clock;
  result.clock.left = model::IntExpr::constant(static_cast<std::int32_t>(left));
  result.clock.right = model::IntExpr::constant(static_cast<std::int32_t>(right));
  result.clock.bound = model::IntExpr::constant(bound);
  result.clock.is_strict = is_strict;
  return result;
}

}  // namespace

model::Formula observer_at_most(const model::Network& network, std::int32_t value, bool is_strict) {
  return comparison(observer_clock(network), 0, value, is_strict);
}

model::Formula observer_beyond(const model::Network& network, std::int32_t value, bool or_equal) {
  return comparison(0, observer_clock(network), -value, !or_equal);
}

model::Formula truth() {
  model::Formula result;
  result.integer = model::IntExpr::constant(1);
  return result;
}

model::Formula both(model::Formula a, model::Formula b) {
  model::Formula result;
  result.kind = model::Formula::Kind::And;
  result.children = {std::move(a), std::move(b)};
  return result;
}

}  // namespace zonda::search
