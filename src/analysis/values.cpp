// The fixpoint over all edges.
#include "analysis/values.hpp"

#include "analysis/code_effects.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace zonda::analysis {

namespace {

using model::Address;
using model::IntExpr;

// Beyond these limits the declared ranges are taken.
constexpr std::uint64_t kMostSteps = 6'000'000;
constexpr std::size_t kMostCells = std::size_t{1} << 18U;
constexpr std::size_t kMostLocalNumbers = std::size_t{1} << 18U;
// How often a set may grow before it is widened to the next number of the model, and before it is widened at once to
// the declared range.
constexpr std::uint8_t kFreeGrowths = 10;
constexpr std::uint8_t kMostGrowths = 24;

Numbers declared(const model::Cell& cell) { return Numbers::between(cell.lower, cell.upper); }

class Fixpoint {
 public:
  explicit Fixpoint(const model::Network& network)
      : network_(network), state_cells_(network.state_cells()), run_(network), effects_(network) {}

  Values solve() {
    if (network_.cells.size() > kMostCells || !prepare() || !climb()) return nothing_known();
    find_decided_cells();
    return std::move(now_);
  }

 private:
  static constexpr std::int32_t kNobody = -1;
  static constexpr std::int32_t kShared = -2;

  // Code that may write variables: of an edge, or a hook.
  struct Unit {
    std::size_t process = 0;
    const model::Edge* edge = nullptr;  // null: a hook
    IntExpr update;
    std::vector<Address> reads;
    std::vector<Address> writes;  // variables of the state
    bool reads_all = false;
    bool is_dirty = true;
  };

  Values nothing_known() const { return declared_values(network_); }

  [[nodiscard]] bool is_variable(Address cell) const {
    return cell >= network_.processes.size() && cell < state_cells_;
  }
  [[nodiscard]] bool is_spent() const { return run_.steps() > kMostSteps; }

  // ---------------------------------------------------------------------------------------------------------
  // Who reads and writes what

  bool prepare() {
    for (const model::Cell& cell : network_.cells) base_.push_back(declared(cell));
    run_.set_base(base_);
    find_thresholds();
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      for (const model::Edge& e : network_.processes[p].edges) units_.push_back({p, &e, e.update, {}, {}, false, true});
    for (const auto* hooks : {&network_.before_update, &network_.after_update})
      for (const model::UpdateHook& hook : *hooks) units_.push_back({0, nullptr, hook.code, {}, {}, false, true});
    owner_.assign(network_.cells.size(), kNobody);
    for (Unit& unit : units_) {
      survey(unit);
      if (is_spent()) return false;
      const std::int32_t me = unit.edge == nullptr ? kShared : static_cast<std::int32_t>(unit.process);
      for (const Address cell : unit.writes)
        owner_[cell] = owner_[cell] == kNobody || owner_[cell] == me ? me : kShared;
    }
    find_readers();
    begin(now_);
    return true;
  }

  // Runs the unit on anything at all, to see what it reads and writes. The guard is not taken to hold: who owns which
  // cells is not known yet, so nobody can say what it is worth when the update runs.
  void survey(Unit& unit) {
    run_.note_reads(&unit.reads);
    std::vector<ValueMemory> before = start(unit);
    if (unit.edge != nullptr) run_.assume(unit.edge->guard.integer, before);
    std::vector<ValueMemory> memories = start(unit);
    if (run_.run(unit.update, memories)) {
      for (const ValueMemory& m : memories)
        for (const KnownCell& known : m.cells)
          if (is_variable(known.cell) && known.version != 0) unit.writes.push_back(known.cell);
      std::sort(unit.writes.begin(), unit.writes.end());
      unit.writes.erase(std::unique(unit.writes.begin(), unit.writes.end()), unit.writes.end());
    } else {
      unit.reads_all = true;
      unit.writes = may_write(unit);
    }
    if (unit.edge != nullptr) {
      before.assign(1, {});
      run_.assume(target_of(unit).invariant.integer, before);
    }
    run_.note_reads(nullptr);
  }

  // All variables that the code of the unit may write, whatever runs of it can do.
  std::vector<Address> may_write(const Unit& unit) {
    std::vector<Address> result;
    CellSet written(state_cells_);
    effects_.may_write(unit.update, written);
    for (Address cell = 0; cell < state_cells_; ++cell)
      if (is_variable(cell) && written.has(cell)) result.push_back(cell);
    return result;
  }

  [[nodiscard]] const model::Location& target_of(const Unit& unit) const {
    return network_.processes[unit.process].locations[unit.edge->target];
  }

