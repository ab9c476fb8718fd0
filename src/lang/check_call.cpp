// Calls: functions, built-in functions, and the processes of a set.
#include "lang/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace zonda::lang {

const Type* Checker::call(Expr& e) {
  Expr& callee = e.child(0);
  Symbol* symbol = nullptr;
  if (callee.kind == ExprKind::Name) {
    symbol = scope_->find(callee.text);
    if (symbol == nullptr) {
      for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
      return fail(callee, fmt::format("unknown function '{}'", callee.text), suggestion(callee.text));
    }
    symbol->is_used = true;
    callee.symbol = symbol;
  } else if (callee.kind == ExprKind::Member) {
    const Type* type = expression(callee);
    if (type->kind == TypeKind::Invalid) return type;
    symbol = callee.symbol;
  }
  if (symbol == nullptr) return fail(callee, "this cannot be called");
  switch (symbol->kind) {
    case SymbolKind::Function:
    case SymbolKind::External:
      return call_function(e, *symbol);
    case SymbolKind::Builtin:
      return call_builtin(e, *symbol);
    case SymbolKind::Template:
      return call_process(e, *symbol);
    default:
      return fail(callee, fmt::format("'{}' is not a function", symbol->name));
  }
}

std::string Checker::wrong_count(std::string_view name, std::size_t wanted, std::size_t given) {
  return fmt::format("too {} arguments: '{}' takes {}, {} given", given < wanted ? "few" : "many", name, wanted, given);
}

const Type* Checker::call_function(Expr& e, Symbol& function) {
  const FunctionInfo& info = *function.function;
  if (function_ != nullptr && function.kind == SymbolKind::Function) callees_.push_back(&function);
  for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
  if (!info.is_complete) return fail(e, fmt::format("recursion is not allowed: '{}' calls itself", function.name));
  if (e.children.size() - 1 != info.parameters.size())
    return fail(e, wrong_count(function.name, info.parameters.size(), e.children.size() - 1));
  for (std::size_t i = 0; i < info.parameters.size(); ++i) argument(e.child(i + 1), *info.parameters[i]);
  return info.result;
}

// Values need assignment compatibility, references a place of an equivalent type; a constant reference takes either.
void Checker::argument(Expr& argument, const Symbol& parameter) {
  const Type& wanted = *parameter.type;
  const Type& found = *argument.type;
  if (found.kind == TypeKind::Invalid || wanted.kind == TypeKind::Invalid) return;
  const auto mismatch = [&] {
    const bool is_const_reference = parameter.is_reference && parameter.is_const;
    diagnostics_.error(argument.range, fmt::format("incompatible argument: {} given for '{}' of type {}{}{}",
                                                   describe(found), parameter.name, is_const_reference ? "const " : "",
                                                   describe(wanted), parameter.is_reference ? " &" : ""));
  };
  if (!parameter.is_reference) {
    if (!assignable(wanted, found)) mismatch();
    return;
  }
  if (wanted.kind == TypeKind::Chan && found.kind == TypeKind::Chan) {
    // A plain channel fits every channel parameter, a broadcast one those for broadcast or urgent channels, an urgent
    // one only those for urgent channels. Arrays of channels must agree.
    const auto capability = [](const Type& t) { return t.is_urgent ? 0 : t.is_broadcast ? 1 : 2; };
    if (capability(found) < capability(wanted)) mismatch();
    return;
  }
  if (parameter.is_const) {
    if (is_changeable(argument) ? !equivalent(wanted, found) : !assignable(wanted, found)) mismatch();
    return;
  }
  if (!equivalent(wanted, found)) {
    mismatch();
    return;
  }
  (void)require_place(argument);
}

const Type* Checker::call_process(Expr& e, Symbol& process) {
  for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
  if (!in_query()) return fail(e, fmt::format("process '{}' cannot be used here", process.name));
  const std::span<Symbol*> parameters = process.instance->parameters;
  if (parameters.empty())
    return fail(e, fmt::format("'{}' is one process, not a set", process.name), fmt::format("write {}", process.name));
  if (e.children.size() - 1 != parameters.size())
    return fail(e, wrong_count(process.name, parameters.size(), e.children.size() - 1));
  for (std::size_t i = 0; i < parameters.size(); ++i) argument(e.child(i + 1), *parameters[i]);
  return simple(TypeKind::Process);
}

namespace {

constexpr std::array<std::string_view, 2> kOfThree = {"fma", "random_tri"};
constexpr std::array<std::string_view, 16> kOfTwo = {"fmod",        "fmax",         "fmin",          "fdim",
                                                     "pow",         "hypot",        "atan2",         "nextafter",
                                                     "copysign",    "ldexp",        "isunordered",   "random_arcsine",
                                                     "random_beta", "random_gamma", "random_normal", "random_weibull"};
constexpr std::array<std::string_view, 6> kTests = {"isfinite", "isinf", "isnan", "isnormal", "signbit", "isunordered"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Type* Checker::call_builtin(Expr& e, Symbol& function) {
  const std::string_view name = function.name;
  if (name == "numOf") return simple(TypeKind::Int);  // its argument is a dynamic template
  const std::size_t given = e.children.size() - 1;
  const std::size_t wanted = name == "exit" ? 0 : holds(kOfThree, name) ? 3 : holds(kOfTwo, name) ? 2 : 1;
  bool is_wrong = false;
  for (std::size_t i = 1; i <= given; ++i) {
    const Type* type = expression(e.child(i));
    const bool is_for_integers = name == "abs" || name == "fpclassify" || (name == "ldexp" && i == 2);
    if (is_integral(*type) || (!is_for_integers && (is_number(*type) || is_clock_term(*type)))) continue;
    fail(e.child(i), fmt::format("{} expected, found {}", is_for_integers ? "integer" : "number", describe(*type)));
    is_wrong = true;
  }
  if (given != wanted) return fail(e, wrong_count(name, wanted, given));
  if (is_wrong) return simple(TypeKind::Invalid);
  if (name == "exit") return simple(TypeKind::Void);
  if (holds(kTests, name)) return simple(TypeKind::Bool);
  const bool is_integer = name == "abs" || name == "fint" || name == "ilogb" || name == "fpclassify";
  return simple(is_integer ? TypeKind::Int : TypeKind::Double);
}

}  // namespace zonda::lang
