#include "unit/model/random_program.hpp"

#include "unit/model/random_expression.hpp"

#include <fmt/format.h>

namespace zonda::oracle {

namespace {

using Kind = RandomType::Kind;
using Mode = RandomFunction::Mode;

class ModelMaker {
 public:
  explicit ModelMaker(Choices& choices) : choices_(choices), make_(choices) {}

  RandomModel run() {
    types();
    globals();
    const std::uint32_t count = choices_.below(5);
    for (std::uint32_t i = 0; i < count; ++i) function(global_, fmt::format("f{}", i), "");
    templates();
    queries();
    return {std::move(text_), std::move(queries_)};
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }

  // -------------------------------------------------------------------------------------------------------
  // Types and variables

  RandomType bounded() {
    const int lower = static_cast<int>(choices_.below(6)) - 3;
    const int upper = lower + static_cast<int>(choices_.below(9)) + 1;
    return {Kind::Int, fmt::format("int[{},{}]", lower, upper), "", lower, upper, {}, {}};
  }

  static RandomType array(const RandomType& element, const std::string& dim, int lower, int upper) {
    return {Kind::Array, element.base, dim + element.dims, lower, upper, std::make_shared<RandomType>(element), {}};
  }

  void types() {
    line("typedef int[3,5] mid_t;");
    const RandomType small = bounded();
    line(fmt::format("typedef {} small_t;", small.base));
    RandomType named = small;
    named.base = "small_t";
    scalars_ = {
        named, {Kind::Int, "int", "", -32768, 32767, {}, {}}, {Kind::Bool, "bool", "", 0, 1, {}, {}}, bounded()};
    RandomType s0{Kind::Struct, "S0", "", 0, 0, {}, {}};
    s0.fields = {{"a", choices_.chance(50) ? scalars_[1] : scalars_[0]},
                 {"b", scalars_[2]},
                 {"c", array(scalars_[choices_.below(2)], "[2]", 0, 1)}};
    struct_type(s0);
    RandomType s1{Kind::Struct, "S1", "", 0, 0, {}, {}};
    s1.fields = {{"a", scalars_[3]}, {"s", s0}, {"d", array(scalars_[0], "[mid_t]", 3, 5)}};
    struct_type(s1);
    record_ = {Kind::Struct, "S2", "", 0, 0, {}, {}};  // what a function can return
    record_.fields = {{"a", scalars_[0]}, {"b", scalars_[2]}, {"e", scalars_[1]}};
    struct_type(record_);
    blocks_ = {array(scalars_[0], "[3]", 0, 2),
               s0,
               s1,
               record_,
               array(record_, "[mid_t]", 3, 5),
               array(scalars_[1], "[mid_t]", 3, 5),
               array(s0, "[2]", 0, 1),
               array(array(scalars_[0], "[mid_t]", 3, 5), "[2]", 0, 1)};
  }

  void struct_type(const RandomType& type) {
    std::string fields;
    for (const auto& [name, part] : type.fields) fields += part.declare(name) + "; ";
    line(fmt::format("typedef struct {{ {}}} {};", fields, type.base));
  }

  RandomType any_type() { return choices_.chance(40) ? choices_.one_of(blocks_) : choices_.one_of(scalars_); }

  std::string initial(const RandomType& type, const RandomScope& scope) {
    if (type.is_scalar()) return make_.scalar(type, scope, 1);
    std::string result = "{ ";
    if (type.kind == Kind::Array)
      for (int i = type.lower; i <= type.upper; ++i)
        result += (i == type.lower ? "" : ", ") + initial(*type.element, scope);
    const bool is_named = choices_.chance(30);
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      const auto& [name, part] = type.fields[is_named ? type.fields.size() - 1 - i : i];
      result += (i == 0 ? "" : ", ") + (is_named ? name + ": " : "") + initial(part, scope);
    }
    return result + " }";
  }

  void variable(RandomScope& scope, const RandomScope& constants, const std::string& name, const std::string& indent) {
    const RandomType type = any_type();
    const bool is_set = choices_.chance(50);
    const bool is_meta = indent.empty() && choices_.chance(15);
    line(fmt::format("{}{}{}{};", indent, is_meta ? "meta " : "", type.declare(name),
                     is_set ? " = " + initial(type, constants) : ""));
    scope.variables.push_back({name, type, true});
  }

