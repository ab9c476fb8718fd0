// What is different between two models, as a person would say it: which declaration, template, location, edge, query.
// Layout, comments and the order of declarations do not count.
#pragma once

#include "lang/syntax.hpp"

#include <string>
#include <vector>

namespace zonda::lang {

struct ModelDifference {
  std::string what;    // 'Train: edge Near -> Crossing'
  std::string before;  // empty: it is new
  std::string after;   // empty: it is gone
};

[[nodiscard]] std::vector<ModelDifference> compare(const Document& before, const Document& after);

}  // namespace zonda::lang
