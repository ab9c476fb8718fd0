#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

// Every operation in parentheses.
std::string tree(const Expr& e) {
  const auto child = [&](std::size_t i) { return tree(e.child(i)); };
  switch (e.kind) {
    case ExprKind::Unary:
      return fmt::format("({}{})", spelling(e.op), child(0));
    case ExprKind::Binary:
      return fmt::format("({} {} {})", child(0), spelling(e.op), child(1));
    case ExprKind::Assign:
      return fmt::format("({} {}= {})", child(0), spelling(e.op), child(1));
    case ExprKind::Conditional:
      return fmt::format("({} ? {} : {})", child(0), child(1), child(2));
    case ExprKind::Step:
      return e.op == Operator::PreIncrement || e.op == Operator::PreDecrement
                 ? fmt::format("({}{})", spelling(e.op), child(0))
                 : fmt::format("({}{})", child(0), spelling(e.op));
    case ExprKind::Quantifier:
      return fmt::format("({} {}: {})", spelling(e.op), e.binder->name, child(0));
    case ExprKind::Index:
      return fmt::format("{}[{}]", child(0), child(1));
    case ExprKind::Member:
      return fmt::format("{}.{}", child(0), e.text);
    case ExprKind::Rate:
      return fmt::format("{}'", child(0));
    case ExprKind::Call: {
      std::string arguments;
      for (std::size_t i = 1; i < e.children.size(); ++i) arguments += (i > 1 ? ", " : "") + child(i);
      return fmt::format("{}({})", child(0), arguments);
    }
    case ExprKind::Boolean:
      return e.value != 0 ? "true" : "false";
    case ExprKind::Integer:
      return std::to_string(e.value);
    default:
      return std::string(e.text);
  }
}

struct Parsed {
  Sources sources;
  Diagnostics diagnostics;
  Document document;
  EdgeSyntax edge;

  explicit Parsed(std::string text, Dialect dialect = Dialect::New) {
    document.dialect = dialect;
    parse_update(TextBlock::plain(sources, sources.add("t", std::move(text))), edge, document, diagnostics);
  }
  [[nodiscard]] std::string tree() const {
    if (diagnostics.has_errors()) return diagnostics.items()[0].message;
    return edge.updates.empty() ? "" : check_fixture::tree(*edge.updates[0]);
  }
  [[nodiscard]] std::string warning() const {
    for (const Diagnostic& d : diagnostics.items())
      if (d.severity == Severity::Warning) return d.name;
    return "";
  }
};

std::string tree(std::string text) { return Parsed(std::move(text)).tree(); }

struct Reading {
  std::string_view text;
  std::string_view tree;
};

TEST(ParseExpression, PrecedenceOfEachLevelOverTheNext) {
  const std::vector<Reading> cases = {
      {"f(a)[b].c'++", "(f(a)[b].c'++)"},
      {"++a[1]", "(++a[1])"},
      {"-++a", "(-(++a))"},
      {"-a++", "(-(a++))"},
      {"!a.b", "(!a.b)"},
      {"-a ** b", "((-a) ** b)"},
      {"a ** b * c", "((a ** b) * c)"},
      {"a * b ** c", "(a * (b ** c))"},
      {"a + b * c", "(a + (b * c))"},
      {"a * b + c", "((a * b) + c)"},
      {"a << b + c", "(a << (b + c))"},
      {"a <? b << c", "(a <? (b << c))"},
      {"a < b <? c", "(a < (b <? c))"},
      {"a == b < c", "(a == (b < c))"},
      {"a & b == c", "(a & (b == c))"},
      {"a ^ b & c", "(a ^ (b & c))"},
      {"a | b ^ c", "(a | (b ^ c))"},
      {"a && b | c", "(a && (b | c))"},
      {"a || b && c", "(a || (b && c))"},
      {"a && b || c", "((a && b) || c)"},
      {"a || b ? c : d", "((a || b) ? c : d)"},
      {"a = b ? c : d", "(a = (b ? c : d))"},
      {"forall(k : T) a = b", "(forall k: (a = b))"},
  };
  for (const Reading& each : cases) EXPECT_EQ(tree(std::string(each.text)), each.tree) << each.text;
}

