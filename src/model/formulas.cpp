#include "model/formulas.hpp"

#include <utility>

namespace zonda::model {

Formula truth(std::int32_t value) {
  Formula result;
  result.integer = IntExpr::constant(value);
  return result;
}

Formula join_formulas(bool is_and, std::vector<Formula> parts) {
  Formula result;
  result.kind = is_and ? Formula::Kind::And : Formula::Kind::Or;
  for (Formula& part : parts) {
    const bool is_constant = part.kind == Formula::Kind::Discrete && part.integer.is_constant();
    if (is_constant && (part.integer.value != 0) == is_and) continue;
    if (is_constant) return truth(is_and ? 0 : 1);
    if (part.kind == result.kind)
      for (Formula& child : part.children) result.children.push_back(std::move(child));
    else
      result.children.push_back(std::move(part));
  }
  if (result.children.empty()) return truth(is_and ? 1 : 0);
  if (result.children.size() == 1) {
    Formula only = std::move(result.children.front());
    return only;
  }
  return result;
}

bool mentions_deadlock(const Formula& formula) {
  if (formula.kind == Formula::Kind::Deadlock || formula.kind == Formula::Kind::NoDeadlock) return true;
  for (const Formula& child : formula.children)
    if (mentions_deadlock(child)) return true;
  return false;
}

}  // namespace zonda::model
