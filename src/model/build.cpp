#include "model/build.hpp"

#include "model/document_builder.hpp"

#include <fmt/format.h>

namespace zonda::model {

std::unique_ptr<Network> build(const lang::Document& document, const lang::Semantics& semantics,
                               lang::Diagnostics& diagnostics, std::string_view spare) {
  NetworkBuilder base(diagnostics);
  DocumentBuilder(document, semantics, diagnostics, base).run(spare);
  return base.finish();
}

DocumentBuilder::DocumentBuilder(const lang::Document& document, const lang::Semantics& semantics,
                                 lang::Diagnostics& diagnostics, NetworkBuilder& base)
    : document_(document),
      semantics_(semantics),
      diagnostics_(diagnostics),
      base_(base),
      network_(&base.network()),
      layouts_(base.layouts()),
      constants_(constant_code_, layouts_, 0) {}

void DocumentBuilder::run(std::string_view spare) {
  globals();
  processes();
  if (diagnostics_.has_model_errors() || base_.has_too_many()) return;
  joints();
  base_.lay_out(spare);
  relocate();
  channel_priorities();
  compiler_ = std::make_unique<Compiler>(network_->code, layouts_, static_cast<std::uint32_t>(network_->cells.size()));
  compiler_->set_processes(&process_table_);
  for (std::size_t i = 0; i < network_->processes.size() && !base_.has_too_many(); ++i) labels(i);
  update_hooks();
  network_->name = document_.system_name;
  network_->has_priorities = semantics_.has_priorities;
  network_->priority_range = priorities_ != nullptr ? priorities_->range : document_.system_range;
  network_->has_clock_guarded_receivers = semantics_.has_clock_guarded_receivers;
  base_.complete();
  // Local variables of TChecker's format have no ranges that could exclude this.
  if (document_.system_name.empty()) {
    warn_of_wraps(constants_);
    warn_of_wraps(*compiler_);
  }
  queries();
}

void DocumentBuilder::limitation(const Unsupported& reason, std::string_view where) {
  base_.add_limitation(where.empty() ? reason.feature : fmt::format("{} in {}", reason.feature, where), reason.range);
}

}  // namespace zonda::model
