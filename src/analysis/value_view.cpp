#include "analysis/values.hpp"

namespace zonda::analysis {

ValueView::ValueView(const model::Network& network)
    : values_(values_of(network)), base_(values_.anywhere), run_(network) {
  run_.set_base(base_);
  look_anywhere();
}

void ValueView::look_anywhere() {
  for (const model::Address cell : changed_) base_[cell] = values_.anywhere[cell];
  changed_.clear();
  memories_.assign(1, {});
}

void ValueView::look_at(std::size_t process, std::size_t location, const std::vector<model::Select>& selects) {
  look_anywhere();
  const Values::Own& own = values_.own[process];
  if (!own.is_reached[location]) {
    memories_.clear();
    return;
  }
  for (std::size_t i = 0; i < own.cells.size(); ++i) base_[own.cells[i]] = own.at[location][i];
  changed_ = own.cells;
  base_[process] = Numbers::one(static_cast<std::int64_t>(location));
  changed_.push_back(static_cast<model::Address>(process));
  for (const model::Select& select : selects)
    run_.set(memories_.front(), select.cell, Numbers::between(select.range.lower, select.range.upper));
}

Numbers ValueView::range(const model::IntExpr& e, const model::IntExpr& condition) {
  if (condition.is_constant() && condition.value != 0) return run_.range(e, memories_);
  std::vector<ValueMemory> where = memories_;
  run_.assume(condition, where);
  return run_.range(e, where);
}

}  // namespace zonda::analysis
