// What is wrong with the user's input, collected rather than thrown, so that one run reports several errors.
#pragma once

#include "lang/source.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

enum class Severity : std::uint8_t { Error, Warning };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string name;  // of a warning: the word that turns it off; empty for errors
  std::string message;
  SourceRange range;
  std::string hint;       // what to do about it; may be empty
  bool is_query = false;  // about one query: the model and the other queries stay usable
};

// The names of all warnings with one line on each; `zonda info --warnings` and the manual read it.
struct WarningName {
  std::string_view name;
  std::string_view meaning;
};
[[nodiscard]] const std::vector<WarningName>& warning_names();

class Diagnostics {
 public:
  // Errors beyond this number are counted, not kept: nobody reads the hundredth consequence of one mistake.
  static constexpr std::size_t kMaxErrors = 30;
  static constexpr std::size_t kMaxWarnings = 100;

  void error(SourceRange range, std::string message, std::string hint = {});
  // `name` must be one of warning_names().
  void warning(std::string_view name, SourceRange range, std::string message, std::string hint = {});
  // What is reported while an object of this class lives is about one query.
  class QueryContext {
   public:
    explicit QueryContext(Diagnostics& diagnostics) : diagnostics_(diagnostics) { ++diagnostics_.query_depth_; }
    ~QueryContext() { --diagnostics_.query_depth_; }
    QueryContext(const QueryContext&) = delete;
    QueryContext& operator=(const QueryContext&) = delete;

   private:
    Diagnostics& diagnostics_;
  };
  // Turns a warning off; 'all' turns off every one. False when there is no such warning.
  bool disable(std::string_view name);

  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  // Errors in the model itself, as opposed to errors in single queries.
  [[nodiscard]] bool has_model_errors() const { return error_count_ > query_error_count_; }
  [[nodiscard]] std::size_t error_count() const { return error_count_; }
  // Further errors are counted only, so hints for them need not be looked for.
  [[nodiscard]] bool is_full() const { return error_count_ >= kMaxErrors; }
  [[nodiscard]] std::size_t warning_count() const { return warning_count_; }
  [[nodiscard]] const std::vector<Diagnostic>& items() const { return items_; }
  // Sorted by place, errors and warnings together.
  void sort();
  void append(const Diagnostics& other);
  // The same warnings are turned off, nothing is reported yet.
  [[nodiscard]] Diagnostics fresh() const;

 private:
  std::vector<Diagnostic> items_;
  std::set<std::string, std::less<>> disabled_;
  std::size_t error_count_ = 0;
  std::size_t query_error_count_ = 0;
  int query_depth_ = 0;
  std::size_t warning_count_ = 0;
};

// 'file:line:column: error: message', the source line, a caret line, the XPath, the hint.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, const Sources& sources);
[[nodiscard]] std::string render(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace zonda::lang