TEST(ParseExpression, Associativity) {
  const std::vector<Reading> cases = {
      {"a - b - c", "((a - b) - c)"},
      {"a / b * c % d", "(((a / b) * c) % d)"},
      {"2 ** 3 ** 2", "((2 ** 3) ** 2)"},
      {"a << b >> c", "((a << b) >> c)"},
      {"a <? b >? c", "((a <? b) >? c)"},
      {"a < b < c", "((a < b) < c)"},
      {"a == b != c", "((a == b) != c)"},
      {"a && b && c", "((a && b) && c)"},
      {"a = b += c", "(a = (b += c))"},
      {"a ? b : c ? d : e", "(a ? b : (c ? d : e))"},
      {"a ? b ? c : d : e", "(a ? (b ? c : d) : e)"},
      {"- - a", "(-(-a))"},
      {"not not a", "(!(!a))"},
      {"a imply b imply c", "((a imply b) imply c)"},
  };
  for (const Reading& each : cases) EXPECT_EQ(tree(std::string(each.text)), each.tree) << each.text;
}

TEST(ParseExpression, WordsBindLikeTheirSigns) {
  const std::vector<Reading> cases = {
      {"not i == 1", "((!i) == 1)"},
      {"a && b imply c || d", "(((a && b) imply c) || d)"},
      {"a || b and c", "(a || (b && c))"},
      {"a or b xor c imply d", "(((a || b) xor c) imply d)"},
      {"-i ** 2", "((-i) ** 2)"},
      {"sum(k : T) a[k] == 3", "(sum k: (a[k] == 3))"},
      {"(sum(k : T) a[k]) == 3", "((sum k: a[k]) == 3)"},
      {"b imply forall(k : T) p && q", "(b imply (forall k: (p && q)))"},
      {"exists(k : int[0,2]) forall(l : T) k == l", "(exists k: (forall l: (k == l)))"},
  };
  for (const Reading& each : cases) EXPECT_EQ(tree(std::string(each.text)), each.tree) << each.text;
}

