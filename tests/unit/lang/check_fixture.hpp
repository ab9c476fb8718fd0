// What the tests of the parser and the checker share: a text that has been read and checked, and tables of texts with
// what is said about each.
#pragma once

#include "lang/parser.hpp"
#include "lang/semantics.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang::check_fixture {

struct Checked {
  Sources sources;
  Diagnostics diagnostics;
  Document document;
  std::unique_ptr<Semantics> semantics;

  explicit Checked(std::string text, std::string_view query = "", Dialect dialect = Dialect::New) {
    document.dialect = dialect;
    parse_text_model(TextBlock::plain(sources, sources.add("m.xta", std::move(text))), document, diagnostics);
    if (!query.empty()) {
      document.queries.emplace_back();
      document.queries.back().text = TextBlock::plain(sources, sources.add("m.q", std::string(query)));
      parse_query(document.queries.back(), document, diagnostics);
    }
    if (!document.has_syntax_errors) semantics = check(document, diagnostics);
    diagnostics.sort();
  }

  // 'marked text | message' of each error; 'name: marked text' of each warning.
  [[nodiscard]] std::string errors() const { return list(Severity::Error); }
  [[nodiscard]] std::string warnings() const { return list(Severity::Warning); }
  [[nodiscard]] std::string hints() const {
    std::string result;
    for (const Diagnostic& d : diagnostics.items()) result += d.hint;
    return result;
  }
  // 'line:column message' of each error.
  [[nodiscard]] std::vector<std::string> places() const {
    std::vector<std::string> result;
    for (const Diagnostic& d : diagnostics.items()) {
      const Position at = sources.position(d.range.begin);
      if (d.severity == Severity::Error) result.push_back(fmt::format("{}:{} {}", at.line, at.column, d.message));
    }
    return result;
  }

 private:
  [[nodiscard]] std::string list(Severity severity) const {
    std::string result;
    for (const Diagnostic& d : diagnostics.items()) {
      if (d.severity != severity) continue;
      if (!result.empty()) result += "; ";
      const std::string_view marked = sources.slice(d.range);
      result += severity == Severity::Error ? fmt::format("{} | {}", marked, d.message)
                                            : fmt::format("{}: {}", d.name, marked);
    }
    return result;
  }
};

// Names that the cases of most tables use.
inline constexpr std::string_view kNames = R"(
const int N = 3; typedef int[0,2] id_t; typedef scalar[3] sc_t; typedef struct { int a; bool b; } rec_t;
int i, j; bool b, b2; int[0,5] r; clock x, y, z; clock xa[3]; chan c, ca[3]; urgent chan u; broadcast chan bc;
int arr[3], arr4[4], ia[id_t], sa[sc_t]; sc_t s, s2; rec_t rec, rec2; const int K[3] = {1, 2, 3}; meta int m;
const rec_t R = {1, true}; double d; hybrid clock hy;
int f(int v) { return v; } int g() { i = 1; return 1; } void h() { i = 1; } bool pure() { return i > 0; }
int ref(int &v) { v = 1; return 1; } int rd(const int &v) { return v; } rec_t mk() { return rec; }
int sum3(int v[3]) { return v[0]; } void set3(int &v[3]) { v[0] = 1; } void nothing() { }
)";
inline constexpr std::string_view kTail = "\nprocess P() { state S; init S; }\nsystem P;\n";

inline std::string in_globals(std::string_view text) { return fmt::format("{}{}", text, kTail); }
inline std::string in_template(std::string_view text) {
  return fmt::format("process P() {{\n{}\nstate S; init S; }}\nsystem P;\n", text);
}
inline std::string after_names(std::string_view text) { return fmt::format("{}{}{}", kNames, text, kTail); }
inline std::string in_function(std::string_view text) {
  return fmt::format("{}void t() {{ {} }}{}", kNames, text, kTail);
}
inline std::string in_edge(std::string_view text) {
  return fmt::format("{}process P() {{ int li; clock lx; state S, T; init S; trans S -> T {{ {} }}; }}\nsystem P;\n",
                     kNames, text);
}
inline std::string in_guard(std::string_view text) { return in_edge(fmt::format("guard {};", text)); }
inline std::string in_update(std::string_view text) { return in_edge(fmt::format("assign {};", text)); }
inline std::string in_invariant(std::string_view text) {
  return fmt::format("{}process P() {{ state S {{ {} }}; init S; }}\nsystem P;\n", kNames, text);
}

// A text and its only error as 'marked text | message', or nothing when it is right.
struct Case {
  std::string_view text;
  std::string_view error = "";
};

template <typename Context>
void expect_errors(Context context, const std::vector<Case>& cases) {
  for (const Case& each : cases) EXPECT_EQ(Checked(context(each.text)).errors(), each.error) << each.text;
}

}  // namespace zonda::lang::check_fixture