  void globals() {
    RandomScope constants;
    line("const int K = " + make_.literal() + ";");
    constants.variables.push_back({"K", {Kind::Int, "const int", "", -2147483647 - 1, 2147483647, {}, {}}, false});
    const RandomType table = blocks_[choices_.below(3)];
    line(fmt::format("const {} = {};", table.declare("T"), initial(table, {})));
    constants.variables.push_back({"T", table, false});
    global_ = constants;
    const std::uint32_t count = 2 + choices_.below(6);
    for (std::uint32_t i = 0; i < count; ++i) variable(global_, constants, fmt::format("g{}", i), "");
    // Something of each kind that references can be bound to.
    line(scalars_[0].declare("r0") + ";");
    line(blocks_[1].declare("r1") + ";");
    line(blocks_[0].declare("r2") + ";");
    line(record_.declare("r3") + ";");
    line("clock x, y, z[mid_t];");
    global_.variables.push_back({"r0", scalars_[0], true});
    global_.variables.push_back({"r1", blocks_[1], true});
    global_.variables.push_back({"r2", blocks_[0], true});
    global_.variables.push_back({"r3", record_, true});
    global_.clocks = {"x", "y", "z["};
  }

  // -------------------------------------------------------------------------------------------------------
  // Functions

  void function(RandomScope& outer, const std::string& name, const std::string& indent) {
    RandomFunction f;
    f.name = name;
    f.has_effects = choices_.chance(60);
    switch (choices_.below(4)) {
      case 3:
        f.result = record_;
        break;
      case 2:
        if (f.has_effects) break;
        [[fallthrough]];
      default:
        f.result = choices_.one_of(scalars_);
    }
    RandomScope inner = outer;
    inner.may_call_all = f.has_effects;
    if (!f.has_effects) {
      for (RandomVariable& v : inner.variables) v.is_writable = false;
      inner.clocks.clear();
    }
    const std::uint32_t count = choices_.below(4);
    std::string parameters;
    for (std::uint32_t i = 0; i < count; ++i) {
      RandomFunction::Parameter p{fmt::format("{}p{}", name, i), Mode::Value, any_type()};
      const std::uint32_t mode = choices_.below(10);
      if (mode >= 8) p.mode = Mode::ConstReference;
      if (mode >= 4 && mode < 8 && f.has_effects) p.mode = Mode::Reference;
      if (mode == 3 && f.has_effects) p.mode = Mode::Clock;
      const char* mark = p.mode == Mode::Value ? "" : "&";
      const char* prefix = p.mode == Mode::ConstReference ? "const " : "";
      parameters += i == 0 ? "" : ", ";
      if (p.mode == Mode::Clock) {
        parameters += "clock &" + p.name;
        inner.clocks.push_back(p.name);
      } else {
        parameters += prefix + p.type.declare(mark + p.name);
        inner.variables.push_back({p.name, p.type, p.mode != Mode::ConstReference});
      }
      f.parameters.push_back(std::move(p));
    }
    line(fmt::format("{}{} {}({}) {{", indent, f.result ? f.result->base : "void", name, parameters));
    body(inner, f, indent + "  ", 2);
    if (f.result) line(fmt::format("{}  return {};", indent, returned(*f.result, inner)));
    line(indent + "}");
    outer.functions.push_back(std::move(f));
  }

  std::string returned(const RandomType& type, const RandomScope& scope) {
    RandomScope with_effects = scope;
    with_effects.may_have_effects = true;
    if (type.is_scalar()) return make_.scalar(type, with_effects, 3);
    if (const auto place = make_.place_of(type, with_effects, 2, false)) return *place;
    return "r3";
  }

  void body(RandomScope scope, const RandomFunction& f, const std::string& indent, int depth) {
    scope.may_have_effects = false;
    const std::uint32_t locals = choices_.below(3);
    for (std::uint32_t i = 0; i < locals; ++i) variable(scope, scope, fmt::format("l{}", next_local_++), indent);
    scope.may_have_effects = true;
    const std::uint32_t count = 1 + choices_.below(4);
    for (std::uint32_t i = 0; i < count; ++i) statement(scope, f, indent, depth);
  }

  void braced(const RandomScope& scope, const RandomFunction& f, const std::string& indent, int depth) {
    line(indent + "{");
    body(scope, f, indent + "  ", depth - 1);
    line(indent + "}");
  }