  void find_thresholds() {
    const auto& code = network_.code;
    for (std::size_t cell = 0; cell < code.is_constant.size(); ++cell)
      if (code.is_constant[cell])
        for (const std::int64_t by : {-1, 0, 1})
          thresholds_.push_back(std::clamp(code.memory[cell] + by, Numbers::kLowest, Numbers::kHighest));
    std::sort(thresholds_.begin(), thresholds_.end());
    thresholds_.erase(std::unique(thresholds_.begin(), thresholds_.end()), thresholds_.end());
    run_.set_thresholds(thresholds_);
  }

  void find_readers() {
    readers_.resize(network_.cells.size());
    for (std::size_t i = 0; i < units_.size(); ++i) {
      for (const Address cell : units_[i].reads) readers_[cell].push_back(i);
      if (units_[i].reads_all) readers_of_all_.push_back(i);
    }
    leaving_.resize(network_.processes.size());
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      leaving_[p].resize(network_.processes[p].locations.size());
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (units_[i].edge != nullptr) leaving_[units_[i].process][units_[i].edge->source].push_back(i);
  }

  // ---------------------------------------------------------------------------------------------------------
  // From the initial state upwards

  // The initial states alone.
  void begin(Values& out) {
    out = {};
    for (Address cell = 0; cell < network_.cells.size(); ++cell)
      out.anywhere.push_back(is_variable(cell) ? Numbers::one(network_.cells[cell].initial)
                                               : declared(network_.cells[cell]));
    out.is_cut.assign(network_.cells.size(), false);
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const model::Process& process = network_.processes[p];
      Values::Own& own = out.own.emplace_back();
      own.is_reached.assign(process.locations.size(), false);
      own.at.resize(process.locations.size());
      own.entered.assign(process.locations.size(), std::vector<Numbers>(own_cells(p).size()));
      own.cells = own_cells(p);
      std::vector<Numbers> initial;
      for (const Address cell : own.cells) initial.push_back(Numbers::one(network_.cells[cell].initial));
      own.is_reached[process.initial] = true;
      own.at[process.initial] = initial;
      own.entered[process.initial] = initial;
      for (const std::uint32_t other : process.other_initials) {
        own.is_reached[other] = true;
        own.at[other] = initial;
        own.entered[other] = initial;
      }
    }
    out.knows_clocks = true;
  }

  const std::vector<Address>& own_cells(std::size_t process) {
    if (own_cells_.empty()) {
      own_cells_.resize(network_.processes.size());
      for (Address cell = 0; cell < state_cells_; ++cell)
        if (owner_[cell] >= 0) own_cells_[static_cast<std::size_t>(owner_[cell])].push_back(cell);
      for (std::size_t p = 0; p < network_.processes.size(); ++p)
        if (own_cells_[p].size() * network_.processes[p].locations.size() > kMostLocalNumbers) {
          for (const Address cell : own_cells_[p]) owner_[cell] = kShared;
          own_cells_[p].clear();
        }
    }
    return own_cells_[process];
  }

  bool climb() {
    out_ = &now_;
    std::ranges::copy(now_.anywhere, base_.begin());
    global_growth_.assign(network_.cells.size(), 0);
    local_growth_.resize(network_.processes.size());
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      local_growth_[p].resize(network_.processes[p].locations.size());
    for (bool is_stable = false; !is_stable;) {
      if (!climb_until_clean()) return false;
      // A pass over all edges from the initial state: what it finds must be known already.
      is_stable = true;
      const bool has_widened = std::exchange(has_widened_, false);
      for (int pass = 0; is_stable && pass < (has_widened ? 2 : 1); ++pass) {
        Values next;
        if (!pass_over_all(next)) return false;
        if (pass == 0 && !is_inside(next, now_)) {
          is_stable = false;
          for (Unit& unit : units_) unit.is_dirty = true;
        } else {
          now_ = std::move(next);
          std::ranges::copy(now_.anywhere, base_.begin());
        }
      }
    }
    return true;
  }

  bool climb_until_clean() {
    is_widening_ = true;
    for (bool is_clean = false; !is_clean;) {
      is_clean = true;
      for (Unit& unit : units_) {
        if (!unit.is_dirty) continue;
        unit.is_dirty = false;
        is_clean = false;
        apply(unit);
        if (is_spent() || has_surprise_) return false;
      }
    }
    return true;
  }

  bool pass_over_all(Values& next) {
    begin(next);
    is_widening_ = false;
    out_ = &next;
    run_.note_clocks(&next.clocks);
    run_.note_cuts(&next.is_cut);
    for (Unit& unit : units_) apply(unit);
    run_.note_clocks(nullptr);
    run_.note_cuts(nullptr);
    out_ = &now_;
    return !is_spent() && !has_surprise_;
  }

