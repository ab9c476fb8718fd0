// How operators and queries are written.
#include "lang/syntax.hpp"

namespace zonda::lang {

std::string_view spelling(Operator op) {
  switch (op) {
    case Operator::None:
      return "";
    case Operator::Negate:
      return "-";
    case Operator::Plus:
      return "+";
    case Operator::Not:
      return "!";
    case Operator::Power:
      return "**";
    case Operator::Multiply:
      return "*";
    case Operator::Divide:
      return "/";
    case Operator::Modulo:
      return "%";
    case Operator::Add:
      return "+";
    case Operator::Subtract:
      return "-";
    case Operator::ShiftLeft:
      return "<<";
    case Operator::ShiftRight:
      return ">>";
    case Operator::Minimum:
      return "<?";
    case Operator::Maximum:
      return ">?";
    case Operator::Less:
      return "<";
    case Operator::LessEqual:
      return "<=";
    case Operator::GreaterEqual:
      return ">=";
    case Operator::Greater:
      return ">";
    case Operator::Equal:
      return "==";
    case Operator::NotEqual:
      return "!=";
    case Operator::BitAnd:
      return "&";
    case Operator::BitXor:
      return "^";
    case Operator::BitOr:
      return "|";
    case Operator::And:
      return "&&";
    case Operator::Or:
      return "||";
    case Operator::Xor:
      return "xor";
    case Operator::Imply:
      return "imply";
    case Operator::PreIncrement:
    case Operator::PostIncrement:
      return "++";
    case Operator::PreDecrement:
    case Operator::PostDecrement:
      return "--";
    case Operator::Forall:
      return "forall";
    case Operator::Exists:
      return "exists";
    case Operator::Sum:
      return "sum";
  }
  return "";
}

bool is_pattern(const Query& query) {
  if (query.kind == QueryKind::LeadsTo) return query.bound != nullptr;
  return query.kind >= QueryKind::Within && query.kind <= QueryKind::Precedes;
}

std::string_view spelling(QueryKind kind) {
  switch (kind) {
    case QueryKind::Possibly:
      return "E<>";
    case QueryKind::Invariantly:
      return "A[]";
    case QueryKind::Potentially:
      return "E[]";
    case QueryKind::Eventually:
      return "A<>";
    case QueryKind::LeadsTo:
      return "-->";
    case QueryKind::Within:
      return "within";
    case QueryKind::Every:
      return "every";
    case QueryKind::AtLeast:
      return "for at least";
    case QueryKind::AtMost:
      return "for at most";
    case QueryKind::HoldsAfter:
      return "for … after";
    case QueryKind::NeverFollows:
      return "never follows";
    case QueryKind::Precedes:
      return "precedes";
    case QueryKind::Supremum:
      return "sup";
    case QueryKind::Infimum:
      return "inf";
    case QueryKind::Bounds:
      return "bounds";
    case QueryKind::Unsupported:
      return "unsupported";
    case QueryKind::Malformed:
      return "malformed";
    case QueryKind::Empty:
      return "empty";
  }
  return "";
}

}  // namespace zonda::lang
