// Walking through a model: a history of steps over trace/options (what can happen) and trace/replay (what may).
#include "zonda/walk.hpp"

#include "api/parts.hpp"
#include "report/trace.hpp"
#include "report/walk_json.hpp"
#include "trace/make.hpp"
#include "trace/options.hpp"
#include "trace/replay.hpp"
#include "trace/retrace.hpp"
#include "trace/saved.hpp"
#include "trace/xtr.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda {

namespace {

constexpr std::uint32_t kDigits = 9;
constexpr trace::Units kScale = trace::scale_of(kDigits);

WalkWindow window_of(const trace::Delays& d) {
  WalkWindow result;
  result.from = decimal(d.low, kDigits);
  result.is_from_open = d.is_low_open;
  if (d.has_high) result.to = decimal(d.high, kDigits);
  result.is_to_open = d.is_high_open;
  return result;
}

bool contains(const trace::Delays& d, trace::Units at) {
  if (d.is_empty || at < d.low || (at == d.low && d.is_low_open)) return false;
  return !d.has_high || at < d.high || (at == d.high && !d.is_high_open);
}

// A delay in the window with few decimals, early in it.
trace::Units earliest(const trace::Delays& d) {
  if (!d.is_low_open) return d.low;
  for (trace::Units step = kScale; step > 1; step = step % 10 == 0 && step / 2 * 2 == step ? step / 2 : step / 5) {
    const trace::Units at = (d.low / step + 1) * step;
    if (contains(d, at)) return at;
  }
  return d.low + 1;
}

// Any delay in the window on a grid of tenths, or finer where it is narrow.
trace::Units any(const trace::Delays& d, std::uint64_t chance) {
  const trace::Units high = d.has_high ? d.high : d.low + 10 * kScale;
  for (trace::Units step = kScale / 10; step >= 10; step /= 10) {
    const trace::Units first = (d.low + step - 1) / step + (contains(d, (d.low + step - 1) / step * step) ? 0 : 1);
    const trace::Units last = high / step - (contains(d, high / step * step) ? 0 : 1);
    if (first <= last)
      return (first + static_cast<trace::Units>(chance % static_cast<std::uint64_t>(last - first + 1))) * step;
  }
  return earliest(d);
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

struct Walk::Parts {
  struct Stage {
    trace::Units delay = 0;  // before the move
    search::PathMove move;
    trace::Snapshot at;       // right after it; symbolic: the cells only
    trace::Zone zone{1};      // symbolic
    trace::Units waited = 0;  // after it, so far
  };

  Parts(const Model::Parts& from, Mode m)
      : model(from),
        network(*from.network),
        mode(m),
        options(network),
        replayer(network, kScale),
        names(trace::empty_trace(network)) {
    names.digits = kDigits;
  }

  const Model::Parts& model;
  const model::Network& network;
  Mode mode;
  trace::Options options;
  trace::Replayer replayer;
  Trace names;
  std::vector<Stage> stages;  // the first is the start
  std::size_t at = 0;
  std::string error;
  std::string why;
  bool is_listed = false;
  std::vector<trace::Option> found;
  std::vector<WalkMove> shown;

  [[nodiscard]] const Stage& here() const { return stages[at]; }
  bool fail(std::string reason) {
    why = std::move(reason);
    return false;
  }

  void start() {
    error = step::Moves::refusal(network);
    if (!error.empty()) {
      error = "not supported: " + error;
      return;
    }
    if (!network.limitations.empty()) {
      error = "not supported: the model has " + network.limitations.front().feature;
      return;
    }
    Stage first;
    const auto initials = options.initials();
    if (!replayer.start(initials[0])) {
      error = replayer.why();
      return;
    }
    first.at = replayer.now();
    if (mode == Mode::Symbolic) {
      trace::Zone zero(network.clocks.size());
      for (std::uint32_t x = 1; x < network.clocks.size(); ++x)
        if (network.clocks[x].initial != 0) reset(zero, x, network.clocks[x].initial);
      std::vector<trace::Zone> entered;
      if (!options.enter(first.at.cells, zero, entered) || entered.empty()) {
        error = options.error().empty() ? "the initial state violates an invariant" : options.error();
        return;
      }
      first.zone = entered[0];
    }
    stages.push_back(std::move(first));
  }

  // This moment: the clocks after what was waited.
  bool arrive(trace::Snapshot& out) {
    replayer.resume(here().at);
    if (!replayer.delay(here().waited)) return fail(replayer.why());
    out = replayer.now();
    return true;
  }

  void list() {
    if (is_listed) return;
    is_listed = true;
    why.clear();
    found.clear();
    shown.clear();
    trace::Snapshot now;
    const bool is_found = mode == Mode::Symbolic ? options.from(here().at.cells, here().zone, found)
                                                 : arrive(now) && options.from(now, kScale, found);
    if (!is_found) {
      why = options.error();
      found.clear();
      return;
    }
    for (const trace::Option& o : found) {
      WalkMove& move = shown.emplace_back();
      for (const trace::MoveEdge& e : trace::move_edges(network, o.move)) move.edges.push_back(labelled(e));
      for (const trace::Delays& d : o.windows) move.windows.push_back(window_of(d));
      move.target = trace::trace_state(network, std::span<const std::int32_t>(o.target));
      if (mode == Mode::Symbolic && o.error.empty()) move.target.zone = trace::trace_bounds(o.zone);
      move.error = o.error;
    }
  }

  [[nodiscard]] TraceEdge labelled(const trace::MoveEdge& e) const {
    Trace one;
    one.steps.emplace_back().edges.push_back(trace::trace_edge(network, e));
    report::add_labels(*model.document, network, model.sources, one);
    return one.steps[0].edges[0];
  }

  void changed() { is_listed = false; }

  void push(Stage stage) {
    stages.resize(at + 1);
    stages.push_back(std::move(stage));
    ++at;
    changed();
  }

  bool take(const trace::Option& o, trace::Units delay) {
    if (!o.error.empty()) return fail("the move ends in an error: " + o.error);
    Stage next;
    next.move = o.move;
    if (mode == Mode::Symbolic) {
      next.at.cells = o.target;
      next.zone = o.zone;
      push(std::move(next));
      return true;
    }
    trace::Snapshot now;
    if (!arrive(now)) return false;
    replayer.resume(now);
    if (!replayer.delay(delay) || !replayer.take(trace::move_edges(network, o.move))) return fail(replayer.why());
    next.delay = here().waited + delay;
    next.at = replayer.now();
    push(std::move(next));
    return true;
  }

  [[nodiscard]] search::Path path() const {
    search::Path result;
    result.initial = stages[0].at.cells;
    for (std::size_t i = 1; i <= at; ++i) result.moves.push_back(stages[i].move);
    return result;
  }

  // Moves and zones, where there are no times.
  void add_symbolic(Trace& out) const {
    const auto state = [&](const Stage& stage) {
      TraceState result = trace::trace_state(network, std::span<const std::int32_t>(stage.at.cells));
      result.zone = trace::trace_bounds(stage.zone);
      return result;
    };
    out.has_times = false;
    out.initial = state(stages[0]);
    for (std::size_t i = 1; i <= at; ++i) {
      TraceStep& step = out.steps.emplace_back();
      for (const trace::MoveEdge& e : trace::move_edges(network, stages[i].move))
        step.edges.push_back(trace::trace_edge(network, e));
      step.state = state(stages[i]);
    }
  }

  // One of the moves with these names; the number of the edge decides where several fit.
  bool follow(const trace::SavedStep& step) {
    list();
    const std::optional<trace::Units> delay = trace::parse_decimal(step.delay, kDigits);
    if (mode == Mode::Concrete && !delay) return fail("its delay has too many decimals");
    const trace::Option* best = nullptr;
    int best_score = -1;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const int score = fitness(shown[i], step);
      if (score > best_score) {
        best = &found[i];
        best_score = score;
      }
    }
    if (best == nullptr) return fail("no such move is possible");
    const trace::Option chosen = *best;
    return take(chosen, delay.value_or(0));
  }

  [[nodiscard]] int fitness(const WalkMove& move, const trace::SavedStep& step) const {
    if (move.edges.size() != step.edges.size() || !move.error.empty()) return -1;
    int score = 0;
    for (std::size_t i = 0; i < move.edges.size(); ++i) {
      const TraceEdge& e = move.edges[i];
      const trace::SavedEdge& s = step.edges[i];
      const model::Process& process = network.processes[e.process];
      if (process.name != s.process || process.locations[e.source].name != s.from ||
          process.locations[e.target].name != s.to)
        return -1;
      for (std::size_t k = 0; k < e.selects.size(); ++k) {
        const auto value = s.selects.find(e.select_names[k]);
        if (value != s.selects.end() && value->second != e.selects[k]) return -1;
      }
      if (s.edge == e.edge) ++score;
    }
    return score;
  }

  // The delays and edges of a trace, by name.
  [[nodiscard]] static std::vector<trace::SavedStep> steps_of(const Trace& t) {
    std::vector<trace::SavedStep> result;
    for (const TraceStep& s : t.steps) {
      trace::SavedStep& step = result.emplace_back();
      step.delay = decimal(s.delay, t.digits);
      for (const TraceEdge& e : s.edges) {
        trace::SavedEdge& edge = step.edges.emplace_back();
        const TraceProcess& p = t.processes[e.process];
        edge.process = p.name;
        edge.edge = e.edge;
        edge.from = p.locations[e.source];
        edge.to = p.locations[e.target];
        for (std::size_t i = 0; i < e.selects.size() && i < e.select_names.size(); ++i)
          edge.selects[e.select_names[i]] = e.selects[i];
      }
    }
    return result;
  }
};

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

std::string Walk::time() const { return decimal(time_units(), kDigits); }

std::int64_t Walk::time_units() const {
  trace::Units total = parts_->here().waited;
  for (std::size_t i = 1; i <= parts_->at; ++i) total += parts_->stages[i].delay;
  return total;
}

TraceState Walk::state() const {
  if (parts_->mode == Mode::Symbolic) {
    TraceState result = trace::trace_state(parts_->network, std::span<const std::int32_t>(parts_->here().at.cells));
    result.zone = trace::trace_bounds(parts_->here().zone);
    return result;
  }
  trace::Snapshot now;
  (void)parts_->arrive(now);
  return trace::trace_state(parts_->network, now);
}

const std::vector<WalkMove>& Walk::moves() {
  parts_->list();
  return parts_->shown;
}

WalkWindow Walk::allowed_delay() {
  trace::Snapshot now;
  trace::Delays allowed;
  if (!parts_->arrive(now) || !parts_->options.allowed(now, kScale, allowed)) allowed.lower(0, false);
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
  const std::optional<trace::Units> units = trace::parse_decimal(*delay, kDigits);
  if (!units) return parts_->fail(fmt::format("'{}' is no delay; write a number such as 2 or 0.5", *delay));
  return parts_->take(option, *units);
}

bool Walk::wait(const std::string& delay) {
  if (parts_->mode == Mode::Symbolic) return parts_->fail("symbolic steps have no delays");
  const std::optional<trace::Units> units = trace::parse_decimal(delay, kDigits);
  if (!units) return parts_->fail(fmt::format("'{}' is no delay; write a number such as 2 or 0.5", delay));
  trace::Snapshot now;
  if (!parts_->arrive(now)) return false;
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
    return parts_->fail(fmt::format("there is no step {}; there are {}", position, parts_->stages.size() - 1));
  parts_->stages[parts_->at].waited = 0;
  parts_->at = position;
  parts_->changed();
  return true;
}

bool Walk::follow(const std::string& trace_text) {
  std::vector<trace::SavedStep> steps;
  std::string last = "0";
  if (trace::looks_like_xtr(trace_text)) {
    const trace::ReadXtr xtr = trace::read_xtr(trace_text);
    if (!xtr.trace) return parts_->fail(xtr.error);
    trace::Made made = trace::trace_of(parts_->network, *xtr.trace);
    if (!made.trace) return parts_->fail(made.failure.empty() ? made.obstacle : made.failure);
    report::add_labels(*parts_->model.document, parts_->network, parts_->model.sources, *made.trace);
    steps = Parts::steps_of(*made.trace);
    last = decimal(made.trace->last_delay, made.trace->digits);
  } else {
    trace::ReadTrace read = trace::read_trace(trace_text, 0);
    if (!read.trace) return parts_->fail(read.error);
    steps = std::move(read.trace->steps);
    last = read.trace->last_delay;
  }
  (void)jump(0);
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (!parts_->follow(steps[i])) return parts_->fail(fmt::format("step {}: {}", i + 1, parts_->why));
  return last == "0" || parts_->mode == Mode::Symbolic || wait(last);
}

std::optional<bool> Walk::holds(std::size_t query) {
  const auto& queries = parts_->network.queries;
  if (query == 0 || query > queries.size() || parts_->mode == Mode::Symbolic) return std::nullopt;
  const model::Query& q = queries[query - 1];
  if (q.is_wrong || !q.refusal.empty()) return std::nullopt;
  trace::Snapshot now;
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
    result.digits = kDigits;
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
  report::add_labels(*parts_->model.document, parts_->network, parts_->model.sources, result);
  return result;
}

std::string Walk::json() {
  return report::walk_json(parts_->model.path, parts_->mode == Mode::Symbolic, trace(), state(), moves())
             .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
         '\n';
}

}  // namespace zonda
