// Types, scopes and expressions of random models.
#pragma once

#include "unit/model/random_program.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace zonda::oracle {

struct RandomField;

struct RandomType {
  enum class Kind : std::uint8_t { Int, Bool, Array, Struct };
  Kind kind = Kind::Int;
  std::string base;  // 'int[0,5]', 'S0'
  std::string dims;  // '[3][mid_t]'
  int lower = 0;     // Int; of the index for an Array
  int upper = 0;
  std::shared_ptr<RandomType> element;
  std::vector<RandomField> fields;

  [[nodiscard]] bool is_scalar() const { return kind == Kind::Int || kind == Kind::Bool; }
  [[nodiscard]] std::string declare(const std::string& name) const { return base + " " + name + dims; }
  friend bool operator==(const RandomType& a, const RandomType& b) { return a.base == b.base && a.dims == b.dims; }
};

struct RandomField {
  std::string name;
  RandomType type;
};

struct RandomVariable {
  std::string name;
  RandomType type;
  bool is_writable = true;
};

struct RandomFunction {
  enum class Mode : std::uint8_t { Value, Reference, ConstReference, Clock };
  struct Parameter {
    std::string name;
    Mode mode = Mode::Value;
    RandomType type;
  };
  std::string name;
  std::optional<RandomType> result;
  std::vector<Parameter> parameters;
  bool has_effects = false;
};

// What an expression may mention and do.
struct RandomScope {
  std::vector<RandomVariable> variables;
  std::vector<RandomFunction> functions;
  std::vector<std::string> clocks;
  bool may_have_effects = false;
  bool may_call_all = true;  // also functions that have effects
};

class ExpressionMaker {
 public:
  explicit ExpressionMaker(Choices& choices) : choices_(choices) {}

  std::string integer(const RandomScope& scope, int depth);
  std::string truth(const RandomScope& scope, int depth);
  std::string scalar(const RandomType& type, const RandomScope& scope, int depth);
  // An expression of integer type that often lies in the range.
  std::string in_range(int lower, int upper, const RandomScope& scope, int depth);
  // An assignment, step or call.
  std::string effect(const RandomScope& scope, int depth);
  std::string clock(const RandomScope& scope, int depth);
  std::string clock_assignment(const RandomScope& scope, int depth);
  std::string clock_atom(const RandomScope& scope, int depth, bool is_query);
  std::optional<std::string> call(const RandomScope& scope, int depth,
                                  const std::function<bool(const RandomFunction&)>& is_wanted);
  // A variable or part of one of exactly this type.
  std::optional<std::string> place_of(const RandomType& type, const RandomScope& scope, int depth, bool is_written);
  std::string literal();

 private:
  struct Path {
    const RandomVariable* variable = nullptr;
    std::vector<const RandomType*> types;  // from the variable to the part
    std::vector<std::string> fields;       // empty for an element
  };
  std::vector<Path> paths(const RandomScope& scope, bool is_written,
                          const std::function<bool(const RandomType&)>& is_wanted);
  std::optional<std::pair<std::string, RandomType>> scalar_place(const RandomScope& scope, int depth, bool is_written,
                                                                 RandomType::Kind kind);
  std::string realise(const Path& path, const RandomScope& scope, int depth);
  std::string quantified(const std::string& word, const RandomScope& scope, int depth);
  std::string argument(const RandomFunction::Parameter& parameter, const RandomScope& scope, int depth);
  std::string assignment(const RandomScope& scope, int depth);
  std::string step(const RandomScope& scope, int depth);

  Choices& choices_;
  int next_bound_ = 0;
};

}  // namespace zonda::oracle
