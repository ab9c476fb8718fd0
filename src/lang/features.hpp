// Which parts of the language a model uses, for `zonda info` and for messages.
#pragma once

#include "lang/syntax.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace zonda::lang {

struct Feature {
  std::string_view name;
  SourceRange first;          // where it is first used
  bool is_extension = false;  // of the statistical, hybrid, game or dynamic kind
};

// Of a checked document, in a fixed order.
[[nodiscard]] std::vector<Feature> features(const Document& document);

// Calls `visit` for every expression of the model (not of the queries), parents before children.
void for_each_expression(const Document& document, const std::function<void(const Expr&)>& visit);
void for_each_expression(const Expr& root, const std::function<void(const Expr&)>& visit);

}  // namespace zonda::lang
