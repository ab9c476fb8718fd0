#include "lang/print.hpp"

#include "lang/parser.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace zonda::lang {
namespace {

struct Parsed {
  Sources sources;
  Document document;
  Diagnostics diagnostics;

  TextBlock block(std::string text) { return TextBlock::plain(sources, sources.add("text", std::move(text))); }
  Expr* expression(std::string text) {
    EdgeSyntax edge;
    parse_guard(block(std::move(text)), edge, document, diagnostics);
    return edge.guard;
  }
};

std::string reprinted(const std::string& text) {
  Parsed parsed;
  Expr* expr = parsed.expression(text);
  EXPECT_FALSE(parsed.diagnostics.has_errors()) << text << "\n" << render(parsed.diagnostics, parsed.sources);
  return expr == nullptr ? "" : print(*expr);
}

std::string reprinted_declarations(const std::string& text) {
  Parsed parsed;
  std::string result;
  for (const Declaration* each : parse_declarations(parsed.block(text), parsed.document, parsed.diagnostics))
    result += print_declaration(*each);
  EXPECT_FALSE(parsed.diagnostics.has_errors()) << text << "\n" << render(parsed.diagnostics, parsed.sources);
  return result;
}

std::string reprinted_query(std::string text) {
  Parsed parsed;
  Query query;
  query.text = parsed.block(std::move(text));
  parse_query(query, parsed.document, parsed.diagnostics);
  EXPECT_FALSE(parsed.diagnostics.has_errors()) << render(parsed.diagnostics, parsed.sources);
  return print_query(query);
}

// ---------------------------------------------------------------------------------------------------------

TEST(Print, DropsParenthesesThatPrecedenceGives) {
  EXPECT_EQ(reprinted("((a) + (b * c))"), "a + b * c");
  EXPECT_EQ(reprinted("(a + b) * c"), "(a + b) * c");
  EXPECT_EQ(reprinted("(a && b) || (c && d)"), "a && b || c && d");
  EXPECT_EQ(reprinted("(x <= 5) && (n == 0)"), "x <= 5 && n == 0");
}

TEST(Print, KeepsTheGroupingOfLeftAssociativeOperators) {
  EXPECT_EQ(reprinted("a - b - c"), "a - b - c");
  EXPECT_EQ(reprinted("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(reprinted("a + (b + c)"), "a + (b + c)");
  EXPECT_EQ(reprinted("2 ** 3 ** 2"), "2 ** 3 ** 2");
  EXPECT_EQ(reprinted("2 ** (3 ** 2)"), "2 ** (3 ** 2)");
}

TEST(Print, WritesChainsOfAndOrWithoutParentheses) {
  EXPECT_EQ(reprinted("a && (b && (c && d))"), "a && b && c && d");
  EXPECT_EQ(reprinted("a || (b || c)"), "a || b || c");
  std::string chain = "x0 > 0";
  for (int i = 1; i < 100; ++i) chain += " && x" + std::to_string(i) + " > 0";
  EXPECT_EQ(reprinted(chain), chain);
}

TEST(Print, WritesWordOperatorsAsSymbols) {
  EXPECT_EQ(reprinted("not a and b or c"), "!a && b || c");
  EXPECT_EQ(reprinted("a imply b"), "a imply b");
  EXPECT_EQ(reprinted("a xor b"), "a xor b");
}

TEST(Print, SeparatesImplyFromOperatorsOfItsLevel) {
  EXPECT_EQ(reprinted("(a imply b) || c"), "(a imply b) || c");
  EXPECT_EQ(reprinted("a imply (b || c)"), "a imply (b || c)");
  EXPECT_EQ(reprinted("a imply b imply c"), "a imply b imply c");
  EXPECT_EQ(reprinted("a imply (b imply c)"), "a imply (b imply c)");
  EXPECT_EQ(reprinted("a && b imply c"), "a && b imply c");
  EXPECT_EQ(reprinted("a || ((b xor c) || d)"), "a || (b xor c) || d");
}

TEST(Print, PutsQuantifiersInParenthesesOnlyWhereTextFollows) {
  EXPECT_EQ(reprinted("forall (i : T) a[i] && b"), "forall (i : T) a[i] && b");
  EXPECT_EQ(reprinted("(forall (i : T) a[i]) && b"), "(forall (i : T) a[i]) && b");
  EXPECT_EQ(reprinted("b && (forall (i : T) a[i])"), "b && forall (i : T) a[i]");
  EXPECT_EQ(reprinted("(b && (forall (i : T) a[i])) && c"), "b && (forall (i : T) a[i]) && c");
  EXPECT_EQ(reprinted("!(exists (i : int[0,3]) a[i]) || c"), "!(exists (i : int[0,3]) a[i]) || c");
  EXPECT_EQ(reprinted("(sum (k : T) a[k]) == 3"), "(sum (k : T) a[k]) == 3");
  EXPECT_EQ(reprinted("f((forall (i : T) a[i]), 1)"), "f(forall (i : T) a[i], 1)");
}

TEST(Print, KeepsSignsApart) {
  EXPECT_EQ(reprinted("- -x"), "- -x");
  EXPECT_EQ(reprinted("a - -b"), "a - -b");
  EXPECT_EQ(reprinted("-(--x)"), "- --x");
  EXPECT_EQ(reprinted("+(++x)"), "+ ++x");
  EXPECT_EQ(reprinted("-+x"), "-+x");
  EXPECT_EQ(reprinted("!!a"), "!!a");
  EXPECT_EQ(reprinted("n-- > 0"), "n-- > 0");
}

TEST(Print, KeepsTheSmallestInteger) { EXPECT_EQ(reprinted("1 - -2147483648"), "1 - -2147483648"); }

TEST(Print, WritesAssignmentsWithOneEqualsSign) {
  EXPECT_EQ(reprinted("x := 1"), "x = 1");
  EXPECT_EQ(reprinted("x <<= y = 2"), "x <<= y = 2");
  EXPECT_EQ(reprinted("(b ? i : j) = 3"), "(b ? i : j) = 3");
  EXPECT_EQ(reprinted("a && (b = c)"), "a && (b = c)");
}

TEST(Print, WritesPostfixForms) {
  EXPECT_EQ(reprinted("s.a[i + 1].f(x, 2) . y"), "s.a[i + 1].f(x, 2).y");
  EXPECT_EQ(reprinted("x' == 0"), "x' == 0");
  EXPECT_EQ(reprinted("(a + b)[1]"), "(a + b)[1]");
  EXPECT_EQ(reprinted("(++i)++"), "(++i)++");
}

TEST(Print, CallsTheRenamingForEveryName) {
  Parsed parsed;
  const Renaming shout = [](std::string_view name) { return std::string(name) + "_"; };
  const Expr* expr = parsed.expression("forall (i : T) P.a[i] + f(b)");
  EXPECT_EQ(print(*expr, {.renaming = &shout}), "forall (i_ : T_) P_.a_[i_] + f_(b_)");
}

// ---------------------------------------------------------------------------------------------------------

TEST(PrintDeclaration, WritesVariablesWithTheirInitialisers) {
  EXPECT_EQ(reprinted_declarations("const int N=3,M[2]:={1,2}; broadcast chan c[N]; clock x,y;"),
            "const int N = 3, M[2] = {1, 2};\nbroadcast chan c[N];\nclock x, y;\n");
  EXPECT_EQ(reprinted_declarations("S s = {a: 1, b: {2, 3}}; urgent broadcast chan u; meta bool b[int[0,3]];"),
            "S s = {a: 1, b: {2, 3}};\nurgent broadcast chan u;\nmeta bool b[int[0,3]];\n");
}

TEST(PrintDeclaration, KeepsFieldsThatShareATypeTogether) {
  EXPECT_EQ(reprinted_declarations("typedef struct { scalar[3] a, b[2]; int c; } S;"),
            "typedef struct {\n    scalar[3] a, b[2];\n    int c;\n} S;\n");
}

TEST(PrintDeclaration, WritesFunctions) {
  const std::string text =
      "int f(const int a, bool &b[2])\n"
      "{\n"
      "    int i = 0;\n"
      "    for (k : int[0,3])\n"
      "        i += k;\n"
      "    for (i = 0; i < 3; i++) {\n"
      "        b[i] = true;\n"
      "    }\n"
      "    while (i > 0, b[0])\n"
      "        i--;\n"
      "    do {\n"
      "        ;\n"
      "    }\n"
      "    while (i > 3);\n"
      "    if (a == 1)\n"
      "        return 1;\n"
      "    else if (a == 2) {\n"
      "        return 2;\n"
      "    }\n"
      "    else\n"
      "        i = 4;\n"
      "    assert i > 0;\n"
      "    {\n"
      "        i = 1;\n"
      "    }\n"
      "    return i;\n"
      "}\n";
  EXPECT_EQ(reprinted_declarations(text), text);
}

TEST(PrintDeclaration, BindsADanglingElseToTheRightIf) {
  // Built by hand: no text gives this tree but one with braces.
  Parsed parsed;
  auto declarations = parse_declarations(parsed.block("void f() { if (a) { if (b) c = 1; } else c = 2; }"),
                                         parsed.document, parsed.diagnostics);
  ASSERT_EQ(declarations.size(), 1U);
  Statement& outer = *declarations[0]->body->body[0];
  outer.body[0] = outer.body[0]->body[0];  // the inner 'if' without its block
  EXPECT_EQ(print_statement(outer), "if (a) {\n    if (b)\n        c = 1;\n}\nelse\n    c = 2;\n");
}

TEST(PrintDeclaration, WritesTheRareKinds) {
  const std::string text =
      "Q(const int i) = P(i, 3);\n"
      "R = P();\n"
      "chan priority a, b[1] < default < c;\n"
      "before_update { a = 1, b = 2 }\n"
      "after_update { f() }\n"
      "dynamic D(const int n);\n"
      "import \"lib.so\" int g(int a);\n"
      "import \"lib.so\" ours = int theirs(int a);\n";
  EXPECT_EQ(reprinted_declarations(text), text);
}

// ---------------------------------------------------------------------------------------------------------

TEST(PrintQuery, WritesEveryKind) {
  for (const std::string text :
       {"E<> P.A && x > 3", "A[] !deadlock", "E[] a", "A<> P(1).B", "a --> b || c", "forall (i : T) a[i] --> b",
        "sup: x", "sup{P.A}: x, y", "inf{a && b}: n", "bounds{a}: n", "a -->[<=5] b", "a && c -->[<n + 1] b || c",
        "a within 5", "a every 2 * n", "a for at least 5", "a || b for at most 5", "a for 5 after b",
        "a never follows b within 5", "a precedes b"})
    EXPECT_EQ(reprinted_query(text), text);
}

TEST(PrintQuery, WritesOnePatternOfTwoNotations) {
  EXPECT_EQ(reprinted_query("b within 5 of a || c"), "a || c -->[<=5] b");
}

TEST(PrintQuery, KeepsTheTextOfUnsupportedQueries) {
  EXPECT_EQ(reprinted_query("Pr[<=100]\n  (<> P.A) // chance"), "Pr[<=100] (<> P.A)");
}

// ---------------------------------------------------------------------------------------------------------
// Random trees

// Draws a tree from a string of random bytes; a string that is used up gives leaves. So rapidcheck shrinks
// strings, and that shrinks trees.
class TreeMaker {
 public:
  TreeMaker(std::vector<std::uint8_t> bytes, Arena& arena) : bytes_(std::move(bytes)), arena_(arena) {}

  Expr* tree(int depth = 0) {
    const unsigned choice = depth > 12 || at_ >= bytes_.size() ? draw(4) : draw(24);
    const auto sub = [&] { return tree(depth + 1); };
    switch (choice) {
      case 0: {
        constexpr std::array<std::int32_t, 4> kValues = {0, 7, std::numeric_limits<std::int32_t>::max(),
                                                         std::numeric_limits<std::int32_t>::min()};
        Expr* literal = node(ExprKind::Integer, Operator::None, {});
        literal->value = kValues[draw(4)];
        return literal;
      }
      case 1:
        return node(ExprKind::Boolean, Operator::None, {});
      case 2:
      case 3:
        return name();
      case 4: {
        Expr* member = node(ExprKind::Member, Operator::None, {sub()});
        member->text = "f";
        return member;
      }
      case 5:
        return node(ExprKind::Index, Operator::None, {sub(), sub()});
      case 6:
        return draw(2) == 0 ? node(ExprKind::Call, Operator::None, {sub()})
                            : node(ExprKind::Call, Operator::None, {sub(), sub(), sub()});
      case 7:
      case 8:
        return node(ExprKind::Unary, pick(Operator::Negate, Operator::Not), {sub()});
      case 9:
        return node(ExprKind::Step, pick(Operator::PreIncrement, Operator::PostDecrement), {sub()});
      case 10:
        return node(ExprKind::Conditional, Operator::None, {sub(), sub(), sub()});
      case 11: {
        constexpr std::array kAssign = {Operator::None, Operator::Add, Operator::BitAnd, Operator::ShiftRight};
        return node(ExprKind::Assign, kAssign[draw(4)], {sub(), sub()});
      }
      case 12:
      case 13: {
        Expr* quantifier = node(ExprKind::Quantifier, pick(Operator::Forall, Operator::Sum), {sub()});
        quantifier->binder = arena_.make<Binder>();
        quantifier->binder->name = "i";
        quantifier->binder->type = arena_.make<TypeSyntax>();
        quantifier->binder->type->word = TypeWord::Bool;
        return quantifier;
      }
      case 14:
        return node(ExprKind::Rate, Operator::None, {sub()});
      case 15:
        return node(ExprKind::Spawn, Operator::None, {node(ExprKind::Call, Operator::None, {name()})});
      default:
        return node(ExprKind::Binary, pick(Operator::Power, Operator::Imply), {sub(), sub()});
    }
  }

 private:
  unsigned draw(unsigned count) { return at_ < bytes_.size() ? bytes_[at_++] % count : 0; }
  Operator pick(Operator first, Operator last) {
    const auto begin = static_cast<unsigned>(first);
    return static_cast<Operator>(begin + draw(static_cast<unsigned>(last) - begin + 1));
  }
  Expr* name() {
    constexpr std::array<std::string_view, 6> kNames = {"a", "b", "A", "E", "u", "sum"};
    Expr* result = node(ExprKind::Name, Operator::None, {});
    result->text = kNames[draw(6)];
    return result;
  }
  Expr* node(ExprKind kind, Operator op, const std::vector<Expr*>& children) {
    Expr* result = arena_.make<Expr>();
    result->kind = kind;
    result->op = op;
    result->children = arena_.copy(children);
    return result;
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  Arena& arena_;
};

// The shape of a tree, written out; chains of && and || count as lists.
void describe(const Expr& expr, std::string& out);
void describe_chain(const Expr& expr, Operator op, std::string& out) {
  if (expr.kind == ExprKind::Binary && expr.op == op) {
    describe_chain(expr.child(0), op, out);
    describe_chain(expr.child(1), op, out);
  } else {
    describe(expr, out);
  }
}
void describe(const Expr& expr, std::string& out) {
  out += "(" + std::to_string(static_cast<int>(expr.kind)) + "," + std::to_string(static_cast<int>(expr.op));
  if (expr.kind == ExprKind::Integer || expr.kind == ExprKind::Boolean) out += "," + std::to_string(expr.value);
  if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Member) out.append(",").append(expr.text);
  const bool is_chain = expr.kind == ExprKind::Binary && (expr.op == Operator::And || expr.op == Operator::Or);
  for (const Expr* child : expr.children) {
    out += " ";
    if (is_chain)
      describe_chain(*child, expr.op, out);
    else
      describe(*child, out);
  }
  out += ")";
}
std::string shape(const Expr& expr) {
  std::string flat;
  describe(expr, flat);
  std::erase(flat, ' ');
  return flat;
}

RC_GTEST_PROP(PrintProperty, PrintedTreesParseBackToThemselves, ()) {
  const auto bytes =
      *rc::gen::resize(120, rc::gen::container<std::vector<std::uint8_t>>(rc::gen::inRange<std::uint8_t>(0, 240)));
  Parsed parsed;
  const Expr* tree = TreeMaker(bytes, parsed.document.arena).tree();
  const std::string text = print(*tree);
  const Expr* again = parsed.expression(text);
  RC_LOG() << text << "\n" << render(parsed.diagnostics, parsed.sources);
  RC_ASSERT(again != nullptr);
  RC_ASSERT(!parsed.diagnostics.has_errors());
  RC_ASSERT(shape(*again) == shape(*tree));
  RC_ASSERT(print(*again) == text);
  // Older releases read the text alike.
  RC_ASSERT(parsed.diagnostics.warning_count() == 0U);
}

}  // namespace
}  // namespace zonda::lang
