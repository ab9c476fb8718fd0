#include "model/network_builder.hpp"

#include "model/check_network.hpp"
#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

namespace {

constexpr std::size_t kMaxProcesses = 65'536;
constexpr std::size_t kMaxCells = std::size_t{1} << 22U;
constexpr std::size_t kMaxClocks = 65'535;
constexpr std::size_t kMaxChannels = std::size_t{1} << 20U;
constexpr std::size_t kMaxEdges = 1'000'000;

}  // namespace

NetworkBuilder::NetworkBuilder(lang::Diagnostics& diagnostics)
    : diagnostics_(diagnostics), network_(std::make_unique<Network>()), layouts_(network_->layouts) {
  network_->clocks.emplace_back();  // the reference clock
}

bool NetworkBuilder::add_process(Process process, SourceRange range) {
  ZONDA_CHECK(!is_laid_out_, "a process that comes too late");
  if (network_->processes.size() >= kMaxProcesses) {
    diagnostics_.error(range, fmt::format("the system has more than {} processes", kMaxProcesses));
    has_too_many_ = true;
    return false;
  }
  network_->processes.push_back(std::move(process));
  return true;
}

Size NetworkBuilder::declare(const Declared& declared, std::span<const std::int32_t> cells,
                             std::span<const std::int32_t> clocks) {
  ZONDA_CHECK(!is_laid_out_, "a declaration that comes too late");
  const Size size = declared.layout->size;
  ZONDA_CHECK(cells.size() == size.cells && clocks.size() == size.clocks, "initial values of another type");
  if (network_->clocks.size() + size.clocks > kMaxClocks)
    throw BuildError{fmt::format("the model has more than {} clocks", kMaxClocks), declared.range};
  if (network_->channels.size() + size.channels > kMaxChannels)
    throw BuildError{fmt::format("the model has more than {} channels", kMaxChannels), declared.range};
  const std::vector<Cell>& known = declared.is_meta ? meta_cells_ : variable_cells_;
  const Size base = {static_cast<std::uint32_t>(known.size()), static_cast<std::uint32_t>(network_->clocks.size()),
                     static_cast<std::uint32_t>(network_->channels.size())};
  std::string name = declared.name;
  if (declared.process >= 0) name = network_->processes[static_cast<std::size_t>(declared.process)].name + "." + name;
  const auto group = [&](std::uint32_t first, std::uint32_t count) {
    return Group{name, declared.layout, first, count, declared.process, declared.is_meta, declared.range};
  };
  if (size.cells > 0) {
    add_cells(cells, *declared.layout, declared.is_meta, declared.range);
    (declared.is_meta ? meta_groups_ : network_->variable_groups).push_back(group(base.cells, size.cells));
  }
  if (size.clocks > 0) {
    for (const std::int32_t value : clocks) network_->clocks.emplace_back().initial = value;
    network_->clock_groups.push_back(group(base.clocks, size.clocks));
  }
  if (size.channels > 0) {
    for (std::uint32_t i = 0; i < size.channels; ++i) {
      const Layout& one = leaf(*declared.layout, Space::Channels, i);
      network_->channels.push_back({one.is_urgent, one.is_broadcast, 0});
    }
    network_->channel_groups.push_back(group(base.channels, size.channels));
  }
  return base;
}

void NetworkBuilder::add_cells(std::span<const std::int32_t> values, const Layout& layout, bool is_meta,
                               SourceRange range) {
  if (variable_cells_.size() + meta_cells_.size() + values.size() > kMaxCells)
    throw BuildError{fmt::format("the model has more than {} variables", kMaxCells), range};
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const Layout& one = leaf(layout, Space::Cells, i);
    (is_meta ? meta_cells_ : variable_cells_).push_back({one.lower, one.upper, values[i]});
  }
}

std::uint32_t NetworkBuilder::add_event(std::string name) {
  network_->events.push_back(std::move(name));
  return static_cast<std::uint32_t>(network_->events.size()) - 1;
}

void NetworkBuilder::add_joint(Joint joint) {
  for (const JointPart& part : joint.parts) joint_events_.emplace(part.process, part.event);
  network_->joints.push_back(std::move(joint));
}

bool NetworkBuilder::is_joint(std::uint32_t process, std::uint32_t event) const {
  return joint_events_.contains({process, event});
}

