#include "model/build.hpp"

#include "model/builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

std::unique_ptr<Network> build(const lang::Document& document, const lang::Semantics& semantics,
                               lang::Diagnostics& diagnostics, std::string_view spare) {
  return Builder(document, semantics, diagnostics).run(spare);
}

Builder::Builder(const lang::Document& document, const lang::Semantics& semantics, lang::Diagnostics& diagnostics)
    : document_(document),
      semantics_(semantics),
      diagnostics_(diagnostics),
      network_(std::make_unique<Network>()),
      layouts_(network_->layouts),
      constants_(constant_code_, layouts_, 0) {}

std::unique_ptr<Network> Builder::run(std::string_view spare) {
  globals();
  processes();
  if (diagnostics_.has_model_errors() || has_too_many_) return nullptr;
  joints();
  if (!spare.empty()) add_spare(spare);
  relocate();
  channel_priorities();
  compiler_ = std::make_unique<Compiler>(network_->code, layouts_, static_cast<std::uint32_t>(network_->cells.size()));
  for (std::size_t i = 0; i < network_->cells.size(); ++i) network_->code.memory[i] = network_->cells[i].initial;
  network_->code.clocks = static_cast<std::uint32_t>(network_->clocks.size()) - 1;
  compiler_->set_processes(&process_table_);
  for (std::size_t i = 0; i < network_->processes.size() && !has_too_many_; ++i) labels(i);
  update_hooks();
  for (const ClockCopy& copy : network_->code.clock_copies)
    for (std::uint32_t i = copy.first_source; i < network_->clocks.size() && i <= copy.last_source; ++i)
      network_->clocks[i].is_tested = true;
  if (are_all_tested_)
    for (Clock& clock : network_->clocks) clock.is_tested = true;
  find_rate_limitations();
  for (const Clock& clock : network_->clocks) network_->has_stopwatches |= clock.is_stopwatch;
  network_->has_priorities = semantics_.has_priorities;
  for (const Channel& channel : network_->channels) network_->has_urgent_channels |= channel.is_urgent;
  queries();
  if (diagnostics_.has_model_errors() || has_too_many_) return nullptr;
  return std::move(network_);
}

void Builder::limitation(const Unsupported& reason, std::string_view where) {
  const std::string feature = where.empty() ? reason.feature : fmt::format("{} in {}", reason.feature, where);
  if (known_limitations_.emplace(feature, reason.range.begin, reason.range.end).second)
    network_->limitations.push_back({feature, reason.range});
}

// A clock with a rate other than 0 and 1 does no harm as long as nothing depends on its value.
void Builder::find_rate_limitations() {
  for (std::uint32_t i = 1; i < network_->clocks.size(); ++i) {
    const Clock& clock = network_->clocks[i];
    if (clock.has_other_rate && clock.is_tested)
      limitation({fmt::format("a rate other than 0 and 1 of clock '{}'", network_->clock_name(i)), clock.rate_range},
                 "");
  }
}

}  // namespace zonda::model