  static bool is_inside(const Values& a, const Values& b) {
    for (std::size_t cell = 0; cell < a.anywhere.size(); ++cell)
      if (!b.anywhere[cell].contains(a.anywhere[cell])) return false;
    for (std::size_t p = 0; p < a.own.size(); ++p)
      for (std::size_t l = 0; l < a.own[p].at.size(); ++l) {
        if (!a.own[p].is_reached[l]) continue;
        if (!b.own[p].is_reached[l]) return false;
        for (std::size_t k = 0; k < a.own[p].cells.size(); ++k)
          if (!b.own[p].at[l][k].contains(a.own[p].at[l][k])) return false;
      }
    return true;
  }

  // ---------------------------------------------------------------------------------------------------------
  // One edge or hook

  std::vector<ValueMemory> start(const Unit& unit) {
    std::vector<ValueMemory> memories(1);
    if (unit.edge != nullptr)
      for (const model::Select& s : unit.edge->selects)
        run_.set(memories.front(), s.cell, Numbers::between(s.range.lower, s.range.upper));
    return memories;
  }

  // Between the guard and the update, code of others may run: hooks, and the updates of the sender and of receivers
  // before this one. What the guard says about cells that they may write holds no longer. Temporaries are gone too.
  void forget(const Unit& unit, std::vector<ValueMemory>& memories) const {
    if (unit.edge == nullptr) return;
    const bool is_first = (unit.edge->sync == model::Sync::None || unit.edge->sync == model::Sync::Send) &&
                          network_.before_update.empty();
    for (ValueMemory& m : memories)
      std::erase_if(m.cells, [&](const KnownCell& known) {
        if (known.cell < network_.cells.size()) return !is_first && !is_own(unit, known.cell);
        return std::none_of(unit.edge->selects.begin(), unit.edge->selects.end(),
                            [&](const model::Select& s) { return s.cell == known.cell; });
      });
    forget_origins(memories);
  }
  // A cell that is erased is taken for one that nobody wrote. So from then on what was computed from it says nothing
  // about it any more.
  static void forget_origins(std::vector<ValueMemory>& memories) {
    for (ValueMemory& m : memories) m.forget_origins();
  }

  [[nodiscard]] bool is_own(const Unit& unit, Address cell) const {
    return cell < owner_.size() && unit.edge != nullptr && owner_[cell] == static_cast<std::int32_t>(unit.process);
  }

  void apply(const Unit& unit) {
    const std::vector<Numbers>* here = nullptr;
    const std::vector<Address>& cells = own_cells(unit.process);
    if (unit.edge != nullptr) {
      const Values::Own& own = now_.own[unit.process];
      if (!own.is_reached[unit.edge->source]) return;
      here = &own.at[unit.edge->source];
      for (std::size_t k = 0; k < cells.size(); ++k) base_[cells[k]] = (*here)[k];
      base_[unit.process] = Numbers::one(unit.edge->source);
    }
    run_update(unit, cells);
    if (unit.edge == nullptr) return;
    for (const Address cell : cells) base_[cell] = now_.anywhere[cell];
    base_[unit.process] = declared(network_.cells[unit.process]);
  }

  void run_update(const Unit& unit, const std::vector<Address>& cells) {
    std::vector<ValueMemory> memories = start(unit);
    if (unit.edge != nullptr) run_.assume(unit.edge->guard.integer, memories);
    if (memories.empty()) return;
    forget(unit, memories);
    if (!run_.run(unit.update, memories)) {
      if (unit.edge == nullptr || unit.edge->has_clock_code) out_->knows_clocks = false;
      // Anything may have been written.
      const std::vector<Address> writes = may_write(unit);
      for (ValueMemory& m : memories)
        for (const Address cell : writes) {
          run_.set(m, cell, declared(network_.cells[cell]));
          out_->is_cut[cell] = true;
        }
    }
    for (const ValueMemory& m : memories)
      for (const KnownCell& known : m.cells)
        if (is_variable(known.cell) && known.version != 0) write(unit, known.cell, known.value);
    if (unit.edge != nullptr) enter(unit, cells, memories);
  }

  void write(const Unit& unit, Address cell, const Numbers& value) {
    if (owner_[cell] != kShared && !is_own(unit, cell)) has_surprise_ = true;
    Numbers& known = out_->anywhere[cell];
    if (known.contains(value)) return;
    known = grown(known, value, cell, global_growth_[cell]);
    if (out_ != &now_) return;
    if (!is_own(unit, cell)) base_[cell] = known;
    for (const std::size_t reader : readers_[cell]) units_[reader].is_dirty = true;
    for (const std::size_t reader : readers_of_all_) units_[reader].is_dirty = true;
  }