  void statement(const RandomScope& scope, const RandomFunction& f, const std::string& indent, int depth) {
    RandomScope pure = scope;
    pure.may_have_effects = false;
    switch (choices_.below(depth > 0 ? 12 : 5)) {
      default:
        line(indent + make_.effect(scope, 3) + ";");
        return;
      case 5:
      case 6:
        line(fmt::format("{}if ({})", indent, make_.truth(scope, 2)));
        braced(scope, f, indent, depth);
        if (choices_.chance(50)) {
          line(indent + "else");
          braced(scope, f, indent, depth);
        }
        return;
      case 7: {
        const RandomType type = bounded();
        const std::string name = fmt::format("i{}", next_local_++);
        line(fmt::format("{}for ({} : {})", indent, name, type.base));
        RandomScope inner = scope;
        inner.variables.push_back({name, type, false});
        braced(inner, f, indent, depth);
        return;
      }
      case 8:
      case 9: {
        // Loops that end: the counter is changed by the loop alone.
        const std::string name = fmt::format("n{}", next_local_++);
        const std::uint32_t rounds = choices_.below(4);
        RandomScope inner = scope;
        inner.variables.push_back({name, {Kind::Int, "int[-9,9]", "", -9, 9, {}, {}}, false});
        line(fmt::format("{}{{ int[-9,9] {} = {};", indent, name, rounds));
        switch (choices_.below(3)) {
          case 0:
            line(fmt::format("{}for ({} = 0; {} < {}; {}++)", indent, name, name, rounds, name));
            break;
          case 1:
            line(fmt::format("{}while ({}-- > 0)", indent, name));
            break;
          case 2:
            line(indent + "do");
            break;
        }
        const bool is_do = text_.ends_with("do\n");
        braced(inner, f, indent, depth);
        if (is_do) line(fmt::format("{}while ({}-- > 0 && {});", indent, name, make_.truth(scope, 1)));
        line(indent + "}");
        return;
      }
      case 10:
        if (choices_.chance(30))
          line(fmt::format("{}assert({});", indent, make_.truth(pure, 1)));
        else
          braced(scope, f, indent, depth);
        return;
      case 11:
        line(fmt::format("{}if ({}) return{};", indent, make_.truth(scope, 1),
                         f.result ? " " + returned(*f.result, scope) : ""));
        return;
    }
  }

  // -------------------------------------------------------------------------------------------------------
  // Templates

  void templates() {
    RandomScope p = global_;
    line(fmt::format("process P(const int[0,3] id, {} &rp, {} &sp, {}, int[0,9] mp, const int &cp, clock &kp) {{",
                     scalars_[0].base, blocks_[1].base, blocks_[0].declare("&ap")));
    p.variables.push_back({"id", {Kind::Int, "int[0,3]", "", 0, 3, {}, {}}, false});
    p.variables.push_back({"rp", scalars_[0], true});
    p.variables.push_back({"sp", blocks_[1], true});
    p.variables.push_back({"ap", blocks_[0], true});
    p.variables.push_back({"mp", {Kind::Int, "int[0,9]", "", 0, 9, {}, {}}, true});
    p.variables.push_back({"cp", {Kind::Int, "const int", "", -2147483647 - 1, 2147483647, {}, {}}, false});
    p.clocks.emplace_back("kp");
    RandomScope constants;
    constants.variables.push_back({"id", {Kind::Int, "int[0,3]", "", 0, 3, {}, {}}, false});
    const std::uint32_t count = choices_.below(3);
    for (std::uint32_t i = 0; i < count; ++i) variable(p, constants, fmt::format("v{}", i), "  ");
    line("  clock w;");
    p.clocks.emplace_back("w");
    const std::uint32_t functions = choices_.below(3);
    for (std::uint32_t i = 0; i < functions; ++i) function(p, fmt::format("h{}", i), "  ");
    line("  state A, B; init A;");
    edges(p);
    line("}");
    line("process Q(const int[0,1] i, const int[i,2] j) {");
    RandomScope q = global_;
    q.variables.push_back({"i", {Kind::Int, "int[0,1]", "", 0, 1, {}, {}}, false});
    q.variables.push_back({"j", {Kind::Int, "int[0,2]", "", 0, 2, {}, {}}, false});
    line("  small_t v0;\n  clock w;");
    q.variables.push_back({"v0", scalars_[0], true});
    q.clocks.emplace_back("w");
    line("  state A; init A;");
    edges(q);
    line("}");
    line(fmt::format("P1 = P({}, r0, r1, r2, {}, {}, {});", choices_.below(4), choices_.below(10), make_.literal(),
                     choices_.chance(50) ? "x" : "z[4]"));
    line(fmt::format("R(const int[0,3] n, {} &v) = P(n, v, r1, r2, n + 1, K, y);", scalars_[0].base));
    line("P2 = R(2, r0);");
    line("system P1, Q, P2;");
  }