TEST(ParseExpression, Assignments) {
  for (const std::string op : {"=", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
    EXPECT_EQ(tree("a " + op + " b"), fmt::format("(a {} b)", op == ":=" ? "=" : op)) << op;
}

TEST(ParseExpression, Literals) {
  EXPECT_EQ(tree("-2147483648"), "-2147483648");
  EXPECT_EQ(tree("- 2147483648"), "-2147483648");
  EXPECT_EQ(tree("1 - 2147483648"), "number 2147483648 is too large");
  EXPECT_EQ(tree("-(2147483648)"), "number 2147483648 is too large");
  EXPECT_EQ(tree("true || false"), "(true || false)");
  EXPECT_EQ(tree("1.5 + \"s\""), "(1.5 + s)");
  EXPECT_EQ(tree("f()"), "f()");
  EXPECT_EQ(tree("sum + sum(1)"), "(sum + sum(1))");
}

TEST(ParseExpression, OlderReleasesReadSomeTextDifferently) {
  const auto warning = [](std::string text) { return Parsed(std::move(text)).warning(); };
  EXPECT_EQ(warning("not i == 1"), "precedence");
  EXPECT_EQ(warning("a || b and c"), "precedence");
  EXPECT_EQ(warning("a and b || c"), "precedence");
  EXPECT_EQ(warning("a imply b || c"), "precedence");
  EXPECT_EQ(warning("a and b ? c : d"), "precedence");
  EXPECT_EQ(warning("not (i == 1)"), "");
  EXPECT_EQ(warning("!i == 1"), "");
  EXPECT_EQ(warning("(not i) == 1"), "");
  EXPECT_EQ(warning("a || (b and c)"), "");
  EXPECT_EQ(warning("a or b and c"), "");
  EXPECT_EQ(warning("not a and b"), "");
}

TEST(ParseExpression, Mistakes) {
  EXPECT_EQ(tree("a +"), "syntax error: unexpected end of text, expecting an expression");
  EXPECT_EQ(tree("(a"), "syntax error: unexpected end of text, expecting ')' to close '('");
  EXPECT_EQ(tree("a)"), "syntax error: unexpected ')', expecting the end of the update");
  EXPECT_EQ(tree("a[1"), "syntax error: unexpected end of text, expecting ']' after the index");
  EXPECT_EQ(tree("f(a"), "syntax error: unexpected end of text, expecting ')' after the arguments");
  EXPECT_EQ(tree("a ? b"), "syntax error: unexpected end of text, expecting ':' of the conditional '? :'");
  EXPECT_EQ(tree("forall k : T a"), "syntax error: unexpected 'k', expecting '(' after the quantifier");
  EXPECT_EQ(tree("forall(k) a"), "syntax error: unexpected ')', expecting ':' between name and type");
  EXPECT_EQ(tree("a.for"), "syntax error: 'for' is a reserved word and cannot be the name of a member");
  EXPECT_EQ(tree("a =< b"), "syntax error: '=<' is not an operator");
  EXPECT_EQ(tree("a => b"), "syntax error: '=>' is not an operator");
  EXPECT_EQ(tree("a = <b"), "syntax error: unexpected '<', expecting an expression");
  EXPECT_EQ(tree("A[] a"), "syntax error: unexpected 'A[]', expecting an expression");
  EXPECT_EQ(Parsed("a <> b").diagnostics.items().at(0).hint, "write '!=' for 'not equal'");
  EXPECT_EQ(Parsed("n-->0").diagnostics.items().at(0).hint, "'-->' is one word; write '-- >'");
  EXPECT_EQ(Parsed("a = 1; b = 2").diagnostics.items().at(0).hint, "separate updates with ','");
  EXPECT_EQ(Parsed("c!").diagnostics.items().at(0).hint, "a synchronisation has its own label");
  EXPECT_EQ(tree("a = 1,"), "syntax error: unexpected end of text, expecting an expression");
}

TEST(ParseExpression, RangesCoverTheirText) {
  const Parsed parsed("  (a + b) * f(c)[d]  ");
  const Expr& e = *parsed.edge.updates[0];
  EXPECT_EQ(parsed.sources.slice(e.range), "(a + b) * f(c)[d]");
  EXPECT_EQ(parsed.sources.slice(e.child(0).range), "(a + b)");
  EXPECT_EQ(parsed.sources.slice(e.child(1).range), "f(c)[d]");
}

std::string repeated(std::string_view text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

TEST(ParseExpression, LongChainsAreFine) {
  EXPECT_FALSE(Parsed(repeated("a && ", 100'000) + "a").diagnostics.has_errors());
  EXPECT_FALSE(Parsed(repeated("a == 1 || ", 100'000) + "a").diagnostics.has_errors());
  EXPECT_FALSE(Parsed(repeated("a + ", 1'000) + "a").diagnostics.has_errors());
  EXPECT_LT(Parsed(repeated("a && ", 100'000) + "a").edge.updates[0]->height, 30);
}

TEST(ParseExpression, DeepNestingIsRefused) {
  const auto message = [](std::string text) {
    const Parsed parsed(std::move(text));
    return parsed.diagnostics.has_errors() ? parsed.diagnostics.items()[0].message : "";
  };
  EXPECT_EQ(message(repeated("(", 100) + "a" + repeated(")", 100)), "");
  EXPECT_EQ(message(repeated("(", 100'000) + "a" + repeated(")", 100'000)), "syntax error: text nests too deeply");
  EXPECT_EQ(message(repeated("-", 100'000) + "a"), "syntax error: text nests too deeply");
  EXPECT_EQ(message(repeated("a[", 100'000)), "syntax error: text nests too deeply");
  EXPECT_EQ(message(repeated("a ? b : ", 100'000) + "c"), "syntax error: text nests too deeply");
  EXPECT_EQ(message(repeated("a = ", 100'000) + "c"), "syntax error: text nests too deeply");
  EXPECT_EQ(message(repeated("forall(k : T) ", 100'000) + "c"), "syntax error: text nests too deeply");
  EXPECT_EQ(message(repeated("a + ", 100'000) + "a"), "syntax error: expression nests too deeply");
  EXPECT_EQ(message("a" + repeated("[0]", 100'000)), "syntax error: expression nests too deeply");
}

}  // namespace
}  // namespace zonda::lang::check_fixture