  Numbers grown(const Numbers& known, const Numbers& value, Address cell, std::uint8_t& times) {
    Numbers result = join(known, value);
    if (!is_widening_ || times++ < kFreeGrowths) return result;
    has_widened_ = true;
    if (times > kMostGrowths) times = kMostGrowths + 1;
    const Numbers range = declared(network_.cells[cell]);
    if (times > kMostGrowths) return range;
    return clamped(run_.widened(known, result), range.lower, range.upper);
  }

  // The process arrives in the target location, if the invariant there allows it.
  void enter(const Unit& unit, const std::vector<Address>& cells, std::vector<ValueMemory>& memories) {
    // Receivers may still change what is not the process's own.
    for (ValueMemory& m : memories)
      std::erase_if(m.cells, [&](const KnownCell& known) { return !is_own(unit, known.cell); });
    forget_origins(memories);
    std::vector<Numbers>& entered = out_->own[unit.process].entered[unit.edge->target];
    for (std::size_t k = 0; k < cells.size(); ++k)
      for (const ValueMemory& m : memories) entered[k] = join(entered[k], run_.value(m, cells[k]));
    base_[unit.process] = Numbers::one(unit.edge->target);
    run_.assume(target_of(unit).invariant.integer, memories);
    if (memories.empty()) return;
    const std::uint32_t target = unit.edge->target;
    Values::Own& own = out_->own[unit.process];
    std::vector<std::uint8_t>& growth = local_growth_[unit.process][target];
    growth.resize(cells.size(), 0);
    bool grows = !own.is_reached[target];
    if (grows) {
      own.is_reached[target] = true;
      own.at[target].assign(cells.size(), {});
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
      Numbers value;
      for (const ValueMemory& m : memories) value = join(value, run_.value(m, cells[k]));
      Numbers& known = own.at[target][k];
      if (known.contains(value)) continue;
      known = grown(known, value, cells[k], growth[k]);
      grows = true;
    }
    if (!grows || out_ != &now_) return;
    for (const std::size_t leaving : leaving_[unit.process][target]) units_[leaving].is_dirty = true;
  }

  // ---------------------------------------------------------------------------------------------------------
  // Variables that a location decides

  void find_decided_cells() {
    for (std::size_t p = 0; p < network_.processes.size(); ++p) {
      const Values::Own& own = now_.own[p];
      Values::Decided decided;
      decided.process = p;
      std::vector<std::size_t> positions;
      for (std::size_t k = 0; k < own.cells.size(); ++k) {
        const bool is_decided = std::ranges::all_of(
            own.entered, [&](const std::vector<Numbers>& values) { return values[k].is_none() || values[k].is_one(); });
        if (!is_decided || now_.anywhere[own.cells[k]].is_one()) continue;
        decided.cells.push_back(own.cells[k]);
        positions.push_back(k);
      }
      if (decided.cells.empty()) continue;
      for (const std::vector<Numbers>& values : own.entered) {
        std::vector<std::int32_t>& row = decided.values.emplace_back();
        for (const std::size_t k : positions)
          row.push_back(values[k].is_none() ? network_.cells[own.cells[k]].initial
                                            : static_cast<std::int32_t>(values[k].lower));
      }
      now_.decided.push_back(std::move(decided));
    }
  }

  const model::Network& network_;
  const std::uint32_t state_cells_;
  ValueRun run_;
  CodeEffects effects_;
  std::vector<Unit> units_;
  std::vector<std::int32_t> owner_;  // by cell: the process that alone writes it, kNobody or kShared
  std::vector<std::vector<Address>> own_cells_;
  std::vector<std::vector<std::size_t>> readers_;               // by cell: units
  std::vector<std::size_t> readers_of_all_;                     // units
  std::vector<std::vector<std::vector<std::size_t>>> leaving_;  // by process and location: units
  std::vector<std::int64_t> thresholds_;
  std::vector<Numbers> base_;  // what the run starts from
  Values now_;
  Values* out_ = nullptr;
  std::vector<std::uint8_t> global_growth_;                           // by cell
  std::vector<std::vector<std::vector<std::uint8_t>>> local_growth_;  // by process, location, own cell
  bool is_widening_ = true;
  bool has_widened_ = false;
  bool has_surprise_ = false;  // something was written that the survey had not seen
};

}  // namespace

Values declared_values(const model::Network& network) {
  Values result;
  for (const model::Cell& cell : network.cells) result.anywhere.push_back(declared(cell));
  for (const model::Process& p : network.processes)
    result.own.push_back({{},
                          std::vector<std::vector<Numbers>>(p.locations.size()),
                          std::vector<std::vector<Numbers>>(p.locations.size()),
                          std::vector<bool>(p.locations.size(), true)});
  result.is_cut.assign(network.cells.size(), true);
  return result;
}

const Values& values_of(const model::Network& network) {
  return network.values.get<Values>([&] { return std::make_shared<const Values>(Fixpoint(network).solve()); });
}

}  // namespace zonda::analysis