// Locations, variables, meta variables.
void NetworkBuilder::lay_out(std::string_view spare) {
  ZONDA_CHECK(!is_laid_out_, "the cells are laid out twice");
  if (!spare.empty()) {
    Layout number;
    number.size.cells = 1;
    network_->variable_groups.push_back({std::string(spare),
                                         layouts_.add(std::move(number)),
                                         static_cast<std::uint32_t>(variable_cells_.size()),
                                         1,
                                         -1,
                                         false,
                                         {}});
    variable_cells_.push_back({0, 0, 0});
  }
  is_laid_out_ = true;
  network_->variables = static_cast<std::uint32_t>(variable_cells_.size());
  network_->meta_variables = static_cast<std::uint32_t>(meta_cells_.size());
  for (const Process& p : network_->processes) {
    const auto count = static_cast<std::int32_t>(p.locations.size());
    network_->cells.push_back({0, std::max(0, count - 1), static_cast<std::int32_t>(p.initial)});
  }
  network_->cells.insert(network_->cells.end(), variable_cells_.begin(), variable_cells_.end());
  network_->cells.insert(network_->cells.end(), meta_cells_.begin(), meta_cells_.end());
  for (Group& group : network_->variable_groups) group.base = address(group.base, false);
  for (Group& group : meta_groups_) group.base = address(group.base, true);
  network_->variable_groups.insert(network_->variable_groups.end(), meta_groups_.begin(), meta_groups_.end());
  network_->code.memory.clear();
  for (const Cell& cell : network_->cells) network_->code.memory.push_back(cell.initial);
  network_->code.clocks = static_cast<std::uint32_t>(network_->clocks.size()) - 1;
}

Address NetworkBuilder::address(std::uint32_t cell, bool is_meta) const {
  ZONDA_CHECK(is_laid_out_, "the cells have no addresses yet");
  return static_cast<Address>(network_->processes.size()) + (is_meta ? network_->variables : 0) + cell;
}

Location& NetworkBuilder::location(std::size_t process, std::size_t index) {
  return network_->processes[process].locations[index];
}

bool NetworkBuilder::add_edge(std::size_t process, Edge edge) {
  if (++total_edges_ > kMaxEdges) {
    diagnostics_.error(edge.range, fmt::format("the system has more than {} edges", kMaxEdges));
    has_too_many_ = true;
    return false;
  }
  network_->processes[process].edges.push_back(std::move(edge));
  return true;
}

void NetworkBuilder::add_limitation(std::string feature, SourceRange range) {
  if (known_limitations_.emplace(feature, range.begin, range.end).second)
    network_->limitations.push_back({std::move(feature), range});
}

// Calls a function for the clock with this number, or for all clocks if the number is computed.
template <typename F>
void NetworkBuilder::for_clocks(const IntExpr& clock, F&& work) {
  if (clock.is_constant()) {
    work(network_->clocks[static_cast<std::size_t>(clock.value)]);
    return;
  }
  for (std::size_t i = 1; i < network_->clocks.size(); ++i) work(network_->clocks[i]);
}

void NetworkBuilder::find_tested_clocks() {
  const auto note = [&](const Condition& condition) {
    for (const ClockConstraint& c : condition.clocks)
      for (const IntExpr& clock : {c.left, c.right}) for_clocks(clock, [](Clock& each) { each.is_tested = true; });
  };
  for (const Process& p : network_->processes) {
    for (const Location& l : p.locations) note(l.invariant);
    for (const Edge& e : p.edges) note(e.guard);
  }
  for (const ClockCopy& copy : network_->code.clock_copies)
    for (std::uint32_t i = copy.first_source; i < network_->clocks.size() && i <= copy.last_source; ++i)
      network_->clocks[i].is_tested = true;
}

void NetworkBuilder::find_stopwatches() {
  for (const Process& p : network_->processes)
    for (const Location& l : p.locations)
      for (const ClockRate& rate : l.rates) for_clocks(rate.clock, [](Clock& each) { each.is_stopwatch = true; });
  for (const Clock& clock : network_->clocks) network_->has_stopwatches |= clock.is_stopwatch;
}

// A clock with a rate other than 0 and 1 is a limitation only if something depends on its value.
void NetworkBuilder::find_rate_limitations() {
  for (std::uint32_t i = 1; i < network_->clocks.size(); ++i) {
    const Clock& clock = network_->clocks[i];
    if (clock.has_other_rate && clock.is_tested)
      add_limitation(fmt::format("a rate other than 0 and 1 of clock '{}'", network_->clock_name(i)), clock.rate_range);
  }
}

void NetworkBuilder::complete() {
  ZONDA_CHECK(is_laid_out_, "a network that was not laid out");
  find_tested_clocks();
  find_stopwatches();
  find_rate_limitations();
  for (const Channel& channel : network_->channels) network_->has_urgent_channels |= channel.is_urgent;
  for (const Process& p : network_->processes)
    for (const Edge& e : p.edges)
      network_->has_clock_guarded_receivers |=
          e.sync == Sync::Receive && !e.guard.clocks.empty() && may_be_broadcast(*network_, e);
}

std::string NetworkBuilder::refusal() const {
  if (!network_->limitations.empty()) return fmt::format("the model has {}", network_->limitations.front().feature);
  return {};
}

std::unique_ptr<Network> NetworkBuilder::finish() {
  if (diagnostics_.has_model_errors() || has_too_many_) return nullptr;
  // If there are limitations, code is missing, and no query is answered.
  if (network_->limitations.empty()) check_network(*network_);
  return std::move(network_);
}

}  // namespace zonda::model