  void edges(const RandomScope& scope) {
    const std::uint32_t count = 1 + choices_.below(3);
    line("  trans");
    for (std::uint32_t i = 0; i < count; ++i) {
      RandomScope inner = scope;
      std::string labels;
      if (choices_.chance(40)) {
        labels += "select s0 : int[-1,2]";
        inner.variables.push_back({"s0", {Kind::Int, "int[-1,2]", "", -1, 2, {}, {}}, false});
        if (choices_.chance(40)) {
          const int upper = choices_.chance(50) ? 5 : 299;  // more than 256: chosen while the model runs
          labels += fmt::format(", s1 : int[3,{}]", upper);
          inner.variables.push_back({"s1", {Kind::Int, "", "", 3, upper, {}, {}}, false});
        }
        labels += "; ";
      }
      inner.may_have_effects = false;
      labels += "guard " + guard(inner, 3) + "; ";
      inner.may_have_effects = true;
      const std::uint32_t updates = 1 + choices_.below(4);
      for (std::uint32_t k = 0; k < updates; ++k)
        labels += (k == 0 ? "assign " : ", ") +
                  (choices_.chance(25) ? make_.clock_assignment(inner, 2) : make_.effect(inner, 3));
      line(fmt::format("    A -> A {{ {}; }}{}", labels, i + 1 == count ? ";" : ","));
    }
  }

  // A condition that is convex in every discrete state.
  std::string guard(const RandomScope& scope, int depth) {
    switch (choices_.below(depth > 0 ? 8 : 2)) {
      default:
      case 0:
        return make_.truth(scope, 2);
      case 1:
        return make_.clock_atom(scope, 1, false);
      case 2:
      case 3: {
        const std::string left = guard(scope, depth - 1);
        return fmt::format("({}) && ({})", left, guard(scope, depth - 1));
      }
      case 4:
        return fmt::format("({}) || ({})", make_.truth(scope, 1), guard(scope, depth - 1));
      case 5:
        return fmt::format("({}) || ({})", guard(scope, depth - 1), make_.truth(scope, 1));
      case 6:
        return fmt::format("({}) imply ({})", make_.truth(scope, 1), guard(scope, depth - 1));
      case 7: {
        RandomScope inner = scope;
        const std::string name = fmt::format("e{}", next_local_++);
        inner.variables.push_back({name, {Kind::Int, "", "", 3, 5, {}, {}}, false});
        return fmt::format("forall ({} : mid_t) ({})", name, guard(inner, depth - 1));
      }
    }
  }

  // -------------------------------------------------------------------------------------------------------
  // Queries

  std::string formula(const RandomScope& scope, int depth) {
    const auto sub = [&] { return formula(scope, depth - 1); };
    static const std::vector<std::string> kLogical = {"&&", "||", "imply", "xor"};
    switch (choices_.below(depth > 0 ? 9 : 2)) {
      default:
      case 0:
        return make_.clock_atom(scope, 1, true);
      case 1:
        return make_.truth(scope, 2);
      case 2:
      case 3:
      case 4: {
        const std::string left = sub();
        return fmt::format("({}) {} ({})", left, choices_.one_of(kLogical), sub());
      }
      case 5:
        return fmt::format("!({})", sub());
      case 6:
      case 7: {
        RandomScope inner = scope;
        const std::string name = fmt::format("e{}", next_local_++);
        inner.variables.push_back({name, {Kind::Int, "", "", 3, 5, {}, {}}, false});
        return fmt::format("({} ({} : mid_t) ({}))", choices_.chance(50) ? "exists" : "forall", name,
                           formula(inner, depth - 1));
      }
      case 8:
        return fmt::format("Q({0},{1}).w <= Q({0},2).v0", choices_.below(2), 1 + choices_.below(2));
    }
  }

  void queries() {
    RandomScope scope = global_;
    scope.clocks.emplace_back("P1.w");
    scope.clocks.emplace_back("P2.w");
    scope.variables.push_back({"P1.mp", {Kind::Int, "int[0,9]", "", 0, 9, {}, {}}, false});
    scope.variables.push_back({"Q(1,2).v0", scalars_[0], false});
    const std::uint32_t count = 1 + choices_.below(3);
    for (std::uint32_t i = 0; i < count; ++i) queries_ += "E<> " + formula(scope, 4) + "\n";
  }

  Choices& choices_;
  ExpressionMaker make_;
  std::string text_;
  std::string queries_;
  std::vector<RandomType> scalars_;
  std::vector<RandomType> blocks_;
  RandomType record_;
  RandomScope global_;
  int next_local_ = 0;
};

}  // namespace

RandomModel random_model(Choices& choices) { return ModelMaker(choices).run(); }

}  // namespace zonda::oracle
