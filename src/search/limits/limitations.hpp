// What a search may meet that it cannot do: no error of the model, but a limitation of ours.
#pragma once

#include <string_view>

namespace zonda::search {

inline constexpr std::string_view kTooManyGuards = "too many clock guards on urgent channels are enabled at once";
inline constexpr std::string_view kTooManyParts = "the clock conditions of the query have too many parts";

// Whether a search that ended for this reason met one of them.
[[nodiscard]] constexpr bool is_limitation(std::string_view reason) {
  return reason == kTooManyGuards || reason == kTooManyParts;
}

}  // namespace zonda::search
