// The reason why the check of a query is not even begun.
#pragma once

#include "model/network.hpp"
#include "zonda/check.hpp"

#include <string>
#include <utility>

namespace zonda::check {

struct Refused {
  Refusal kind = Refusal::None;
  std::string reason{};
  model::SourceRange range{};
};

// The refusal of an option; none if the reason is empty.
[[nodiscard]] inline Refused refused_option(std::string reason) {
  if (reason.empty()) return {};
  return {Refusal::Option, std::move(reason)};
}

}  // namespace zonda::check
