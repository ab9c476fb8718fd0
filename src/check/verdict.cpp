#include "order/orders.hpp"
#include "zonda/check.hpp"

namespace zonda {

std::string order_names() { return order::order_names(); }

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Satisfied:
      return "satisfied";
    case Verdict::NotSatisfied:
      return "not satisfied";
    case Verdict::MaybeSatisfied:
      return "maybe satisfied";
    case Verdict::MaybeNotSatisfied:
      return "maybe not satisfied";
    case Verdict::Unknown:
      return "unknown";
    case Verdict::Error:
      return "error";
  }
  return "?";
}

}  // namespace zonda
