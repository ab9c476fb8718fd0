// Walking through a model: a history of steps over trace/options (what can happen) and trace/replay (what may).
#include "zonda/walk.hpp"

#include "api/walk_parts.hpp"
#include "report/trace.hpp"
#include "report/walk_json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda {

namespace {

bool contains(const trace::Delays& d, trace::Units at) {
  if (d.is_empty || at < d.low || (at == d.low && d.is_low_open)) return false;
  return !d.has_high || at < d.high || (at == d.high && !d.is_high_open);
}

// A delay in the window with few decimals, early in it.
trace::Units earliest(const trace::Delays& d) {
  if (!d.is_low_open) return d.low;
  for (trace::Units step = kWalkScale; step > 1; step = step % 10 == 0 && step / 2 * 2 == step ? step / 2 : step / 5) {
    const trace::Units at = (d.low / step + 1) * step;
    if (contains(d, at)) return at;
  }
  return d.low + 1;
}

// Any delay in the window on a grid of tenths, or finer where it is narrow.
trace::Units any(const trace::Delays& d, std::uint64_t chance) {
  const trace::Units high = d.has_high ? d.high : d.low + 10 * kWalkScale;
  for (trace::Units step = kWalkScale / 10; step >= 10; step /= 10) {
    const trace::Units first = (d.low + step - 1) / step + (contains(d, (d.low + step - 1) / step * step) ? 0 : 1);
    const trace::Units last = high / step - (contains(d, high / step * step) ? 0 : 1);
    if (first <= last)
      return (first + static_cast<trace::Units>(chance % static_cast<std::uint64_t>(last - first + 1))) * step;
  }
  return earliest(d);
}

std::string no_delay(const std::string& text) {
  return fmt::format("'{}' is not a delay; write a number such as 2 or 0.5, with up to 8 digits and {} decimals", text,
                     kWalkDigits);
}

// Well-mixed numbers from any seed (splitmix64).
std::uint64_t mix(std::uint64_t& seed) {
  seed += 0x9E3779B97F4A7C15U;
  std::uint64_t z = seed;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

Walk::Walk(const Model& model, Mode mode) : parts_(std::make_unique<Parts>(*model.parts_, mode)) { parts_->start(); }
Walk::Walk(Walk&&) noexcept = default;
Walk& Walk::operator=(Walk&&) noexcept = default;
Walk::~Walk() = default;

const std::string& Walk::error() const { return parts_->error; }
const std::string& Walk::why() const { return parts_->why; }
const Trace& Walk::names() const { return parts_->names; }
Walk::Mode Walk::mode() const { return parts_->mode; }
std::size_t Walk::length() const { return parts_->stages.size() - 1; }
std::size_t Walk::position() const { return parts_->at; }

std::string Walk::time() const { return decimal(time_units(), kWalkDigits); }

std::int64_t Walk::time_units() const { return parts_->time(); }

TraceState Walk::state() const {
  if (parts_->mode == Mode::Symbolic) {
    TraceState result = trace::trace_state(parts_->network, std::span<const std::int32_t>(parts_->here().at.cells));
    result.zone = trace::trace_bounds(parts_->here().zone);
    return result;
  }
  trace::ConcreteState now;
  (void)parts_->arrive(now);
  return trace::trace_state(parts_->network, now);
}

const std::vector<WalkMove>& Walk::moves() {
  parts_->list();
  return parts_->shown;
}

WalkWindow Walk::allowed_delay() {
  trace::ConcreteState now;
  trace::Delays allowed;
  if (!parts_->arrive(now) || !parts_->options.allowed(now, kWalkScale, allowed)) allowed.lower(0, false);
  return window_of(allowed);
}

bool Walk::take(std::size_t number, const std::optional<std::string>& delay) {
  parts_->list();
  if (number == 0 || number > parts_->found.size())
    return parts_->fail(parts_->found.empty()
                            ? "there are no moves here"
                            : fmt::format("there is no move {}; there are {}", number, parts_->found.size()));
  const trace::Option option = parts_->found[number - 1];
  if (parts_->mode == Mode::Symbolic)
    return delay ? parts_->fail("symbolic steps have no delays") : parts_->take(option, 0);
  if (!delay) return parts_->take(option, earliest(option.windows[0]));
  const std::optional<trace::Units> units = trace::parse_decimal(*delay, kWalkDigits);
  if (!units) return parts_->fail(no_delay(*delay));
  return parts_->take(option, *units);
}

bool Walk::wait(const std::string& delay) {
  if (parts_->mode == Mode::Symbolic) return parts_->fail("symbolic steps have no delays");
  const std::optional<trace::Units> units = trace::parse_decimal(delay, kWalkDigits);
  if (!units) return parts_->fail(no_delay(delay));
  trace::ConcreteState now;
  if (!parts_->has_room_for(*units) || !parts_->arrive(now)) return false;
  parts_->replayer.resume(now);
  if (!parts_->replayer.delay(*units)) return parts_->fail(parts_->replayer.why());
  parts_->stages.resize(parts_->at + 1);
  parts_->stages[parts_->at].waited += *units;
  parts_->changed();
  return true;
}

bool Walk::take_random(std::uint64_t seed) {
  parts_->list();
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < parts_->found.size(); ++i)
    if (parts_->found[i].error.empty()) possible.push_back(i);
  if (possible.empty() && !parts_->found.empty())
    return parts_->fail("every move ends in an error: " + parts_->found[0].error);
  if (possible.empty()) return parts_->fail("there are no moves here");
  const trace::Option option = parts_->found[possible[mix(seed) % possible.size()]];
  if (parts_->mode == Mode::Symbolic) return parts_->take(option, 0);
  const trace::Delays& window = option.windows[mix(seed) % option.windows.size()];
  return parts_->take(option, any(window, mix(seed)));
}

bool Walk::undo() {
  if (parts_->here().waited > 0) return jump(parts_->at);
  return parts_->at > 0 ? jump(parts_->at - 1) : parts_->fail("this is the start");
}

bool Walk::jump(std::size_t position) {
  if (position >= parts_->stages.size())
    return parts_->fail(fmt::format("there is no step {}; the last is {}", position, parts_->stages.size() - 1));
  parts_->stages[parts_->at].waited = 0;
  parts_->at = position;
  parts_->changed();
  return true;
}

std::optional<bool> Walk::holds(std::size_t query) {
  const auto& queries = parts_->network.queries;
  if (query == 0 || query > queries.size() || parts_->mode == Mode::Symbolic) return std::nullopt;
  const model::Query& q = queries[query - 1];
  if (q.is_wrong || !q.refusal.empty()) return std::nullopt;
  trace::ConcreteState now;
  if (!parts_->arrive(now)) return std::nullopt;
  parts_->replayer.resume(now);
  return parts_->replayer.holds(q.predicate);
}

Trace Walk::trace() const {
  model::Formula anything;
  anything.integer = model::IntExpr::constant(1);
  trace::Made made = trace::make_trace(parts_->network, parts_->path(), anything, false, false);
  Trace result = made.trace ? *made.trace : trace::empty_trace(parts_->network);
  result.kind = "simulated";
  if (parts_->mode == Mode::Symbolic && !made.trace) parts_->add_symbolic(result);
  if (parts_->mode == Mode::Concrete) {
    // The times are ours; the zones those of the moves.
    const auto with_zone = [](TraceState state, const TraceState& other) {
      state.zone = other.zone;
      return state;
    };
    result.digits = kWalkDigits;
    result.has_times = true;
    result.initial = with_zone(trace::trace_state(parts_->network, parts_->stages[0].at), result.initial);
    result.steps.resize(parts_->at);
    result.last_delay = parts_->here().waited;
    for (std::size_t i = 1; i <= parts_->at; ++i) {
      TraceStep& step = result.steps[i - 1];
      step.delay = parts_->stages[i].delay;
      step.edges.clear();
      for (const trace::MoveEdge& e : trace::move_edges(parts_->network, parts_->stages[i].move))
        step.edges.push_back(trace::trace_edge(parts_->network, e));
      step.state = with_zone(trace::trace_state(parts_->network, parts_->stages[i].at), step.state);
    }
  }
  report::add_labels(parts_->model.text(), result);
  return result;
}

std::string Walk::json() {
  return report::walk_json(parts_->model.path, parts_->mode == Mode::Symbolic, trace(), state(), moves())
             .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
         '\n';
}

}  // namespace zonda
